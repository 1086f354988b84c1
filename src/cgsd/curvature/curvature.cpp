#include "cgsd/curvature/curvature.hpp"

#include "cgsd/curvature/augmented_forman.hpp"
#include "cgsd/curvature/balanced_forman.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/curvature/ollivier.hpp"
#include "cgsd/curvature/weighted_forman.hpp"

namespace cgsd {

std::vector<double> edge_curvature(GraphView graph, const CurvatureOptions& options, const RunContext& run) {
  validate(options);
  switch (options.kind) {
    case CurvatureKind::forman:
      return forman_curvature(graph, run);
    case CurvatureKind::weighted_forman:
      return weighted_forman_curvature(graph, run);
    case CurvatureKind::augmented_forman:
      return augmented_forman_curvature(graph, run);
    case CurvatureKind::balanced_forman:
      return balanced_forman_curvature(graph, run);
    case CurvatureKind::ollivier:
      return ollivier_curvature(graph, options, run);
  }
  return {};  // validate has refused every other value
}

}  // namespace cgsd

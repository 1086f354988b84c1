#include "cgsd/spectral/affinity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/sigmoid.hpp"

namespace cgsd {
namespace {

double curvature_of_same_edge(const CurvedGraph& original, NodeId u, NodeId v) {
  for (const auto& [from, to] : {std::pair(u, v), std::pair(v, u)}) {
    const EntryIndex entry = find_entry(original.graph, from, to);
    if (entry < original.graph.entries()) return original.curvature[entry];
  }
  return 0.0;
}

// The midpoint of an edge {u,b} lies (H_b − H_v)/2 away from that of {u,v}, so the nearest edge at u leads to the
// neighbour b nearest to v, and the nearest edge at v to the neighbour nearest to u.
template <class T>
class NearestEdge {
 public:
  NearestEdge(const CurvedGraph& original, const Matrix<T>& embedding) : original_(original), embedding_(embedding) {}

  double curvature(NodeId u, NodeId v) {
    distance_ = std::numeric_limits<double>::infinity();
    curvature_ = 0.0;
    edge_ = {0, 0};
    look_around(u, v);
    look_around(v, u);
    return curvature_;
  }

 private:
  void look_around(NodeId centre, NodeId aim) {
    const auto row = original_.graph.neighbours(centre);
    for (std::size_t i = 0; i < row.size(); ++i) {
      const double distance = squared_distance<T, T>(embedding_.row(row[i]), embedding_.row(aim));
      const std::pair<NodeId, NodeId> edge = std::minmax(centre, row[i]);
      if (distance < distance_ || (distance == distance_ && edge < edge_)) {
        distance_ = distance;
        edge_ = edge;
        curvature_ = original_.curvature[original_.graph.row_begin(centre) + i];
      }
    }
  }

  const CurvedGraph& original_;
  const Matrix<T>& embedding_;
  double distance_ = 0.0;
  double curvature_ = 0.0;
  std::pair<NodeId, NodeId> edge_;
};

}  // namespace

template <class T>
Affinity curvature_affinity(Graph knn, const Matrix<T>& embedding, const CurvedGraph& original,
                            const CurvatureAffinityOptions& options, const RunContext& run) {
  validate(options);
  Affinity affinity{std::move(knn), {}};
  const GraphView graph = affinity.graph;
  affinity.log_weight.resize(graph.entries());
  parallel_for(run, graph.nodes(), 256, [&](std::size_t begin, std::size_t end) {
    NearestEdge<T> nearest(original, embedding);
    for (std::size_t i = begin; i < end; ++i) {
      const auto u = static_cast<NodeId>(i);
      for (EntryIndex entry = graph.row_begin(u); entry < graph.row_end(u); ++entry) {
        const auto [low, high] =
            std::minmax(u, graph.targets()[entry]);  // the same question for both entries of an edge
        const double kappa = options.edge == EdgeChoice::same_edge ? curvature_of_same_edge(original, low, high)
                                                                   : nearest.curvature(low, high);
        affinity.log_weight[entry] = log_sigmoid(options.alpha * kappa);
      }
    }
  });
  return affinity;
}

template Affinity curvature_affinity(Graph, const Matrix<float>&, const CurvedGraph&, const CurvatureAffinityOptions&,
                                     const RunContext&);
template Affinity curvature_affinity(Graph, const Matrix<double>&, const CurvedGraph&, const CurvatureAffinityOptions&,
                                     const RunContext&);

}  // namespace cgsd

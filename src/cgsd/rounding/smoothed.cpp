#include "cgsd/rounding/smoothed.hpp"

#include <algorithm>
#include <utility>

#include "cgsd/clustering/sampled_kmeans.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/rounding/kept_rounding.hpp"
#include "cgsd/rounding/smoothing.hpp"

namespace cgsd {
namespace {

bool too_few_to_smooth(std::size_t nodes, std::int32_t communities) {
  return std::cmp_less(nodes, 2 * std::int64_t{communities});
}

}  // namespace

void describe(OptionVisitor& v, SmoothedOptions& o) {
  v.group("knn", o.knn);
  v.group("affinity", o.affinity);
  v.number("smoothing_steps", o.smoothing_steps, {0, 1000}, "steps of the power iteration");
  v.choice("row_scaling", o.row_scaling, "what K-means is given of a row");
  v.group("kmeans", o.kmeans, {"clusters"});
}

KnnOptions knn_among(const SmoothedOptions& options, std::size_t nodes, std::int32_t communities) {
  KnnOptions knn = options.knn;
  knn.neighbours = neighbours_among(knn, nodes);
  if (communities > 0)
    knn.neighbours = std::clamp(static_cast<std::int32_t>(nodes) / communities - 1, 1, knn.neighbours);
  return knn;
}

// Steps 7 and 8 of docs/notes/default_measured.md, K-means excepted.
SmoothedPoints smoothed_points(const Matrix<float>& embedding, std::int32_t communities, const SmoothedOptions& options,
                               const RunContext& run) {
  SmoothedPoints s;
  const std::size_t nodes = rows_of_all(run, embedding.rows());
  const KnnOptions knn = knn_among(options, nodes, communities);
  s.affinity =
      kept_stage(run, "neighbours", [&] { return self_tuned_neighbours(embedding, knn, options.affinity, run); });
  const Stage stage = run.stage("smoothing");
  s.steps = too_few_to_smooth(nodes, communities) ? 0 : options.smoothing_steps;
  s.points = scaled_rows(smoothed(embedding, s.affinity, s.steps, stage), options.row_scaling, stage);
  return s;
}

SmoothedRounding round_smoothed(const Matrix<float>& embedding, std::int32_t communities,
                                const SmoothedOptions& options, const RunContext& run, const SecondOpinion& opinion) {
  SmoothedRounding r{smoothed_points(embedding, communities, options, run), {}};
  KmeansOptions centres = options.kmeans;
  centres.clusters = communities;
  r.clustering = kept_stage(run, "communities",
                            [&] { return sampled_kmeans(r.smoothed.points, centres, run.stage("k-means"), opinion); });
  return r;
}

}  // namespace cgsd

#include "cgsd/closed_form/agc.hpp"

#include <utility>

#include "cgsd/closed_form/propagation.hpp"
#include "cgsd/core/distance.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/matrix/sparse_product.hpp"

namespace cgsd {
namespace {

// What is known at one t.
struct Step {
  TruncatedSvd svd;
  KmeansResult clustering;  // of least inertia
  double spread = 0.0;      // mean over the repetitions
};

Step try_step(const Matrix<float>& x, const AgcOptions& options, RandomStream stream, const RunContext& run) {
  SvdOptions wanted = options.svd;
  wanted.vectors = options.communities;
  KmeansOptions rounding = options.kmeans;
  rounding.clusters = options.communities;
  Step step{.svd = truncated_svd(x, wanted, run), .clustering = {}, .spread = 0.0};
  const auto repetitions = static_cast<std::size_t>(options.repetitions);
  std::vector<KmeansResult> results(repetitions);
  std::vector<double> spreads(repetitions);
  parallel_for(run, repetitions, 1, [&](std::size_t i, std::size_t) {
    results[i] = kmeans(step.svd.left, rounding, run.with_seed(stream.bits(i)));
    spreads[i] = cluster_spread(x, results[i].partition);
  });
  std::size_t best = 0;
  for (std::size_t i = 0; i < repetitions; ++i) {
    step.spread += spreads[i] / static_cast<double>(repetitions);
    if (results[i].inertia < results[best].inertia) best = i;
  }
  step.clustering = std::move(results[best]);
  return step;
}

void keep(AgcResult& result, std::int32_t t, Step step, const RunContext& run) {
  result.steps = t;
  result.kmeans = evidence_of(step.svd.left, step.clustering, run);
  result.partition = std::move(step.clustering.partition);
  result.singular_values = std::move(step.svd.values);
  result.residuals = std::move(step.svd.residuals);
}

}  // namespace

double cluster_spread(const Matrix<float>& rows, const Partition& partition) {
  // Σ_(u,v in C) ‖x_u − x_v‖² / |C|² = 2 Σ_(u in C) ‖x_u − mean‖² / |C|
  const auto clusters = static_cast<std::size_t>(partition.communities);
  const std::vector<std::uint64_t> sizes = community_sizes(partition);
  Matrix<double> mean(clusters, rows.cols());
  const auto cluster_of = [&](std::size_t i) { return static_cast<std::size_t>(partition.community_of[i]); };
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const auto to = mean.row(cluster_of(i));
    const auto x = rows.row(i);
    for (std::size_t j = 0; j < x.size(); ++j) to[j] += static_cast<double>(x[j]);
  }
  for (std::size_t c = 0; c < clusters; ++c) {
    for (double& value : mean.row(c)) value /= static_cast<double>(sizes[c]);
  }
  double spread = 0.0;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const std::size_t c = cluster_of(i);
    spread += 2.0 * squared_distance<float, double>(rows.row(i), mean.row(c)) / static_cast<double>(sizes[c]);
  }
  return spread / static_cast<double>(clusters);
}

AgcResult agc(const AttributedGraphView& input, const AgcOptions& options, const RunContext& run) {
  validate(options);
  check_attributes("agc", input);
  check_communities("agc", options.communities, input.graph.nodes());
  const Csr<float> p = propagation_matrix(input.graph, 0.5, "agc");
  Matrix<float> x = dense_copy(scaled_attributes(input.attributes, options.scaling, run));
  Matrix<float> next(x.rows(), x.cols());
  AgcResult result;
  for (std::int32_t t = 1; t <= options.max_steps; ++t) {
    multiply(p, x, next, true, run);
    std::swap(x, next);
    Step step = try_step(x, options, run.stream("agc").at(static_cast<std::uint64_t>(t)), run);
    result.converged = result.converged && step.svd.converged;
    result.spreads.push_back(step.spread);
    if (t > 1 && step.spread > result.spreads[result.spreads.size() - 2]) {
      result.stop = AgcStop::spread_rose;
      break;
    }
    keep(result, t, std::move(step), run);
    run.advance(static_cast<double>(t) / options.max_steps);
  }
  return result;
}

}  // namespace cgsd

#include "cgsd/closed_form/ssgc.hpp"

#include <utility>

#include "cgsd/closed_form/propagation.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/matrix/sparse_product.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

// sum ← sum + scale · x
void add_scaled(Matrix<float>& sum, float scale, const Matrix<float>& x, const RunContext& run) {
  parallel_for(run, sum.values().size(), 1 << 15, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) sum.data()[i] += scale * x.data()[i];
  });
}

Matrix<float> averaged(Matrix<float> x, const Csr<float>& p, const SsgcOptions& options, const RunContext& run) {
  Matrix<float> sum(x.rows(), x.cols());
  Matrix<float> next(x.rows(), x.cols());
  add_scaled(sum, static_cast<float>(options.alpha), x, run);
  const auto share = static_cast<float>((1.0 - options.alpha) / options.steps);
  for (std::int32_t step = 1; step <= options.steps; ++step) {
    multiply(p, x, next, true, run);
    std::swap(x, next);  // x = P^step X
    add_scaled(sum, share, x, run);
    run.advance(static_cast<double>(step) / options.steps);
  }
  return sum;
}

}  // namespace

SsgcResult ssgc(const AttributedGraphView& input, const SsgcOptions& options, const RunContext& run) {
  validate(options);
  check_attributes("ssgc", input);
  check_communities("ssgc", options.communities, input.graph.nodes());
  const Csr<float> p = propagation_matrix(input.graph, 0.0, "ssgc");
  SsgcResult result;
  result.embedding = averaged(dense_copy(scaled_attributes(input.attributes, options.scaling, run)), p, options,
                              run.stage("propagation"));
  divide_rows_by_length(result.embedding, run);
  KmeansOptions rounding = options.kmeans;
  rounding.clusters = options.communities;
  KmeansResult clustering = kmeans(result.embedding, rounding, run.stage("k-means"));
  result.kmeans = evidence_of(result.embedding, clustering, run);
  result.partition = std::move(clustering.partition);
  return result;
}

}  // namespace cgsd

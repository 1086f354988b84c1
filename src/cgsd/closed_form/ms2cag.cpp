#include "cgsd/closed_form/ms2cag.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "cgsd/closed_form/propagation.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/matrix/sparse_product.hpp"
#include "cgsd/matrix/unit_rows.hpp"
#include "cgsd/spectral/truncated_svd.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kSimilarityRows = 256;

// Ẑ: Σ α^t S^t D̃^½ X, added from the longest walk on (Horner), rows to length 1. Neither the factor D̃^−½ nor the sum of
// the weights changes a direction.
Matrix<float> averaged_rows(const AttributedGraphView& input, const Ms2cagOptions& options, const RunContext& run) {
  const Csr<float> s = propagation_matrix(input.graph, 0.0, "ms2cag");
  Matrix<float> x = dense_copy(scaled_attributes(input.attributes, options.scaling, run));
  const std::vector<double> degree = strengths(input.graph);
  for (std::size_t v = 0; v < x.rows(); ++v) {
    for (float& value : x.row(v)) value = static_cast<float>(static_cast<double>(value) * std::sqrt(degree[v] + 1.0));
  }
  const auto decay = static_cast<float>(options.decay);
  Matrix<float> sum = x;
  Matrix<float> next(x.rows(), x.cols());
  for (std::int32_t step = 0; step < options.steps; ++step) {
    multiply(s, sum, next, true, run);
    parallel_for(run, next.values().size(), 1 << 15, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) sum.data()[i] = x.data()[i] + decay * next.data()[i];
    });
    run.advance(static_cast<double>(step + 1) / options.steps);
  }
  divide_rows_by_length(sum, run);
  return sum;
}

// B ← Ẑ (I − s sᵀ / sᵀs), s the sum of the rows, in their order.
void take_out_the_sum(Matrix<float>& rows, const RunContext& run) {
  std::vector<double> s(rows.cols(), 0.0);
  for (std::size_t v = 0; v < rows.rows(); ++v) {
    for (std::size_t j = 0; j < s.size(); ++j) s[j] += static_cast<double>(rows(v, j));
  }
  double square = 0.0;
  for (const double x : s) square += x * x;
  if (square == 0.0) return;
  parallel_for(run, rows.rows(), kSimilarityRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      double along = 0.0;
      for (std::size_t j = 0; j < s.size(); ++j) along += static_cast<double>(rows(v, j)) * s[j];
      for (std::size_t j = 0; j < s.size(); ++j)
        rows(v, j) = static_cast<float>(static_cast<double>(rows(v, j)) - along / square * s[j]);
    }
  });
}

}  // namespace

Ms2cagResult ms2cag(const AttributedGraphView& input, const Ms2cagOptions& options, const RunContext& run) {
  validate(options);
  check_attributes("ms2cag", input);
  check_communities("ms2cag", options.communities, input.graph.nodes());
  Matrix<float> rows = averaged_rows(input, options, run.stage("propagation"));
  take_out_the_sum(rows, run);
  const TruncatedSvd subspace = truncated_svd(rows, {.vectors = options.communities}, run.stage("subspace"));
  Ms2cagResult result;
  result.converged = subspace.converged;
  result.embedding = Matrix<float>(subspace.left.rows(), std::max<std::size_t>(1, subspace.left.cols()));
  for (std::size_t v = 0; v < subspace.left.rows(); ++v) {
    for (std::size_t j = 0; j < subspace.left.cols(); ++j)
      result.embedding(v, j) = static_cast<float>(subspace.left(v, j));
  }
  divide_rows_by_length(result.embedding, run);
  cluster_rows(result, result.embedding, options, run);
  return result;
}

}  // namespace cgsd

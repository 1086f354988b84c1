#include "cgsd/closed_form/sagsc.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "cgsd/closed_form/propagation.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/input_checks.hpp"
#include "cgsd/matrix/sparse_product.hpp"
#include "cgsd/spectral/truncated_svd.hpp"

namespace cgsd {
namespace {

constexpr double kOffset = 1.0 / std::numbers::sqrt2;  // b

Matrix<float> smoothed_attributes(const AttributedGraphView& input, const SagscOptions& options,
                                  const RunContext& run) {
  const Csr<float> p = propagation_matrix(input.graph, 0.0, "sagsc");
  Matrix<float> x = dense_copy(scaled_attributes(input.attributes, options.scaling, run));
  Matrix<float> next(x.rows(), x.cols());
  for (std::int32_t step = 0; step < options.steps; ++step) {
    run.check_stop();
    multiply(p, x, next, true, run);
    std::swap(x, next);
  }
  return x;
}

// Row φ(u).
void fill_polynomial(std::span<const double> u, std::span<double> row) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < u.size(); ++i) {
    row[at++] = u[i] * u[i];
    for (std::size_t j = i + 1; j < u.size(); ++j) row[at++] = std::numbers::sqrt2 * u[i] * u[j];
  }
  for (const double x : u) row[at++] = std::sqrt(2.0 * kOffset) * x;
  row[at] = kOffset;
}

// F of the header. Row sums of φ(U) φ(U)ᵀ are at least n · 0, and above 0 for their own row: b² > 0.
Matrix<float> normalised_polynomial(const Matrix<double>& u, const RunContext& run) {
  const std::size_t width = (u.cols() + 1) * (u.cols() + 2) / 2;
  Matrix<float> f(u.rows(), width);
  std::vector<double> total(width, 0.0);  // φ(U)ᵀ 1, in the order of the nodes
  std::vector<double> row(width);
  for (std::size_t v = 0; v < u.rows(); ++v) {
    fill_polynomial(u.row(v), row);
    for (std::size_t j = 0; j < width; ++j) total[j] += row[j];
  }
  parallel_for(run, u.rows(), 256, [&](std::size_t begin, std::size_t end) {
    std::vector<double> own(width);
    for (std::size_t v = begin; v < end; ++v) {
      fill_polynomial(u.row(v), own);
      double sum = 0.0;
      for (std::size_t j = 0; j < width; ++j) sum += own[j] * total[j];
      for (std::size_t j = 0; j < width; ++j) f(v, j) = static_cast<float>(own[j] / std::sqrt(sum));
    }
  });
  return f;
}

Matrix<float> all_but_the_first_column(const Matrix<double>& m) {
  Matrix<float> out(m.rows(), m.cols() > 1 ? m.cols() - 1 : 1);
  for (std::size_t i = 0; i < m.rows(); ++i) {
    for (std::size_t j = 1; j < m.cols(); ++j) out(i, j - 1) = static_cast<float>(m(i, j));
  }
  return out;
}

}  // namespace

SagscResult sagsc(const AttributedGraphView& input, const SagscOptions& options, const RunContext& run) {
  validate(options);
  check_attributes("sagsc", input);
  check_communities("sagsc", options.communities, input.graph.nodes());
  const Matrix<float> h = smoothed_attributes(input, options, run.stage("propagation"));
  const TruncatedSvd subspace = truncated_svd(h, {.vectors = options.communities}, run.stage("subspace"));
  const Matrix<float> f = normalised_polynomial(subspace.left, run);
  const TruncatedSvd kernel = truncated_svd(f, {.vectors = options.communities + 1}, run.stage("kernel"));
  SagscResult result;
  result.converged = subspace.converged && kernel.converged;
  result.embedding = all_but_the_first_column(kernel.left);
  KmeansOptions centres = options.kmeans;
  centres.clusters = options.communities;
  KmeansResult clustering = kmeans(result.embedding, centres, run.stage("k-means"));
  result.kmeans = evidence_of(result.embedding, clustering, run);
  result.partition = std::move(clustering.partition);
  return result;
}

}  // namespace cgsd

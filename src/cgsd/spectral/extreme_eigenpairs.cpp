#include "cgsd/spectral/extreme_eigenpairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cgsd/spectral/lanczos.hpp"

namespace cgsd {
namespace {

using Eigen::Index;

// What is to be largest of the first.
double priority(double value, SpectrumEnd end) {
  if (end == SpectrumEnd::largest_size) return std::abs(value);
  return end == SpectrumEnd::largest ? value : -value;
}

LanczosPairs dense_pairs(const LinearOperator& a, const ExtremeOptions& options, const RunContext& run) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(dense_matrix(a, run));
  std::vector<Index> order(a.size());
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index i, Index j) {
    return priority(solver.eigenvalues()(i), options.end) > priority(solver.eigenvalues()(j), options.end);
  });
  order.resize(std::min(order.size(), static_cast<std::size_t>(options.pairs)));
  LanczosPairs pairs{.values = solver.eigenvalues()(order),
                     .vectors = solver.eigenvectors()(Eigen::all, order),
                     .residuals = {},
                     .products = static_cast<std::int32_t>(a.size()),
                     .converged = solver.info() == Eigen::Success};
  pairs.residuals = residuals(a, pairs.values, pairs.vectors, run);
  return pairs;
}

LanczosPairs lanczos_pairs(const LinearOperator& a, const ExtremeOptions& options, const RunContext& run) {
  return lanczos(a,
                 {.pairs = options.pairs,
                  .end = options.end,
                  .basis = std::max(2 * options.pairs + 10, 30),
                  .max_iterations = options.max_iterations,
                  .tolerance = options.tolerance,
                  .start = run.stream("extreme eigenpairs")},
                 {}, run);
}

}  // namespace

ExtremePairs extreme_eigenpairs(const LinearOperator& a, const ExtremeOptions& options, const RunContext& run) {
  const Index n = to_index(a.size());
  if (n == 0) return {};
  const bool dense = n <= options.dense_limit || 2 * options.pairs + 10 >= n;
  LanczosPairs found = dense ? dense_pairs(a, options, run) : lanczos_pairs(a, options, run);
  ExtremePairs out{.values = {found.values.begin(), found.values.end()},
                   .vectors = Matrix<double>(a.size(), found.residuals.size()),
                   .residuals = std::move(found.residuals),
                   .products = found.products,
                   .converged = found.converged};
  for (Index j = 0; j < found.values.size(); ++j) make_largest_entry_positive(found.vectors.col(j));
  as_eigen(out.vectors) = found.vectors;
  return out;
}

}  // namespace cgsd

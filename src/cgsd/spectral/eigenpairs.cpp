#include "cgsd/spectral/eigenpairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/SparseCholesky>

#include "cgsd/core/eigen.hpp"
#include "cgsd/spectral/chebyshev.hpp"
#include "cgsd/spectral/lanczos.hpp"
#include "cgsd/spectral/null_space.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// 3 I − A, in [1, 3]: nothing wanted comes near the 0 of the locked vectors, and the smallest become the largest.
class Shifted final : public LinearOperator {
 public:
  explicit Shifted(const LinearOperator& a) : a_(a) {}
  std::size_t size() const override { return a_.size(); }
  void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const override {
    a_.apply(x, y, run);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = 3.0 * x[i] - y[i];
  }

 private:
  const LinearOperator& a_;
};

// (L + shift · I)⁻¹ by a sparse Cholesky factorisation.
class Inverse final : public LinearOperator {
 public:
  Inverse(const NormalisedLaplacian& laplacian, double shift) : size_(laplacian.size()) {
    const GraphView graph = laplacian.graph();
    std::vector<Eigen::Triplet<double>> entries;
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      entries.emplace_back(u, u, 1.0 + shift);
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        entries.emplace_back(u, graph.targets()[i], -laplacian.normalised()[i]);
    }
    Eigen::SparseMatrix<double> matrix(to_index(size_), to_index(size_));
    matrix.setFromTriplets(entries.begin(), entries.end());
    factors_.compute(matrix);
  }
  std::size_t size() const override { return size_; }
  void apply(std::span<const double> x, std::span<double> y, const RunContext&) const override {
    const VectorXd right = Eigen::Map<const VectorXd>(x.data(), to_index(size_));
    Eigen::Map<VectorXd>(y.data(), to_index(size_)) = factors_.solve(right);
  }

 private:
  std::size_t size_;
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

struct Search {
  const MatrixXd& locked;
  Index count;  // of the largest pairs in the complement of those
  SpectrumOptions options;
  const RunContext& run;
};

LanczosPairs dense_pairs(const LinearOperator& b, const Search& search) {
  const MatrixXd matrix = dense_matrix(Complement(b, search.locked), search.run);
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver((matrix + matrix.transpose()).eval() / 2.0);
  return {.values = solver.eigenvalues().reverse().head(search.count),
          .vectors = solver.eigenvectors().rowwise().reverse().leftCols(search.count),
          .residuals = {},
          .products = 0,
          .converged = solver.info() == Eigen::Success};
}

LanczosPairs lanczos_pairs(const LinearOperator& b, const Search& search) {
  const auto pairs = static_cast<std::int32_t>(search.count);
  const RandomStream start = search.run.stream("lanczos start").at(static_cast<std::uint64_t>(search.locked.cols()));
  return lanczos(b,
                 {.pairs = pairs,
                  .end = SpectrumEnd::largest,
                  .basis = std::max(2 * pairs + 1, 20),
                  .max_iterations = search.options.max_iterations,
                  .tolerance = search.options.tolerance,
                  .start = start},
                 search.locked, search.run);
}

void append(MatrixXd& to, const MatrixXd& columns) {
  to.conservativeResize(columns.rows(), to.cols() + columns.cols());
  to.rightCols(columns.cols()) = columns;
}

// Keeps the `count` largest of both, falling; equal ones in the order given.
LanczosPairs merged(const LanczosPairs& first, const LanczosPairs& second, Index count) {
  VectorXd values(first.values.size() + second.values.size());
  values << first.values, second.values;
  MatrixXd vectors(first.vectors.rows(), values.size());
  vectors << first.vectors, second.vectors;
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index a, Index b) { return values(a) > values(b); });
  order.resize(static_cast<std::size_t>(count));
  return {.values = values(order),
          .vectors = vectors(Eigen::all, order),
          .residuals = {},
          .products = first.products,
          .converged = first.converged && second.converged};
}

// Lanczos until the complement of everything found holds nothing that belongs before the last of it.
LanczosPairs complete_pairs(const LinearOperator& b, const Search& search) {
  LanczosPairs pairs = lanczos_pairs(b, search);
  if (!pairs.converged) return pairs;
  MatrixXd locked = search.locked;
  append(locked, pairs.vectors);
  while (locked.cols() + 1 < to_index(b.size())) {
    const LanczosPairs missed = lanczos_pairs(b, {locked, 1, search.options, search.run});
    pairs.products += missed.products;
    const double last = pairs.values(search.count - 1);
    if (missed.values.size() == 0 || missed.values(0) <= last + 10.0 * search.options.tolerance * std::abs(last)) break;
    append(locked, missed.vectors);
    pairs = merged(pairs, missed, search.count);
  }
  return pairs;
}

// Eigenvalues that crowd near 0 defeat Lanczos. The inverse pulls them apart: it serves if the operator is small enough
// for one, and a lower accuracy if it is not.
LanczosPairs sparse_pairs(const LinearOperator& a, const OperatorFacts& facts, Search search) {
  constexpr double kShift = 1e-9;
  const Shifted shifted(a);
  LanczosPairs pairs = complete_pairs(shifted, search);
  if (!pairs.converged && facts.inverse && std::cmp_less_equal(a.size(), search.options.factor_limit))
    pairs = complete_pairs(*facts.inverse(kShift), search);
  while (pairs.values.size() < search.count && search.options.tolerance < 1e-4) {
    search.options.tolerance *= 100.0;
    pairs = complete_pairs(shifted, search);
    pairs.converged = false;
  }
  return pairs;
}

// Pairs that did not converge are kept with their residuals: among eigenvalues that crowd, any mixture of their vectors
// is nearly as good.
LanczosPairs filtered_pairs(const WideOperator& a, const Search& search) {
  constexpr std::int32_t kProductsPerIteration = 20;
  Matrix<double> locked(a.size(), static_cast<std::size_t>(search.locked.cols()));
  as_eigen(locked) = search.locked;
  const auto products = std::int64_t{kProductsPerIteration} * search.options.max_iterations;
  const ChebyshevPairs found =
      chebyshev_pairs(a,
                      {.pairs = static_cast<std::int32_t>(search.count),
                       .end = SpectrumEnd::smallest,
                       .lower = 0.0,
                       .upper = 2.0,
                       .tolerance = search.options.tolerance,
                       .max_products = static_cast<std::int32_t>(std::min<std::int64_t>(products, 1'000'000)),
                       .keep_all = true,
                       .start = search.run.stream("filtered start")},
                      locked, search.run);
  LanczosPairs pairs{.values = Eigen::Map<const VectorXd>(found.values.data(), to_index(found.values.size())),
                     .vectors = {},
                     .residuals = {},
                     .products = found.products * found.width,
                     .converged = found.converged};
  if (found.precise.cols() > 0) {
    pairs.vectors = as_eigen(found.precise);
  } else {
    pairs.vectors = as_eigen(found.vectors).cast<double>();
  }
  return pairs;
}

bool in_blocks(const LinearOperator& a, const OperatorFacts& facts) {
  return facts.block != nullptr && std::cmp_greater(a.size(), facts.lanczos_limit);
}

LanczosPairs large_pairs(const LinearOperator& a, const OperatorFacts& facts, const Search& search) {
  return in_blocks(a, facts) ? filtered_pairs(*facts.block, search) : sparse_pairs(a, facts, search);
}

// The first of the entries that are largest in size, up to rounding, becomes positive.
void fix_sign(Eigen::Ref<VectorXd> v) {
  const double limit = v.cwiseAbs().maxCoeff() * (1.0 - 1e-9);
  for (Index i = 0; i < v.size(); ++i) {
    if (std::abs(v(i)) < limit) continue;
    if (v(i) < 0.0) v = -v;
    return;
  }
}

// A V, one column after another or as a block.
MatrixXd images(const LinearOperator& a, const WideOperator* block, const Matrix<double>& vectors,
                const RunContext& run) {
  if (block != nullptr && block->row_factors().empty()) {
    Matrix<double> image(vectors.rows(), vectors.cols());
    block->apply_block(vectors, image, {}, run);
    return as_eigen(image);
  }
  MatrixXd image(to_index(vectors.rows()), to_index(vectors.cols()));
  for (Index j = 0; j < image.cols(); ++j) {
    const VectorXd v = as_eigen(vectors).col(j);
    a.apply({v.data(), a.size()}, {image.col(j).data(), a.size()}, run);
  }
  return image;
}

Spectrum with_evidence(const LinearOperator& a, const WideOperator* block, MatrixXd vectors, const RunContext& run) {
  Spectrum spectrum;
  spectrum.vectors = Matrix<double>(a.size(), static_cast<std::size_t>(vectors.cols()));
  for (Index j = 0; j < vectors.cols(); ++j) fix_sign(vectors.col(j));
  as_eigen(spectrum.vectors) = vectors;
  const MatrixXd image = images(a, block, spectrum.vectors, run);
  for (Index j = 0; j < vectors.cols(); ++j) {
    const double value = vectors.col(j).dot(image.col(j));
    spectrum.values.push_back(value);
    spectrum.residuals.push_back((image.col(j) - value * vectors.col(j)).norm());
  }
  return spectrum;
}

}  // namespace

Spectrum smallest_eigenpairs(const LinearOperator& a, OperatorFacts facts, const SpectrumOptions& options,
                             const RunContext& run) {
  validate(options);
  const Index n = to_index(a.size());
  const Index wanted = std::min<Index>(options.eigenpairs, n);
  if (wanted == 0) return {};
  MatrixXd vectors = as_eigen(facts.null_space);
  facts.null_space = {};
  const Index known = vectors.cols();
  LanczosPairs pairs;
  if (known < wanted) {
    const Search search{vectors, wanted - known, options, run};
    // Lanczos needs room for its basis; close to the full spectrum a dense solver is the better tool anyway.
    const bool dense = n <= options.dense_limit || 2 * wanted + 20 >= n;
    pairs = dense ? dense_pairs(Shifted(a), search) : large_pairs(a, facts, search);
    append(vectors, pairs.vectors);
  }
  const WideOperator* const block = in_blocks(a, facts) ? facts.block : nullptr;
  Spectrum spectrum = with_evidence(a, block, vectors.leftCols(std::min(wanted, vectors.cols())), run);
  spectrum.components = static_cast<std::int32_t>(known);
  spectrum.products = pairs.products;
  spectrum.converged = pairs.converged;
  return spectrum;
}

Spectrum smallest_eigenpairs(const NormalisedLaplacian& laplacian, const SpectrumOptions& options,
                             const RunContext& run) {
  const auto inverse = [&](double shift) { return std::make_unique<Inverse>(laplacian, shift); };
  return smallest_eigenpairs(laplacian, {null_space(laplacian, run), inverse, &laplacian, kLanczosLimit}, options, run);
}

}  // namespace cgsd

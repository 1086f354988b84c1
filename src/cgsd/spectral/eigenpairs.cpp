#include "cgsd/spectral/eigenpairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/SparseCholesky>
#include <Spectra/SymEigsSolver.h>

#include "cgsd/core/eigen.hpp"
#include "cgsd/spectral/null_space.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd without(const MatrixXd& locked, VectorXd x) {
  x -= locked * (locked.transpose() * x);
  return x;
}

// What Lanczos sees: a symmetric operator whose largest eigenvalues belong to the vectors wanted, those locked sent to
// 0.
class Complement {
 public:
  using Scalar = double;
  Complement(const NormalisedLaplacian& laplacian, const MatrixXd& locked, const RunContext& run)
      : laplacian_(laplacian), run_(run), locked_(locked) {}
  virtual ~Complement() = default;
  Complement(const Complement&) = delete;
  Complement& operator=(const Complement&) = delete;

  Index rows() const { return to_index(laplacian_.size()); }
  Index cols() const { return rows(); }
  void perform_op(const double* x_in, double* y_out) const {
    run_.check_stop();
    const VectorXd x = without(locked_, Eigen::Map<const VectorXd>(x_in, rows()));
    Eigen::Map<VectorXd>(y_out, rows()) = without(locked_, image(x));
    ++products_;
  }
  std::int32_t products() const { return products_; }

 protected:
  virtual VectorXd image(const VectorXd& x) const = 0;
  const NormalisedLaplacian& laplacian_;
  const RunContext& run_;

 private:
  const MatrixXd& locked_;
  mutable std::int32_t products_ = 0;
};

// 3 I − L, in [1, 3]: nothing wanted comes near the 0 of the locked ones.
class Shifted final : public Complement {
 public:
  using Complement::Complement;

 private:
  VectorXd image(const VectorXd& x) const override {
    VectorXd y(x.size());
    laplacian_.apply({x.data(), laplacian_.size()}, {y.data(), laplacian_.size()}, run_);
    return 3.0 * x - y;
  }
};

// (L + δ I)⁻¹ by a sparse Cholesky factorisation: eigenvalues that lie close together near 0 are pulled apart.
class Inverse final : public Complement {
 public:
  Inverse(const NormalisedLaplacian& laplacian, const MatrixXd& locked, const RunContext& run)
      : Complement(laplacian, locked, run) {
    constexpr double kShift = 1e-9;
    const Graph& graph = laplacian.graph();
    std::vector<Eigen::Triplet<double>> entries;
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      entries.emplace_back(u, u, 1.0 + kShift);
      for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
        entries.emplace_back(u, graph.targets()[i], -laplacian.normalised()[i]);
    }
    Eigen::SparseMatrix<double> matrix(rows(), rows());
    matrix.setFromTriplets(entries.begin(), entries.end());
    factors_.compute(matrix);
  }

 private:
  VectorXd image(const VectorXd& x) const override { return factors_.solve(x); }
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> factors_;
};

struct Pairs {
  VectorXd values;  // of B, falling
  MatrixXd vectors;
  bool converged = true;
  std::int32_t products = 0;
};

Pairs dense_pairs(const NormalisedLaplacian& laplacian, const MatrixXd& locked, Index count, const RunContext& run) {
  const Index n = to_index(laplacian.size());
  const Shifted complement(laplacian, locked, run);
  MatrixXd b(n, n);
  for (Index j = 0; j < n; ++j) {
    const VectorXd unit = VectorXd::Unit(n, j);
    complement.perform_op(unit.data(), b.col(j).data());
  }
  b = (b + b.transpose()).eval() / 2.0;
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(b);
  return {solver.eigenvalues().reverse().head(count), solver.eigenvectors().rowwise().reverse().leftCols(count),
          solver.info() == Eigen::Success, 0};
}

Pairs lanczos_pairs(Complement& complement, const MatrixXd& locked, Index count, const SpectrumOptions& options,
                    const RunContext& run) {
  const Index n = complement.rows();
  const Index basis = std::min(n, std::max<Index>(2 * count + 1, 20));
  Spectra::SymEigsSolver<Complement> solver(complement, count, basis);
  VectorXd start(n);
  const RandomStream stream = run.stream("lanczos start").at(static_cast<std::uint64_t>(locked.cols()));
  for (Index i = 0; i < n; ++i) start(i) = stream.uniform(static_cast<std::uint64_t>(i)) - 0.5;
  solver.init(start.data());
  const Index found = solver.compute(Spectra::SortRule::LargestAlge, options.max_iterations, options.tolerance);
  return {solver.eigenvalues(), solver.eigenvectors(), found == count, complement.products()};
}

void append(MatrixXd& to, const MatrixXd& columns) {
  to.conservativeResize(columns.rows(), to.cols() + columns.cols());
  to.rightCols(columns.cols()) = columns;
}

// Keeps the `count` largest of both, falling; equal ones in the order given.
Pairs merged(const Pairs& first, const Pairs& second, Index count) {
  VectorXd values(first.values.size() + second.values.size());
  values << first.values, second.values;
  MatrixXd vectors(first.vectors.rows(), values.size());
  vectors << first.vectors, second.vectors;
  std::vector<Index> order(static_cast<std::size_t>(values.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return values(a) > values(b); });
  Pairs result{VectorXd(count), MatrixXd(vectors.rows(), count), first.converged && second.converged,
               first.products + second.products};
  for (Index j = 0; j < count; ++j) {
    result.values(j) = values(order[static_cast<std::size_t>(j)]);
    result.vectors.col(j) = vectors.col(order[static_cast<std::size_t>(j)]);
  }
  return result;
}

// Lanczos until the complement of everything found holds nothing that belongs before the last of it.
template <class Operator>
Pairs complete_pairs(const NormalisedLaplacian& laplacian, const MatrixXd& null, Index count,
                     const SpectrumOptions& options, const RunContext& run) {
  MatrixXd locked = null;
  Operator complement(laplacian, locked, run);
  Pairs pairs = lanczos_pairs(complement, locked, count, options, run);
  if (!pairs.converged) return pairs;
  append(locked, pairs.vectors);
  while (locked.cols() + 1 < to_index(laplacian.size())) {
    const Pairs missed = lanczos_pairs(complement, locked, 1, options, run);
    pairs.products = complement.products();
    const double last = pairs.values(count - 1);
    if (missed.values.size() == 0 || missed.values(0) <= last + 10.0 * options.tolerance * std::abs(last)) break;
    append(locked, missed.vectors);
    pairs = merged(pairs, missed, count);
  }
  return pairs;
}

// Eigenvalues that crowd near 0 defeat Lanczos: then a factorisation serves where the graph is small enough for one,
// and a lower accuracy where it is not.
Pairs sparse_pairs(const NormalisedLaplacian& laplacian, const MatrixXd& null, Index count, SpectrumOptions options,
                   const RunContext& run) {
  Pairs pairs = complete_pairs<Shifted>(laplacian, null, count, options, run);
  if (!pairs.converged && std::cmp_less_equal(laplacian.size(), options.factor_limit)) {
    pairs = complete_pairs<Inverse>(laplacian, null, count, options, run);
  }
  for (; pairs.values.size() < count && options.tolerance < 1e-4;) {
    options.tolerance *= 100.0;
    pairs = complete_pairs<Shifted>(laplacian, null, count, options, run);
    pairs.converged = false;
  }
  return pairs;
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

Spectrum with_evidence(const NormalisedLaplacian& laplacian, MatrixXd vectors, const RunContext& run) {
  const Index n = vectors.rows();
  Spectrum spectrum;
  spectrum.vectors = Matrix<double>(laplacian.size(), static_cast<std::size_t>(vectors.cols()));
  VectorXd image(n);
  for (Index j = 0; j < vectors.cols(); ++j) {
    fix_sign(vectors.col(j));
    const VectorXd v = vectors.col(j);
    laplacian.apply({v.data(), laplacian.size()}, {image.data(), laplacian.size()}, run);
    const double value = v.dot(image);
    spectrum.values.push_back(value);
    spectrum.residuals.push_back((image - value * v).norm());
  }
  as_eigen(spectrum.vectors) = vectors;
  return spectrum;
}

}  // namespace

Spectrum smallest_eigenpairs(const NormalisedLaplacian& laplacian, const SpectrumOptions& options,
                             const RunContext& run) {
  validate(options);
  const Index n = to_index(laplacian.size());
  const Index wanted = std::min<Index>(options.eigenpairs, n);
  if (wanted == 0) return {};
  MatrixXd vectors = null_space(laplacian, run);
  const Index components = vectors.cols();
  Pairs pairs;
  if (components < wanted) {
    const Index missing = wanted - components;
    // Spectra needs room for its basis; close to the full spectrum a dense solver is the better tool anyway.
    const bool dense = n <= options.dense_limit || 2 * wanted + 20 >= n;
    pairs =
        dense ? dense_pairs(laplacian, vectors, missing, run) : sparse_pairs(laplacian, vectors, missing, options, run);
    append(vectors, pairs.vectors);
  }
  Spectrum spectrum = with_evidence(laplacian, vectors.leftCols(std::min(wanted, vectors.cols())), run);
  spectrum.components = static_cast<std::int32_t>(components);
  spectrum.products = pairs.products;
  spectrum.converged = pairs.converged;
  return spectrum;
}

}  // namespace cgsd

#include "cgsd/spectral/extreme_eigenpairs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Spectra/SymEigsSolver.h>

#include "cgsd/core/eigen.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// The operator as Spectra wants it.
class Products {
 public:
  using Scalar = double;
  Products(const LinearOperator& a, const RunContext& run) : a_(a), run_(run) {}
  Index rows() const { return to_index(a_.size()); }
  Index cols() const { return rows(); }
  void perform_op(const double* x, double* y) const {
    run_.check_stop();
    a_.apply({x, a_.size()}, {y, a_.size()}, run_);
    ++count_;
  }
  std::int32_t count() const { return count_; }

 private:
  const LinearOperator& a_;
  const RunContext& run_;
  mutable std::int32_t count_ = 0;
};

Spectra::SortRule rule_of(SpectrumEnd end) {
  switch (end) {
    case SpectrumEnd::largest_size:
      return Spectra::SortRule::LargestMagn;
    case SpectrumEnd::largest:
      return Spectra::SortRule::LargestAlge;
    case SpectrumEnd::smallest:
      return Spectra::SortRule::SmallestAlge;
  }
  return Spectra::SortRule::LargestMagn;
}

// What is to be largest of the first.
double priority(double value, SpectrumEnd end) {
  if (end == SpectrumEnd::largest_size) return std::abs(value);
  return end == SpectrumEnd::largest ? value : -value;
}

struct Found {
  VectorXd values;
  MatrixXd vectors;
  bool converged = true;
};

Found dense_pairs(const Products& products, const ExtremeOptions& options) {
  const Index n = products.rows();
  MatrixXd matrix(n, n);
  for (Index j = 0; j < n; ++j) {
    const VectorXd unit = VectorXd::Unit(n, j);
    products.perform_op(unit.data(), matrix.col(j).data());
  }
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  std::vector<Index> order(static_cast<std::size_t>(n));
  std::iota(order.begin(), order.end(), Index{0});
  std::ranges::stable_sort(order, [&](Index i, Index j) {
    return priority(solver.eigenvalues()(i), options.end) > priority(solver.eigenvalues()(j), options.end);
  });
  order.resize(static_cast<std::size_t>(std::min<Index>(n, options.pairs)));
  return {solver.eigenvalues()(order), solver.eigenvectors()(Eigen::all, order), solver.info() == Eigen::Success};
}

Found lanczos_pairs(Products& products, const ExtremeOptions& options, const RunContext& run) {
  const Index basis = std::min<Index>(products.rows(), std::max<Index>(2 * options.pairs + 10, 30));
  Spectra::SymEigsSolver<Products> solver(products, options.pairs, basis);
  VectorXd start(products.rows());
  const RandomStream stream = run.stream("extreme eigenpairs");
  for (Index i = 0; i < start.size(); ++i) start(i) = stream.uniform(static_cast<std::uint64_t>(i)) - 0.5;
  solver.init(start.data());
  const Index found =
      solver.compute(rule_of(options.end), options.max_iterations, options.tolerance, rule_of(options.end));
  return {solver.eigenvalues(), solver.eigenvectors(), found >= options.pairs};
}

}  // namespace

ExtremePairs extreme_eigenpairs(const LinearOperator& a, const ExtremeOptions& options, const RunContext& run) {
  Products products(a, run);
  const Index n = products.rows();
  const bool dense = n <= options.dense_limit || 2 * options.pairs + 10 >= n;
  Found found;
  if (n > 0) found = dense ? dense_pairs(products, options) : lanczos_pairs(products, options, run);
  ExtremePairs out{
      .values = {}, .vectors = {}, .residuals = {}, .products = products.count(), .converged = found.converged};
  out.values.assign(found.values.data(), found.values.data() + found.values.size());
  out.vectors = Matrix<double>(a.size(), out.values.size());
  for (Index j = 0; j < found.values.size(); ++j) {
    VectorXd v = found.vectors.col(j);
    Index largest = 0;
    v.cwiseAbs().maxCoeff(&largest);
    if (v(largest) < 0.0) v = -v;
    VectorXd image(n);
    products.perform_op(v.data(), image.data());
    out.residuals.push_back((image - found.values(j) * v).norm());
    as_eigen(out.vectors).col(j) = v;
  }
  return out;
}

}  // namespace cgsd

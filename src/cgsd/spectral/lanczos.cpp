#include "cgsd/spectral/lanczos.hpp"

#include <algorithm>

#include <Spectra/SymEigsSolver.h>

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

VectorXd without(const MatrixXd& locked, VectorXd x) {
  x -= locked * (locked.transpose() * x);
  return x;
}

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

}  // namespace

void Complement::apply(std::span<const double> x, std::span<double> y, const RunContext& run) const {
  if (locked_.cols() == 0) return a_.apply(x, y, run);
  const Index n = to_index(size());
  const VectorXd free = without(locked_, Eigen::Map<const VectorXd>(x.data(), n));
  a_.apply({free.data(), size()}, y, run);
  Eigen::Map<VectorXd> image(y.data(), n);
  image = without(locked_, image);
}

LanczosPairs lanczos(const LinearOperator& a, const LanczosOptions& options, const MatrixXd& locked,
                     const RunContext& run) {
  const Complement complement(a, locked);
  Products products(complement, run);
  const Index basis = std::min<Index>(products.rows(), options.basis);
  Spectra::SymEigsSolver<Products> solver(products, options.pairs, basis);
  VectorXd start(products.rows());
  for (Index i = 0; i < start.size(); ++i) start(i) = options.start.uniform(static_cast<std::uint64_t>(i)) - 0.5;
  solver.init(start.data());
  const Index found =
      solver.compute(rule_of(options.end), options.max_iterations, options.tolerance, rule_of(options.end));
  LanczosPairs pairs{.values = solver.eigenvalues(),
                     .vectors = solver.eigenvectors(),
                     .residuals = {},
                     .products = products.count(),
                     .converged = found == options.pairs};
  pairs.residuals = residuals(complement, pairs.values, pairs.vectors, run);
  return pairs;
}

MatrixXd dense_matrix(const LinearOperator& a, const RunContext& run) {
  const Index n = to_index(a.size());
  MatrixXd matrix(n, n);
  for (Index j = 0; j < n; ++j) {
    run.check_stop();
    const VectorXd unit = VectorXd::Unit(n, j);
    a.apply({unit.data(), a.size()}, {matrix.col(j).data(), a.size()}, run);
  }
  return matrix;
}

std::vector<double> residuals(const LinearOperator& a, const VectorXd& values, const MatrixXd& vectors,
                              const RunContext& run) {
  std::vector<double> out;
  VectorXd image(to_index(a.size()));
  for (Index j = 0; j < values.size(); ++j) {
    run.check_stop();
    a.apply({vectors.col(j).data(), a.size()}, {image.data(), a.size()}, run);
    out.push_back((image - values(j) * vectors.col(j)).norm());
  }
  return out;
}

}  // namespace cgsd

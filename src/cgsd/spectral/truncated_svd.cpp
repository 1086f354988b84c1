#include "cgsd/spectral/truncated_svd.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/spectral/lanczos.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kNoise = 1e-6;  // relative to the largest singular value
constexpr std::size_t kSvdRows = 64;
constexpr std::size_t kColumnPanel = 128;

double dot(std::span<const float> x, const double* y) {
  constexpr std::size_t kLanes = 8;
  double lane[kLanes] = {};
  const std::size_t whole = x.size() / kLanes * kLanes;
  for (std::size_t j = 0; j < whole; j += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) lane[l] += static_cast<double>(x[j + l]) * y[j + l];
  }
  for (std::size_t j = whole; j < x.size(); ++j) lane[j - whole] += static_cast<double>(x[j]) * y[j];
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

// The products of X and Xᵀ with a vector.
class Factors {
 public:
  Factors(MatrixView<float> x, const RunContext& run) : x_(x), run_(run) {}
  bool wide() const { return x_.rows() < x_.cols(); }
  Index smaller() const { return to_index(std::min(x_.rows(), x_.cols())); }

  // X v
  VectorXd apply(const VectorXd& v) const {
    VectorXd out(to_index(x_.rows()));
    parallel_for(run_, x_.rows(), kSvdRows, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) out(to_index(i)) = dot(x_.row(i), v.data());
    });
    return out;
  }

  // Xᵀ u
  VectorXd apply_transposed(const VectorXd& u) const {
    VectorXd out(to_index(x_.cols()));
    parallel_for(run_, x_.cols(), kColumnPanel, [&](std::size_t begin, std::size_t end) {
      std::array<double, kColumnPanel> sum{};
      for (std::size_t i = 0; i < x_.rows(); ++i) {
        const double factor = u(to_index(i));
        const float* from = x_.data() + i * x_.cols() + begin;
        for (std::size_t j = 0; j < end - begin; ++j) sum[j] += factor * static_cast<double>(from[j]);
      }
      std::copy_n(sum.begin(), end - begin, out.data() + begin);
    });
    return out;
  }

 private:
  MatrixView<float> x_;
  const RunContext& run_;
};

// XᵀX, or XXᵀ if X is wide.
class Gram final : public LinearOperator {
 public:
  explicit Gram(const Factors& factors) : factors_(factors) {}
  std::size_t size() const override { return static_cast<std::size_t>(factors_.smaller()); }
  void apply(std::span<const double> in, std::span<double> out, const RunContext&) const override {
    const VectorXd x = Eigen::Map<const VectorXd>(in.data(), factors_.smaller());
    Eigen::Map<VectorXd>(out.data(), factors_.smaller()) =
        factors_.wide() ? factors_.apply(factors_.apply_transposed(x)) : factors_.apply_transposed(factors_.apply(x));
  }

 private:
  const Factors& factors_;
};

// Values of the Gram matrix, falling. Formed here by blocked products: far faster than by one product per column.
LanczosPairs dense_pairs(MatrixView<float> x, bool wide, Index count, const RunContext& run) {
  const MatrixXd all = as_eigen(x).cast<double>();
  const Index size = wide ? all.rows() : all.cols();
  MatrixXd gram(size, size);
  parallel_for(run, static_cast<std::size_t>(size), 32, [&](std::size_t begin, std::size_t end) {
    const Index first = to_index(begin);
    const Index many = to_index(end - begin);
    if (wide) {
      gram.middleCols(first, many).noalias() = all * all.middleRows(first, many).transpose();
    } else {
      gram.middleCols(first, many).noalias() = all.transpose() * all.middleCols(first, many);
    }
  });
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram);
  return {.values = solver.eigenvalues().reverse().head(count),
          .vectors = solver.eigenvectors().rowwise().reverse().leftCols(count),
          .residuals = {},
          .products = 0,
          .converged = solver.info() == Eigen::Success};
}

LanczosPairs lanczos_pairs(const Factors& factors, Index count, const SvdOptions& options, const RunContext& run) {
  const auto pairs = static_cast<std::int32_t>(count);
  return lanczos(Gram(factors),
                 {.pairs = pairs,
                  .end = SpectrumEnd::largest,
                  .basis = std::max(2 * pairs + 1, 20),
                  .max_iterations = options.max_iterations,
                  .tolerance = options.tolerance,
                  .start = run.stream("singular vectors")},
                 {}, run);
}

// u of an eigenvector of the Gram matrix: itself, or X v / ‖X v‖; its largest entry positive.
VectorXd left_vector(const Factors& factors, const VectorXd& vector) {
  VectorXd u = factors.wide() ? vector : factors.apply(vector);
  u.normalize();
  make_largest_entry_positive(u);
  return u;
}

// Column by column, each orthogonal to those before: X v loses orthogonality where σ is small beside σ₁.
TruncatedSvd with_evidence(const Factors& factors, const LanczosPairs& pairs) {
  TruncatedSvd svd{.products = pairs.products, .converged = pairs.converged};
  const double largest = pairs.values.size() == 0 ? 0.0 : std::max(pairs.values(0), 0.0);
  Index rank = 0;
  while (rank < pairs.values.size() && pairs.values(rank) > kNoise * kNoise * largest) ++rank;
  const Index rows = rank == 0 ? 0 : left_vector(factors, pairs.vectors.col(0)).size();
  MatrixXd left(rows, rank);
  for (Index j = 0; j < rank; ++j) {
    VectorXd u = left_vector(factors, pairs.vectors.col(j));
    u -= left.leftCols(j) * (left.leftCols(j).transpose() * u);
    u.normalize();
    left.col(j) = u;
    const VectorXd image = factors.apply(factors.apply_transposed(u));
    const double squared = u.dot(image);
    svd.values.push_back(std::sqrt(std::max(squared, 0.0)));
    svd.residuals.push_back((image - squared * u).norm() / largest);
  }
  svd.left = Matrix<double>(static_cast<std::size_t>(rows), static_cast<std::size_t>(rank));
  as_eigen(svd.left) = left;
  return svd;
}

}  // namespace

TruncatedSvd truncated_svd(MatrixView<float> x, const SvdOptions& options, const RunContext& run) {
  validate(options);
  const Factors factors(x, run);
  const Index size = factors.smaller();
  const Index count = std::min<Index>(options.vectors, size);
  // Lanczos needs room for its basis; close to the full spectrum a dense solver is the better tool anyway.
  const bool dense = size <= options.dense_limit || 2 * count + 20 >= size;
  TruncatedSvd svd;
  if (count > 0) {
    svd = with_evidence(
        factors, dense ? dense_pairs(x, factors.wide(), count, run) : lanczos_pairs(factors, count, options, run));
  }
  if (svd.values.empty()) svd.left = Matrix<double>(x.rows(), 0);
  return svd;
}

}  // namespace cgsd

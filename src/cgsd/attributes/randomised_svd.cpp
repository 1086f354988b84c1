#include "cgsd/attributes/randomised_svd.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr std::size_t kSketchPanel = 512;
constexpr std::size_t kTall = 20'000;      // rows from which one pass over them counts
constexpr double kDependent = 1e-10;       // of the largest eigenvalue of a Gram matrix; float resolves 1e-14 at best
constexpr double kDependentColumn = 1e-4;  // of the largest pivot

struct Sum {
  MatrixXd value{};
  Sum& operator+=(const Sum& other) {
    if (value.size() == 0) {
      value = other.value;
    } else {
      value += other.value;
    }
    return *this;
  }
};

// AᵀA, over the rows of all processes
MatrixXd gram(const Matrix<float>& a, const RunContext& run) {
  const Index width = to_index(a.cols());
  const auto total = ordered_sum<Sum>(run, a.rows(), kSketchPanel, [&](std::size_t begin, std::size_t end) {
    const RowMajor<double> panel = row_panel(a, begin, end).cast<double>();
    return Sum{panel.transpose() * panel};
  });
  MatrixXd all = total.value.size() == 0 ? MatrixXd::Zero(width, width) : total.value;
  sum_over_processes(run, std::span(all.data(), static_cast<std::size_t>(all.size())));
  return all;
}

// A R
Matrix<float> times(const Matrix<float>& a, const MatrixXd& r, const RunContext& run) {
  Matrix<float> out(a.rows(), static_cast<std::size_t>(r.cols()));
  const RowMajor<float> right = r.cast<float>();
  parallel_for(run, a.rows(), kSketchPanel, [&](std::size_t begin, std::size_t end) {
    row_panel(out, begin, end).noalias() = row_panel(a, begin, end) * right;
  });
  return out;
}

// The eigenvectors of a Gram matrix whose eigenvalues count, by falling eigenvalue, and these.
struct Principal {
  MatrixXd vectors;
  Eigen::VectorXd values;
};

Principal principal(const MatrixXd& of) {
  if (of.size() == 0) return {};
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(of);
  const Eigen::VectorXd values = solver.eigenvalues().reverse();
  const double largest = values.size() == 0 ? 0.0 : values(0);
  Index count = 0;
  while (count < values.size() && values(count) > kDependent * largest && values(count) > 0.0) ++count;
  return {solver.eigenvectors().rowwise().reverse().leftCols(count), values.head(count)};
}

// R⁻¹ of the Cholesky factor, AᵀA = RᵀR; where columns are dependent, the eigenvectors that are not, scaled.
MatrixXd orthonormalising(const MatrixXd& of) {
  const Eigen::LLT<MatrixXd> cholesky(of);
  if (of.size() > 0 && cholesky.info() == Eigen::Success) {
    const MatrixXd factor = cholesky.matrixU();
    const Eigen::VectorXd diagonal = factor.diagonal();
    if (diagonal.minCoeff() > kDependentColumn * diagonal.maxCoeff())
      return factor.triangularView<Eigen::Upper>().solve(MatrixXd::Identity(of.rows(), of.cols()));
  }
  const Principal p = principal(of);
  return p.vectors * p.values.cwiseSqrt().cwiseInverse().asDiagonal();
}

// A basis of the columns of A, nearly orthonormal.
Matrix<float> well_conditioned(const Matrix<float>& a, const RunContext& run) {
  return times(a, orthonormalising(gram(a, run)), run);
}

// The second pass mends what the first lost in float.
Matrix<float> orthonormal(const Matrix<float>& a, const RunContext& run) {
  return well_conditioned(well_conditioned(a, run), run);
}

Matrix<float> random_block(std::size_t rows, std::size_t cols, const RunContext& run) {
  Matrix<float> block(rows, cols);
  const RandomStream stream = run.stream("randomised svd");
  parallel_for(run, rows, kSketchPanel, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = 0; j < cols; ++j) block(i, j) = static_cast<float>(stream.at(i).normal(j));
    }
  });
  return block;
}

// V, its signs fixed, and what it gives.
RandomisedSvd decomposed(const BlockOperator& matrix, Matrix<float> directions, const Eigen::VectorXd& sigma,
                         const RunContext& run) {
  RandomisedSvd svd;
  svd.directions = std::move(directions);
  for (Index j = 0; j < to_index(svd.directions.cols()); ++j)
    make_largest_entry_positive(as_eigen(svd.directions).col(j));
  svd.scores = matrix.apply(svd.directions, run);  // not Q E Σ: what V gives of new rows must fit what it gave of these
  svd.values.assign(sigma.data(), sigma.data() + sigma.size());
  return svd;
}

// MᵀM = V Σ² Vᵀ
RandomisedSvd by_gram(const BlockOperator& matrix, std::int32_t rank, const RunContext& run) {
  const Matrix<double> gram = matrix.gram(run);
  const Principal p = principal(as_eigen(gram));
  const Index count = std::min<Index>(rank, p.values.size());
  Matrix<float> directions(matrix.cols(), static_cast<std::size_t>(count));
  as_eigen(directions) = p.vectors.leftCols(count).cast<float>();
  return decomposed(matrix, std::move(directions), p.values.head(count).cwiseSqrt(), run);
}

}  // namespace

Matrix<double> BlockOperator::gram(const RunContext& run) const {
  Matrix<float> identity(cols(), cols());
  as_eigen(identity).setIdentity();
  const Matrix<float> written_out = apply(identity, run);
  Matrix<double> out(cols(), cols());
  as_eigen(out) = cgsd::gram(written_out, run);
  return out;
}

RandomisedSvd randomised_svd(const BlockOperator& matrix, const RandomisedSvdOptions& options, const RunContext& run) {
  validate(options);
  const RunContext here = alone(run);  // every process has all columns
  const std::size_t smaller = std::min(rows_of_all(run, matrix.rows()), matrix.cols());
  const bool exact = std::cmp_less_equal(smaller, options.exact_limit);
  if (exact && smaller == matrix.cols() && rows_of_all(run, matrix.rows()) > kTall)
    return by_gram(matrix, options.rank, run);
  const auto block = static_cast<std::size_t>(options.rank) + static_cast<std::size_t>(options.oversampling);
  const std::size_t width = exact ? smaller : std::min(smaller, block);
  Matrix<float> q = matrix.apply(random_block(matrix.cols(), width, run), run);
  // A block as wide as the matrix spans everything already.
  for (std::int32_t i = 0; i < options.iterations && width < smaller; ++i) {
    run.check_stop();
    q = matrix.apply(well_conditioned(matrix.apply_transposed(well_conditioned(q, run), run), here), run);
  }
  q = orthonormal(q, run);
  // M ≈ Q (MᵀQ)ᵀ, and with (MᵀQ)ᵀ(MᵀQ) = E Σ² Eᵀ:  V = MᵀQ E Σ⁻¹
  const Matrix<float> image = matrix.apply_transposed(q, run);
  const Principal p = principal(gram(image, here));
  const Index count = std::min<Index>(options.rank, p.values.size());
  const Eigen::VectorXd sigma = p.values.head(count).cwiseSqrt();
  return decomposed(matrix, times(image, p.vectors.leftCols(count) * sigma.cwiseInverse().asDiagonal(), run), sigma,
                    run);
}

}  // namespace cgsd

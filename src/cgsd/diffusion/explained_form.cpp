#include "cgsd/diffusion/explained_form.hpp"

#include "cgsd/core/eigen.hpp"
#include "cgsd/matrix/column_sums.hpp"
#include "cgsd/matrix/tall_products.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kDependent = 1e-10;  // of the largest eigenvalue: float resolves no more

}  // namespace

ExplainedForm explained_form(const Matrix<float>& stalks, const Matrix<float>& v, const RunContext& run) {
  const auto n = static_cast<double>(rows_of_all(run, v.rows()));
  const std::vector<double> sums = column_sums(stalks, run, [](double x) { return x; });
  const auto sum = Eigen::Map<const VectorXd>(sums.data(), to_index(sums.size()));
  const MatrixXd gram = as_eigen(column_products(stalks, stalks, run)) - sum * sum.transpose() / n;
  const VectorXd scale = gram.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(scale.asDiagonal() * gram * scale.asDiagonal());
  const MatrixXd shares =
      solver.eigenvectors().transpose() * (scale.asDiagonal() * as_eigen(column_products(stalks, v, run)));
  ExplainedForm explained{Matrix<double>(v.cols(), v.cols()), 0.0};
  for (Index k = 0; k < solver.eigenvalues().size(); ++k) {
    if (solver.eigenvalues()(k) <= kDependent * solver.eigenvalues().maxCoeff()) continue;
    as_eigen(explained.form) += shares.row(k).transpose() * shares.row(k) / solver.eigenvalues()(k);
    explained.rank += 1.0;
  }
  return explained;
}

}  // namespace cgsd

#include "cgsd/attributes/correlations.hpp"

#include <algorithm>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/core/eigen.hpp"

namespace cgsd {

ColumnCorrelations column_correlations(AttributesView attributes) {
  const Matrix<float> dense = dense_copy(attributes);
  Eigen::MatrixXd columns = as_eigen(dense).cast<double>();
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    auto column = columns.col(j);
    column.array() -= column.mean();
    const double length = column.norm();
    if (length > 0.0) column /= length;
  }
  Eigen::MatrixXd correlation = columns.transpose() * columns;
  ColumnCorrelations found;
  found.squares = (correlation.squaredNorm() - correlation.diagonal().squaredNorm()) / 2.0;
  correlation.diagonal().setOnes();
  if (correlation.rows() > 1) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlation, Eigen::EigenvaluesOnly);
    found.least = std::max(solver.eigenvalues()[0], 0.0);
  }
  return found;
}

}  // namespace cgsd

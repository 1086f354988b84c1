#include "cgsd/attributes/correlations.hpp"

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/core/eigen.hpp"

namespace cgsd {

double squared_correlations(AttributesView attributes) {
  const Matrix<float> dense = dense_copy(attributes);
  Eigen::MatrixXd columns = as_eigen(dense).cast<double>();
  for (Eigen::Index j = 0; j < columns.cols(); ++j) {
    auto column = columns.col(j);
    column.array() -= column.mean();
    const double length = column.norm();
    if (length > 0.0) column /= length;
  }
  const Eigen::MatrixXd correlation = columns.transpose() * columns;
  return (correlation.squaredNorm() - correlation.diagonal().squaredNorm()) / 2.0;
}

}  // namespace cgsd

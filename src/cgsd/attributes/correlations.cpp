#include "cgsd/attributes/correlations.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "cgsd/attributes/attribute_scaling.hpp"
#include "cgsd/core/eigen.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

ColumnCorrelations column_correlations(AttributesView attributes, const RunContext& run) {
  const Matrix<float> dense = dense_copy(attributes);
  Eigen::MatrixXd columns = as_eigen(dense).cast<double>();
  std::vector<double> sums(attributes.cols());
  for (std::size_t j = 0; j < sums.size(); ++j) sums[j] = columns.col(to_index(j)).sum();
  sum_over_processes(run, sums);
  const auto rows = static_cast<double>(rows_of_all(run, attributes.rows()));
  for (std::size_t j = 0; j < sums.size(); ++j) {
    columns.col(to_index(j)).array() -= sums[j] / rows;
    sums[j] = columns.col(to_index(j)).squaredNorm();
  }
  sum_over_processes(run, sums);
  for (std::size_t j = 0; j < sums.size(); ++j)
    if (sums[j] > 0.0) columns.col(to_index(j)) /= std::sqrt(sums[j]);
  Eigen::MatrixXd correlation = columns.transpose() * columns;
  sum_over_processes(run, std::span(correlation.data(), static_cast<std::size_t>(correlation.size())));
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

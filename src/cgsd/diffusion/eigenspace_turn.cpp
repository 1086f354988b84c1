#include "cgsd/diffusion/eigenspace_turn.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/core/eigen.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

constexpr double kSameValue = 1e-5;  // of the largest

// Columns of equal eigenvalue, each group by the first it has.
std::vector<std::vector<Index>> groups_of(std::span<const double> values) {
  double largest = 0.0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  std::vector<std::vector<Index>> groups;
  for (Index j = 0; j < to_index(values.size()); ++j) {
    const auto value = [&](Index i) { return values[static_cast<std::size_t>(i)]; };
    const auto same = [&](const std::vector<Index>& group) {
      return std::abs(value(group.front()) - value(j)) <= kSameValue * largest;
    };
    const auto found = std::ranges::find_if(groups, same);
    if (found == groups.end()) {
      groups.push_back({j});
    } else {
      found->push_back(j);
    }
  }
  return groups;
}

MatrixXd turn_of(const MatrixXd& explained) {
  MatrixXd q = Eigen::SelfAdjointEigenSolver<MatrixXd>(explained).eigenvectors().rowwise().reverse();
  for (Index j = 0; j < q.cols(); ++j) make_largest_entry_positive(q.col(j));
  return q;
}

}  // namespace

Matrix<double> eigenspace_turn(std::span<const double> values, const Matrix<double>& explained) {
  const auto groups = groups_of(values);
  if (groups.size() == values.size()) return {};
  Matrix<double> turn(values.size(), values.size());
  for (const std::vector<Index>& group : groups) {
    const MatrixXd q = turn_of(as_eigen(explained)(group, group));
    for (std::size_t i = 0; i < group.size(); ++i)
      for (std::size_t j = 0; j < group.size(); ++j)
        turn(static_cast<std::size_t>(group[i]), static_cast<std::size_t>(group[j])) = q(to_index(i), to_index(j));
  }
  return turn;
}

}  // namespace cgsd

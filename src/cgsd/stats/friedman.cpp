#include "cgsd/stats/friedman.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/stats/distributions.hpp"
#include "cgsd/stats/ranks.hpp"
#include "cgsd/stats/samples.hpp"
#include "cgsd/stats/studentised_range.hpp"

namespace cgsd {
namespace {

void check_scores(const Matrix<double>& scores) {
  if (scores.rows() < 2 || scores.cols() < 2) {
    throw InvalidArgument(
        fmt::format("scores of {} data sets × {} methods: at least 2 × 2", scores.rows(), scores.cols()));
  }
  for (std::size_t i = 0; i < scores.rows(); ++i) check_finite(fmt::format("data set {}", i), scores.row(i));
}

// Adds up the ranks of all rows, then divides; also counts ties. Returns Σ t³ − t.
double rank_rows(const Matrix<double>& scores, bool higher_is_better, Friedman& test) {
  double tie_term = 0.0;
  test.average_ranks.assign(scores.cols(), 0.0);
  std::vector<double> row(scores.cols());
  for (std::size_t i = 0; i < scores.rows(); ++i) {
    std::transform(scores.row(i).begin(), scores.row(i).end(), row.begin(),
                   [&](double score) { return higher_is_better ? -score : score; });
    const AverageRanks ranked = average_ranks(row);
    for (std::size_t j = 0; j < row.size(); ++j) test.average_ranks[j] += ranked.ranks[j];
    tie_term += ranked.tie_term;
    test.tied += ranked.tied;
  }
  for (double& rank : test.average_ranks) rank /= static_cast<double>(scores.rows());
  return tie_term;
}

// √(k (k+1) / (12 n)): of the average rank of one method
double standard_error_of_rank(const Friedman& test) {
  const auto k = static_cast<double>(test.methods);
  return std::sqrt(k * (k + 1.0) / (12.0 * static_cast<double>(test.blocks)));
}

// Methods close to each other are neighbours in the order of ranks, so every maximal set is a stretch of that order.
std::vector<std::vector<std::size_t>> groups_within(const std::vector<double>& ranks, double critical_difference) {
  std::vector<std::size_t> order(ranks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  std::vector<std::vector<std::size_t>> groups;
  std::size_t covered = 0;  // end of the last stretch
  std::size_t end = 0;
  for (std::size_t begin = 0; begin < order.size(); ++begin) {
    while (end < order.size() && ranks[order[end]] - ranks[order[begin]] < critical_difference) ++end;
    if (end == covered) continue;  // part of the stretch before
    groups.emplace_back(order.begin() + static_cast<std::ptrdiff_t>(begin),
                        order.begin() + static_cast<std::ptrdiff_t>(end));
    covered = end;
  }
  return groups;
}

}  // namespace

Friedman friedman(const Matrix<double>& scores, const FriedmanOptions& options) {
  check_scores(scores);
  Friedman test{};
  test.blocks = scores.rows();
  test.methods = scores.cols();
  const auto n = static_cast<double>(test.blocks);
  const auto k = static_cast<double>(test.methods);
  const double tie_term = rank_rows(scores, options.higher_is_better, test);
  test.degrees_of_freedom = k - 1.0;
  test.tie_correction = 1.0 - tie_term / (n * k * (k * k - 1.0));
  double squares = 0.0;
  for (const double rank : test.average_ranks) squares += (rank - (k + 1.0) / 2.0) * (rank - (k + 1.0) / 2.0);
  // Nothing differs, or the ranks cancel: both are 0 exactly, never a quotient of rounding errors.
  test.statistic = squares == 0.0 ? 0.0 : 12.0 * n / (k * (k + 1.0)) * squares / test.tie_correction;
  test.p = chi_squared_upper(test.statistic, test.degrees_of_freedom);
  // χ² reaches n (k − 1) where all rows agree, up to rounding.
  const double most = n * (k - 1.0);
  const bool agreed = test.statistic >= most * (1.0 - 1e-13);
  test.iman_davenport =
      agreed ? std::numeric_limits<double>::infinity() : (n - 1.0) * test.statistic / (most - test.statistic);
  test.iman_davenport_p = f_upper(test.iman_davenport, {k - 1.0, (k - 1.0) * (n - 1.0)});
  return test;
}

Nemenyi nemenyi(const Friedman& test, const NemenyiOptions& options) {
  validate(options);
  const StudentisedRange range{.groups = static_cast<std::int32_t>(test.methods)};
  const double scale = standard_error_of_rank(test);
  Nemenyi result{};
  result.critical_difference = studentised_range_quantile(1.0 - options.level, range) * scale;
  result.p_values = Matrix<double>(test.methods, test.methods);
  for (std::size_t i = 0; i < test.methods; ++i) {
    result.p_values(i, i) = 1.0;
    for (std::size_t j = 0; j < i; ++j) {
      const double difference = std::abs(test.average_ranks[i] - test.average_ranks[j]);
      result.p_values(i, j) = result.p_values(j, i) = studentised_range_upper(difference / scale, range);
    }
  }
  result.groups = groups_within(test.average_ranks, result.critical_difference);
  return result;
}

}  // namespace cgsd

// Writes samples with our figures for them as JSON, for scipy_comparison.py to compute again.
//
// Usage: scipy_cases FILE
#include <algorithm>
#include <cmath>
#include <fstream>

#include <nlohmann/json.hpp>

#include "cgsd/core/random.hpp"
#include "cgsd/stats/friedman.hpp"
#include "cgsd/stats/sample_summary.hpp"
#include "cgsd/stats/studentised_range.hpp"
#include "cgsd/stats/t_test.hpp"
#include "cgsd/stats/wilcoxon.hpp"

namespace cgsd {
namespace {

using nlohmann::json;
using Values = std::vector<double>;

// Normal numbers; `grid` > 0 rounds them to multiples of 1/grid, which makes ties and zeros.
Values random_values(std::size_t n, double shift, double grid, RandomStream stream) {
  RandomSequence random(stream);
  Values out(n);
  for (double& x : out) {
    x = random.normal() + shift;
    if (grid > 0.0) x = std::round(x * grid) / grid;
  }
  return out;
}

json t_tests(const Values& first, const Values& second) {
  json out = json::array();
  for (const auto& alternative : enum_names(Alternative{})) {
    const double confidence = alternative.value == Alternative::less ? 0.99 : 0.95;
    const TTest test = paired_t_test(first, second, {.alternative = alternative.value, .confidence = confidence});
    out.push_back({{"alternative", alternative.name},
                   {"confidence", confidence},
                   {"statistic", test.statistic},
                   {"p", test.p},
                   {"degrees_of_freedom", test.degrees_of_freedom},
                   {"mean_difference", test.mean_difference},
                   {"low", test.interval.low},
                   {"high", test.interval.high}});
  }
  return out;
}

json wilcoxon_tests(const Values& first, const Values& second) {
  json out = json::array();
  for (const auto& alternative : enum_names(Alternative{})) {
    for (const auto& method : enum_names(WilcoxonMethod{})) {
      for (const auto& zeros : enum_names(ZeroDifferences{})) {
        for (const bool correction : {false, true}) {
          const Wilcoxon test = wilcoxon(first, second,
                                         {.alternative = alternative.value,
                                          .method = method.value,
                                          .zeros = zeros.value,
                                          .continuity_correction = correction,
                                          .exact_up_to = 50});
          out.push_back({{"alternative", alternative.name},
                         {"method", method.name},
                         {"used", name_of(test.method)},
                         {"zeros", zeros.name},
                         {"correction", correction},
                         {"zero_differences", test.zeros},
                         {"tied", test.tied},
                         {"statistic", test.statistic},
                         {"z", test.z},
                         {"p", test.p}});
        }
      }
    }
  }
  return out;
}

json pair_cases() {
  json out = json::array();
  for (std::uint64_t i = 0; i < 300; ++i) {
    const RandomStream stream = RandomStream(1).at(i);
    const std::size_t n = 2 + stream.bits(0) % (i < 100 ? 10 : i < 280 ? 60 : 200);
    const double grid = i % 3 == 0 ? 0.0 : i % 3 == 1 ? 2.0 : 64.0;
    const double shift = i % 7 == 0 ? 5.0 * stream.uniform(1) : stream.uniform(1) - 0.5;
    const Values first = random_values(n, shift, grid, stream.at(0));
    const Values second = random_values(n, 0.0, grid, stream.at(1));
    out.push_back({{"first", first},
                   {"second", second},
                   {"t", t_tests(first, second)},
                   {"wilcoxon", wilcoxon_tests(first, second)}});
  }
  return out;
}

json with_ranks(std::size_t n, std::size_t k, double grid, RandomStream stream) {
  Matrix<double> scores(n, k);
  json rows = json::array();
  for (std::size_t i = 0; i < n; ++i) {
    const Values row = random_values(k, 0.0, grid, stream.at(i));
    for (std::size_t j = 0; j < k; ++j) scores(i, j) = row[j] + (grid > 0.0 ? 0.0 : 0.2 * static_cast<double>(j));
    rows.push_back(Values(scores.row(i).begin(), scores.row(i).end()));
  }
  const Friedman test = friedman(scores, {});
  const Nemenyi post_hoc = nemenyi(test, {.level = 0.1});
  json p_values = json::array();
  for (std::size_t j = 0; j < k; ++j)
    p_values.push_back(Values(post_hoc.p_values.row(j).begin(), post_hoc.p_values.row(j).end()));
  return {{"scores", rows},
          {"average_ranks", test.average_ranks},
          {"statistic", test.statistic},
          {"p", test.p},
          {"iman_davenport", test.iman_davenport},
          {"iman_davenport_p", test.iman_davenport_p},
          {"level", 0.1},
          {"critical_difference", post_hoc.critical_difference},
          {"p_values", p_values}};
}

json rank_cases() {
  json out = json::array();
  for (std::uint64_t i = 0; i < 300; ++i) {
    const RandomStream stream = RandomStream(2).at(i);
    out.push_back(with_ranks(2 + stream.bits(0) % 30, 3 + stream.bits(1) % 12,
                             i % 3 == 0   ? 0.0
                             : i % 3 == 1 ? 1.0
                                          : 8.0,
                             stream.at(0)));
  }
  return out;
}

json range_cases() {
  json out = json::array();
  const auto add = [&](double q, std::int32_t groups, double degrees_of_freedom) {
    const StudentisedRange range{groups, degrees_of_freedom};
    const double p = studentised_range_cdf(q, range);
    out.push_back({{"q", q},
                   {"groups", groups},
                   {"degrees_of_freedom", degrees_of_freedom},  // null: infinite
                   {"cdf", p},
                   {"upper", studentised_range_upper(q, range)},
                   {"quantile_of_cdf", studentised_range_quantile(p, range)}});
  };
  for (std::uint64_t i = 0; i < 300; ++i) {
    const RandomStream stream = RandomStream(3).at(i);
    const auto groups = static_cast<std::int32_t>(2 + stream.bits(0) % (i % 5 == 0 ? 200 : 20));
    add(0.05 + 8.0 * stream.uniform(1), groups, INFINITY);
    if (i % 6 == 0) add(0.5 + 6.0 * stream.uniform(2), groups, 1.0 + std::floor(60.0 * stream.uniform(3)));
  }
  return out;
}

json sample_cases() {
  json out = json::array();
  for (std::uint64_t i = 0; i < 60; ++i) {
    const RandomStream stream = RandomStream(4).at(i);
    Values values = random_values(2 + stream.bits(0) % 40, 0.0, i % 4 == 0 ? 2.0 : 0.0, stream.at(0));
    if (i % 2 == 0) {
      for (double& x : values) x = std::exp(x);  // skewed
    }
    const SampleSummary s = summarise(values);
    out.push_back({{"values", values},
                   {"mean", s.mean},
                   {"deviation", s.deviation},
                   {"standard_error", s.standard_error},
                   {"quartiles", {s.minimum, s.lower_quartile, s.median, s.upper_quartile, s.maximum}}});
  }
  return out;
}

}  // namespace
}  // namespace cgsd

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  const nlohmann::json cases{{"pairs", cgsd::pair_cases()},
                             {"ranks", cgsd::rank_cases()},
                             {"ranges", cgsd::range_cases()},
                             {"samples", cgsd::sample_cases()}};
  std::ofstream(argv[1]) << cases;
  return 0;
}

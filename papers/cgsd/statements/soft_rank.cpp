#include "papers/cgsd/statements/soft_rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/special_values.hpp"

namespace cgsd {
namespace {

constexpr double kUnderflow = 746.0;  // e^−x is 0 beyond

// Σ over the values from `first` on, as far as they count, of count · σ(−distance / T)
template <class Iterator>
double missing(Iterator first, Iterator last, double from, double temperature) {
  double sum = 0.0;
  for (; first != last; ++first) {
    const double distance = std::abs(first->value - from) / temperature;
    if (distance > kUnderflow) break;
    sum += static_cast<double>(first->count) * sigmoid(-distance);
  }
  return sum;
}

}  // namespace

std::vector<double> soft_rank_biases(const ValueCounts& values, double temperature) {
  std::vector<double> biases;
  for (auto own = values.begin(); own != values.end(); ++own) {
    const double higher = missing(own + 1, values.end(), own->value, temperature);
    const double lower = missing(std::make_reverse_iterator(own), values.rend(), own->value, temperature);
    biases.push_back(higher - lower);
  }
  return biases;
}

SoftRank soft_rank(const ValueCounts& values, double temperature) {
  SoftRank result{temperature, kUndefined, kUndefined, kUndefined};
  if (values.empty()) return result;
  result.spacing = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i)
    result.spacing = std::min(result.spacing, values[i].value - values[i - 1].value);
  result.bias = 0.0;
  for (const double bias : soft_rank_biases(values, temperature)) result.bias = std::max(result.bias, std::abs(bias));
  const auto others = static_cast<double>(total_count(values)) - 1.0;
  result.bound = others * sigmoid(-result.spacing / temperature);
  result.verdict = verdict_of(true, within_bound(result.bias, result.bound));
  return result;
}

}  // namespace cgsd

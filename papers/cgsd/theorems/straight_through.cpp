#include "papers/cgsd/theorems/straight_through.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "cgsd/core/special_values.hpp"

#include "papers/cgsd/statements/soft_rank.hpp"

namespace cgsd {

double straight_through_bound(double temperature) { return -std::expm1(-1.0 / temperature); }

StraightThrough straight_through(const ValueCounts& scores, double temperature) {
  StraightThrough found{temperature, straight_through_bound(temperature), kUndefined, kUndefined};
  if (scores.empty()) return found;
  const std::vector<double> biases = soft_rank_biases(scores, temperature);
  const auto all = static_cast<double>(total_count(scores));
  found.bias_of_soft = 0.0;
  found.bias_of_forward = 0.0;
  double below = 0.0;  // scores that are lower
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto equal = static_cast<double>(scores[i].count);
    const double hard = below + (equal + 1.0) / 2.0;
    const double soft = hard + biases[i];
    const double forward = soft + (hard - soft);
    found.bias_of_soft = std::max(found.bias_of_soft, std::abs(soft - hard) / all);
    found.bias_of_forward = std::max(found.bias_of_forward, std::abs(forward - hard) / all);
    below += equal;
  }
  return found;
}

}  // namespace cgsd

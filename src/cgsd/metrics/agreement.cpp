#include "cgsd/metrics/agreement.hpp"

#include <algorithm>
#include <cmath>

namespace cgsd {
namespace {

double entropy(const std::vector<std::uint64_t>& sums, std::uint64_t total) {
  const auto n = static_cast<double>(total);
  double sum = 0.0;
  for (const std::uint64_t count : sums) {
    const double p = static_cast<double>(count) / n;
    sum -= p * std::log(p);
  }
  return std::max(sum, 0.0);
}

double mean_entropy(const Contingency& t) {
  return (entropy(t.row_sums, t.total) + entropy(t.column_sums, t.total)) / 2.0;
}

// I = Σ n_ij/n · log(n · n_ij / (a_i b_j))
double mutual_information(const Contingency& t) {
  const auto n = static_cast<double>(t.total);
  double sum = 0.0;
  for (const auto& cell : t.cells) {
    const auto count = static_cast<double>(cell.count);
    const auto expected = static_cast<double>(t.row_sums[cell.row]) * static_cast<double>(t.column_sums[cell.column]);
    sum += count / n * std::log(n * count / expected);
  }
  return std::max(sum, 0.0);
}

// A partition is trivial when it says nothing: one class, or every node alone with its like on the other side.
bool both_trivial(const Contingency& t) {
  const bool one_class = t.row_sums.size() == 1 && t.column_sums.size() == 1;
  return t.total == 0 || one_class;
}

// log k! for k ≤ n; extended precision because the terms of E[I] are differences of large numbers.
std::vector<long double> log_factorials(std::uint64_t n) {
  std::vector<long double> table(n + 1, 0.0L);
  for (std::uint64_t k = 2; k <= n; ++k) table[k] = table[k - 1] + std::log(static_cast<long double>(k));
  return table;
}

// E[I] = Σ_ij Σ_k k/n · log(n k / (a b)) · P(n_ij = k), P hypergeometric
double expected_mutual_information(const Contingency& t) {
  const auto log_factorial = log_factorials(t.total);
  const std::uint64_t n = t.total;
  const auto total = static_cast<long double>(n);
  long double sum = 0.0L;
  for (const std::uint64_t a : t.row_sums) {
    for (const std::uint64_t b : t.column_sums) {
      const long double fixed =
          log_factorial[a] + log_factorial[b] + log_factorial[n - a] + log_factorial[n - b] - log_factorial[n];
      const std::uint64_t first = std::max<std::uint64_t>(1, a + b > n ? a + b - n : 0);
      for (std::uint64_t k = first; k <= std::min(a, b); ++k) {
        const long double log_probability =
            fixed - log_factorial[k] - log_factorial[a - k] - log_factorial[b - k] - log_factorial[n + k - a - b];
        const auto count = static_cast<long double>(k);
        sum += count / total * std::log(total * count / (static_cast<long double>(a) * static_cast<long double>(b))) *
               std::exp(log_probability);
      }
    }
  }
  return static_cast<double>(sum);
}

double pairs(std::uint64_t count) { return static_cast<double>(count) * (static_cast<double>(count) - 1.0) / 2.0; }

}  // namespace

double nmi(const Contingency& t) {
  if (both_trivial(t)) return 1.0;
  const double normaliser = mean_entropy(t);
  return normaliser > 0.0 ? mutual_information(t) / normaliser : 0.0;
}

double ami(const Contingency& t) {
  const bool all_alone = t.row_sums.size() == t.total && t.column_sums.size() == t.total;
  if (both_trivial(t) || all_alone) return 1.0;
  // No permutation changes what one class, or every node alone, says about the other side: I = E[I] exactly.
  const auto fixed = [&](const auto& sums) { return sums.size() == 1 || sums.size() == t.total; };
  if (fixed(t.row_sums) || fixed(t.column_sums)) return 0.0;
  const double expected = expected_mutual_information(t);
  const double normaliser = mean_entropy(t);
  // A denominator of rounding noise must not turn a chance result into a large number of either sign.
  double denominator = normaliser - expected;
  constexpr double kTiny = 2.220446049250313e-16;
  denominator = denominator < 0.0 ? std::min(denominator, -kTiny) : std::max(denominator, kTiny);
  return (mutual_information(t) - expected) / denominator;
}

double ari(const Contingency& t) {
  double together = 0.0;
  double in_rows = 0.0;
  double in_columns = 0.0;
  for (const auto& cell : t.cells) together += pairs(cell.count);
  for (const std::uint64_t a : t.row_sums) in_rows += pairs(a);
  for (const std::uint64_t b : t.column_sums) in_columns += pairs(b);
  const double all = pairs(t.total);
  if (all == 0.0) return 1.0;
  const double expected = in_rows * in_columns / all;
  const double most = (in_rows + in_columns) / 2.0;
  return most == expected ? 1.0 : (together - expected) / (most - expected);
}

}  // namespace cgsd

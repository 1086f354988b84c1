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

// A size that classes have, and how many have it.
struct SizeCount {
  std::uint64_t size;
  std::uint64_t classes;
};

std::vector<SizeCount> sizes_of(std::vector<std::uint64_t> sums) {
  std::ranges::sort(sums);
  std::vector<SizeCount> sizes;
  for (const std::uint64_t sum : sums) {
    if (sizes.empty() || sizes.back().size != sum) sizes.push_back({sum, 0});
    ++sizes.back().classes;
  }
  return sizes;
}

// Two classes of a and of b nodes out of n: the number k of nodes that a random permutation gives them in common has
//     P(k + 1) / P(k) = (a − k) (b − k) / ((k + 1) (n − a − b + k + 1)).
class CommonNodes {
 public:
  CommonNodes(double n, double a, double b) : n_(n), a_(a), b_(b), log_expected_(std::log(a * b / n)) {}

  // Σ_k P(k) k/n log(n k / (a b)). From the most likely k outwards until P no longer counts: the sum of what is met
  // divides it, so that P needs no factorials.
  double information() {
    const double first = std::max(0.0, a_ + b_ - n_);
    const double last = std::min(a_, b_);
    const double mode = std::clamp(std::floor((a_ + 1.0) * (b_ + 1.0) / (n_ + 2.0)), first, last);
    add(mode, 1.0);
    double share = 1.0;
    for (double k = mode; k < last; k += 1.0) {
      share *= (a_ - k) * (b_ - k) / ((k + 1.0) * (n_ - a_ - b_ + k + 1.0));
      if (share < kNothing) break;
      add(k + 1.0, share);
    }
    share = 1.0;
    for (double k = mode; k > first; k -= 1.0) {
      share *= k * (n_ - a_ - b_ + k) / ((a_ - k + 1.0) * (b_ - k + 1.0));
      if (share < kNothing) break;
      add(k - 1.0, share);
    }
    return sum_ / (shares_ * n_);
  }

 private:
  static constexpr double kNothing = 1e-22;
  void add(double k, double share) {
    shares_ += share;
    if (k > 0.0) sum_ += share * k * (std::log(k) - log_expected_);
  }

  double n_;
  double a_;
  double b_;
  double log_expected_;
  double shares_ = 0.0;
  double sum_ = 0.0;
};

// E[I] = Σ_ij Σ_k k/n · log(n k / (a b)) · P(n_ij = k), P hypergeometric; classes of equal size at one time.
double expected_mutual_information(const Contingency& t) {
  const auto rows = sizes_of(t.row_sums);
  const auto columns = sizes_of(t.column_sums);
  const auto n = static_cast<double>(t.total);
  double sum = 0.0;
  for (const auto& a : rows) {
    double of_row = 0.0;
    for (const auto& b : columns) {
      of_row += static_cast<double>(b.classes) *
                CommonNodes(n, static_cast<double>(a.size), static_cast<double>(b.size)).information();
    }
    sum += static_cast<double>(a.classes) * of_row;
  }
  return sum;
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

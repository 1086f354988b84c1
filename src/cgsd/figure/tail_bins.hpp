// Bins of a histogram for values with long tails; curvature_histograms.hpp describes the choice.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace cgsd {

struct TailBins {
  double first = 0.0;  // lower edge of the first bin
  double width = 1.0;
  std::size_t count = 0;
  std::size_t below = 0;   // values gathered on the left of the first bin,
  double below_limit = 0;  // all less than this
  std::size_t above = 0;   // and on the right of the last,
  double above_limit = 0;  // all greater than this
  double last() const { return first + width * static_cast<double>(count); }
};

// `sorted` ascending, finite, not empty.
TailBins tail_bins(std::span<const double> sorted);

// Share of the values in each bin, in percent of all of them; the first and last entry are the two tails.
std::vector<double> shares_in(const TailBins& bins, std::span<const double> values);

}  // namespace cgsd

#include "cgsd/detect/count/crossed_modularity.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/metrics/cut_quality.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kNoneLeftOutTo = 20;
constexpr std::int32_t kStartsOfEach = 3;

// The modularity of `c` communities in every split and direction.
std::vector<double> crossed(std::span<const HalvesPoints> splits, std::int32_t c, const RunContext& run) {
  std::vector<double> values;
  for (const HalvesPoints& halves : splits) {
    for (const std::size_t half : {0U, 1U}) {
      run.check_stop();
      const KmeansResult found = kmeans(halves[half].points, {.clusters = c, .restarts = kStartsOfEach}, run);
      const double q = cut_quality(halves[1 - half].neighbours, found.partition.community_of, run).modularity;
      values.push_back(std::isnan(q) ? 0.0 : q);
    }
  }
  return values;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

using Curve = std::map<std::int32_t, std::vector<double>>;

std::int32_t best_of(const Curve& curve) {
  return std::ranges::max_element(curve, {}, [](const auto& point) { return mean_of(point.second); })->first;
}

// Standard error of the mean difference of two series.
double paired_error(const std::vector<double>& a, const std::vector<double>& b) {
  const double mean = mean_of(a) - mean_of(b);
  double squares = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i] - mean) * (a[i] - b[i] - mean);
  const auto n = static_cast<double>(a.size());
  return n > 1.0 ? std::sqrt(squares / (n - 1.0) / n) : 0.0;
}

CrossedModularity summary_of(const Curve& curve) {
  CrossedModularity out;
  const std::vector<double>& best = curve.at(best_of(curve));
  for (const auto& [c, values] : curve) {
    if (c == best_of(curve)) out.best = out.candidates.size();
    out.candidates.push_back(c);
    out.fits.push_back(mean_of(values));
    out.behind.push_back(mean_of(best) - mean_of(values));
    out.errors.push_back(paired_error(best, values));
  }
  return out;
}

}  // namespace

CrossedModularity crossed_modularity(std::span<const HalvesPoints> splits, const CrossedOptions& options,
                                     const RunContext& run) {
  Curve curve;
  const auto add = [&](std::int32_t c) {
    if (c >= 2 && c <= options.most && !curve.contains(c)) curve[c] = crossed(splits, c, run);
  };
  for (std::int32_t c = 2; c <= kNoneLeftOutTo; ++c) add(c);
  for (const std::int32_t c : options.also) add(c);
  if (curve.empty()) return {};
  for (std::int32_t last = kNoneLeftOutTo; last < options.most && 3 * best_of(curve) > 2 * last;) {
    last = std::min(options.most, last + (last + 3) / 4);
    add(last);
  }
  const auto at = curve.find(best_of(curve));
  const std::int32_t low = at == curve.begin() ? at->first : std::prev(at)->first;
  const std::int32_t high = std::next(at) == curve.end() ? at->first : std::next(at)->first;
  for (std::int32_t c = low; c <= high; ++c) add(c);
  return summary_of(curve);
}

}  // namespace cgsd

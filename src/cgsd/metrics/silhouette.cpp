#include "cgsd/metrics/silhouette.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

std::vector<std::size_t> chosen_points(std::size_t n, std::size_t most_points, const RunContext& run) {
  std::vector<std::size_t> points(n);
  std::iota(points.begin(), points.end(), std::size_t{0});
  if (n > most_points) {
    RandomSequence random(run.stream("silhouette"));
    shuffle(std::span(points), random);
    points.resize(most_points);
  }
  return points;
}

// The silhouette of one point, given the summed distances from it to each community.
double width(const std::vector<double>& summed, const std::vector<std::uint64_t>& sizes, std::size_t own) {
  if (sizes[own] <= 1) return 0.0;
  const double a = summed[own] / static_cast<double>(sizes[own] - 1);
  double b = std::numeric_limits<double>::infinity();
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (c != own && sizes[c] > 0) b = std::min(b, summed[c] / static_cast<double>(sizes[c]));
  }
  const double larger = std::max(a, b);
  return larger > 0.0 ? (b - a) / larger : 0.0;
}

}  // namespace

template <class T>
double silhouette(const Matrix<T>& points, std::span<const std::int32_t> community_of, std::size_t most_points,
                  const RunContext& run) {
  const std::size_t n = points.rows();
  if (community_of.size() != n) throw InvalidArgument("communities: one per point is needed");
  if (n == 0) return std::numeric_limits<double>::quiet_NaN();
  std::vector<std::uint64_t> sizes(
      static_cast<std::size_t>(1 + *std::max_element(community_of.begin(), community_of.end())), 0);
  for (const std::int32_t c : community_of) ++sizes[static_cast<std::size_t>(c)];
  if (std::count_if(sizes.begin(), sizes.end(), [](auto size) { return size > 0; }) < 2) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto chosen = chosen_points(n, most_points, run);
  const double sum = ordered_sum<double>(run, chosen.size(), 16, [&](std::size_t begin, std::size_t end) {
    double part = 0.0;
    std::vector<double> summed(sizes.size());
    for (std::size_t i = begin; i < end; ++i) {
      std::fill(summed.begin(), summed.end(), 0.0);
      const auto own = points.row(chosen[i]);
      for (std::size_t v = 0; v < n; ++v) {
        summed[static_cast<std::size_t>(community_of[v])] += std::sqrt(squared_distance<T, T>(own, points.row(v)));
      }
      part += width(summed, sizes, static_cast<std::size_t>(community_of[chosen[i]]));
    }
    return part;
  });
  return sum / static_cast<double>(chosen.size());
}

template double silhouette(const Matrix<float>&, std::span<const std::int32_t>, std::size_t, const RunContext&);
template double silhouette(const Matrix<double>&, std::span<const std::int32_t>, std::size_t, const RunContext&);

}  // namespace cgsd

#include "cgsd/report/repulsion_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace cgsd {
namespace {

constexpr int kDeepest = 24;  // levels: cells of 1 / 2^24 of the whole
constexpr std::uint32_t kLeafPoints = 8;

// Bits of the cell number with a gap behind each.
std::uint64_t spread(std::uint32_t cell) {
  std::uint64_t x = cell;
  x = (x | x << 16U) & 0x0000ffff0000ffffULL;
  x = (x | x << 8U) & 0x00ff00ff00ff00ffULL;
  x = (x | x << 4U) & 0x0f0f0f0f0f0f0f0fULL;
  x = (x | x << 2U) & 0x3333333333333333ULL;
  return (x | x << 1U) & 0x5555555555555555ULL;
}

struct Bounds2 {
  double left = 0.0;
  double low = 0.0;
  double extent = 1.0;
};

Bounds2 bounds_of(std::span<const PlanePoint> points) {
  if (points.empty()) return {};
  const auto [x0, x1] = std::ranges::minmax_element(points, {}, &PlanePoint::x);
  const auto [y0, y1] = std::ranges::minmax_element(points, {}, &PlanePoint::y);
  const double extent = std::max(x1->x - x0->x, y1->y - y0->y);
  return {x0->x, y0->y, extent > 0.0 ? extent : 1.0};
}

std::uint64_t key_of(const PlanePoint& p, const Bounds2& b) {
  constexpr double kCells = 1U << kDeepest;
  const auto cell = [&](double offset) {
    return static_cast<std::uint32_t>(std::clamp(offset / b.extent * kCells, 0.0, kCells - 1.0));
  };
  return spread(cell(p.x - b.left)) | spread(cell(p.y - b.low)) << 1U;
}

}  // namespace

RepulsionTree::RepulsionTree(std::span<const PlanePoint> points) : given_(points.begin(), points.end()) {
  const Bounds2 bounds = bounds_of(points);
  extent_ = bounds.extent;
  std::vector<std::uint64_t> key(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) key[i] = key_of(points[i], bounds);
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::sort(order,
                    [&](std::uint32_t a, std::uint32_t b) { return key[a] != key[b] ? key[a] < key[b] : a < b; });
  keys_.reserve(points.size());
  sorted_.reserve(points.size());
  for (const std::uint32_t i : order) {
    keys_.push_back(key[i]);
    sorted_.push_back(points[i]);
  }
  if (!points.empty()) divide(0, static_cast<std::uint32_t>(points.size()), 0);
}

void RepulsionTree::divide(std::uint32_t begin, std::uint32_t end, int depth) {
  const std::size_t self = squares_.size();
  squares_.push_back({.centre = {}, .side = std::ldexp(extent_, -depth), .begin = begin, .end = end});
  PlanePoint sum;
  for (std::uint32_t i = begin; i < end; ++i) {
    sum.x += sorted_[i].x;
    sum.y += sorted_[i].y;
  }
  const double count = end - begin;
  squares_[self].centre = {sum.x / count, sum.y / count};
  squares_[self].leaf = end - begin <= kLeafPoints || depth == kDeepest;
  if (!squares_[self].leaf) {
    const unsigned shift = 2U * static_cast<unsigned>(kDeepest - 1 - depth);
    for (std::uint32_t from = begin; from < end;) {
      const std::uint64_t quarter = keys_[from] >> shift;
      std::uint32_t to = from + 1;
      while (to < end && keys_[to] >> shift == quarter) ++to;
      divide(from, to, depth + 1);
      from = to;
    }
  }
  squares_[self].next = static_cast<std::uint32_t>(squares_.size());
}

PlanePoint RepulsionTree::force_on(std::size_t point, double opening, double nearest) const {
  const PlanePoint x = given_[point];
  const double least = nearest * nearest;
  PlanePoint force;
  const auto push = [&](const PlanePoint& from, double mass) {
    const double dx = x.x - from.x;
    const double dy = x.y - from.y;
    const double strength = mass / std::max(dx * dx + dy * dy, least);
    force.x += dx * strength;
    force.y += dy * strength;
  };
  for (std::size_t i = 0; i < squares_.size();) {
    const Square& s = squares_[i];
    const double dx = x.x - s.centre.x;
    const double dy = x.y - s.centre.y;
    if (s.side * s.side < opening * opening * (dx * dx + dy * dy)) {
      push(s.centre, s.end - s.begin);
      i = s.next;
    } else if (s.leaf) {
      for (std::uint32_t p = s.begin; p < s.end; ++p) push(sorted_[p], 1.0);
      i = s.next;
    } else {
      ++i;
    }
  }
  return force;
}

}  // namespace cgsd

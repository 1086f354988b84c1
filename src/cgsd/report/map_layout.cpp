#include "cgsd/report/map_layout.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr double kToCentre = 1.0;
constexpr double kToMiddle = 0.35;  // below kToCentre: the smaller, the more room between islands
constexpr double kToOwnNeighbours = 0.6;
constexpr double kToAllNeighbours = 0.25;
constexpr double kOpening = 0.9;
constexpr double kNearest = 0.5;  // nodes stand about 1 apart
constexpr double kFirstStep = 0.45;
constexpr double kLastStep = 0.05;
constexpr std::size_t kNodeBlock = 512;

const double kGoldenAngle = std::numbers::pi * (3.0 - std::sqrt(5.0));

int steps_for(std::size_t nodes) {
  if (nodes <= 5'000) return 300;
  return nodes <= 30'000 ? 120 : 40;
}

PlanePoint on_spiral(double radius, double turn) {
  return {radius * std::cos(turn * kGoldenAngle), radius * std::sin(turn * kGoldenAngle)};
}

// Discs of equal density on a spiral, the largest in the middle; within a disc a spiral again.
std::vector<PlanePoint> starting_points(const Partition& partition) {
  const std::vector<std::uint64_t> sizes = community_sizes(partition);
  std::vector<PlanePoint> centres;
  double before = 0.0;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    const auto size = static_cast<double>(sizes[c]);
    const double area = sizes.size() == 1 ? 0.0 : before + size / 2.0;
    centres.push_back(on_spiral(std::sqrt(area / kToMiddle), static_cast<double>(c)));
    before += size;
  }
  std::vector<std::uint64_t> placed(sizes.size(), 0);
  std::vector<PlanePoint> points;
  for (const std::int32_t c : partition.community_of) {
    const auto at = static_cast<std::size_t>(c);
    const auto turn = static_cast<double>(placed[at]++);
    const PlanePoint offset = on_spiral(std::sqrt((turn + 0.5) / kToCentre), turn);
    points.push_back({centres[at].x + offset.x, centres[at].y + offset.y});
  }
  return points;
}

std::vector<PlanePoint> centres_of(const std::vector<PlanePoint>& points, const Partition& partition) {
  std::vector<PlanePoint> centres(static_cast<std::size_t>(partition.communities));
  std::vector<double> count(centres.size(), 0.0);
  for (std::size_t v = 0; v < points.size(); ++v) {
    const auto c = static_cast<std::size_t>(partition.community_of[v]);
    centres[c].x += points[v].x;
    centres[c].y += points[v].y;
    count[c] += 1.0;
  }
  for (std::size_t c = 0; c < centres.size(); ++c) {
    centres[c].x /= count[c];
    centres[c].y /= count[c];
  }
  return centres;
}

class Mapping {
 public:
  Mapping(GraphView graph, const Partition& partition)
      : graph_(graph), partition_(partition), points_(starting_points(partition)) {}

  void step(double size, const RunContext& run) {
    const RepulsionTree tree(points_);
    const std::vector<PlanePoint> centres = centres_of(points_, partition_);
    std::vector<PlanePoint> moved(points_.size());
    parallel_for(run, points_.size(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        const PlanePoint push = tree.force_on(v, kOpening, kNearest);
        const PlanePoint pull = pull_on(static_cast<NodeId>(v), centres);
        moved[v] = {points_[v].x + size * (push.x + pull.x), points_[v].y + size * (push.y + pull.y)};
      }
    });
    points_ = std::move(moved);
  }
  std::vector<PlanePoint> points() && { return std::move(points_); }

 private:
  PlanePoint pull_on(NodeId v, const std::vector<PlanePoint>& centres) const {
    const PlanePoint at = points_[v];
    const std::int32_t own = partition_.community_of[v];
    const PlanePoint& centre = centres[static_cast<std::size_t>(own)];
    PlanePoint pull = {kToCentre * (centre.x - at.x) - kToMiddle * at.x,
                       kToCentre * (centre.y - at.y) - kToMiddle * at.y};
    PlanePoint near;
    PlanePoint all;
    double near_count = 0.0;
    for (const NodeId u : graph_.neighbours(v)) {
      const PlanePoint apart = {points_[u].x - at.x, points_[u].y - at.y};
      all.x += apart.x;
      all.y += apart.y;
      if (partition_.community_of[u] != own) continue;
      near.x += apart.x;
      near.y += apart.y;
      near_count += 1.0;
    }
    add(pull, near, near_count, kToOwnNeighbours);
    add(pull, all, static_cast<double>(graph_.degree(v)), kToAllNeighbours);
    return pull;
  }
  static void add(PlanePoint& pull, const PlanePoint& sum, double count, double strength) {
    if (count == 0.0) return;
    pull.x += strength * sum.x / count;
    pull.y += strength * sum.y / count;
  }

  GraphView graph_;
  const Partition& partition_;
  std::vector<PlanePoint> points_;
};

void fit_into_unit_square(std::vector<PlanePoint>& points) {
  if (points.empty()) return;
  const auto [x0, x1] = std::ranges::minmax(points, {}, &PlanePoint::x);
  const auto [y0, y1] = std::ranges::minmax(points, {}, &PlanePoint::y);
  const double width = x1.x - x0.x;
  const double height = y1.y - y0.y;
  const double extent = std::max(width, height);
  const double scale = extent > 0.0 ? 1.0 / extent : 0.0;
  const PlanePoint middle = {(x0.x + x1.x) / 2.0, (y0.y + y1.y) / 2.0};
  for (PlanePoint& p : points) {
    p.x = std::clamp(0.5 + (p.x - middle.x) * scale, 0.0, 1.0);
    p.y = std::clamp(0.5 + (p.y - middle.y) * scale, 0.0, 1.0);
  }
}

}  // namespace

std::vector<PlanePoint> map_layout(GraphView graph, const Partition& partition, const RunContext& run) {
  Mapping mapping(graph, partition);
  const int steps = steps_for(partition.community_of.size());
  for (int i = 0; i < steps; ++i) {
    const double done = static_cast<double>(i) / steps;
    mapping.step(kFirstStep + (kLastStep - kFirstStep) * done, run);
    run.advance(done);
  }
  std::vector<PlanePoint> points = std::move(mapping).points();
  fit_into_unit_square(points);
  return points;
}

}  // namespace cgsd

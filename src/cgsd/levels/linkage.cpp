#include "cgsd/levels/linkage.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "cgsd/core/distance.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {
namespace {

std::size_t community(const Partition& partition, std::size_t v) {
  return static_cast<std::size_t>(partition.community_of[v]);
}

}  // namespace

CommunityDistances distances_by_points(const Matrix<double>& points, const Partition& partition) {
  const auto k = static_cast<std::size_t>(partition.communities);
  CommunityDistances d{Matrix<double>(k, k), std::vector<double>(k, 0.0), community_sizes(partition), false};
  Matrix<double> mean(k, points.cols());
  for (std::size_t v = 0; v < points.rows(); ++v) {
    const auto to = mean.row(community(partition, v));
    for (std::size_t j = 0; j < to.size(); ++j) to[j] += points(v, j);
  }
  for (std::size_t c = 0; c < k; ++c) {
    d.weight[c] = static_cast<double>(d.sizes[c]);
    for (double& value : mean.row(c)) value /= d.weight[c];
  }
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = 0; b < k; ++b)
      d.dissimilarity(a, b) = squared_distance<double, double>(mean.row(a), mean.row(b));
  }
  return d;
}

CommunityDistances distances_by_edges(GraphView graph, const Partition& partition) {
  const auto k = static_cast<std::size_t>(partition.communities);
  CommunityDistances d{Matrix<double>(k, k), std::vector<double>(k, 0.0), community_sizes(partition), true};
  const std::vector<double> weights = entry_weights(graph);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    const std::size_t own = community(partition, u);
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      d.dissimilarity(own, community(partition, graph.targets()[i])) -= weights[i];
      d.weight[own] += weights[i];
    }
  }
  const double total = std::accumulate(d.weight.begin(), d.weight.end(), 0.0);
  for (std::size_t a = 0; a < k; ++a) {
    for (std::size_t b = 0; b < k; ++b) {
      const double expected = d.weight[a] * d.weight[b] / total;
      if (d.dissimilarity(a, b) < 0.0) d.dissimilarity(a, b) /= expected;
    }
  }
  return d;
}

Joining::Joining(CommunityDistances distances)
    : distances_(std::move(distances)),
      stands_(distances_.communities(), true),
      group_(distances_.communities()),
      left_(distances_.communities()) {
  std::iota(group_.begin(), group_.end(), 0);
}

// Of those that are equally near, the smallest; so do not all strays pile up in one.
std::size_t Joining::nearest(std::size_t c) const {
  std::size_t best = c;
  for (std::size_t other = 0; other < stands_.size(); ++other) {
    if (other == c || !stands_[other]) continue;
    const double value = distances_.dissimilarity(c, other);
    const double least = best == c ? 0.0 : distances_.dissimilarity(c, best);
    if (best == c || value < least || (value == least && size(other) < size(best))) best = other;
  }
  return best;
}

void Joining::join(std::size_t from, std::size_t into) {
  Matrix<double>& d = distances_.dissimilarity;
  const double a = distances_.weight[into];
  const double b = distances_.weight[from];
  for (std::size_t c = 0; c < stands_.size(); ++c) {
    if (!stands_[c] || c == from || c == into) continue;
    const double mean = a + b > 0.0 ? (a * d(into, c) + b * d(from, c)) / (a + b) : 0.0;
    d(into, c) = mean;
    d(c, into) = mean;
  }
  distances_.weight[into] += b;
  distances_.sizes[into] += distances_.sizes[from];
  stands_[from] = false;
  --left_;
  for (std::size_t& group : group_) {
    if (group == from) group = into;
  }
}

// A mean is never below the smaller of its two numbers: joining makes no row nearer to another than it was. So only rows
// whose nearest has joined look for a new one.
double Joining::join_nearest() {
  if (nearest_.empty()) {
    for (std::size_t c = 0; c < stands_.size(); ++c) nearest_.push_back(stands_[c] ? nearest(c) : c);
  }
  const Matrix<double>& d = distances_.dissimilarity;
  std::size_t best = stands_.size();
  for (std::size_t c = 0; c < stands_.size(); ++c) {
    if (stands_[c] && (best == stands_.size() || d(c, nearest_[c]) < d(best, nearest_[best]))) best = c;
  }
  const std::size_t into = std::min(best, nearest_[best]);
  const std::size_t from = std::max(best, nearest_[best]);
  const double height = distances_.height(d(into, from));
  join(from, into);
  for (std::size_t c = 0; c < stands_.size(); ++c) {
    if (stands_[c] && (c == into || nearest_[c] == from || nearest_[c] == into)) nearest_[c] = nearest(c);
  }
  return height;
}

std::vector<std::int32_t> Joining::groups() const {
  std::vector<std::int32_t> number(group_.size(), -1);
  std::vector<std::int32_t> groups;
  std::int32_t next = 0;
  for (const std::size_t group : group_) {
    if (number[group] < 0) number[group] = next++;
    groups.push_back(number[group]);
  }
  return groups;
}

CommunityDistances Joining::remaining() const {
  std::vector<std::size_t> left;
  for (std::size_t c = 0; c < stands_.size(); ++c) {
    if (stands_[c]) left.push_back(c);
  }
  CommunityDistances d{Matrix<double>(left.size(), left.size()), {}, {}, distances_.by_edges};
  for (std::size_t a = 0; a < left.size(); ++a) {
    d.weight.push_back(distances_.weight[left[a]]);
    d.sizes.push_back(distances_.sizes[left[a]]);
    for (std::size_t b = 0; b < left.size(); ++b) d.dissimilarity(a, b) = distances_.dissimilarity(left[a], left[b]);
  }
  return d;
}

Partition without_small(const Partition& partition, CommunityDistances distances, std::uint64_t least) {
  Joining joining(std::move(distances));
  for (;;) {
    std::size_t smallest = joining.stands(0) ? 0 : static_cast<std::size_t>(partition.communities);
    for (std::size_t c = 0; std::cmp_less(c, partition.communities); ++c) {
      if (!joining.stands(c)) continue;
      if (std::cmp_equal(smallest, partition.communities) || joining.size(c) < joining.size(smallest)) smallest = c;
    }
    if (joining.left() < 2 || joining.size(smallest) >= least) break;
    joining.join(smallest, joining.nearest(smallest));
  }
  const std::vector<std::int32_t> groups = joining.groups();
  std::vector<std::int32_t> joined;
  for (const std::int32_t c : partition.community_of) joined.push_back(groups[static_cast<std::size_t>(c)]);
  return numbered_by_size(joined);
}

}  // namespace cgsd

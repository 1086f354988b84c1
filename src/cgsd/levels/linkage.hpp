// How near communities are to each other, and which ones join first.
//
//   by coordinates  dissimilarity of two communities: the squared distance of their means
//   by edges        minus their closeness w(A,B) W / (K_A K_B): edges between them, in units of what chance gives.
//                   It is the resolution below which modularity gains by joining the two (Bonald et al. 2018, "Paris")
//
// Joined communities take the mean of their rows, weighted by size (coordinates) or by volume (edges): average linkage.
// If no two communities are nearer than others, all joins happen at one height, so a wide gap between heights shows
// groups of communities. Heights are squared distances, or 1 / closeness: infinite if no edge joins two sets.
// Promises: ties by index; the same bits at any number of threads. Cost: O(k²) numbers and, as a rule, O(k²) time.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

inline constexpr std::int32_t kMostLinked = 4096;  // communities that may be compared pair by pair

struct CommunityDistances {
  Matrix<double> dissimilarity;  // symmetric; the diagonal is not read
  std::vector<double> weight;    // in averages: nodes, or volume
  std::vector<std::uint64_t> sizes;
  bool by_edges = false;

  std::size_t communities() const { return sizes.size(); }
  double height(double value) const {
    if (!by_edges) return value;
    return value < 0.0 ? -1.0 / value : std::numeric_limits<double>::infinity();
  }
};

CommunityDistances distances_by_points(const Matrix<double>& points, const Partition& partition);
CommunityDistances distances_by_edges(GraphView graph, const Partition& partition);

// Communities that join one after another. Community `from` becomes a part of `into`, which keeps its number.
class Joining {
 public:
  explicit Joining(CommunityDistances distances);

  std::size_t left() const { return left_; }
  bool stands(std::size_t c) const { return stands_[c]; }
  std::uint64_t size(std::size_t c) const { return distances_.sizes[c]; }
  std::size_t nearest(std::size_t c) const;  // another one that still stands
  void join(std::size_t from, std::size_t into);

  double join_nearest();                     // the nearest pair; its height
  std::vector<std::int32_t> groups() const;  // of each community: numbered by the lowest community in them
  CommunityDistances remaining() const;      // between those that still stand

 private:
  CommunityDistances distances_;
  std::vector<bool> stands_;
  std::vector<std::size_t> group_;
  std::vector<std::size_t> nearest_;  // of each that stands, once join_nearest() was called
  std::size_t left_;
};

// Communities of fewer than `least` nodes join their nearest, the smallest first. Numbered by size.
Partition without_small(const Partition& partition, CommunityDistances distances, std::uint64_t least);

}  // namespace cgsd

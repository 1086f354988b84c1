// What many points do to each other if each repels every other with force 1 / distance, without looking at every pair.
//
//   force on x = Σ over points y ≠ x of (x − y) / max(|x − y|², nearest²)
//
// How: a quadtree over the points in Morton order; a square whose side is below `opening` times its distance counts as
// one point at its centre of mass (Barnes & Hut, Nature 1986). opening = 0 looks at every pair.
// Promises: the same bits at any number of threads. Cost: O(n log n) to build, O(log n) a question.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace cgsd {

struct PlanePoint {
  double x = 0.0;
  double y = 0.0;
  bool operator==(const PlanePoint&) const = default;
};

class RepulsionTree {
 public:
  explicit RepulsionTree(std::span<const PlanePoint> points);

  PlanePoint force_on(std::size_t point, double opening, double nearest) const;

 private:
  struct Square {
    PlanePoint centre;  // of mass
    double side = 0.0;
    std::uint32_t begin = 0;  // points, in Morton order
    std::uint32_t end = 0;
    std::uint32_t next = 0;  // the square after this one and all inside it
    bool leaf = false;
  };
  void divide(std::uint32_t begin, std::uint32_t end, int depth);

  std::vector<std::uint64_t> keys_;  // Morton codes, ascending
  std::vector<PlanePoint> sorted_;   // in that order
  std::vector<PlanePoint> given_;
  std::vector<Square> squares_;  // a parent before its children
  double extent_ = 1.0;
};

}  // namespace cgsd

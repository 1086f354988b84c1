// The nearest centre of a point, ties to the lower index: the step that K-means, the placement of new nodes and the
// strength of a prediction share. Distances are those of core/distance.hpp, or of sparse rows (point_rows.hpp).
// Promises: the same bits at any number of threads. Cost: O(k d) per point.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "cgsd/clustering/point_rows.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

struct NearestCentre {
  std::size_t centre = 0;
  double squared = std::numeric_limits<double>::infinity();  // distance to it
  double second = std::numeric_limits<double>::infinity();   // squared distance to the nearest of the others
};

// Of row i; `otherwise` if no distance is finite.
template <class Points>
NearestCentre nearest_centre(const Points& points, std::size_t i, const Centres& centres, std::size_t otherwise = 0) {
  NearestCentre found{.centre = otherwise};
  for (std::size_t first = 0; first < centres.count(); first += 4) {
    const FourDistances four = points.squared_distances_to(centres, first / 4, i);
    for (std::size_t c = first; c < std::min(first + 4, centres.count()); ++c) {
      const double squared = four[c - first];
      const bool nearer = squared < found.squared;
      found.second = nearer ? found.squared : std::min(found.second, squared);
      found.squared = nearer ? squared : found.squared;
      found.centre = nearer ? c : found.centre;
    }
  }
  return found;
}

// Of every row.
std::vector<NearestCentre> nearest_centres(const Matrix<double>& points, const Matrix<double>& centres,
                                           const RunContext& run);

}  // namespace cgsd

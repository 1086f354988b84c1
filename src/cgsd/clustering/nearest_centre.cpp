#include "cgsd/clustering/nearest_centre.hpp"

#include "cgsd/core/parallel.hpp"

namespace cgsd {

std::vector<NearestCentre> nearest_centres(const Matrix<double>& points, const Matrix<double>& centres,
                                           const RunContext& run) {
  const DensePoints<double> rows(points);
  const Centres to(centres);
  std::vector<NearestCentre> nearest(points.rows());
  parallel_for(run, points.rows(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) nearest[i] = nearest_centre(rows, i, to);
  });
  return nearest;
}

}  // namespace cgsd

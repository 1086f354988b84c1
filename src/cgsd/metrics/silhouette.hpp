// Mean silhouette (Rousseeuw 1987): over the points, (b − a) / max(a, b), a = mean distance to the own community's
// other points, b = least mean distance to another community; 0 for a point that is alone in its community.
//
// Euclidean distances, summed in double. With more than `most_points` points, that many are drawn (stream "silhouette")
// and each is compared with all. NaN for fewer than two communities. Cost: O(min(n, most_points) · n · d).
#pragma once

#include <cstdint>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

template <class T>
double silhouette(const Matrix<T>& points, std::span<const std::int32_t> community_of, std::size_t most_points,
                  const RunContext& run);

}  // namespace cgsd

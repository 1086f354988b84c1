// How far a point belongs to each centre of K-means: a softmax of squared distances,
//
//     share(i, c) = exp(−d²(i, c) / 2v) / Σ_c' exp(−d²(i, c') / 2v),   v = inertia / n,
//
// the posterior of a mixture of equal spheres of that variance. With v = 0 (every point is on a centre) the nearest
// centres share alike. Comes back for every point: the share of its own centre and the best of the others, the lower of
// equals. Promises: shares are in [0, 1] and never NaN; a point that has no finite distance belongs to all alike; the
// same bits at any number of threads. Cost: O(n k d).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/clustering/point_rows.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {

// Of all centres. What the points are a view of must outlive it.
template <class Points>
class CentreSoftmax {
 public:
  CentreSoftmax(const Points& points, const KmeansResult& clustering, const RunContext& run)
      : points_(points),
        centres_(clustering.centres),
        double_variance_(std::max(
            2.0 * clustering.inertia / static_cast<double>(std::max<std::size_t>(1, rows_of_all(run, points.rows()))),
            std::numeric_limits<double>::min())),
        nearest_(points.rows()),
        sum_(points.rows()) {
    parallel_for(run, points.rows(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) normalise(i);
    });
  }
  std::size_t centres() const { return centres_.count(); }
  double share(std::size_t i, std::size_t c) const { return weight(i, c) / sum_[i]; }

 private:
  double squared(std::size_t i, std::size_t c) const {
    const double d = points_.squared_distance_to(centres_[c], i);
    return std::isfinite(d) ? d : std::numeric_limits<double>::max();
  }
  // In units of the nearest one's, so that it is 1 at least once.
  double weight(std::size_t i, std::size_t c) const {
    return std::exp((nearest_[i] - squared(i, c)) / double_variance_);
  }
  void normalise(std::size_t i) {
    nearest_[i] = std::numeric_limits<double>::max();
    for (std::size_t c = 0; c < centres(); ++c) nearest_[i] = std::min(nearest_[i], squared(i, c));
    sum_[i] = 0.0;
    for (std::size_t c = 0; c < centres(); ++c) sum_[i] += weight(i, c);
  }

  Points points_;
  Centres centres_;
  double double_variance_;
  std::vector<double> nearest_;
  std::vector<double> sum_;
};

inline constexpr std::int32_t kNoOther = -1;

// The best of others so far, if any is above 0; fed in ascending order, so that the lower of equals stays.
struct BestOther {
  std::int32_t which = kNoOther;
  double value = 0.0;

  void offer(std::size_t c, double offered) {
    if (offered <= value) return;
    which = static_cast<std::int32_t>(c);
    value = offered;
  }
};

struct CentreShares {
  std::vector<double> own;          // one per point
  std::vector<std::int32_t> other;  // the best other centre; kNoOther if no other has a share
  std::vector<double> other_share;  // and its share; 0 if there is none
};

CentreShares centre_shares(MatrixView<float> points, const KmeansResult& clustering, const RunContext& run);
CentreShares centre_shares(MatrixView<double> points, const KmeansResult& clustering, const RunContext& run);
CentreShares centre_shares(SparseView points, const KmeansResult& clustering, const RunContext& run);

}  // namespace cgsd

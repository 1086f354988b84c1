#include "cgsd/clustering/centre_shares.hpp"

namespace cgsd {
namespace {

template <class Points>
CentreShares shares_of(const Points& points, const KmeansResult& clustering, const RunContext& run) {
  const CentreSoftmax softmax(points, clustering, run);
  CentreShares shares{std::vector<double>(points.rows()), std::vector<std::int32_t>(points.rows()),
                      std::vector<double>(points.rows())};
  parallel_for(run, points.rows(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto own = static_cast<std::size_t>(clustering.partition.community_of[i]);
      BestOther best;
      for (std::size_t c = 0; c < softmax.centres(); ++c)
        if (c != own) best.offer(c, softmax.share(i, c));
      shares.own[i] = softmax.share(i, own);
      shares.other[i] = best.which;
      shares.other_share[i] = best.value;
    }
  });
  return shares;
}

}  // namespace

CentreShares centre_shares(MatrixView<float> points, const KmeansResult& clustering, const RunContext& run) {
  return shares_of(DensePoints<float>(points), clustering, run);
}
CentreShares centre_shares(MatrixView<double> points, const KmeansResult& clustering, const RunContext& run) {
  return shares_of(DensePoints<double>(points), clustering, run);
}
CentreShares centre_shares(SparseView points, const KmeansResult& clustering, const RunContext& run) {
  return shares_of(SparsePoints(points), clustering, run);
}

}  // namespace cgsd

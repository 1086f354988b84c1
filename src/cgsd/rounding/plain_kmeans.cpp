#include "cgsd/rounding/plain_kmeans.hpp"

namespace cgsd {

PlainKmeansRounding round_kmeans(const Matrix<float>& embedding, std::int32_t communities,
                                 const PlainKmeansOptions& options, const RunContext& run) {
  KmeansOptions centres = options.kmeans;
  centres.clusters = communities;
  return {kmeans(embedding, centres, run.stage("k-means"))};
}

}  // namespace cgsd

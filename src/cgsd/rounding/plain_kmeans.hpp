// The plainest rounding: K-means of the embedding as it is (the paper's "K-means" rows).
#pragma once

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

struct PlainKmeansOptions {
  KmeansOptions kmeans;
};

inline void describe(OptionVisitor& v, PlainKmeansOptions& o) { v.group("kmeans", o.kmeans, {"clusters"}); }

struct PlainKmeansRounding {
  KmeansResult clustering;
};

PlainKmeansRounding round_kmeans(const Matrix<float>& embedding, std::int32_t communities,
                                 const PlainKmeansOptions& options, const RunContext& run);

}  // namespace cgsd

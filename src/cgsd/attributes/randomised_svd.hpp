// The largest singular values and vectors of a matrix known by its products with blocks of vectors: M ≈ U Σ Vᵀ.
//
// Comes back: σ falling, V, and M V ≈ U Σ; fewer than asked for if M has no higher rank. How: a random block of
// `rank` + `oversampling` vectors is multiplied by M Mᵀ `iterations` times, orthonormalised in between, and M is
// decomposed within the space it then spans (Halko, Martinsson & Tropp 2011, algorithms 4.4 and 5.1). If M has no
// more rows or columns than the block, which for small ones is as wide as they are, the result is exact. Of few columns
// and many rows MᵀM in double is decomposed, which takes one pass in place of five. Deviation: a
// block is orthonormalised through its Gram matrix in double, once in between and twice at the end; columns that depend
// on others are dropped.
//
// Several processes have rows of M and of U of their own, and all of V. Promises: the same bits at any number of threads.
// The largest entry of every column of V is positive.
// Cost: 2 (iterations + 1) + 1 products and O((n + d) · block²) for each.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

class BlockOperator {
 public:
  virtual ~BlockOperator() = default;
  virtual std::size_t rows() const = 0;
  virtual std::size_t cols() const = 0;
  virtual Matrix<float> apply(const Matrix<float>& v, const RunContext& run) const = 0;             // M V
  virtual Matrix<float> apply_transposed(const Matrix<float>& u, const RunContext& run) const = 0;  // Mᵀ U
  virtual Matrix<double> gram(const RunContext& run) const;                                         // MᵀM
};

struct RandomisedSvdOptions {
  std::int32_t rank = 64;
  std::int32_t oversampling = 10;
  std::int32_t iterations = 6;
  std::int32_t exact_limit = 300;
};

inline void describe(OptionVisitor& v, RandomisedSvdOptions& o) {
  v.number("rank", o.rank, {1, 4096}, "how many of the largest singular values");
  v.number("oversampling", o.oversampling, {0, 1000}, "vectors beyond these, for accuracy");
  v.number("iterations", o.iterations, {0, 100}, "power iterations, for accuracy if singular values fall slowly");
  v.number("exact_limit", o.exact_limit, {0, 10'000},
           "up to this many rows or columns the block is as wide as the matrix");
}

struct RandomisedSvd {
  std::vector<double> values;  // σ, falling
  Matrix<float> scores;        // M V ≈ U Σ: rows × rank
  Matrix<float> directions;    // V: cols × rank
};

RandomisedSvd randomised_svd(const BlockOperator& matrix, const RandomisedSvdOptions& options, const RunContext& run);

}  // namespace cgsd

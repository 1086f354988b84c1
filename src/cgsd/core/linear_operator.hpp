// A symmetric matrix known only by what it does to vectors: the seam between eigensolvers and what they are given (a
// dense test matrix, a sparse Laplacian, a distributed one).
//
//   LinearOperator  one vector at a time, in double
//   WideOperator    many at once, in float or double, as the recurrences of polynomials need it. Fetching rows from
//                   memory is what a sparse product costs, so 16 vectors cost about as much as two
#pragma once

#include <cstddef>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

class LinearOperator {
 public:
  virtual ~LinearOperator() = default;
  virtual std::size_t size() const = 0;
  // y ← A x
  virtual void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const = 0;
};

// Y ← product · A X + own · X + before · Y
struct Recurrence {
  double product = 1.0;
  double own = 0.0;
  double before = 0.0;  // 0: what was in Y does not count
};

class WideOperator : public LinearOperator {
 public:
  // With row factors r the rows of X and Y are those of the vectors times r: a product R W R then needs one factor per
  // row rather than one per entry. Empty: 1.
  virtual std::span<const double> row_factors() const { return {}; }
  virtual void apply_block(const Matrix<float>& x, Matrix<float>& y, const Recurrence& r,
                           const RunContext& run) const = 0;
  virtual void apply_block(const Matrix<double>& x, Matrix<double>& y, const Recurrence& r,
                           const RunContext& run) const = 0;
};

}  // namespace cgsd

// A symmetric matrix known only by what it does to a vector: the seam between eigensolvers and what they are given (a
// dense test matrix, a sparse Laplacian, a distributed one).
#pragma once

#include <cstddef>
#include <span>

#include "cgsd/core/context.hpp"

namespace cgsd {

class LinearOperator {
 public:
  virtual ~LinearOperator() = default;
  virtual std::size_t size() const = 0;
  // y ← A x
  virtual void apply(std::span<const double> x, std::span<double> y, const RunContext& run) const = 0;
};

}  // namespace cgsd

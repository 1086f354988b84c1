// Rows of length 1; a row of zeros stays. Lengths in double. Promises: the same bits at any number of threads.
#pragma once

#include <cmath>
#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

// The Euclidean length of a row, summed from left to right.
template <class T>
double row_length(std::span<const T> row) {
  double sum = 0.0;
  for (const T x : row) sum += static_cast<double>(x) * static_cast<double>(x);
  return std::sqrt(sum);
}

template <class T>
void divide_row(std::span<T> row, double by) {
  for (T& x : row) x = static_cast<T>(static_cast<double>(x) / by);
}

// Every row divided by its length.
template <class T>
void divide_rows_by_length(Matrix<T>& rows, const RunContext& run);

// The same within a bit or two: every row times the float nearest to 1 / length. This is what the diffusion is made of;
// with the division above, its coordinates would differ in their last bits.
void scale_rows_to_unit_length(Matrix<float>& rows, const RunContext& run);

}  // namespace cgsd

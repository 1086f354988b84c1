// Products of matrices with many rows and few columns.
//
//     column_products   AᵀB, in double, whatever the numbers of A and B; over the rows of all processes
//     times_square      X ← X R, R small; in the numbers of X
//
// Promises: fixed blocks of rows and ordered sums, so the same bits at any number of threads and on any processor (no
// blocking by the size of its caches). Cost: O(n · columns²), O(columns²) memory for each 4096 rows.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

template <class T>
Matrix<double> column_products(const Matrix<T>& a, const Matrix<T>& b, const RunContext& run);

// R has as many rows as X has columns, and no more columns than that.
template <class T>
void times_square(Matrix<T>& x, const Matrix<double>& r, const RunContext& run);

}  // namespace cgsd

// Columns of a matrix, chosen, shifted and scaled.
//
// Promises: the same bits at any number of threads. Cost: O(n · columns).
#pragma once

#include <span>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

Matrix<float> columns_of(const Matrix<float>& m, std::span<const std::size_t> chosen, const RunContext& run);

// x_ij ← factor_j (x_ij − shift_j), in double; an empty `shift` is 0.
void shift_and_scale(Matrix<float>& m, std::span<const double> shift, std::span<const double> factor,
                     const RunContext& run);

}  // namespace cgsd

// Rows of length 1; a row of zeros stays. Lengths in double. Promises: the same bits at any number of threads.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"

namespace cgsd {

void scale_rows_to_unit_length(Matrix<float>& rows, const RunContext& run);

}  // namespace cgsd

// What K-means is given of a smoothed row y: y / ‖y‖^p, p = 0, ½, 1.
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

enum class RowScaling { as_is, half, unit };
constexpr auto enum_names(RowScaling) {
  return std::array{EnumName<RowScaling>{RowScaling::as_is, "as_is", "y"},
                    EnumName<RowScaling>{RowScaling::half, "half", "y / √‖y‖, half-way to the sphere"},
                    EnumName<RowScaling>{RowScaling::unit, "unit", "y / ‖y‖"}};
}

Matrix<double> scaled_rows(const Matrix<float>& rows, RowScaling scaling, const RunContext& run);

}  // namespace cgsd

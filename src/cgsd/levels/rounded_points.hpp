// The coordinates in which a detection told its communities apart: what K-means was given.
#pragma once

#include "cgsd/core/matrix.hpp"
#include "cgsd/detect/detect.hpp"

namespace cgsd {

Matrix<double> in_double(const Matrix<float>& rows);
Matrix<double> rounded_points(const Detection& found);

}  // namespace cgsd

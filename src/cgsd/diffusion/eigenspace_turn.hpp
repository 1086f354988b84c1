// Eigenvectors that share an eigenvalue, turned towards what attributes explain.
//
// A graph of equal parts, two copies side by side say, has every eigenvalue several times. A solver then returns some basis of
// the space of each, a different one for another order of the nodes. What counts is what attributes explain of it:
//
//   V ← V Q for the columns V of one eigenvalue, Q the eigenvectors of the form Vᵀ P V by falling eigenvalue,
//
// P the projection onto the attributes: the first column is explained best, the last least.
//
// Comes back: the turn of all columns, orthogonal and made of blocks; no rows if no eigenvalue occurs twice (to 10⁻⁵ of the
// largest). Signs: the largest part of every column of Q is above 0. Cost: O(columns³).
#pragma once

#include <span>

#include "cgsd/core/matrix.hpp"

namespace cgsd {

Matrix<double> eigenspace_turn(std::span<const double> values, const Matrix<double>& explained);

}  // namespace cgsd

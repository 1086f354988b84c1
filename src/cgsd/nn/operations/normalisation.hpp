// Rows of length 1, columns of mean 0 and deviation 1, and a loss of cosines, on the tape.
//
//   normalise_rows(a)               a_i / ‖a_i‖; a row of length at most 1e-12 becomes 0 and passes no gradient
//   standardise_columns(a)          (a_ij − m_j) / s_j, m the mean, s the deviation with divisor rows − 1, as in
//                                   CCA-SSG; a column without spread becomes 0 and passes no gradient
//   scaled_cosine_error(c, γ)       mean over the rows of (1 − c_i)^γ, γ ≥ 1, c a column of cosines (GraphMAE, Hou et
//                                   al. 2022, eq. 2), as affine_cosines.hpp gives them
#pragma once

#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var normalise_rows(Tape<T>& tape, Var a);
template <class T>
Var standardise_columns(Tape<T>& tape, Var a);
template <class T>
Var scaled_cosine_error(Tape<T>& tape, Var cosines, double gamma);

}  // namespace cgsd

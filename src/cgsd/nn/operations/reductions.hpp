// Sums on the tape, added in double in fixed blocks.
//
//   column_sums(a)             Σ_i a_ij                               1 × cols
//   mean_of_rows(a)            Σ_i a_ij / rows                        1 × cols
//   trace_of_product(a, b)     Tr(AᵀB) = Σ_ij a_ij b_ij               1 × 1; with b = a, the squared Frobenius norm
//   frobenius_norm(a)          √Σ_ij a_ij²                            1 × 1; no gradient at 0
#pragma once

#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var column_sums(Tape<T>& tape, Var a);
template <class T>
Var mean_of_rows(Tape<T>& tape, Var a);
template <class T>
Var trace_of_product(Tape<T>& tape, Var a, Var b);
template <class T>
Var frobenius_norm(Tape<T>& tape, Var a);

}  // namespace cgsd

// Arithmetic by element, row, column and scalar on the tape.
//
//   add_row(a, r)                 a_ij + r_j                         a bias; r is 1 × cols
//   scale(a, f)                   f a_ij, f a number
//   divide_by(a, s)               a_ij / s, s 1 × 1 on the tape
//   elementwise_product(a, b)     a_ij b_ij
//   scale_rows(a, f)              f_i a_ij, f rows × 1
//   scale_columns(a, f)           f_j a_ij, f 1 × cols
//
// A mask of columns is scale_columns with a constant of ones and zeros; for X W with X sparse, mask the rows of W.
#pragma once

#include "cgsd/core/random.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var add_row(Tape<T>& tape, Var a, Var row);
template <class T>
Var scale(Tape<T>& tape, Var a, double factor);
template <class T>
Var divide_by(Tape<T>& tape, Var a, Var divisor);
template <class T>
Var elementwise_product(Tape<T>& tape, Var a, Var b);
template <class T>
Var scale_rows(Tape<T>& tape, Var a, Var factors);
template <class T>
Var scale_columns(Tape<T>& tape, Var a, Var factors);

// Without a tape: rows × cols elements, each 0 with the given probability, else 1. Element k in row-major order depends
// on stream and k only, so a row and a column of one length have the same mask.
template <class T>
Matrix<T> random_mask(std::size_t rows, std::size_t cols, double probability, RandomStream stream);

}  // namespace cgsd

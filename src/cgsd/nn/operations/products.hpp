// Products on the tape. Weights are (in × out), rows are nodes: a layer computes X W.
//
//   product(a, b)             A B                      ∂A = G Bᵀ, ∂B = Aᵀ G
//   sparse_product(s, b)      S B, S constant          ∂B = Sᵀ G
//   add(a, b, α, β)           α A + β B
//   columns(a, first, n)      columns first … first+n−1 of A
//   reshaped(a, r, c)         the same numbers in the same order as r rows of c
//   transpose(a)              Aᵀ
//   transpose_product(a, b)   Aᵀ B                     ∂A = B Gᵀ, ∂B = A G
//   bilinear_scores(h, w, s)  H W sᵀ, s one row        the score h_i W sᵀ of every row, as a column
//
// Cut into panels of fixed size: rows of the result for A B and S B, columns of A for Aᵀ G.
#pragma once

#include "cgsd/matrix/sparse_product.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

template <class T>
Var product(Tape<T>& tape, Var a, Var b);
template <class T>
Var sparse_product(Tape<T>& tape, const SparseMatrix<T>& s, Var b);  // s must outlive the record
template <class T>
Var add(Tape<T>& tape, Var a, Var b, T alpha = 1, T beta = 1);
template <class T>
Var columns(Tape<T>& tape, Var a, std::size_t first, std::size_t count);
template <class T>
Var reshaped(Tape<T>& tape, Var a, std::size_t rows, std::size_t cols);

template <class T>
Var transpose(Tape<T>& tape, Var a);
template <class T>
Var transpose_product(Tape<T>& tape, Var a, Var b);
template <class T>
Var bilinear_scores(Tape<T>& tape, Var h, Var w, Var s);

}  // namespace cgsd

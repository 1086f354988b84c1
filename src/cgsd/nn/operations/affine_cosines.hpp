// Cosines between the rows of an affine map and sparse rows, on the tape, without forming what the map gives.
//
//   affine_cosines({a, w, b}, x)   cos(y_i, x_i) as a column, y_i = a_i W + b; 0 if one of the two is 0
//
// W is h × f with f ≫ h, X sparse (n × f, constant), so y (n × f) costs more than all it is needed for:
//
//   y·x = a·(x Wᵀ) + b·x        ‖y‖² = a K aᵀ + 2 a·(W b) + ‖b‖²,   K = W Wᵀ  (h × h)
//   with p = ∂(y·x), q = ∂‖y‖²:
//   ∂a = p (x Wᵀ) + 2 q (a K + W b)        ∂W = Aᵀ(pX) + 2 (Aᵀ q A) W + 2 (Aᵀq) b        ∂b = Xᵀp + 2 (qᵀA) W + 2 Σq b
//
// Cost: 3 h² (n + f) and O(h) per entry of X for value and gradient, in place of 6 n h f; memory O(h (n + f) + h²).
// Used for GraphMAE's decoder, whose output is the widest matrix of the model.
#pragma once

#include "cgsd/matrix/csr.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

struct AffineRows {
  Var rows;     // A, n × h
  Var weights;  // W, h × f
  Var bias;     // b, 1 × f
};

// x must outlive the record.
template <class T>
Var affine_cosines(Tape<T>& tape, const AffineRows& y, const SparseMatrix<T>& x);

}  // namespace cgsd

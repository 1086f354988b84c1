// Losses over all pairs of rows of two views, in tiles, so that memory does not grow with n².
//
//   info_nce(views, τ)                    GRACE (Zhu et al. 2020, eq. 1–2), u and v the rows of the two views:
//         mean over i of ½ (ℓ(u_i, v_i) + ℓ(v_i, u_i)),
//         ℓ(u_i, v_i) = −log e^(u_i·v_i/τ) / (Σ_k e^(u_i·v_k/τ) + Σ_k≠i e^(u_i·u_k/τ))
//   similarity_sparsity(views, p, o)      NS4GC (Liu et al. 2024): the mean of σ((u_i·v_j − split) / temperature) over
//                                         all pairs i ≠ j that are no entry of the pattern; 0 if there is none
//
// Rows are taken as they come: normalise them first if cosines are meant. Time O(n² d), twice that for a gradient
// (info_nce uses that W Wᵀ is symmetric); memory O(n) and one tile per thread, in info_nce up to `kept_bytes`
// more, if that spares the gradient a product; the bits do not depend on it.
#pragma once

#include "cgsd/nn/entry_pattern.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

struct Views {
  Var first;
  Var second;
};

struct SparsityOptions {
  double split = 0.6;
  double temperature = 0.1;
};

template <class T>
Var info_nce(Tape<T>& tape, Views views, double temperature, std::size_t kept_bytes = std::size_t{256} << 20);
// The pattern must outlive the record.
template <class T>
Var similarity_sparsity(Tape<T>& tape, Views views, const EntryPattern& pattern, const SparsityOptions& options);

}  // namespace cgsd

// One layer of curvature-gated sheaf diffusion, on the tape:
//
//     Z = a · concat_h( s·Y W_h + Ŵ Y W_h ) + b · Y W_res        Ŵ sparse, from trained/gate.hpp
//
// All heads and the residual are one wide product: P = Y [W_1 | … | W_H | W_res], and what follows is linear in P:
//     Z = a (s P_heads + Ŵ P_heads) + b P_res,   ∂P_heads = a (s G + Ŵᵀ G),  ∂P_res = b G.
#pragma once

#include "cgsd/core/options.hpp"
#include "cgsd/nn/tape.hpp"
#include "cgsd/trained/gate.hpp"

namespace cgsd {

struct SheafOptions {
  std::int32_t heads = 2;
  std::int32_t width = 64;  // of one head
  double self_term = 1.0;   // s
  double diffusion = 0.7;   // a
  double residual = 0.3;    // b
};

inline void describe(OptionVisitor& v, SheafOptions& o) {
  v.number("heads", o.heads, {1, 64}, "heads H of a layer");
  v.number("width", o.width, {1, 4096}, "width of a head");
  v.number("self_term", o.self_term, {}, "weight s of a node's own row beside its neighbours'");
  v.number("diffusion", o.diffusion, {}, "weight a of the diffused part");
  v.number("residual", o.residual, {}, "weight b of the residual part");
}

// Y [W_heads | W_res] → Z: half the columns of `wide`. The gate must outlive the record. Several processes: own rows.
template <class T>
Var sheaf_blend(Tape<T>& tape, Var wide, const Gate<T>& gate, const SheafOptions& options);

}  // namespace cgsd

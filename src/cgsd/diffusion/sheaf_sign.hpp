// Whether edges are used at all, and whether they pull their ends together or push them apart.
//
// In a planted partition ρ1 = λ s and ρ2 = λ² s (edge_agreement.hpp): λ the strength of edges, s the share of the
// attributes that communities explain. With λ = ρ2 / |ρ1| (0 if ρ2 ≤ 0), λ' = √(ρ4 / ρ2) the strength as seen from afar
// (walk_agreement.hpp), z the significance of ρ1 and the soft switch σ(x; a, p) = x^p / (x^p + a^p):
//
//   use    σ(|z|; 4, 4) · (1 − σ(λ; 1, 32)): agreement beyond chance, of a strength that a partition can have
//   pull   ρ1 > 0: 1 − (1 − σ(λ; 0.4, 12)) (1 − even): strong edges, or those of weak communities
//          ρ1 < 0: σ(λ; 0.4, 12), neighbours counting with the opposite sign
//   even   1 − σ(λ' / λ; 1.6, 12): agreement falls by the same factor at every step, as it does in a planted partition;
//          0 if ρ2 ≤ 0.01 or ρ4 ≤ 0
//   push   ρ1 > 0: 1 − pull: what neighbours share does not last from one to the next; ρ1 < 0: 0
//
// What is left of 1 − push − pull stays as it is. The constants were set on real graphs with their labels in view
// (docs/notes/default_measured.md).
#pragma once

#include "cgsd/diffusion/edge_agreement.hpp"

namespace cgsd {

struct SheafSign {
  double use = 0.0;       // g: how far edges are used
  double push = 0.0;      // h: neighbours are pushed apart
  double pull = 0.0;      // l: neighbours are pulled together
  bool opposite = false;  // ρ1 < 0: a neighbour pulls with the opposite sign
  double confirmed = 0.0;  // s · σ(|z|; 6, 12), s = |ρ1| / min(λ, 1) ≤ 0.95: the share of attributes that edges confirm
};

SheafSign sheaf_sign(const EdgeAgreement& agreement);

}  // namespace cgsd

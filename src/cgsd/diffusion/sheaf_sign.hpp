// Whether edges are used at all, and whether they pull their ends together or push them apart.
//
// In a planted partition ρ1 = λ s and ρ2 = λ² s (edge_agreement.hpp), so λ = ρ2 / ρ1 is the strength of edges and s =
// ρ1 / λ the share of the attributes that communities explain. With z the significance of ρ1 and |λ| the strength with
// the sign that fits:
//
//   model   1 / (1 + |λ|³²): about 0 beyond |λ| = 1, which no planted partition has; edges mean something else
//   pull    model · |λ|¹² / (|λ|¹² + 0.4¹²): strong edges;
//           at least ρ1⁸ / (ρ1⁸ + 0.3⁸): neighbours plainly alike
//   push    ρ1 > 0: (1 − pull) (1 − fit) / (1 + (|λ| / 0.26)¹²): weak edges that are not those of weak communities;
//           ρ1 < 0: (1 − pull)²
//   fit     1 / (1 + (λ' / 1.6 λ)¹²): agreement falls by λ at every step, as it does in a planted partition
//   use     max(model, pull) · z⁴ / (z⁴ + 4⁴): agreement beyond chance
//
// λ' = √(ρ4 / ρ2) is the strength as seen from afar (walk_agreement.hpp). Neighbours may share more than a community;
// what they still share some steps on is due to the communities: the filter gets λ', no less than |λ|, and s' = ρ2 /
// λ'². On Cora λ = .57 and s = .62, but λ' = .77 and s' = .34: citing papers share more than their field.
//
// What is left of 1 − push − pull stays as it is. The powers make soft switches.
#pragma once

#include "cgsd/diffusion/edge_agreement.hpp"

namespace cgsd {

struct SheafSign {
  double use = 0.0;       // g: how far edges are used
  double push = 0.0;      // h: opposite signs
  double pull = 0.0;      // l: equal signs
  double strength = 0.0;  // λ', cut to [−1, 1], with the sign of ρ1
  double share = 0.0;     // s', in [0, 0.95]
  double vouched = 0.0;   // s · z¹² / (z¹² + 6¹²): the share of the attributes that edges confirm
};

SheafSign sheaf_sign(const EdgeAgreement& agreement);

}  // namespace cgsd

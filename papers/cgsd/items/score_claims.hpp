// Claims about scores: CSpec against K-means and the other methods, α and k, planted partitions, larger datasets.
//
//   a difference of two methods   of the runs, paired by seed; reproduced within two standard errors and half a printed
//                                 digit, as any figure with seeds
//   a sentence about all sets     reproduced if the means bear it out on every one
//   the paper's own tables        decide first: if they rule a sentence out, it contradicts itself
#pragma once

#include <vector>

#include "papers/cgsd/items/claims.hpp"

namespace cgsd {

std::vector<Claim> main_score_claims(const ItemSpec& spec, const ClaimInputs& inputs);
std::vector<Claim> grid_claims(const ItemSpec& spec, const ScoredItem& grid, const ScoredItem& main);
std::vector<Claim> sweep_claims(const ItemSpec& spec, const ScoredItem& sweep);
Claim large_mean_claim(const ItemSpec& spec, const ScoredItem& large);

}  // namespace cgsd

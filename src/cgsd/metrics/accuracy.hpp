// Accuracy and F1 under the one-to-one matching of communities to classes that makes most nodes right.
//
// How: the Hungarian method on the contingency table (Jonker–Volgenant shortest augmenting paths, exact).
//   accuracy  share of nodes whose community is matched to their class
//   macro F1  mean over the classes of 2·right / (class size + matched community's size); 0 for a class without a match
// If there are more communities than classes, the surplus ones have no match, and the other way round.
// Cost: O(r² · c) for r = min(rows, columns), c = max.
#pragma once

#include "cgsd/metrics/contingency.hpp"

namespace cgsd {

// match[row] = column, or −1
std::vector<std::int64_t> best_matching(const Contingency& table);
double accuracy(const Contingency& table);
double macro_f1(const Contingency& table);

}  // namespace cgsd

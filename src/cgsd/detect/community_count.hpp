// How many communities there are, if the number is not given: four criteria side by side, and a rule that chooses from
// them.
//
//   eigengap    the c in [2, most] with the largest gap λ_(c+1) − λ_c between eigenvalues of the normalised Laplacian
//               of the k-NN graph, ties to the smaller c (von Luxburg 2007, section 8.3)
//   topology    eigenvalues of the regularised adjacency beyond the bulk of a random graph, √(q / (1 − q/n)) |λ| > 1:
//               the negative ones of the Bethe Hessian at ± r (spectral/regularised_adjacency.hpp)
//   stability   the largest c whose prediction strength is within 0.05 of the best, of all in [2, min(most, 20)], the
//               numbers of the other criteria and one more and less; c ≤ columns + 1 if the points are eigenvectors of
//               the graph
//   attributes  signals beyond noise in the attributes (attributes/signal_rank.hpp) + 1: c centres span c − 1
//               dimensions
//
// A criterion abstains (0) if it finds no group or more than `most`. The rule: (1) the number on which two or more
// agree; of two such numbers the one with the stability in it, else the more stable; (2) the stability, if its strength
// is at least 0.8 (Tibshirani & Walther 2005); (3) the topology; (4) the eigengap, if edges or attributes show more
// groups than may be chosen; (5) else nothing stands out, and 2 is the least that is proposed. One community is never
// proposed: the first gap is wide in every well-connected graph, whatever its groups.
// Promises: the same bits at any number of threads. Cost: prediction strength of up to 28 candidates, most + 1
// eigenpairs.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

enum class CountReason { asked, eigengap, agreement, stability, topology, nothing };
constexpr auto enum_names(CountReason) {
  using R = CountReason;
  return std::array{EnumName<R>{R::asked, "user", "the caller asked for this many"},
                    EnumName<R>{R::eigengap, "eigengap", "the widest gap between eigenvalues"},
                    EnumName<R>{R::agreement, "agreement", "two or more criteria agree"},
                    EnumName<R>{R::stability, "stability", "no two criteria agree; prediction strength decides"},
                    EnumName<R>{R::topology, "topology", "no two criteria agree and none is stable; the edges decide"},
                    EnumName<R>{R::nothing, "nothing", "nothing stands out; 2 is the least that is proposed"}};
}

struct TopologyCount {
  std::int32_t communities = 0;
  std::int32_t beyond_bulk = 0;     // eigenvalues of strength above 1, the first included
  std::int32_t disassortative = 0;  // of these, below 0
  std::vector<double> strengths;    // √(q / (1 − q/n)) λ, by falling size, with the sign of λ
  bool converged = true;
};

struct StabilityCount {
  std::int32_t communities = 0;
  std::vector<std::int32_t> candidates;
  std::vector<double> strengths;  // one per candidate
};

struct AttributeCount {
  std::int32_t communities = 0;
  std::size_t signals = 0;
};

struct CommunityCount {
  std::int32_t communities = 0;
  CountReason reason = CountReason::asked;
  std::vector<double> eigenvalues;  // the evidence of the eigengap
  std::vector<double> gaps;         // gaps[i] = eigenvalues[i + 1] − eigenvalues[i]
  std::int32_t eigengap = 0;        // of each criterion; 0: it abstains, or was not computed
  TopologyCount topology;
  StabilityCount stability;
  AttributeCount attributes;
  bool all_criteria = false;  // false: only the eigengap was computed

  bool chosen() const { return reason != CountReason::asked; }
};

CommunityCount asked_for(std::int32_t communities);

// Needs at least one eigenvalue; with fewer than three the answer is as many as there are.
CommunityCount count_by_eigengap(std::span<const double> eigenvalues);

TopologyCount count_by_topology(GraphView graph, std::int32_t most, const RunContext& run);
AttributeCount count_by_attributes(std::size_t signals, std::int32_t most);

// The numbers to try, given those of the other criteria: rising, in [2, most].
std::vector<std::int32_t> stability_candidates(const CommunityCount& others, std::int32_t most);
// Candidates of which half the points are too few are left out.
StabilityCount count_by_stability(const Matrix<double>& points, std::vector<std::int32_t> candidates,
                                  const RunContext& run);

// Applies the rule to the four numbers: sets communities and reason.
void choose(CommunityCount& count);

}  // namespace cgsd

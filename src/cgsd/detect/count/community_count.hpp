// How many communities there are, if the number is not given: what the criteria say, and a rule that chooses.
//
//   chance      does anything stand out of what chance makes (beyond_chance.hpp)
//   halves      how well communities of one half of the data fit the other half (crossed_modularity.hpp)
//   topology    eigenvalues of the regularised adjacency beyond the bulk of a random graph, √(q / (1 − q/n)) |λ| > 1:
//               the negative ones of the Bethe Hessian at ± r (spectral/regularised_adjacency.hpp)
//   attributes  signals beyond noise in the attributes (attributes/signal_rank.hpp) + 1: c centres span c − 1
//               dimensions
//   stability   how well communities of one half of the nodes predict those of the other (prediction_strength.hpp): the
//               largest c within 0.05 of the best. In place of the halves if there are too few columns to divide; with
//               them for the two numbers above only
//   parts       components of a graph without attributes, if it falls apart (part_count.hpp)
//   eigengap    of the trained encoders: the c in [2, most] with the largest gap λ_(c+1) − λ_c between eigenvalues of
//               the normalised Laplacian of the k-NN graph, ties to the smaller c (von Luxburg 2007, section 8.3)
//
// The rule: (1) nothing beyond chance: one community. (2) The count by eigenvalues, of the edges or of the attributes,
// if the halves confirm it (its fit is within one standard error of the best) or the nodes do (a strength of 0.8): exact
// if the data are as simple as such counts assume. (3) The fewest communities whose fit is within one standard error of
// the best. The range are all numbers within that error. (4) The parts of a graph that falls apart, if they are more.
// Promises: the same bits at any number of threads and the same number whatever the seed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/detect/count/beyond_chance.hpp"
#include "cgsd/detect/count/crossed_modularity.hpp"
#include "cgsd/detect/count/part_count.hpp"
#include "cgsd/graph/graph.hpp"
#include "cgsd/spectral/spectrum_cache.hpp"

namespace cgsd {

enum class CountReason { asked, eigengap, halves, confirmed, stability, parts, nothing };
constexpr auto enum_names(CountReason) {
  using R = CountReason;
  return std::array{EnumName<R>{R::asked, "user", "the caller asked for this many"},
                    EnumName<R>{R::eigengap, "eigengap", "the widest gap between eigenvalues"},
                    EnumName<R>{R::halves, "halves", "communities of one half of the data fit the other half best"},
                    EnumName<R>{R::confirmed, "confirmed", "counted by eigenvalues; the halves of the data confirm it"},
                    EnumName<R>{R::stability, "stability", "communities of one half of the nodes predict the others"},
                    EnumName<R>{R::parts, "parts", "the graph falls apart into as many parts"},
                    EnumName<R>{R::nothing, "nothing", "nothing stands out of chance"}};
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
  std::int32_t least = 0;  // the numbers nearly as good: from here
  std::int32_t most = 0;   // to here; 0: not known
  BeyondChance chance;
  CrossedModularity halves;  // none if there are too few columns to divide
  StabilityCount stability;
  TopologyCount topology;
  AttributeCount attributes;
  PartCount parts;
  std::vector<double> eigenvalues;  // the evidence of the eigengap
  std::vector<double> gaps;         // gaps[i] = eigenvalues[i + 1] − eigenvalues[i]
  std::int32_t eigengap = 0;        // 0: it was not computed
  bool all_criteria = false;        // false: only the eigengap was computed

  bool chosen() const { return reason != CountReason::asked; }
  bool nothing() const { return reason == CountReason::nothing; }
};

CommunityCount asked_for(std::int32_t communities);

// Needs at least one eigenvalue; with fewer than three the answer is as many as there are.
CommunityCount count_by_eigengap(std::span<const double> eigenvalues);

TopologyCount count_by_topology(GraphView graph, std::int32_t most, SpectrumCache& spectra, const RunContext& run);
AttributeCount count_by_attributes(std::size_t signals, std::int32_t most);

// Candidates of which half the points are too few are left out.
StabilityCount count_by_stability(const Matrix<double>& points, std::vector<std::int32_t> candidates,
                                  const RunContext& run);

// Applies the rule: sets communities, reason and range.
void choose(CommunityCount& count);

}  // namespace cgsd

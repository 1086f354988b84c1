// Steps 1 to 6 of the default: coordinates of the nodes by sheaf diffusion in closed form, nothing trained.
//
//   1. stalks Z of the attributes in two normalisations, as many columns as stand out of noise, c − 1 at least and
//      `width` at most, or `least_width` if none does; those of z_score of many columns have rows of length 1. Chosen is the
//      normalisation in which neighbours agree more: the larger |ρ1|, z_score on ties and if they agree by chance only.
//      Numbers that are no words: by |ρ1| if that differs by more than chance, else by which has more signal
//   2. the sign of the sheaf (sheaf_sign.hpp), from how much neighbours agree in the chosen one: use g, push h, pull l
//   3. in each normalisation Y = (1 − g h − g l) Z + g h H + g l L, H pushed apart (rows of length 1 if those of Z are), L
//      pulled together (sheaf_filters.hpp); beside each other, the other with the share g l ρ4'⁴ / (ρ4⁴ + ρ4'⁴) of the
//      mean square (not at all below 0.01), the chosen one with the rest; together of mean square o, the share of the
//      attributes that is signal. Edges that pull make either useful; without them the other one is noise
//   4. beside them the eigenvectors of the graph that attributes confirm (topology_view.hpp)
//
// Edges count by their weights if the graph has any (graph/edge_weights.hpp). Without attributes, or if all are
// constant, the topology decides alone. Promises: the same bits at any number of threads; finite. Cost: O((m + numbers)
// · rank).
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "cgsd/attributes/stalks.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/diffusion/blank_rows.hpp"
#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/diffusion/sheaf_filters.hpp"
#include "cgsd/diffusion/sheaf_sign.hpp"
#include "cgsd/diffusion/topology_view.hpp"

namespace cgsd {

enum class MetricChoice { automatic, idf, z_score, centred };
constexpr auto enum_names(MetricChoice) {
  using M = MetricChoice;
  return std::array{EnumName<M>{M::automatic, "auto", "as neighbours agree: one of them, or two side by side"},
                    EnumName<M>{M::idf, "idf", "tf-idf, rows of length 1"},
                    EnumName<M>{M::z_score, "z_score", "columns of mean 0 and variance 1"},
                    EnumName<M>{M::centred, "centred", "columns of mean 0"}};
}

enum class Filter { automatic, none, push, pull };
constexpr auto enum_names(Filter) {
  return std::array{EnumName<Filter>{Filter::automatic, "auto", "as neighbours agree"},
                    EnumName<Filter>{Filter::none, "none", "attributes as they are"},
                    EnumName<Filter>{Filter::push, "push", "unlike neighbours are pushed apart"},
                    EnumName<Filter>{Filter::pull, "pull", "like neighbours are pulled together"}};
}

enum class WeightUse { automatic, always };
constexpr auto enum_names(WeightUse) {
  return std::array{EnumName<WeightUse>{WeightUse::automatic, "auto", "unless the edges say more without them"},
                    EnumName<WeightUse>{WeightUse::always, "always", "whatever they say"}};
}

struct DiffusionOptions {
  MetricChoice metric = MetricChoice::automatic;
  RandomisedSvdOptions svd;
  std::int32_t width = 32;
  std::int32_t least_width = 8;  // if nothing stands out of noise, or c is not known
  Filter filter = Filter::automatic;
  double push = 0.8;
  std::int32_t steps = 10;
  WeightUse weights = WeightUse::automatic;  // read by choose_weights (weight_choice.hpp), not by diffuse
  TopologyOptions topology;
};

void describe(OptionVisitor& v, DiffusionOptions& o);

struct MetricEvidence {
  StalkMetric metric = StalkMetric::z_score;
  EdgeAgreement agreement;  // of the columns that would be used
  std::size_t signals = 0;
  double overlap = 0.0;  // signal_rank.hpp

  // Neighbours may agree that much by chance.
  bool by_chance() const { return std::abs(agreement.significance) < 3.0; }
};

// The attributes in one normalisation and what was made of them.
struct StalkBlock {
  StalkMap map;          // how attributes became stalks
  Matrix<float> stalks;  // Z as it was diffused
  double share = 1.0;    // of the mean square of all blocks
  double scale = 1.0;    // what Y was multiplied by
};

struct Diffusion {
  Matrix<float> embedding;  // Y of all blocks and the topology view
  BlankRowCheck blanks;
  std::vector<MetricEvidence> candidates;
  std::size_t chosen = 0;   // of the candidates
  std::size_t signals = 0;  // singular values beyond noise, of the chosen one
  std::size_t width = 0;    // columns diffused, of all blocks; 0: there are no attributes
  EdgeAgreement agreement;  // of the chosen one
  SheafSign sign;
  double overlap = 0.0;  // o
  TopologyView topology;
  std::vector<StalkBlock> blocks;  // in the order of the candidates, one or both; none without attributes

  const StalkBlock& chosen_block() const { return blocks[blocks.size() > 1 ? chosen : 0]; }
};

// How Y follows from Z, whatever nodes they belong to.
struct FilterPlan {
  bool unit_rows = false;  // of the stalks, and of what is pushed apart
  SheafSign sign;
  double push = 0.8;
  PullFilter pull;
};

// Y of step 3 before its scaling. `z` are stalks, of length 1 if their map asks for it.
Matrix<float> filtered_stalks(GraphView graph, const Matrix<float>& z, const FilterPlan& plan, const RunContext& run);

// The attributes in every normalisation to try, cut to the columns that stand out of noise; `communities` as below.
struct CandidateStalks {
  std::vector<Stalks> stalks;
  BlankRowCheck blanks;
};
CandidateStalks candidate_stalks(const AttributedGraphView& input, std::int32_t communities,
                                 const DiffusionOptions& options, const RunContext& run);

// Singular values beyond noise of the normalisation that would be chosen if c is not known; 0 without attributes.
std::size_t signals_of_attributes(const AttributedGraphView& input, const DiffusionOptions& options,
                                  const RunContext& run);

struct DiffusionAim {
  DiffusionAim(std::int32_t c, SpectrumCache* known = nullptr) : communities(c), spectra(known) {}  // NOLINT: mostly c
  std::int32_t communities;  // c, or 0 if it is not known yet
  SpectrumCache* spectra;    // shared with others who need the spectrum of this graph
};

Diffusion diffuse(const AttributedGraphView& input, const DiffusionAim& aim, const DiffusionOptions& options,
                  const RunContext& run);

}  // namespace cgsd

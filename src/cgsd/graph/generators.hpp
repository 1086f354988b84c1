// Planted partitions: graphs whose communities are known, with attributes as informative as the options ask.
//
// Edges (stochastic block model). Pairs within a community are edges with probability p_in, pairs across with p_out,
// such that the expected share of edges across is the heterophily h:
//     p_out = within · p_in · h / (across · (1 − h)),   within = Σ_i C(n_i, 2), across = C(n, 2) − within.
// p_in is given, or follows from a mean degree. With degrees = power_law a pair's probability is multiplied by θ_u θ_v
// (Karrer & Newman 2011; θ Pareto with the given exponent, mean 1 in each community) and cut at 1.
// Attributes. gaussian: x_v = signal · μ_(y_v) + noise · ε_v, μ_i the i-th unit vector, ε ~ N(0, I/d).
// words: a sparse 0/1 bag of words; each word is, with probability `signal`, from the d/c words of the node's
// community, else from all. coupling = paper replaces signal by 1 − h and noise by √h (words: signal by 1 − h).
//
// The defaults with heterophily = h are the sweep of the CGSD paper: n = 800, c = 5, p_in = 0.3, d = 64.
// How: rows are independent; within a row, geometric skips jump from edge to edge (Batagelj & Brandes 2005), and for
// degree-corrected graphs skips at the largest probability ahead are thinned (Miller & Hagberg 2011).
// Promises: each pair is drawn independently with exactly its probability; the same bits at any number of threads.
// Cost: O(n + m) (power_law: O(n c + m)), plus O(n d) for gaussian attributes.
#pragma once

#include <array>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

enum class DegreeModel { uniform, power_law };
constexpr auto enum_names(DegreeModel) {
  return std::array{EnumName<DegreeModel>{DegreeModel::uniform, "uniform"},
                    EnumName<DegreeModel>{DegreeModel::power_law, "power_law"}};
}

enum class AttributeKind { gaussian, words, none };
constexpr auto enum_names(AttributeKind) {
  return std::array{EnumName<AttributeKind>{AttributeKind::gaussian, "gaussian"},
                    EnumName<AttributeKind>{AttributeKind::words, "words"},
                    EnumName<AttributeKind>{AttributeKind::none, "none"}};
}

enum class Coupling { paper, independent };
constexpr auto enum_names(Coupling) {
  return std::array{EnumName<Coupling>{Coupling::paper, "paper", "signal 1 − h, noise √h"},
                    EnumName<Coupling>{Coupling::independent, "independent", "signal and noise as given"}};
}

struct SbmOptions {
  NodeId nodes = 800;
  std::int32_t communities = 5;
  double heterophily = 0.05;
  double p_in = 0.3;
  double mean_degree = 0.0;  // > 0 replaces p_in
  DegreeModel degrees = DegreeModel::uniform;
  double exponent = 2.5;
  AttributeKind attributes = AttributeKind::gaussian;
  std::int32_t dimensions = 64;
  Coupling coupling = Coupling::paper;
  double signal = 1.0;
  double noise = 1.0;
  std::int32_t words = 20;
  bool shuffle = true;
};

inline void describe(OptionVisitor& v, SbmOptions& o) {
  v.number("nodes", o.nodes, {1, kMaxNodes}, "number of nodes n");
  v.number("communities", o.communities, {1, 1'000'000},
           "number of communities c, of equal size (give or take one node)");
  v.number("heterophily", o.heterophily, {0.0, 1.0}, "expected share h of edges across communities");
  v.number("p_in", o.p_in, {0.0, 1.0}, "probability of an edge within a community");
  v.number("mean_degree", o.mean_degree, {.low = 0.0}, "expected mean degree; above 0 it replaces p_in");
  v.choice("degrees", o.degrees, "degrees within a community");
  v.number("exponent", o.exponent, {2.0, 10.0}, "power_law: exponent of the degrees");
  v.choice("attributes", o.attributes, "what nodes carry");
  v.number("dimensions", o.dimensions, {1, 1'000'000}, "number of attributes d");
  v.choice("coupling", o.coupling, "how attributes depend on h");
  v.number("signal", o.signal, {0.0, 1e30}, "strength of the community in the attributes");
  v.number("noise", o.noise, {0.0, 1e30}, "gaussian: strength of the noise");
  v.number("words", o.words, {1, 100'000}, "words: words drawn per node");
  v.flag("shuffle", o.shuffle, "number the nodes at random, so that numbers do not reveal communities");
}

// Throws InvalidArgument if the options cannot be met, e.g. p_out > 1.
Dataset stochastic_block_model(const SbmOptions& options, const RunContext& run);

}  // namespace cgsd

#include "cgsd/curvature/curvature.hpp"

#include <cmath>
#include <stop_token>

#include <gtest/gtest.h>

#include "cgsd/curvature/augmented_forman.hpp"
#include "cgsd/curvature/balanced_forman.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/curvature/ollivier.hpp"
#include "cgsd/curvature/weighted_forman.hpp"

#include "tests/curvature/curvature_cases.hpp"

namespace cgsd {
namespace {

std::vector<double> curvature_of(const Graph& graph, CurvatureKind kind) {
  return edge_curvature(graph, {.kind = kind}, RunContext());
}

TEST(EdgeCurvature, ComputesTheKindThatIsAskedFor) {
  const Graph graph = testing::random_graph(30, 0.3, 7, true);
  const RunContext run;
  EXPECT_EQ(edge_curvature(graph, {}, run), forman_curvature(graph, run));
  EXPECT_EQ(curvature_of(graph, CurvatureKind::forman), forman_curvature(graph, run));
  EXPECT_EQ(curvature_of(graph, CurvatureKind::weighted_forman), weighted_forman_curvature(graph, run));
  EXPECT_EQ(curvature_of(graph, CurvatureKind::augmented_forman), augmented_forman_curvature(graph, run));
  EXPECT_EQ(curvature_of(graph, CurvatureKind::balanced_forman), balanced_forman_curvature(graph, run));
  const CurvatureOptions options{.kind = CurvatureKind::ollivier, .idleness = 0.25};
  EXPECT_EQ(edge_curvature(graph, options, run), ollivier_curvature(graph, options, run));
  EXPECT_NE(edge_curvature(graph, options, run), curvature_of(graph, CurvatureKind::ollivier));
}

TEST(EdgeCurvature, IgnoresWeightsInTheUnweightedKinds) {
  const EntryList list = testing::random_entries(30, 0.3, 7, true);
  const Graph weighted = build_graph(list, {}, RunContext()).graph;
  const Graph binary = build_graph(list, {.binary = true}, RunContext()).graph;
  for (const auto kind : {CurvatureKind::forman, CurvatureKind::augmented_forman, CurvatureKind::balanced_forman}) {
    EXPECT_EQ(curvature_of(weighted, kind), curvature_of(binary, kind)) << name_of(kind);
  }
  for (const auto kind : {CurvatureKind::weighted_forman, CurvatureKind::ollivier}) {
    EXPECT_NE(curvature_of(weighted, kind), curvature_of(binary, kind)) << name_of(kind);
  }
}

TEST(EdgeCurvature, TakesADirectedGraphForFormanOnly) {
  const Graph graph = testing::graph_of(3, {{0, 1}, {1, 2}}, {.directed = true});
  EXPECT_EQ(curvature_of(graph, CurvatureKind::forman), (std::vector<double>{2.0, 3.0}));
  for (const auto& entry : enum_names(CurvatureKind{})) {
    if (entry.value == CurvatureKind::forman) continue;
    const std::string refusal = testing::refusal_of([&] { curvature_of(graph, entry.value); });
    EXPECT_EQ(refusal, "curvature kind " + std::string(entry.name) +
                           ": needs an undirected graph; use kind forman, or leave --directed out");
  }
}

TEST(EdgeCurvature, RefusesWeightsThatAreNotPositiveWhereWeightsAreUsed) {
  const Graph graph =
      build_graph({.nodes = 3, .entries = {{0, 1}, {1, 2}}, .weights = {1.0, 0.0}}, {}, RunContext()).graph;
  for (const auto kind : {CurvatureKind::weighted_forman, CurvatureKind::ollivier}) {
    const std::string refusal = testing::refusal_of([&] { curvature_of(graph, kind); });
    EXPECT_EQ(refusal, "curvature kind " + std::string(name_of(kind)) +
                           ": edge 1–2 has weight 0, but weights must be above 0 (--weights ignore leaves "
                           "them out)");
  }
  EXPECT_NO_THROW(curvature_of(graph, CurvatureKind::forman));
}

TEST(EdgeCurvature, ValidatesItsOptions) {
  const Graph graph = testing::path_graph(3);
  const RunContext run;
  EXPECT_THROW(edge_curvature(graph, {.idleness = 2.0}, run), InvalidArgument);
  EXPECT_THROW(edge_curvature(graph, {.idleness = std::nan("")}, run), InvalidArgument);
  EXPECT_THROW(edge_curvature(graph, {.ollivier_limit = 0}, run), InvalidArgument);
  EXPECT_THROW(edge_curvature(graph, {.ollivier_limit = 1ull << 63}, run), InvalidArgument);
  EXPECT_THROW(edge_curvature(graph, {.kind = static_cast<CurvatureKind>(77)}, run), InvalidArgument);
}

TEST(EdgeCurvature, OptionsCanBeSetFromText) {
  CurvatureOptions options;
  set_option(options, "kind=balanced_forman");
  set_option(options, "idleness=0.125");
  set_option(options, "ollivier_limit=10000");
  EXPECT_EQ(options.kind, CurvatureKind::balanced_forman);
  EXPECT_EQ(options.idleness, 0.125);
  EXPECT_EQ(options.ollivier_limit, 10'000u);
  EXPECT_THROW(set_option(options, "kind=ricci"), InvalidArgument);
}

TEST(EdgeCurvature, OfAnyKindStopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  const RunContext run({.stop = source.get_token()});
  for (const auto& entry : enum_names(CurvatureKind{})) {
    EXPECT_THROW(edge_curvature(testing::barbell(), {.kind = entry.value}, run), Cancelled) << entry.name;
  }
}

TEST(EdgeCurvature, OfAnyKindIsTheSameInEveryComponent) {
  const Graph one = testing::barbell();
  EntryList twice{.nodes = 14, .entries = {}, .weights = {}};  // nodes 6 and 13 are isolated
  for (NodeId u = 0; u < one.nodes(); ++u) {
    for (const NodeId v : one.neighbours(u)) {
      twice.entries.push_back({u, v});
      twice.entries.push_back({u + 7, v + 7});
    }
  }
  const Graph both = build_graph(twice, {}, RunContext()).graph;
  for (const auto& entry : enum_names(CurvatureKind{})) {
    std::vector<double> expected = curvature_of(one, entry.value);
    expected.insert(expected.end(), expected.begin(), expected.end());
    EXPECT_EQ(curvature_of(both, entry.value), expected) << entry.name;
  }
}

}  // namespace
}  // namespace cgsd

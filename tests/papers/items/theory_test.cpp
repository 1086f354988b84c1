#include "papers/cgsd/items/theory.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/papers/items/theory_cases.hpp"
#include "tests/papers/score_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::Contains;
using ::testing::ElementsAre;

TEST(Theory, IsAboutTheDatasetsSquirrelAndBlockModels) {
  std::vector<std::string> labels;
  for (const DatasetEntry& entry : builtin_item(PaperItem::theory).datasets) labels.push_back(entry.label);
  for (const char* name : {"Cora", "Cornell", "Texas", "Wisconsin", "Chameleon", "Squirrel", "SBM, h = 0.50"})
    EXPECT_THAT(labels, Contains(name));
}

TEST(Theory, HasTheSixStatementsOfTheAppendixInItsOrder) {
  std::vector<std::string> names;
  for (const auto& [name, printed] : builtin_item(PaperItem::theory).statements) names.push_back(name);
  EXPECT_THAT(names, ElementsAre("Lemma 1 (suppression)", "Theorem 1 (contraction)", "Lemma 2 (concentration)",
                                 "Theorem 2 (modularity gap)", "Theorem 3 (generalisation)", "Lemma 3 (soft rank)"));
}

TEST(Theory, AddsGraphsThatMeetThePremise) {
  ItemSpec spec = builtin_item(PaperItem::theory);
  spec.datasets.clear();
  const std::vector<TheoryGraph> graphs = theory_graphs(spec, {}, RunContext());
  ASSERT_FALSE(graphs.empty());
  for (const TheoryGraph& graph : graphs) {
    EXPECT_EQ(graph.origin, GraphOrigin::built);
    EXPECT_TRUE(graph_theory(graph, RunContext()).premise.is_met()) << graph.name;
  }
}

TEST(Theory, FindsCommunitiesOnGeneratedGraphs) {
  ItemSpec spec = builtin_item(PaperItem::theory);
  spec.datasets.resize(1);
  spec.datasets[0] = {};
  spec.datasets[0].label = "planted";
  spec.datasets[0].sbm = GeneratedData{.options = {"nodes=60", "communities=3"}, .realisations = 1};
  spec.experiment->methods[0].overrides = {"trained.epochs=2"};
  const TheoryGraph planted = theory_graphs(spec, {}, RunContext()).front();
  EXPECT_EQ(planted.origin, GraphOrigin::block_model);
  EXPECT_FALSE(planted.graph.directed());
  EXPECT_EQ(planted.found.size(), 60u);
}

TEST(Theory, ReportsEveryStatementWithItsPrintedWords) {
  const ItemReport report = theory_report(builtin_item(PaperItem::theory), testing::theory_cases());
  ASSERT_EQ(report.theory.size(), 6u);
  EXPECT_EQ(report.theory[0].printed, "κ_e ≤ κ₋ < 0 ⇒ σ(κ_e) ≤ 1/(1 + e^|κ₋|)");
  for (const JudgedStatement& statement : report.theory) {
    EXPECT_EQ(statement.lines.size(), testing::theory_cases().size());
    EXPECT_NE(claim(report, statement.name).text, "") << statement.name;
  }
}

}  // namespace
}  // namespace cgsd

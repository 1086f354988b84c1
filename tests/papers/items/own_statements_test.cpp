#include "papers/cgsd/items/own_statements.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

StatementFigure judged(const char* dataset, const char* statement, Verdict verdict) {
  StatementFigure figure{.dataset = dataset, .statement = statement, .quantity = "gap"};
  figure.verdict = verdict;
  return figure;
}

TEST(OwnStatements, IsAboutFiveDatasetsOfThePaper) {
  const ItemSpec spec = builtin_item(PaperItem::own_statements);
  std::vector<std::string> labels;
  for (const DatasetEntry& entry : spec.datasets) labels.push_back(entry.label);
  EXPECT_THAT(labels, ::testing::ElementsAre("Cora", "Cornell", "Texas", "Wisconsin", "Chameleon"));
}

// Two triangles with a bridge, each edge listed both ways: curvature 0 and −1 within, −2 on the bridge.
TEST(OwnStatements, TakesTheClassesAsCommunitiesAndEdgesOnce) {
  const testing::TemporaryDirectory here;
  std::string edges;
  for (const auto& [u, v] : {std::pair{0, 1}, {0, 2}, {1, 2}, {2, 3}, {3, 4}, {3, 5}, {4, 5}})
    edges += std::to_string(u) + "," + std::to_string(v) + "\n" + std::to_string(v) + "," + std::to_string(u) + "\n";
  ItemSpec spec;
  spec.datasets.resize(1);
  spec.datasets[0].label = "triangles";
  spec.datasets[0].data = here.file("e.csv", edges).string();
  spec.datasets[0].labels = here.file("y.csv", "0\n0\n0\n1\n1\n1\n").string();
  const auto figures = own_statement_figures(spec, {}, RunContext());
  const auto lowest = std::ranges::find(figures, "lowest curvature", &StatementFigure::quantity);
  ASSERT_NE(lowest, figures.end());
  EXPECT_EQ(lowest->dataset, "triangles");
  EXPECT_EQ(lowest->measured, -2.0);
  const auto premise = std::ranges::find(figures, "leak and contraction bound", &StatementFigure::statement);
  ASSERT_NE(premise, figures.end());
  EXPECT_EQ(premise->measured, 1.0);
  EXPECT_EQ(premise->verdict, Verdict::holds);
}

TEST(OwnStatements, NamesEachStatementThatIsViolatedOnce) {
  const ItemReport report =
      own_statements_report({}, {judged("A", "gap", Verdict::violated), judged("A", "gap", Verdict::violated),
                                 judged("A", "soft rank", Verdict::holds), judged("B", "gap", Verdict::violated)});
  EXPECT_THAT(report.remarks.at(0), HasSubstr("ours, not the paper's"));
  EXPECT_EQ(report.remarks.at(1), "Violated: gap on A; gap on B.");
  EXPECT_EQ(report.statements.size(), 4u);
  EXPECT_TRUE(report.claims.empty());
  EXPECT_EQ(own_statements_report({}, {}).remarks.at(1), "No statement is violated.");
}

}  // namespace
}  // namespace cgsd

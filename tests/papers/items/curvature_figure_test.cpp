#include "papers/cgsd/items/curvature_figure.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/experiment/dataset_source.hpp"

#include "tests/papers/score_cases.hpp"

namespace cgsd {
namespace {

using testing::claim;
using ::testing::HasSubstr;

const ItemSpec& figure_spec() {
  static const ItemSpec kSpec = builtin_item(PaperItem::figure_curvature);
  return kSpec;
}

CurvatureOfCommunities split(std::string name, std::vector<double> within, std::vector<double> between) {
  return {.name = std::move(name), .within = std::move(within), .between = std::move(between)};
}

TEST(CurvatureFigure, CountsEachValueWithinAndBetween) {
  const ItemReport report = curvature_figure(figure_spec(), std::vector{split("A", {-1, -3, -1}, {-1, -8})});
  EXPECT_EQ(report.files.at(0).contents, "dataset,curvature,within,between\nA,-8,0,1\nA,-3,1,0\nA,-1,2,1\n");
  EXPECT_THAT(report.pictures.at(0).svg, HasSubstr("<svg"));
  EXPECT_EQ(report.pictures.size(), 1u) << "without a training there are no losses to show";
}

TEST(CurvatureFigure, JudgesTheMedianOfEveryDataset) {
  const auto positive = split("A", {1, 2, -50}, {0});
  const auto negative = split("B", {-2, 1, -3}, {0});
  EXPECT_EQ(claim(curvature_figure(figure_spec(), std::vector{positive}), "median").verdict, ClaimVerdict::reproduced);
  const ItemReport report = curvature_figure(figure_spec(), std::vector{positive, negative});
  EXPECT_EQ(claim(report, "median").verdict, ClaimVerdict::not_reproduced);
  EXPECT_THAT(claim(report, "median").evidence, HasSubstr("A 1, B -2"));
}

TEST(CurvatureFigure, ShowsTheLossesOfTheFirstDataset) {
  CurvatureOfCommunities trained = split("A", {1}, {0});
  trained.losses = {{.modularity = -0.5, .collapse = 2, .reconstruction = 0.25, .total = 9.75},
                    {.modularity = -0.75, .collapse = 1, .reconstruction = 0.5, .total = 4.75}};
  trained.kept_epoch = 1;
  const ItemReport report = curvature_figure(figure_spec(), std::vector{trained, split("B", {1}, {0})});
  EXPECT_EQ(report.files.at(1).contents,
            "epoch,modularity,collapse,reconstruction,total\n1,-0.5,2,0.25,9.75\n2,-0.75,1,0.5,4.75\n");
  EXPECT_EQ(report.pictures.at(1).name, "loss-curves");
}

// A generated graph with every edge in both directions: each has the curvature of its degrees, on one side or the other.
TEST(CurvatureFigure, SplitsEveryDirectedEntryByTheCommunitiesFound) {
  DatasetEntry entry;
  entry.label = "planted";
  entry.sbm = GeneratedData{.options = {"nodes=60", "communities=3"}, .realisations = 1};
  const MethodEntry method{.method = "authors", .label = "CSpec", .overrides = {"trained.epochs=4"}};
  const RunContext run;
  const CurvatureOfCommunities found = split_by_communities(entry, method, {}, run);
  const Graph graph = load_entry(entry, {.directed = true}, {}, run).input.graph;
  std::vector<double> expected;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u))
      expected.push_back(4.0 - static_cast<double>(graph.degree(u)) - static_cast<double>(graph.degree(v)));
  }
  std::vector<double> all = found.within;
  all.insert(all.end(), found.between.begin(), found.between.end());
  std::ranges::sort(all);
  std::ranges::sort(expected);
  EXPECT_EQ(all, expected);
  EXPECT_FALSE(found.within.empty());
  EXPECT_FALSE(found.between.empty());
  EXPECT_EQ(found.losses.size(), 4u);
}

}  // namespace
}  // namespace cgsd

#include "cgsd/summary/node_explanation.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using R = AttributeRole;

// Ann, Bob and Cleo are community 0, Dan and Eve 1, Flo 2. Ann knows Bob, Cleo and Dan; Flo knows nobody.
// Columns: age as given, and the word "chess", which Ann, Bob and Dan have.
struct Toy {
  Dataset data;
  Partition partition{{0, 0, 0, 1, 1, 2}, 3};
  Confidence confidence;
  std::vector<std::int32_t> ids = {4, 7, 9};

  Toy() {
    data.input.graph =
        build_graph({.nodes = 6, .entries = {{0, 1}, {0, 2}, {0, 3}}, .weights = {1.0, 3.0, 2.0}}, {}, RunContext())
            .graph;
    data.names = NodeNames({"Ann", "Bob", "Cleo", "Dan", "Eve", "Flo"});
    data.input.attributes = Matrix<float>(6, 2, {50, 1, 60, 1, 40, 0, 20, 1, 30, 0, 40, 0});
    data.attribute_names = {"age", "notes:chess"};
    data.attribute_meanings = {{R::number, "age"}, {R::word, "notes", "chess"}};
    confidence.own = {0.6, 0.9, 0.5, 0.7, 0.8, std::nan("")};
    confidence.other = {1, kNoOther, 1, 0, 0, kNoOther};
  }
  NodeExplanation of(NodeId node) const { return explain_node(data, {partition, confidence, ids}, node); }
};

TEST(NodeExplanation, HasConfidenceAndNextBestByTheirIds) {
  const NodeExplanation e = Toy().of(0);
  EXPECT_EQ(e.node, "Ann");
  EXPECT_EQ(e.community, 4);
  EXPECT_EQ(e.size, 3u);
  EXPECT_DOUBLE_EQ(e.confidence, 0.6);
  EXPECT_DOUBLE_EQ(e.less_sure, 0.5);  // Cleo's is lower, Bob's is not
  EXPECT_EQ(e.other, 7);
  EXPECT_EQ(e.other_size, 2u);
}

TEST(NodeExplanation, IsTheSameForManyNodesAsForOne) {
  const Toy toy;
  const NodeExplainer explainer(toy.data, {toy.partition, toy.confidence, toy.ids});
  for (NodeId v = 0; v < 6; ++v) {
    const NodeExplanation one = toy.of(v);
    const NodeExplanation of_many = explainer.explain(v);
    EXPECT_EQ(of_many.place, one.place);
    EXPECT_EQ(of_many.neighbourhood, one.neighbourhood);
    ASSERT_EQ(of_many.speaks_for.size(), one.speaks_for.size());
    for (std::size_t i = 0; i < one.speaks_for.size(); ++i)
      EXPECT_EQ(of_many.speaks_for[i].words, one.speaks_for[i].words);
  }
}

TEST(NodeExplanation, SaysWhereTheNeighboursAreTheStrongestFirst) {
  const NodeExplanation e = Toy().of(0);
  EXPECT_EQ(e.neighbours, 3u);
  EXPECT_THAT(e.in_own.names, ElementsAre("Cleo", "Bob"));
  EXPECT_DOUBLE_EQ(e.in_own.weight, 4.0);
  EXPECT_THAT(e.in_other.names, ElementsAre("Dan"));
  EXPECT_EQ(e.elsewhere.count, 0u);
  EXPECT_EQ(Toy().of(1).in_own.count, 1u);
  EXPECT_EQ(Toy().of(5).neighbours, 0u);
}

// Age: mean 50 in the own community, 25 in the next; all: mean 40, variance 1000/6. Ann is 50: 25² / (2 · 1000/6) = 1.875.
// Chess: (2 + ½) / 4 against (1 + ½) / 3.
TEST(NodeExplanation, WeighsAttributesByHand) {
  const NodeExplanation e = Toy().of(0);
  ASSERT_EQ(e.speaks_for.size(), 2u);
  EXPECT_EQ(e.speaks_for[0].attribute, "age");
  EXPECT_NEAR(e.speaks_for[0].evidence, 1.875, 1e-12);
  EXPECT_EQ(e.speaks_for[0].words, "age 50 (mean 50 in its community, 25 in community 7)");
  EXPECT_NEAR(e.speaks_for[1].evidence, std::log(0.625 / 0.5), 1e-12);
  EXPECT_EQ(e.speaks_for[1].words, "chess (67 % in its community, 50 % in community 7)");
  EXPECT_THAT(e.speaks_against, IsEmpty());
}

// Cleo, 40: (15² − 10²) / (1000/3) = .375 for her own. Dan, 20: own mean 25, the next 50. Chess speaks against him.
TEST(NodeExplanation, SaysWhatSpeaksForTheOther) {
  const NodeExplanation e = Toy().of(3);
  ASSERT_EQ(e.speaks_against.size(), 1u);
  EXPECT_EQ(e.speaks_against[0].label, "chess");
  EXPECT_LT(e.speaks_against[0].evidence, 0.0);
  EXPECT_EQ(e.speaks_against[0].words, "chess (50 % in its community, 67 % in community 4)");
  EXPECT_EQ(Toy().of(2).speaks_for.size(), 1u) << "a word she does not have says nothing";
}

TEST(NodeExplanation, IsInPlainSentences) {
  const Toy toy;
  EXPECT_EQ(
      toy.of(0).place,
      "Ann is in community 4 (3 nodes) with confidence 0.60; 50 % of the others in it have a lower one. Next best "
      "is community 7 (2 nodes).");
  EXPECT_EQ(toy.of(0).neighbourhood, "2 of its 3 neighbours are in its community (Cleo, Bob), 1 in community 7 (Dan).");
  EXPECT_EQ(toy.of(5).place, "Flo is in community 9 (1 node).");
  EXPECT_THAT(toy.of(5).neighbourhood, HasSubstr("no neighbours"));
}

TEST(NodeExplanation, BearsOneCommunityOneNodeAndNoAttributes) {
  Dataset data;
  data.input.graph = testing::graph_of(1, {});
  const Partition partition{{0}, 1};
  Confidence sure;
  sure.own = {1.0};
  sure.other = {kNoOther};
  const std::vector<std::int32_t> ids = {0};
  const NodeExplanation e = explain_node(data, {partition, sure, ids}, 0);
  EXPECT_EQ(e.size, 1u);
  EXPECT_TRUE(std::isnan(e.less_sure));
  EXPECT_THAT(e.speaks_for, IsEmpty());
  EXPECT_THROW(explain_node(data, {partition, sure, ids}, 1), InvalidArgument);
  data.input.attributes = Matrix<float>(1, 1, {3.0F});
  EXPECT_THAT(explain_node(data, {partition, sure, ids}, 0).speaks_for, IsEmpty());
}

TEST(NodeExplanation, FindsNodesByNameOrNumberAndSuggestsTheNearest) {
  const Toy toy;
  EXPECT_EQ(find_node(toy.data, "Cleo"), 2u);
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { find_node(toy.data, "Clio"); }),
              HasSubstr("did you mean 'Cleo'"));
  EXPECT_THAT(testing::error_text<InvalidArgument>([&] { find_node(toy.data, "nobody"); }),
              HasSubstr("nodes are called 'Ann'"));
  Dataset numbered;
  numbered.input.graph = testing::path_graph(4);
  EXPECT_EQ(find_node(numbered, "3"), 3u);
  for (const char* wrong : {"4", "-1", "2x", ""})
    EXPECT_THAT(testing::error_text<InvalidArgument>([&] { find_node(numbered, wrong); }), HasSubstr("0 to 3"))
        << wrong;
}

}  // namespace
}  // namespace cgsd

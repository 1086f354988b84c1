#include "cgsd/summary/explanation.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/generators.hpp"

#include "tests/support/planted_partitions.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

Summary summarise_detection(const AttributedGraph& input, std::int32_t communities) {
  ConfiguredMethod method = configured("default");
  method.communities = communities;
  Dataset data;
  data.input = input;
  return summarise({}, data, method.run(input, RunContext()), RunContext());
}

Dataset explained_case(double heterophily, double signal) {
  return stochastic_block_model({.nodes = 600,
                                 .communities = 4,
                                 .heterophily = heterophily,
                                 .mean_degree = 40.0,
                                 .dimensions = 32,
                                 .coupling = Coupling::independent,
                                 .signal = signal,
                                 .noise = 1.0},
                                RunContext({.seed = 2}));
}

std::string why(const AttributedGraph& input, std::int32_t communities) {
  return summarise_detection(input, communities).explanation();
}
std::string why(const Dataset& data) { return why(data.input, 4); }
std::string why(double heterophily, double signal) { return why(explained_case(heterophily, signal)); }

TEST(Explanation, SaysWhatWasDoneAndWhy) {
  EXPECT_THAT(why(0.1, 1.0), HasSubstr("edges were used to pull them together"));
  EXPECT_THAT(why(0.75, 1.0), HasSubstr("no more alike than chance"));
  EXPECT_THAT(why(0.1, 0.0), HasSubstr("The attributes look like noise, so the edges decide"));
  EXPECT_THAT(why(0.1, 1.0), HasSubstr("columns as they are"));
  EXPECT_THAT(why({testing::star_graph(30), {}}, 2), HasSubstr("no attributes"));
}

TEST(Explanation, SaysWhetherMembersOfAGroupAvoidEachOther) {
  const auto bare = [](double heterophily) { return why({explained_case(heterophily, 0.0).input.graph, {}}, 4); };
  EXPECT_THAT(bare(0.97), HasSubstr("Groups whose members avoid each other explain the edges better"));
  EXPECT_THAT(bare(0.1), Not(HasSubstr("avoid each other")));
}

TEST(Explanation, SaysThatThereAreTwoPartitions) {
  Dataset data = explained_case(0.2, 0.4);
  testing::reverse_attributes(data);
  EXPECT_THAT(why(data), HasSubstr("Those of the edges are clearer and were taken"));
}

TEST(Explanation, SaysWhyWordsAreComparedSo) {
  EXPECT_THAT(why(testing::planted_words(0.4, 0.3, 22)),
              AllOf(HasSubstr("Attributes were compared in two ways side by side"),
                    HasSubstr("words, rare ones counting more"), HasSubstr("columns on a common scale")));
  EXPECT_THAT(why(testing::planted_words(0.75, 0.3, 22)),
              Not(HasSubstr("neighbours agree more")));  // edges fall anywhere
  EXPECT_THAT(why(testing::planted_words(1.0, 0.3, 22)), HasSubstr("the way in which neighbours agree more"));
}

// Users need not look anything up: no Greek letter, no sign of mathematics, no figure in the sentences.
TEST(Explanation, NamesNodesWithoutAttributes) {
  const auto with_blanks = [](auto&& blank) {
    const Dataset data = explained_case(0.1, 1.0);
    Matrix<float> x = data.input.attributes.dense();
    for (std::size_t i = 0; i < x.rows(); ++i)
      if (blank(i, data.labels.class_of[i])) std::ranges::fill(x.row(i), 0.0F);
    return why({data.input.graph, x}, 4);
  };
  EXPECT_THAT(with_blanks([](std::size_t i, auto) { return i < 7; }),
              HasSubstr("7 nodes are without any attribute: only their edges place them."));
  EXPECT_THAT(with_blanks([](std::size_t i, auto) { return i == 0; }),
              HasSubstr("One node is without any attribute: only its edges place it."));
  EXPECT_THAT(with_blanks([](std::size_t, auto of) { return of == 2; }), HasSubstr("so they count as alike"));
  EXPECT_THAT(why(0.1, 1.0), Not(HasSubstr("without any attribute")));
}

TEST(Explanation, NeedsNoSymbols) {
  std::vector<Summary> summaries;
  for (const double heterophily : {0.1, 0.75, 0.97}) {
    for (const double signal : {0.0, 1.0})
      summaries.push_back(summarise_detection(explained_case(heterophily, signal).input, 4));
  }
  for (const Summary& s : summaries) {
    for (const Decision& d : s.decisions) {
      EXPECT_TRUE(std::ranges::all_of(d.words + d.figures, [](char c) { return static_cast<unsigned char>(c) < 0x80; }))
          << d.words << d.figures;
      if (d.topic == "rounding") continue;
      EXPECT_EQ(d.words.find_first_of("0123456789="), std::string::npos) << d.words;
    }
  }
}

TEST(Explanation, KeepsTheFiguresApart) {
  const Summary s = summarise_detection(explained_case(0.1, 1.0).input, 4);
  const auto edges = std::ranges::find(s.decisions, "edges", &Decision::topic);
  ASSERT_NE(edges, s.decisions.end());
  EXPECT_THAT(edges->figures, HasSubstr("standard deviations"));
}

TEST(Explanation, OfATrainingSpeaksOfTheRoundingOnly) {
  const Dataset data = stochastic_block_model({.nodes = 60, .communities = 2}, RunContext());
  ConfiguredMethod paper = configured("paper");
  paper.communities = 2;
  const Summary s = summarise({}, data, paper.run(data.input, RunContext()), RunContext());
  ASSERT_EQ(s.decisions.size(), 1u);
  EXPECT_EQ(s.decisions[0].topic, "rounding");
}

TEST(Explanation, CountsTheStartsOfKmeansThatEndedNearTheBest) {
  EXPECT_EQ(rounding_decision({.starts = 10, .near_best = 7}).words,
            "7 of 10 starts of K-means ended within 1 % of the best.");
  EXPECT_EQ(rounding_decision({.starts = 1, .near_best = 1}).words, "");
}

}  // namespace
}  // namespace cgsd

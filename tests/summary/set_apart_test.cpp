#include "cgsd/summary/set_apart.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using R = AttributeRole;

constexpr std::size_t kNodes = 60;

// Nodes 0 … 19 are community 1, the others community 0.
Partition third() {
  Partition p{std::vector<std::int32_t>(kNodes, 0), 2};
  for (std::size_t v = 0; v < 20; ++v) p.community_of[v] = 1;
  return p;
}

// One column by a rule.
template <class Value>
Dataset column(Value&& value) {
  Dataset data;
  Matrix<float> x(kNodes, 1);
  for (std::size_t v = 0; v < kNodes; ++v) x(v, 0) = static_cast<float>(value(v));
  data.input.attributes = x;
  return data;
}

std::vector<std::string> words_of(const std::vector<Trait>& traits) {
  std::vector<std::string> words;
  for (const Trait& t : traits) words.push_back(t.words);
  return words;
}

// 18 of 20 inside have the word, 4 of 40 outside: φ = (18·36 − 2·4) / √(20·40·22·38).
TEST(SetApart, KnowsTheSharesInsideAndOutside) {
  const auto found =
      set_apart(column([](std::size_t v) { return v < 18 || (v >= 20 && v < 24) ? 1 : 0; }), third(), RunContext());
  ASSERT_EQ(found[1].size(), 1u);
  const Trait& t = found[1][0];
  EXPECT_EQ(t.attribute, "attribute 0");
  EXPECT_EQ(t.kind, TraitKind::share);
  EXPECT_DOUBLE_EQ(t.inside, 0.9);
  EXPECT_DOUBLE_EQ(t.outside, 0.1);
  EXPECT_DOUBLE_EQ(t.effect, 0.8);
  EXPECT_NEAR(t.strength, 640.0 / std::sqrt(20.0 * 40.0 * 22.0 * 38.0), 1e-12);
  EXPECT_EQ(t.words, "attribute 0 (90 % against 10 %)");
  ASSERT_EQ(found[0].size(), 1u);
  EXPECT_FALSE(found[0][0].more());
  EXPECT_NEAR(found[0][0].strength, -t.strength, 1e-12);
  EXPECT_EQ(found[0][0].words, "seldom attribute 0 (10 % against 90 %)");
}

// 10 ± 1 inside, 0 ± 1 outside: mean 10/3, variance 1 + 2/9 · 100.
TEST(SetApart, KnowsTheMeansInTheUnitsOfTheUser) {
  Dataset data = column([](std::size_t v) { return (v < 20 ? 10.0 : 0.0) + (v % 2 == 0 ? 1.0 : -1.0); });
  data.attribute_meanings = {{R::number, "age", {}, 30.0, 2.0}};
  data.attribute_names = {"age"};
  const auto found = set_apart(data, third(), RunContext());
  ASSERT_EQ(found[1].size(), 1u);
  const Trait& t = found[1][0];
  EXPECT_EQ(t.words, "older (50 against 30)");
  EXPECT_DOUBLE_EQ(t.inside, 50.0);
  EXPECT_DOUBLE_EQ(t.outside, 30.0);
  EXPECT_NEAR(t.effect, 10.0 / std::sqrt(1.0 + 200.0 / 9.0), 1e-6);
  EXPECT_EQ(found[0][0].words, "younger (30 against 50)");
}

TEST(SetApart, SaysNothingOfWhatChanceMakes) {
  const RandomStream stream = RandomStream(3).named("chance");
  Matrix<float> x(kNodes, 200);
  for (std::size_t v = 0; v < kNodes; ++v) {
    for (std::size_t j = 0; j < 200; ++j) {
      const double u = stream.uniform(v * 200 + j);
      x(v, j) = j % 2 == 0 ? (u < 0.1 ? 1.0F : 0.0F) : static_cast<float>(u - 0.5);
    }
  }
  Dataset data;
  data.input.attributes = x;
  EXPECT_THAT(set_apart(data, third(), RunContext()), ElementsAre(IsEmpty(), IsEmpty()));
}

// By the normal tail, z = √(n − 1) φ would be 4.5 and beyond any doubt; the chance is 3/60.
TEST(SetApart, TakesARareWordForWhatItIs) {
  Partition p{std::vector<std::int32_t>(kNodes, 0), 2};
  for (const std::size_t v : {0, 1, 2}) p.community_of[v] = 1;
  EXPECT_THAT(set_apart(column([](std::size_t v) { return v == 0 ? 1 : 0; }), p, RunContext()),
              ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(SetApart, IsNotFooledByOneOutlier) {
  const auto found =
      set_apart(column([](std::size_t v) { return v == 7 ? 1e6 : (v % 2 == 0 ? 1.0 : -1.0); }), third(), RunContext());
  EXPECT_THAT(found, ElementsAre(IsEmpty(), IsEmpty()));
}

TEST(SetApart, RanksWhatIsCommonInsideBeforeWhatIsRare) {
  Dataset data;
  Matrix<float> x(kNodes, 3);
  for (std::size_t v = 0; v < kNodes; ++v) {
    x(v, 0) = v >= 20 ? 1.0F : 0.0F;            // nobody inside, everybody outside
    x(v, 1) = v < 14 ? 1.0F : 0.0F;             // 70 % inside
    x(v, 2) = v < 20 || v >= 56 ? 1.0F : 0.0F;  // all inside, a tenth outside
  }
  data.input.attributes = x;
  EXPECT_THAT(words_of(set_apart(data, third(), RunContext())[1]),
              ElementsAre("attribute 2 (100 % against 10 %)", "attribute 1 (70 % against 0 %)",
                          "seldom attribute 0 (0 % against 100 %)"));
}

TEST(SetApart, LeavesOutTheRarerCategoryOfAColumnThatHasACommoner) {
  Dataset data;
  Matrix<float> x(kNodes, 2);
  for (std::size_t v = 0; v < kNodes; ++v) x(v, v < 20 ? 0 : 1) = 0.7F;
  data.input.attributes = x;
  data.attribute_meanings = {{R::category, "city", "Oslo"}, {R::category, "city", "Rome"}};
  EXPECT_THAT(words_of(set_apart(data, third(), RunContext())[1]), ElementsAre("city Oslo (100 % against 0 %)"));
}

TEST(SetApart, IsTheSameForSparseAttributes) {
  const RandomStream stream = RandomStream(5).named("sparse");
  Matrix<float> x(kNodes, 6);
  for (std::size_t v = 0; v < kNodes; ++v) {
    for (std::size_t j = 0; j < 6; ++j) {
      const double u = stream.uniform(v * 6 + j);
      const double more = v < 20 && j < 3 ? 0.9 : 0.1;
      x(v, j) = u < more ? (j % 2 == 0 ? 1.0F : static_cast<float>(u - 0.3)) : 0.0F;
    }
  }
  Dataset dense;
  dense.input.attributes = x;
  Dataset sparse;
  sparse.input.attributes = to_sparse(x);
  const auto expected = set_apart(dense, third(), RunContext());
  const auto found = set_apart(sparse, third(), RunContext());
  ASSERT_FALSE(expected[1].empty());
  EXPECT_EQ(words_of(found[0]), words_of(expected[0]));
  EXPECT_EQ(words_of(found[1]), words_of(expected[1]));
}

TEST(SetApart, BearsWhatHasNothingToCompare) {
  const Dataset constant = column([](std::size_t) { return 3.0; });
  EXPECT_THAT(set_apart(constant, third(), RunContext()), ElementsAre(IsEmpty(), IsEmpty()));
  EXPECT_THAT(set_apart(Dataset(), {{0, 1}, 2}, RunContext()), ElementsAre(IsEmpty(), IsEmpty()));
  const Partition everything{std::vector<std::int32_t>(kNodes, 0), 1};
  EXPECT_THAT(set_apart(column([](std::size_t v) { return static_cast<double>(v); }), everything, RunContext()),
              ElementsAre(IsEmpty()));
  Dataset one;
  one.input.attributes = Matrix<float>(1, 1, {2.0F});
  EXPECT_THAT(set_apart(one, {{0}, 1}, RunContext()), ElementsAre(IsEmpty()));
}

TEST(SetApart, IsTheSameAtAnyNumberOfThreads) {
  const Dataset data = column([](std::size_t v) { return v < 20 ? 2.0 + 0.1 * static_cast<double>(v) : 0.3; });
  const auto reference = set_apart(data, third(), RunContext({.workers = 1}));
  for (const int workers : {2, 3, 4}) {
    const auto found = set_apart(data, third(), RunContext({.workers = workers}));
    EXPECT_EQ(found[1].at(0).strength, reference[1].at(0).strength);
  }
}

}  // namespace
}  // namespace cgsd

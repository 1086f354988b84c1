#include "papers/cgsd/items/theory_verdicts.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/papers/items/theory_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using V = ClaimVerdict;

Claim verdict(std::string_view begins) {
  const auto all = theory_verdicts(builtin_item(PaperItem::theory), testing::theory_cases());
  const auto found = std::ranges::find_if(all, [&](const Claim& c) { return c.text.starts_with(begins); });
  EXPECT_NE(found, all.end()) << begins;
  return found == all.end() ? Claim{} : *found;
}

TEST(TheoryVerdicts, WhatIsTrueOfAnyNumbersHolds) {
  EXPECT_EQ(verdict("Lemma 1 (").verdict, V::reproduced);
  EXPECT_EQ(verdict("Lemma 2 (").verdict, V::reproduced);
  EXPECT_EQ(verdict("Lemma 3 (").verdict, V::reproduced);
  EXPECT_THAT(verdict("Lemma 3 (").evidence, HasSubstr("its bias is 0"));
}

TEST(TheoryVerdicts, TheSeparationOfCornellIsRuledOutByThePapersOwnNumbers) {
  EXPECT_EQ(verdict("Lemma 1, interpretation").verdict, V::contradicts_itself);
  EXPECT_THAT(verdict("Lemma 1, interpretation").evidence, HasSubstr("σ(7.69) = 0.9995"));
  EXPECT_THAT(verdict("Lemma 1, interpretation").evidence, HasSubstr("is 2,186."));
}

TEST(TheoryVerdicts, Theorem1FailsInPremiseConclusionAndProof) {
  EXPECT_EQ(verdict("Theorem 1, premise").verdict, V::not_reproduced);
  EXPECT_THAT(verdict("Theorem 1, premise").evidence, HasSubstr("met by 0 of 1 datasets"));
  EXPECT_EQ(verdict("Theorem 1 (").verdict, V::not_reproduced);
  EXPECT_THAT(verdict("Theorem 1 (").evidence, HasSubstr("2 of 3 graphs that meet the premise break it"));
  EXPECT_EQ(verdict("Theorem 1: c(Δ) rises").verdict, V::not_reproduced);
  EXPECT_EQ(verdict("Theorem 1, proof").verdict, V::not_reproduced);
}

TEST(TheoryVerdicts, Theorem2HasNoConstantAndPointsTheOtherWay) {
  EXPECT_EQ(verdict("Theorem 2 (").verdict, V::not_reproduced);
  EXPECT_EQ(verdict("Theorem 2, interpretation").verdict, V::contradicts_itself);
  EXPECT_THAT(verdict("Theorem 2, interpretation").evidence, HasSubstr("0.11 at h = 0.1"));
  EXPECT_EQ(verdict("Theorem 2, proof").verdict, V::not_reproduced);
  EXPECT_THAT(verdict("Theorem 2, proof").evidence, HasSubstr("0.9995, the right side 0.0005"));
}

TEST(TheoryVerdicts, Theorem3LacksItsConstant) {
  EXPECT_EQ(verdict("Theorem 3 (").verdict, V::cannot_be_checked);
  EXPECT_EQ(verdict("Theorem 3, interpretation").verdict, V::contradicts_itself);
}

TEST(TheoryVerdicts, Lemma3AtATenthContradictsItsOwnBound) {
  EXPECT_EQ(verdict("Lemma 3: T = 0.1").verdict, V::contradicts_itself);
  EXPECT_THAT(verdict("Lemma 3: T = 0.1").evidence, HasSubstr("0.99995 N"));
}

}  // namespace
}  // namespace cgsd

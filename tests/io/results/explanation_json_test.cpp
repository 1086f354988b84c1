#include "cgsd/io/results/explanation_json.hpp"

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace cgsd {
namespace {

TEST(ExplanationJson, HasEveryPartUnderItsName) {
  NodeExplanation e;
  e.node = "Ann";
  e.community = 4;
  e.size = 3;
  e.confidence = 0.5;
  e.less_sure = std::nan("");
  e.other = 7;
  e.neighbours = 3;
  e.in_own = {2, 4.0, {"Cleo", "Bob"}};
  e.speaks_for = {{.attribute = "age",
                   .label = "age",
                   .value = 50.0,
                   .own = 52.0,
                   .other = 25.0,
                   .evidence = 1.5,
                   .words = "older"}};
  e.place = "Ann is in community 4.";
  const auto json = explanation_json(e);
  EXPECT_EQ(json["node"], "Ann");
  EXPECT_EQ(json["community"], 4);
  EXPECT_EQ(json["second_choice"], 7);
  EXPECT_TRUE(json["less_sure"].is_null());
  EXPECT_EQ(json["neighbours"]["own"]["names"][1], "Bob");
  EXPECT_EQ(json["speaks_for"][0]["attribute"], "age");
  EXPECT_EQ(json["speaks_for"][0]["evidence"], 1.5);
  EXPECT_EQ(json["sentences"][0], "Ann is in community 4.");
}

TEST(ExplanationJson, HasNoSecondChoiceIfThereIsNone) {
  EXPECT_TRUE(explanation_json(NodeExplanation{})["second_choice"].is_null());
}

}  // namespace
}  // namespace cgsd

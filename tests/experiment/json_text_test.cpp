#include "cgsd/experiment/json_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

std::string refused(std::string_view text) {
  return testing::error_text([&] { parse_json(text, "x.json"); });
}

TEST(JsonText, KeepsTheOrderOfKeys) {
  EXPECT_EQ(parse_json(R"({"b": 1, "a": [true, {"c": null}]})", "x.json").dump(), R"({"b":1,"a":[true,{"c":null}]})");
}

TEST(JsonText, SaysInWhichLineAndColumnItBreaks) {
  EXPECT_EQ(refused("{\"a\": 1,\n \"b\": oops}"), "x.json:2:7: this is not valid JSON");
  EXPECT_EQ(refused(""), "x.json:1:1: this is not valid JSON");
  EXPECT_EQ(refused("{} {}"), "x.json:1:4: this is not valid JSON");
}

TEST(JsonText, RefusesAKeyThatIsThereTwiceInOneObject) {
  EXPECT_EQ(refused(R"({"a": {"b": 1, "b": 2}})"), "x.json: key 'b' is there twice");
  EXPECT_NO_THROW(parse_json(R"([{"a": 1}, {"a": {"a": 2}}])", "x.json"));
}

TEST(JsonText, RefusesNestingThatIsMeantToHurt) {
  EXPECT_THAT(refused(std::string(100'000, '[')), ::testing::EndsWith("this is not valid JSON"));
  EXPECT_THAT(refused(std::string(100'000, '{')), ::testing::EndsWith("this is not valid JSON"));
}

}  // namespace
}  // namespace cgsd

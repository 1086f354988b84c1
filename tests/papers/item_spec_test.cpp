#include "papers/cgsd/item_spec.hpp"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/experiment/method_entry.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/shared_data.hpp"

namespace cgsd {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

std::string refused(const std::string& text) {
  return testing::error_text([&] { parse_item(text, "item.json"); });
}

TEST(ItemSpec, EveryItemHasAFileThatIsCompiledIn) {
  for (const auto& entry : enum_names(PaperItem{})) {
    std::ifstream file(testing::source_path("experiments") / (std::string(entry.name) + ".json"));
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(builtin_item_text(entry.value), text.str()) << entry.name;
    const ItemSpec spec = builtin_item(entry.value);
    EXPECT_EQ(spec.item, entry.value);
    EXPECT_FALSE(spec.title.empty());
    EXPECT_TRUE(spec.of || !spec.datasets.empty()) << entry.name;
  }
}

TEST(ItemSpec, ListsOfMethodsNameMethodsOfTheExperiment) {
  for (const auto& entry : enum_names(PaperItem{})) {
    const ItemSpec spec = builtin_item(entry.value);
    if (!spec.experiment) continue;
    std::vector<std::string> labels;
    for (const MethodEntry& method : spec.experiment->methods) labels.push_back(method.label);
    for (const auto* names : {&spec.learned, &spec.compare_only}) {
      for (const std::string& name : *names) EXPECT_THAT(labels, Contains(name)) << entry.name;
    }
  }
}

TEST(ItemSpec, KeepsPrintedDigits) {
  const ItemSpec spec = builtin_item(PaperItem::table_curvature);
  EXPECT_EQ(spec.printed_at("Cornell", "within"), (Printed{-22.5, 2}));
  EXPECT_EQ(spec.printed_at("Cornell", "nothing"), std::nullopt);
  EXPECT_EQ(spec.printed_at("Nowhere", "within"), std::nullopt);
  EXPECT_EQ(builtin_item(PaperItem::table_main).quoted_value("t_test_p"), 0.008);
}

TEST(ItemSpec, KeepsStatementsInTheirOrderAndWords) {
  const ItemSpec spec = parse_item(
      R"({"reproduction": {"item": "theory", "statements": {"Lemma 2": "b", "Lemma 1": "a"}}})", "item.json");
  EXPECT_THAT(spec.statements,
              ::testing::ElementsAre(::testing::Pair("Lemma 2", "b"), ::testing::Pair("Lemma 1", "a")));
}

TEST(ItemSpec, NamesTheItemsItUses) {
  const ItemSpec spec = builtin_item(PaperItem::claims);
  EXPECT_THAT(spec.uses, Contains(PaperItem::table_main));
  EXPECT_THAT(refused(R"({"reproduction": {"item": "claims", "uses": ["table-x"]}})"), HasSubstr("table-x"));
}

TEST(ItemSpec, NamesThePartThatIsWrong) {
  EXPECT_EQ(refused("{}"), "item.json: \"reproduction\" is missing");
  EXPECT_THAT(refused(R"({"reproduction": {"item": "table-x"}})"), HasSubstr("table-x"));
  EXPECT_THAT(refused(R"({"reproduction": {"item": "table-data", "quoted": {"p": 0.1}}})"),
              HasSubstr("quoted.p: numbers are texts"));
  EXPECT_THAT(refused(R"({"reproduction": {"item": "table-data", "quoted": {"p": "x"}}})"), HasSubstr("is no number"));
  EXPECT_THAT(refused(R"({"reproduction": {"item": "table-data", "x": 1}})"), HasSubstr("unknown key 'x'"));
  EXPECT_THAT(refused(R"({"reproduction": {"item": "table-large", "unavailable": {"A": {}}}})"),
              HasSubstr("unavailable.A: \"why\" is missing"));
}

}  // namespace
}  // namespace cgsd

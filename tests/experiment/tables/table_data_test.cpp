// The CSV and JSON of cgsd/experiment/tables/table_format.hpp.
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/experiment/tables/table_format.hpp"

#include "tests/experiment/tables/table_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

std::vector<ResultTable> nmi_table() {
  return {metric_table(testing::small_table_spec(), testing::small_table_cells(), Metric::nmi)};
}

std::vector<ResultTable> one_entry(const TableEntry& entry, std::vector<std::string> notes = {}) {
  ResultTable table;
  table.entries = {entry};
  table.notes = std::move(notes);
  return {table};
}

TEST(TableData, AsCsvWithOneRowPerFigure) {
  const std::string text = to_csv(nmi_table());
  EXPECT_THAT(text, HasSubstr("dataset,method,metric,mean,standard_error,cells,wanted,best,mark,paper,notes\n"));
  EXPECT_THAT(text, HasSubstr("karate,leiden,nmi,0.5,0,2,2,1,,0.465,\n"));
  EXPECT_THAT(text, HasSubstr("karate,kmeans,nmi,,,0,2,0,,,\"failed: needs attributes, and the input has none\"\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
}

TEST(TableData, AsJson) {
  const auto json = nlohmann::json::parse(to_json(nmi_table()));
  ASSERT_EQ(json["results"].size(), 6u);
  EXPECT_EQ(json["results"][2]["method"], "leiden");
  EXPECT_EQ(json["results"][2]["paper"], 0.465);
  EXPECT_EQ(json["results"][2]["best"], true);
  EXPECT_TRUE(json["results"][4]["mean"].is_null());
  EXPECT_EQ(json["results"][5]["cells"], 2);
  EXPECT_EQ(json["results"][3]["notes"][0], "not run");
}

TEST(TableData, HasEveryBitOfAFigure) {
  TableEntry entry;
  entry.summary = {.wanted = 3, .found = 3, .mean = 1.0 / 3.0, .standard_error = 1e-300};
  EXPECT_THAT(to_csv(one_entry(entry)), HasSubstr(",nmi,0.3333333333333333,1e-300,3,3,0,"));
  const auto json = Json::parse(to_json(one_entry(entry)));
  EXPECT_EQ(json["results"][0]["mean"].get<double>(), 1.0 / 3.0);
  EXPECT_EQ(json["results"][0]["standard_error"].get<double>(), 1e-300);
}

TEST(TableData, HasNothingWhereThereIsNoFigure) {
  TableEntry entry;
  entry.method = "m";
  entry.dataset = "d";
  entry.summary = {.wanted = 1, .found = 1, .mean = std::numeric_limits<double>::infinity()};
  EXPECT_THAT(to_csv(one_entry(entry)), HasSubstr("\nd,m,nmi,,,1,1,0,,,\n"));
  const auto json = Json::parse(to_json(one_entry(entry)))["results"][0];
  EXPECT_TRUE(json["mean"].is_null());
  EXPECT_TRUE(json["standard_error"].is_null());
  for (const char* absent : {"mark", "paper", "notes"}) EXPECT_FALSE(json.contains(absent)) << absent;
}

TEST(TableData, KeepsMarksPrintedValuesAndNotesWithTheirFigure) {
  TableEntry entry;
  entry.method = "a,b";
  entry.dataset = "say \"d\"";
  entry.metric = Metric::seconds;
  entry.summary = {.wanted = 2, .found = 1, .mean = 2.0};
  entry.best = true;
  entry.mark = "†";
  entry.paper = 0.25;
  entry.notes = {1, 0};
  const auto tables = one_entry(entry, {"first", "second"});
  EXPECT_THAT(to_csv(tables), HasSubstr("\n\"say \"\"d\"\"\",\"a,b\",seconds,2,,1,2,1,†,0.25,second; first\n"));
  const auto json = Json::parse(to_json(tables))["results"][0];
  EXPECT_EQ(json["dataset"], "say \"d\"");
  EXPECT_EQ(json["metric"], "seconds");
  EXPECT_EQ(json["mark"], "†");
  EXPECT_EQ(json["paper"], 0.25);
  EXPECT_EQ(json["notes"], Json::array({"second", "first"}));
}

TEST(TableData, OfNoTablesIsAHeadingAlone) {
  EXPECT_EQ(to_csv({}), "dataset,method,metric,mean,standard_error,cells,wanted,best,mark,paper,notes\n");
  EXPECT_EQ(Json::parse(to_json({}))["results"], Json::array());
}

}  // namespace
}  // namespace cgsd

#include "papers/cgsd/reproduction_report.hpp"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

ItemReport small_report() {
  ItemReport report;
  report.item = PaperItem::table_main;
  report.title = "A table";
  report.comparison.figures = {
      {"Cornell", "CSpec", {.value = 0.1113, .standard_error = 0.0174, .runs = 5}, Printed{0.093, 3}, 3, {}},
      {"Cornell", "K-means", {.value = 0.0771, .standard_error = 0.0011, .runs = 5}, Printed{0.068, 3}, 3, {}},
      {"Cornell", "dgi", {}, Printed{0.13, 3}, 3, "not run"}};
  report.claims = {{"It is | good", ClaimVerdict::contradicts_itself, "It is 0.111."},
                   {"It wins", ClaimVerdict::reproduced, "It does."}};
  report.files = {{"points.csv", "a,b\n"}};
  return report;
}

TEST(ReproductionReport, ShowsEveryFigureBesideThePrintedOne) {
  const std::string text = formatted(std::vector{small_report()}, TableFormat::text);
  EXPECT_THAT(text, HasSubstr("Cornell  CSpec    0.111 ± 0.017    0.093      +0.018  inside"));
  EXPECT_THAT(text, HasSubstr("         K-means  0.077 ± 0.001    0.068      +0.009  outside"));
  EXPECT_THAT(text, HasSubstr("–    0.130           –  not measured  not run"));
  EXPECT_THAT(text, HasSubstr("contradicts itself: It is | good\n      It is 0.111."));
}

TEST(ReproductionReport, HasFullPrecisionForPrograms) {
  const std::vector reports{small_report()};
  EXPECT_THAT(formatted(reports, TableFormat::csv), HasSubstr("Cornell,CSpec,0.1113,0.0174,5,0.093,"));
  const auto json = nlohmann::json::parse(formatted(reports, TableFormat::json));
  EXPECT_EQ(json["items"][0]["figures"][0]["measured"], 0.1113);
  EXPECT_TRUE(json["items"][0]["figures"][2]["measured"].is_null());
  EXPECT_EQ(json["items"][0]["claims"][1]["verdict"], "reproduced");
  EXPECT_THAT(formatted(reports, TableFormat::latex), HasSubstr("Cornell & CSpec & 0.111 ± 0.017 & 0.093"));
}

TEST(ReproductionReport, BeginsWithASummaryAndTheContradictions) {
  const std::string text = reproduction_markdown(std::vector{small_report()},
                                                 {.version = "1.0", .learned = false, .seeds = 0, .workers = 2});
  EXPECT_THAT(text, HasSubstr("| table-main | 1 of 2 | 1 | 0 | 1 | 0 |"));
  const std::size_t contradictions = text.find("## Where the paper contradicts itself");
  ASSERT_NE(contradictions, std::string::npos);
  EXPECT_LT(contradictions, text.find("## table-main"));
  EXPECT_THAT(text, HasSubstr("| It is \\| good | **contradicts itself** | It is 0.111. |"));
}

TEST(ReproductionReport, ShowsStatementsInEveryFormat) {
  ItemReport report;
  report.item = PaperItem::own_statements;
  StatementFigure figure{.dataset = "Texas", .statement = "curvature bounds", .quantity = "lowest curvature"};
  figure.measured = -117.25;
  figure.at_least = -204.0;
  figure.digits = 1;
  figure.verdict = Verdict::holds;
  report.statements = {figure};
  const std::vector reports{report};
  EXPECT_THAT(formatted(reports, TableFormat::text), HasSubstr("lowest curvature    -117.2  ≥ -204.0  holds"));
  EXPECT_THAT(formatted(reports, TableFormat::csv), HasSubstr("lowest curvature,-117.25,-204,,holds"));
  EXPECT_THAT(formatted(reports, TableFormat::latex), HasSubstr("lowest curvature & -117.2 &"));
  EXPECT_THAT(formatted(reports, TableFormat::markdown), HasSubstr("| lowest curvature | -117.2 | ≥ -204.0 | holds |"));
  const auto json = nlohmann::json::parse(formatted(reports, TableFormat::json))["items"][0]["statements"][0];
  EXPECT_EQ(json["measured"], -117.25);
  EXPECT_EQ(json["at_least"], -204.0);
  EXPECT_FALSE(json.contains("at_most"));
  EXPECT_EQ(json["verdict"], "holds");
  const testing::TemporaryDirectory here;
  EXPECT_THAT(write_files(report, here / "out"), ElementsAre("own-statements.csv"));
}

TEST(ReproductionReport, ShowsStatementsOfThePaperInEveryFormat) {
  ItemReport report;
  report.item = PaperItem::theory;
  report.theory = {{.name = "Lemma 9", .printed = "a ⇒ b", .legend = "c.", .columns = {{"c", 2}}}};
  report.theory[0].lines = {{"Cora", {0.25}, true, false}};
  const std::vector reports{report};
  for (const TableFormat format : {TableFormat::text, TableFormat::markdown, TableFormat::csv, TableFormat::latex})
    EXPECT_THAT(formatted(reports, format), HasSubstr("Cora")) << name_of(format);
  const auto json = nlohmann::json::parse(formatted(reports, TableFormat::json))["items"][0]["theory"][0];
  EXPECT_EQ(json["printed"], "a ⇒ b");
  EXPECT_EQ(json["graphs"][0]["premise"], "met");
  EXPECT_EQ(json["graphs"][0]["conclusion"], "fails");
  EXPECT_EQ(json["graphs"][0]["figures"]["c"], 0.25);
}

TEST(ReproductionReport, ShowsClaimsOfOtherItemsWithoutCountingThem) {
  ItemReport report;
  report.item = PaperItem::claims;
  report.claims = {{"Own", ClaimVerdict::reproduced, "x"}};
  report.elsewhere = {{"Other", ClaimVerdict::contradicts_itself, "y"}};
  const std::vector reports{report};
  EXPECT_THAT(formatted(reports, TableFormat::text), HasSubstr("Judged with their tables:"));
  EXPECT_THAT(formatted(reports, TableFormat::csv), HasSubstr("claim,verdict,evidence\nOwn,reproduced,x\n"));
  const std::string document = reproduction_markdown(reports, {.version = "1"});
  EXPECT_THAT(document, HasSubstr("| claims | – | 1 | 0 | 0 | 0 |"));
  EXPECT_THAT(document, HasSubstr("| Other | **contradicts itself** | y |"));
}

TEST(ReproductionReport, WritesItsFilesAndSaysWhatTheyHold) {
  const testing::TemporaryDirectory here;
  const std::vector reports{small_report()};
  const std::vector<std::string> names = write_files(reports[0], here / "out");
  EXPECT_THAT(names, ElementsAre("table-main.csv", "points.csv"));
  write_manifest(reports, {.version = "1.0", .learned = false, .seeds = 0, .workers = 1}, here / "out", names);
  std::ifstream file(here / "out/manifest.json");
  const auto json = nlohmann::json::parse(file);
  // sha256sum of "a,b\n"
  EXPECT_EQ(json["files"]["points.csv"], "5be08c9684a1d25efcee09318204824278b08bbfb4aef973ffefd0b9d7478313");
  EXPECT_EQ(json["items"]["table-main"]["figures_agree"], 1);
}

}  // namespace
}  // namespace cgsd

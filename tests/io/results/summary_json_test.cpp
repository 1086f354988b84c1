#include "cgsd/io/results/summary_json.hpp"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/graph/karate.hpp"
#include "cgsd/io/results/option_file.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::TemporaryDirectory;

Summary toy() {
  Summary s;
  s.run.version = "1.2.3";
  s.run.method = "leiden";
  s.run.seed = 18446744073709551615u;
  s.run.options = {{"resolution", 1.5}, {"runs", std::int64_t{3}}, {"quiet", true}, {"word", std::string("x=y")}};
  s.run.data_name = "toy";
  s.run.data_format = "edge_list";
  s.run.files = {{"a/b.csv", 17, "abc"}};
  s.communities.resize(2);
  s.communities[0].size = 2;
  s.communities[0].conductance = 0.25;
  s.communities[1].size = 1;
  s.communities[1].conductance = std::nan("");
  s.quality.cut = {0.25, 0.5, std::nan(""), std::numeric_limits<double>::infinity()};
  s.evidence = {{"passes", std::int64_t{4}}};
  s.warnings = {"look"};
  s.timing = {{{"reading", 0.25}, {"moving", 1.5}}, 2.0, 0};
  return s;
}

TEST(SummaryJson, NamesVersionMethodSeedOptionsAndData) {
  const auto json = summary_json(toy());
  EXPECT_EQ(json["cgsd"], "1.2.3");
  EXPECT_EQ(json["method"], "leiden");
  EXPECT_EQ(json["seed"], 18446744073709551615u);
  EXPECT_EQ(json["options"]["resolution"], 1.5);
  EXPECT_EQ(json["options"]["word"], "x=y");
  EXPECT_EQ(json["data"]["files"][0]["sha256"], "abc");
  EXPECT_EQ(json["warnings"][0], "look");
}

TEST(SummaryJson, WritesNullForNumbersThatAreNone) {
  const auto json = summary_json(toy());
  EXPECT_EQ(json["quality"]["modularity"], 0.25);
  EXPECT_TRUE(json["quality"]["mean_conductance"].is_null());
  EXPECT_TRUE(json["quality"]["largest_conductance"].is_null());
  EXPECT_TRUE(json["communities"]["conductances"][1].is_null());
  EXPECT_TRUE(json["peak_memory_bytes"].is_null());
}

TEST(SummaryJson, LeavesOutPartsThatTheMethodDoesNotHave) {
  const auto json = summary_json(toy());
  for (const char* part :
       {"training", "diffusion", "spectrum", "neighbours", "kmeans", "stability", "losses", "explanation", "decisions"})
    EXPECT_FALSE(json.contains(part)) << part;
  EXPECT_EQ(json["evidence"]["passes"], 4);
  Summary s = toy();
  s.losses = {2.0, 1.0};
  s.neighbours = 30;
  s.kmeans = KmeansFacts{.inertia = 3.0, .starts = 10, .near_best = 4};
  s.decisions = {{"rounding", "Four of ten.", "4 and 10"}};
  const auto more = summary_json(s);
  EXPECT_EQ(more["losses"][1], 1.0);
  EXPECT_EQ(more["kmeans"]["near_best"], 4);
  EXPECT_EQ(more["neighbours"], 30);
  EXPECT_EQ(more["explanation"], "Four of ten.");
  EXPECT_EQ(more["decisions"][0]["topic"], "rounding");
  EXPECT_EQ(more["decisions"][0]["figures"], "4 and 10");
}

TEST(SummaryJson, SaysWhatTheNumberOfCommunitiesWasChosenBy) {
  Summary s = toy();
  s.count = asked_for(5);
  EXPECT_EQ(summary_json(s)["communities"]["wanted"], 5);
  EXPECT_EQ(summary_json(s)["communities"]["wanted_by"], "user");
  EXPECT_FALSE(summary_json(s)["communities"].contains("gaps"));
  const std::vector<double> eigenvalues = {0.0, 0.1, 0.9, 1.0};
  s.count = count_by_eigengap(eigenvalues);
  EXPECT_EQ(summary_json(s)["communities"]["wanted"], 2);
  EXPECT_EQ(summary_json(s)["communities"]["gaps"].size(), 3u);
}

TEST(SummaryJson, OfAGraphHasItsFigures) {
  const auto json = graph_json(graph_facts(karate_club(RunContext()), RunContext()));
  EXPECT_EQ(json["nodes"], 34);
  EXPECT_EQ(json["edges"], 78);
  EXPECT_EQ(json["classes"]["count"], 2);
  EXPECT_TRUE(json["attributes"].is_null());
  EXPECT_DOUBLE_EQ(json["homophily"]["edge"].get<double>(), 68.0 / 78.0);
}

// Labels may begin at 1.
TEST(SummaryJson, CountsTheClassesThatHaveNodes) {
  Dataset karate = karate_club(RunContext());
  for (std::int32_t& c : karate.labels.class_of) ++c;
  karate.labels.class_names.clear();
  const auto json = graph_json(graph_facts(karate, RunContext()));
  EXPECT_EQ(json["classes"]["count"], 2);
  EXPECT_EQ(json["classes"]["sizes"].size(), 3u);
}

TEST(SummaryJson, IsReadBackAsOptions) {
  const TemporaryDirectory here;
  const auto file = here.file("manifest.json", json_text(summary_json(toy())));
  std::vector<std::string> names;
  for (const OptionSetting& setting : read_option_file(file, RunContext())) names.push_back(setting.name);
  EXPECT_THAT(names, ElementsAre("method", "seed", "quiet", "resolution", "runs", "word"));
}

TEST(DataFiles, HaveSizeAndChecksum) {
  const TemporaryDirectory here;
  const auto files = data_files({here.file("abc.txt", "abc"), here.path()}, RunContext());
  ASSERT_EQ(files.size(), 1u);  // a directory is not a file
  EXPECT_EQ(files[0].bytes, 3u);
  EXPECT_EQ(files[0].sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");  // FIPS 180-4
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/results/communities_json.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::file_bytes;
using testing::TemporaryDirectory;

const Partition kPartition{{0, 0, 1}, 2};

Summary toy() {
  Summary s;
  s.run.version = "1.2.3";
  s.run.method = "default";
  s.run.data_name = "toy";
  s.communities.resize(2);
  s.communities[0].size = 2;
  s.communities[0].set_apart = {{.attribute = "age",
                                 .label = "age",
                                 .kind = TraitKind::number,
                                 .inside = 52.0,
                                 .outside = 38.0,
                                 .effect = 1.5,
                                 .strength = 0.6,
                                 .words = "older (52 against 38)"}};
  s.communities[0].central = {"a", "b"};
  s.communities[1].id = 5;
  s.communities[1].size = 1;
  s.communities[1].density = std::nan("");
  s.confidence = {ConfidenceSource::centres, {0.91234567, 0.5, std::nan("")}, {1, kNoOther, 0}, {0.1, 0.0, 0.2}};
  return s;
}

TEST(CommunitiesJson, HasASchemaCommunitiesAndNodes) {
  const TemporaryDirectory dir;
  write_communities_json(dir / "c.json", NodeNames({"a", "b", "c\xff"}), kPartition, toy());
  const auto json = nlohmann::json::parse(file_bytes(dir / "c.json"));
  EXPECT_EQ(json["schema"], "cgsd.communities");
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["confidence_by"], "centres");
  EXPECT_EQ(json["communities"][0]["id"], 0);
  EXPECT_EQ(json["communities"][0]["set_apart"][0]["direction"], "more");
  EXPECT_EQ(json["communities"][0]["set_apart"][0]["words"], "older (52 against 38)");
  EXPECT_TRUE(json["communities"][1]["density"].is_null());
  EXPECT_EQ(json["nodes"]["name"][2], "c\xef\xbf\xbd");
  EXPECT_EQ(json["nodes"]["community"].dump(), "[0,0,5]");
  EXPECT_EQ(json["nodes"]["second_choice"].dump(), "[5,null,0]");
  EXPECT_EQ(json["nodes"]["confidence"][0], 0.9123);
  EXPECT_TRUE(json["nodes"]["confidence"][2].is_null());
  EXPECT_FALSE(json["nodes"].contains("stability"));
}

TEST(CommunitiesJson, HasStabilityIfItWasMeasuredAndNumbersOfNodesWithoutNames) {
  Summary s = toy();
  s.stability = Stability{.seeds = {}, .attributes = {}, .node = {1.0, 0.5, 0.25}};
  const auto lists = node_lists_json({}, kPartition, s);
  EXPECT_EQ(lists["stability"].dump(), "[1.0,0.5,0.25]");
  EXPECT_EQ(lists["name"].dump(), "[0,1,2]");
}

TEST(CommunitiesJson, AreReadBack) {
  const TemporaryDirectory dir;
  write_communities_json(dir / "c.json", {}, kPartition, toy());
  const StoredCommunities stored = read_communities_json(dir / "c.json", RunContext());
  EXPECT_EQ(stored.partition, kPartition);
  EXPECT_THAT(stored.ids, ElementsAre(0, 5));
  EXPECT_DOUBLE_EQ(stored.confidence.own[0], 0.9123);
  EXPECT_TRUE(std::isnan(stored.confidence.own[2]));
  EXPECT_THAT(stored.confidence.other, ElementsAre(1, kNoOther, 0));
}

TEST(CommunitiesJson, AreReadBackWithTheirStability) {
  const TemporaryDirectory dir;
  Summary s = toy();
  write_communities_json(dir / "without.json", NodeNames(), kPartition, s);
  EXPECT_TRUE(read_communities_json(dir / "without.json", RunContext()).stability.empty());
  s.stability = Stability{.seeds = {}, .attributes = {}, .node = {1.0, 0.5, 0.25}};
  write_communities_json(dir / "with.json", NodeNames(), kPartition, s);
  EXPECT_THAT(read_communities_json(dir / "with.json", RunContext()).stability, ElementsAre(1.0, 0.5, 0.25));
}

TEST(CommunitiesJson, RefuseWhatIsNotTheirs) {
  const TemporaryDirectory dir;
  const auto refused = [&](const std::string& text) {
    EXPECT_THROW(read_communities_json(dir.file("x.json", text), RunContext()), ParseError) << text;
  };
  refused("node,community\n");
  refused("{}");
  refused("[1]");
  refused(R"({"schema": 7})");
  refused(R"({"schema": "cgsd.communities"})");
  refused(R"({"schema": "cgsd.communities", "schema_version": 2, "communities": [], "nodes": {}})");
  const std::string begin =
      R"({"schema": "cgsd.communities", "schema_version": 1, "communities": [{"id": 0}], "nodes": )";
  refused(R"({"schema": "cgsd.communities", "schema_version": 1, "communities": [{"id": 0}, {"id": 0}], "nodes": {}})");
  refused(begin + R"({"community": [null], "confidence": [1], "second_choice": [null]}})");
  refused(begin + R"({"community": [0, 0], "confidence": [1], "second_choice": [null, null]}})");
  refused(begin + R"({"community": [3], "confidence": [1], "second_choice": [null]}})");
  refused(begin + R"({"community": [0], "confidence": [1], "second_choice": [9]}})");
  refused(begin + R"({"community": ["a"], "confidence": [1], "second_choice": [null]}})");
  EXPECT_NO_THROW(read_communities_json(
      dir.file("y.json", begin + R"({"community": [0], "confidence": [null], "second_choice": [null]}})"),
      RunContext()));
}

}  // namespace
}  // namespace cgsd

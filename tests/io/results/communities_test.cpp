#include "cgsd/io/results/communities.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

const std::vector<std::int32_t> kCommunity = {2, 0, 1};

TEST(Communities, AreWrittenInTheFormatOfTheEnding) {
  const TemporaryDirectory dir;
  const NodeNames names({"a", "b,c", "d \"e\""});
  write_communities(dir / "c.csv", names, kCommunity);
  EXPECT_EQ(file_bytes(dir / "c.csv"), "node,community\na,2\n\"b,c\",0\n\"d \"\"e\"\"\",1\n");
  write_communities(dir / "c.tsv", names, kCommunity);
  EXPECT_EQ(file_bytes(dir / "c.tsv"), "node\tcommunity\na\t2\nb,c\t0\nd \"e\"\t1\n");
  write_communities(dir / "c.json", names, kCommunity);
  const auto json = nlohmann::json::parse(file_bytes(dir / "c.json"));
  EXPECT_EQ(json.at("nodes"), (std::vector<std::string>{"a", "b,c", "d \"e\""}));
  EXPECT_EQ(json.at("communities"), kCommunity);
}

TEST(Communities, AreWrittenByNumberWithoutNames) {
  const TemporaryDirectory dir;
  write_communities(dir / "c.csv", {}, kCommunity);
  EXPECT_EQ(file_bytes(dir / "c.csv"), "node,community\n0,2\n1,0\n2,1\n");
  write_communities(dir / "c.json", {}, kCommunity);
  EXPECT_EQ(file_bytes(dir / "c.json"), "{\"nodes\":[0,1,2],\"communities\":[2,0,1]}\n");
  write_communities(dir / "e.json", {}, {});
  EXPECT_EQ(file_bytes(dir / "e.json"), "{\"nodes\":[],\"communities\":[]}\n");
}

TEST(Communities, TakeAFurtherColumnAndNodesWithoutOne) {
  const TemporaryDirectory dir;
  const std::vector<std::int32_t> community = {1, -1, 0};
  const std::vector<double> shares = {1.0, 0.0, 2.0 / 3.0};
  write_communities(dir / "c.csv", {}, community, {{"stability", shares}});
  EXPECT_EQ(file_bytes(dir / "c.csv"), "node,community,stability\n0,1,1.0000\n1,,0.0000\n2,0,0.6667\n");
  write_communities(dir / "c.json", {}, community, {{"stability", shares}});
  EXPECT_EQ(file_bytes(dir / "c.json"),
            "{\"nodes\":[0,1,2],\"communities\":[1,null,0],\"stability\":[1.0000,0.0000,0.6667]}\n");
}

TEST(Communities, ReplaceInvalidUtf8InJson) {
  const TemporaryDirectory dir;
  write_communities(dir / "c.json", NodeNames({"a\xff", "b\n", "c"}), kCommunity);
  const auto json = nlohmann::json::parse(file_bytes(dir / "c.json"));
  EXPECT_EQ(json.at("nodes")[0], "a\xef\xbf\xbd");
  EXPECT_EQ(json.at("nodes")[1], "b\n");
}

TEST(Communities, RefuseWhatCannotBeWritten) {
  const TemporaryDirectory dir;
  EXPECT_THROW(write_communities(dir / "c.csv", NodeNames({"a"}), kCommunity), InvalidArgument);
  EXPECT_THROW(write_communities(dir / "c.tsv", NodeNames({"a\tb", "c", "d"}), kCommunity), InvalidArgument);
  EXPECT_FALSE(std::filesystem::exists(dir / "c.tsv"));
  const std::vector<double> two = {0.5, 0.5};
  EXPECT_THROW(write_communities(dir / "c.csv", {}, kCommunity, {{"stability", two}}), InvalidArgument);
  EXPECT_THROW(write_communities("/dev/full", {}, kCommunity), IoError);
}

}  // namespace
}  // namespace cgsd

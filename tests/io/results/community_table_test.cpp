#include "cgsd/io/results/community_table.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

std::vector<CommunityFacts> two() {
  std::vector<CommunityFacts> facts(2);
  facts[0].size = 3;
  facts[0].density = 1.0 / 3.0;
  facts[0].conductance = 0.25;
  facts[0].mean_confidence = 0.5;
  facts[0].set_apart.resize(2);
  facts[0].set_apart[0].words = "older (52 against 38)";
  facts[0].set_apart[1].words = "city Oslo, Norway (80 % against 10 %)";
  facts[0].central = {"Ann", "Bob \"B\""};
  facts[1].id = 7;
  facts[1].size = 1;
  facts[1].density = facts[1].conductance = facts[1].mean_confidence = std::nan("");
  facts[1].doubtful = {"Cleo"};
  return facts;
}

TEST(CommunityTable, HasALinePerCommunity) {
  const TemporaryDirectory dir;
  write_community_table(dir / "t.csv", two());
  EXPECT_EQ(file_bytes(dir / "t.csv"),
            "community,size,density,conductance,mean_confidence,set_apart,central,doubtful\n"
            "0,3,0.3333,0.2500,0.5000,\"older (52 against 38); city Oslo, Norway (80 % against 10 %)\","
            "\"Ann; Bob \"\"B\"\"\",\n"
            "7,1,,,,,,Cleo\n");
}

TEST(CommunityTable, IsTabSeparatedIfItsNameSaysSo) {
  const TemporaryDirectory dir;
  write_community_table(dir / "t.tsv", two());
  EXPECT_EQ(file_bytes(dir / "t.tsv").substr(0, 14), "community\tsize");
}

TEST(CommunityTable, BearsNoCommunityAndAFullDisk) {
  const TemporaryDirectory dir;
  write_community_table(dir / "t.csv", {});
  EXPECT_EQ(file_bytes(dir / "t.csv").back(), '\n');
  EXPECT_THROW(write_community_table("/dev/full", two()), IoError);
}

}  // namespace
}  // namespace cgsd

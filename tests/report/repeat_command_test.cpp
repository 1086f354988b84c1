#include "cgsd/report/repeat_command.hpp"

#include <gtest/gtest.h>

#include "tests/report/report_cases.hpp"

namespace cgsd {
namespace {

TEST(RepeatCommand, QuotesWordsThatAShellWouldRead) {
  EXPECT_EQ(shell_word("graph.csv"), "graph.csv");
  EXPECT_EQ(shell_word("my graph.csv"), "'my graph.csv'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$(rm x)"), "'$(rm x)'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(RepeatCommand, HasOnlyWhatIsNotAsByDefault) {
  const testing::RunCase run;
  const auto manifest = testing::manifest_of(run.data, "kmeans", 2);
  EXPECT_EQ(repeat_command(manifest), "cgsd detect 'my graph.csv' -x 'it'\\''s.csv' --method kmeans -k 2 --seed 5");
}

TEST(RepeatCommand, PutsFilesWhereOptionsMayFollow) {
  const testing::RunCase run;
  auto manifest = testing::manifest_of(run.data, "kmeans", 2);
  manifest["data"]["arguments"] = {"--directed=no", "--", "a.csv", "-b.csv"};
  EXPECT_EQ(repeat_command(manifest), "cgsd detect a.csv --directed=no --method kmeans -k 2 --seed 5 -- -b.csv");
}

TEST(RepeatCommand, NamesOptionsThatWereSet) {
  const testing::RunCase run;
  auto manifest = testing::manifest_of(run.data, "kmeans", 2);
  manifest["options"]["stability.runs"] = 10;
  manifest["options"]["levels"] = true;
  manifest["options"]["levels.max_size"] = 20;
  manifest["options"]["levels.min_size"] = 1;
  manifest["options"]["kmeans.restarts"] = 99;
  EXPECT_EQ(repeat_command(manifest),
            "cgsd detect 'my graph.csv' -x 'it'\\''s.csv' --method kmeans -k 2 --stability 10 --levels --max-size 20 "
            "--set kmeans.restarts=99 --seed 5");
}

}  // namespace
}  // namespace cgsd

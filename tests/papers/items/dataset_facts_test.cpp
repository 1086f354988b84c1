#include "papers/cgsd/items/dataset_facts.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

// 0 → 1, 1 → 0, 1 → 2 and the loop 2 → 2: degrees 1, 2, 1, so every entry that is no loop has curvature 1.
DatasetEntry small_entry(const testing::TemporaryDirectory& here) {
  DatasetEntry entry;
  entry.label = "small";
  entry.data = here.file("e.csv", "0,1\n1,0\n1,2\n2,2\n").string();
  entry.labels = here.file("y.csv", "0\n0\n1\n").string();
  return entry;
}

TEST(DatasetFacts, CountEdgesOnceAndEntriesAsTheFileListsThem) {
  const testing::TemporaryDirectory here;
  const DatasetFacts facts = dataset_facts(small_entry(here), {}, RunContext());
  EXPECT_EQ(facts.name, "small");
  EXPECT_EQ(facts.nodes, 3u);
  EXPECT_EQ(facts.edges, 2u);
  EXPECT_EQ(facts.entries, 4u);
  EXPECT_EQ(facts.classes, 2);
  EXPECT_DOUBLE_EQ(facts.homophily, 0.5);
}

TEST(DatasetFacts, CountALoopInTheDegreeAndLeaveItOutOfTheAverages) {
  const testing::TemporaryDirectory here;
  const DatasetFacts facts = dataset_facts(small_entry(here), {}, RunContext());
  EXPECT_EQ(facts.curvature.within.count, 2u);
  EXPECT_EQ(facts.curvature.cross.count, 1u);
  EXPECT_DOUBLE_EQ(facts.curvature.within.mean, 1.0);
  EXPECT_DOUBLE_EQ(facts.curvature.cross.mean, 1.0);  // 2 without the loop at its end
  EXPECT_DOUBLE_EQ(facts.entry_homophily, 2.0 / 3.0);
}

TEST(DatasetFacts, HaveANearestNeighbourOnlyIfThereAreAttributes) {
  const testing::TemporaryDirectory here;
  DatasetEntry entry = small_entry(here);
  EXPECT_TRUE(std::isnan(dataset_facts(entry, {}, RunContext()).nearest_neighbour));
  entry.attributes = here.file("x.csv", "0\n1\n3\n").string();  // 2 is nearest to 1, which has another class
  const DatasetFacts facts = dataset_facts(entry, {}, RunContext());
  EXPECT_EQ(facts.attributes, 1u);
  EXPECT_DOUBLE_EQ(facts.nearest_neighbour, 2.0 / 3.0);
}

}  // namespace
}  // namespace cgsd

#include "cgsd/report/run_page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/report_cases.hpp"
#include "tests/support/packed_reader.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(RunPage, HoldsTheManifestAndTheNodes) {
  const testing::RunCase run;
  const auto manifest = testing::manifest_of(run.data, "kmeans", 2);
  const std::string page = run_page(manifest, run.contents(), RunContext());
  const auto facts = testing::facts_of_page(page);
  EXPECT_EQ(facts.at("kind"), "run");
  EXPECT_EQ(facts.at("title"), "people");
  EXPECT_EQ(facts.at("run"), manifest);
  EXPECT_EQ(facts.at("nodes"), (nlohmann::ordered_json{{"all", 6}, {"shown", 6}, {"named", true}}));
  EXPECT_EQ(facts.at("class_names"), (nlohmann::ordered_json{"red", "blue"}));
  EXPECT_EQ(facts.at("explained"), true);
  EXPECT_EQ(facts.at("community_edges"), (nlohmann::ordered_json{{0, 1, 1.0}}));
  const auto arrays = testing::arrays_of_page(page);
  EXPECT_EQ(arrays.json("names").at(0), "Ann");
  EXPECT_EQ(arrays.numbers<std::uint32_t>("degree"), (std::vector<std::uint32_t>{3, 2, 2, 2, 1, 0}));
  EXPECT_THAT(page, HasSubstr("<title>people – communities</title>"));
}

TEST(RunPage, DoesNotLetANameOutOfItsText) {
  testing::RunCase run;
  run.data.names = NodeNames({"</script><img src=x onerror=alert(1)>", "Bob", "Cleo", "Dan", "Eve", "Flo"});
  run.data.attribute_names[0] = "<script>alert(2)</script>";
  run.data.attribute_meanings.clear();
  const auto manifest = testing::manifest_of(run.data, "kmeans", 2);
  const std::string page = run_page(manifest, run.contents(), RunContext());
  EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_EQ(testing::arrays_of_page(page).json("names").at(0), "</script><img src=x onerror=alert(1)>");
}

TEST(RunPage, IsTheSameAtAnyNumberOfThreads) {
  const testing::RunCase run;
  const auto manifest = testing::manifest_of(run.data, "kmeans", 2);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& context) { return run_page(manifest, run.contents(), context); });
}

// A star of more nodes than a page holds, each tenth in a community of its own kind.
TEST(RunPage, HoldsAPartOfALargeGraphAndSaysSo) {
  testing::RunCase run;
  const auto n = static_cast<NodeId>(kMostNodes + 50'000);
  run.data = {};
  run.data.input.graph = testing::star_graph(n - 1);
  run.found = {};
  run.found.partition.communities = 2;
  for (NodeId v = 0; v < n; ++v) run.found.partition.community_of.push_back(v % 10 == 3 ? 1 : 0);
  run.found.ids = {0, 1};
  run.found.confidence.own.assign(n, 0.5);
  run.found.confidence.other.assign(n, kNoOther);
  run.embedding = {};
  const auto manifest = testing::manifest_of(testing::RunCase().data, "kmeans", 2);
  const auto facts = testing::facts_of_page(run_page(manifest, run.contents(), RunContext()));
  EXPECT_EQ(facts.at("nodes").at("all"), n);
  EXPECT_LE(facts.at("nodes").at("shown").get<std::size_t>(), kMostNodes);
  EXPECT_GT(facts.at("nodes").at("shown").get<std::size_t>(), kMostNodes - 10);
  EXPECT_EQ(facts.at("explained"), false);
  EXPECT_TRUE(facts.at("scatter").is_null());
  EXPECT_EQ(facts.at("curvature").at("within").at("edges").get<std::size_t>() +
                facts.at("curvature").at("between").at("edges").get<std::size_t>(),
            n - 1);
}

}  // namespace
}  // namespace cgsd

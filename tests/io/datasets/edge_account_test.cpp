#include "cgsd/io/datasets/edge_account.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> account_of(const EntryList& list, std::optional<bool> directed, BuildOptions build = {}) {
  BuiltGraph built = build_graph(list, build, RunContext());
  Dataset data;
  data.input.graph = std::move(built.graph);
  data.report = built.report;
  add_edge_account(data, directed);
  return data.account;
}

// 0→1, 1→0 and 0→2: two of three entries are mutual.
const EntryList kOneWay{.nodes = 3, .entries = {{0, 1}, {1, 0}, {0, 2}}, .weights = {}};

TEST(EdgeAccount, SaysThatDirectionsWereJoined) {
  EXPECT_THAT(account_of(kOneWay, true),
              ElementsAre("directed file: 67 % of the entries are mutual; directions were joined"));
  EXPECT_THAT(account_of(kOneWay, std::nullopt),
              ElementsAre("the entries look directed: 67 % of the entries are mutual; directions were joined"));
}

TEST(EdgeAccount, SaysNothingOfUndirectedFilesNorOfDirectionsThatWereKept) {
  EXPECT_THAT(account_of(kOneWay, false), IsEmpty());
  EXPECT_THAT(account_of(kOneWay, true, {.directed = true}), IsEmpty());
  EXPECT_THAT(account_of({.nodes = 3, .entries = {{0, 1}, {0, 2}}, .weights = {}}, std::nullopt), IsEmpty());
  EXPECT_THAT(account_of({.nodes = 2, .entries = {{0, 1}, {1, 0}}, .weights = {}}, std::nullopt), IsEmpty());
  EXPECT_THAT(account_of({.nodes = 2, .entries = {}, .weights = {}}, true), IsEmpty());
}

TEST(EdgeAccount, CountsWeightsOfZeroAndDecades) {
  const EntryList list{.nodes = 4, .entries = {{0, 1}, {1, 2}, {2, 3}}, .weights = {0.0, 0.5, 5000.0}};
  EXPECT_THAT(account_of(list, std::nullopt),
              ElementsAre("1 edges of weight 0 count as none",
                          "weights span 4.0 decades; --weights-scale log or rank evens them out"));
}

}  // namespace
}  // namespace cgsd

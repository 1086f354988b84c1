// Edge lists against a slow twin, across blocks and threads.
#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cgsd/io/formats/edge_list.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::TemporaryDirectory;

struct Twin {
  std::vector<std::string> names;
  std::vector<Entry> entries;
};

// ids=name, blanks only, two columns, no header: with streams and maps.
Twin slow_names(const std::string& text) {
  std::vector<std::pair<std::string, std::string>> pairs;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::pair<std::string, std::string> pair;
    if (words >> pair.first >> pair.second) pairs.push_back(pair);
  }
  std::vector<std::string> order;
  bool numbers = true;
  for (const auto& [a, b] : pairs) {
    for (const std::string& id : {a, b}) {
      if (std::find(order.begin(), order.end(), id) == order.end()) order.push_back(id);
      numbers = numbers && id.find_first_not_of("0123456789") == std::string::npos;
    }
  }
  if (numbers) std::sort(order.begin(), order.end(), [](auto& a, auto& b) { return std::stoull(a) < std::stoull(b); });
  Twin twin{order, {}};
  const auto number = [&](const std::string& id) {
    return static_cast<NodeId>(std::find(order.begin(), order.end(), id) - order.begin());
  };
  for (const auto& [a, b] : pairs) twin.entries.push_back({number(a), number(b)});
  return twin;
}

Twin result_of(const GraphContents& contents) {
  Twin twin{{}, contents.list.entries};
  for (NodeId node = 0; node < contents.list.nodes; ++node) twin.names.push_back(contents.names.name(node));
  return twin;
}

RC_GTEST_PROP(EdgeListProperty, AgreesWithASlowTwin, ()) {
  const auto id =
      rc::gen::oneOf(rc::gen::map(rc::gen::inRange(0, 30), [](int i) { return std::to_string(i); }),
                     rc::gen::map(rc::gen::inRange(0, 9), [](int i) { return fmt::format("{}", i * 1111111111ll); }),
                     rc::gen::element<std::string>("a", "bb", "c,d", "x\"y", "1e5"));
  const auto numbers_only = rc::gen::map(rc::gen::inRange<std::uint64_t>(0, 5'000'000'000),
                                         [](std::uint64_t i) { return std::to_string(i); });
  const auto pairs = *rc::gen::nonEmpty(rc::gen::oneOf(
      rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(id, id)),
      rc::gen::container<std::vector<std::pair<std::string, std::string>>>(rc::gen::pair(numbers_only, numbers_only))));
  std::string text = "# cgsd delimiter=space\n";  // no header, and commas are part of names
  for (const auto& [a, b] : pairs) text += a + " \t " + b + "\n";
  const TemporaryDirectory dir;
  const Twin read = result_of(read_edge_list(dir.file("e", text), {.ids = IdKind::name}, RunContext()));
  const Twin expected = slow_names(text.substr(text.find('\n') + 1));
  RC_ASSERT(read.names == expected.names);
  RC_ASSERT(read.entries == expected.entries);
}

TEST(EdgeListProperty, TextIsNumberedAlikeAcrossBlocksAndThreads) {
  // Text begins only in the third batch, so that two are spelled out again.
  const TemporaryDirectory dir;
  std::string text;
  std::vector<std::string> order;
  std::set<std::string> seen;
  std::vector<std::pair<std::string, std::string>> pairs;
  RandomSequence random(RandomStream(3));
  for (int i = 0; i < 1'300'000; ++i) {
    const bool words = i > 1'200'000 && random.below(2) == 0;
    std::string a = fmt::format("{}{}", words ? "user" : "1", random.below(100'000));
    std::string b = fmt::format("1{:06}", random.below(1000));
    for (const std::string& id : {a, b}) {
      if (seen.insert(id).second) order.push_back(id);
    }
    text += a + "," + b + "\n";
    pairs.emplace_back(std::move(a), std::move(b));
  }
  ASSERT_GT(text.size(), 2u << 23);
  const auto file = dir.file("e.csv", text);
  std::map<std::string, NodeId> number;
  for (const std::string& id : order) number.emplace(id, static_cast<NodeId>(number.size()));
  std::vector<Entry> entries;
  for (const auto& [a, b] : pairs) entries.push_back({number[a], number[b]});
  for (const int workers : {1, 2, 3, 4}) {
    const GraphContents contents = read_edge_list(file, {}, RunContext({.workers = workers}));
    ASSERT_TRUE(contents.names == NodeNames(order)) << workers;
    ASSERT_TRUE(contents.list.entries == entries) << workers;
  }
}

TEST(EdgeListProperty, NumbersAndWeightsAreReadAlikeAcrossBlocksAndThreads) {
  const TemporaryDirectory dir;
  std::string text = "source\tweight\ttarget\n";
  EntryList expected;
  RandomSequence random(RandomStream(4));
  for (int i = 0; i < 600'000; ++i) {
    expected.entries.push_back({static_cast<NodeId>(i % 50'000), static_cast<NodeId>(random.below(50'000))});
    expected.weights.push_back(random.uniform());
    if (i % 10'000 == 0) text += "# a comment \" with a quote\r\n\n";
    text += fmt::format("{}\t{}\t{}{}\n", expected.entries.back().source, expected.weights.back(),
                        expected.entries.back().target, i % 3 == 0 ? "\r" : "");
  }
  ASSERT_GT(text.size(), 1u << 23);
  const auto file = dir.file("e.tsv", text);
  for (const int workers : {1, 2, 3, 4}) {
    const GraphContents contents = read_edge_list(file, {}, RunContext({.workers = workers}));
    EXPECT_EQ(contents.list.nodes, 50'000u);
    ASSERT_TRUE(contents.list.entries == expected.entries) << workers;
    ASSERT_TRUE(contents.list.weights == expected.weights) << workers;
  }
}

TEST(EdgeListProperty, QuotedNewlinesMayFallOnAnyBlockBoundary) {
  const TemporaryDirectory dir;
  std::string text = "source,target\n";
  std::vector<std::string> order;
  for (int i = 0; i < 90'000; ++i) {
    order.push_back(fmt::format("line{}\n,\"{}\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n{}", i, i, std::string(70, 'x')));
    order.push_back(fmt::format("n{}", i));
    std::string quoted = order[order.size() - 2];
    quoted.replace(quoted.find('"'), 1, "\"\"");
    text += "\"" + quoted + "\"," + order.back() + "\n";
  }
  ASSERT_GT(text.size(), 1u << 23);
  for (const int workers : {1, 4}) {
    const GraphContents contents = read_edge_list(dir.file("e.csv", text), {}, RunContext({.workers = workers}));
    ASSERT_TRUE(contents.names == NodeNames(order)) << workers;
    EXPECT_EQ(contents.list.entries[89'999], (Entry{179'998, 179'999}));
  }
  const std::string error =
      error_text([&] { read_edge_list(dir.file("e.csv", text + "a,b,c\n"), {}, RunContext({.workers = 4})); });
  EXPECT_EQ(error, "e.csv:1980002:1: line has 3 fields, the first line had 2");  // 1 + 90000 · 22 lines before
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/text/entry_lines.hpp"

#include <map>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using testing::TemporaryDirectory;

class EntryLinesOfAFile : public ::testing::Test {
 protected:
  EntryLines read(std::string_view bytes, const EntryFormat& format = {}, int workers = 2) const {
    const RunContext run({.workers = workers});
    TextBatches batches(dir_.file("e", bytes), run);
    return read_entry_lines(batches, format, run);
  }
  TemporaryDirectory dir_;
};

TEST_F(EntryLinesOfAFile, AreNumbersAsLongAsTheyCanBe) {
  const EntryLines lines = read("5 1\n# c\n1 2\n");
  EXPECT_FALSE(lines.text);
  EXPECT_THAT(lines.entries, ElementsAre(Entry{5, 1}, Entry{1, 2}));
  EXPECT_EQ(lines.largest, 5u);
  EXPECT_EQ(lines.names.size(), 0u);
}

TEST_F(EntryLinesOfAFile, TurnToTextAtTheFirstWord) {
  const EntryLines lines = read("5 1\n1 2\nx 5\n");
  EXPECT_TRUE(lines.text);
  EXPECT_TRUE(lines.words);
  EXPECT_EQ(lines.names.names(), NodeNames({"5", "1", "2", "x"}));
  EXPECT_THAT(lines.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}, Entry{3, 0}));
}

TEST_F(EntryLinesOfAFile, GiveTheSameWhereTextBeginsAndWhereItWasAskedFor) {
  EntryFormat text;
  text.rule = IdRule::text;
  const std::string bytes = "7 3\n3 7\n007 a\n";
  const EntryLines asked = read(bytes, text);
  const EntryLines turned = read(bytes);
  EXPECT_EQ(asked.entries, turned.entries);
  EXPECT_EQ(asked.names.names(), turned.names.names());
  EXPECT_EQ(asked.names.names(), NodeNames({"7", "3", "007", "a"}));
}

TEST_F(EntryLinesOfAFile, BlameTheFirstOddIntegerInTheFile) {
  const EntryLines lines = read("1 2\n3 -7\n-9 4\n");
  ASSERT_TRUE(lines.odd_integer.has_value());
  EXPECT_EQ(lines.odd_integer->where().line, 2u);
  EXPECT_EQ(lines.odd_integer->where().column, 3u);
  EXPECT_FALSE(lines.words);
  EXPECT_FALSE(read("1 2\n").odd_integer.has_value());
}

// Numbers over several batches, then text: blocks are numbered in file order at any number of threads.
TEST_F(EntryLinesOfAFile, AreThoseOfAMapAcrossBatchesAndThreads) {
  RandomSequence random{RandomStream(8)};
  std::string bytes;
  std::vector<std::pair<std::string, std::string>> pairs;
  for (int i = 0; i < 900'000; ++i) {
    const bool word = i > 850'000 && random.below(3) == 0;
    pairs.emplace_back(fmt::format("{}{}", word ? "w" : "1", random.below(50'000)), fmt::format("2{}", i % 977));
    bytes += pairs.back().first + " " + pairs.back().second + "\n";
  }
  ASSERT_GT(bytes.size(), TextBatches::kBatch);
  std::map<std::string, NodeId> number;
  std::vector<Entry> expected;
  for (const auto& [a, b] : pairs) {
    const NodeId source = number.emplace(a, static_cast<NodeId>(number.size())).first->second;
    const NodeId target = number.emplace(b, static_cast<NodeId>(number.size())).first->second;
    expected.push_back({source, target});
  }
  for (const int workers : {1, 2, 4}) {
    const EntryLines lines = read(bytes, {}, workers);
    EXPECT_TRUE(lines.entries == expected) << workers;
    EXPECT_EQ(lines.names.size(), number.size());
    EXPECT_EQ(lines.names.find("20"), number["20"]);
  }
}

TEST_F(EntryLinesOfAFile, ReportTheFirstErrorInTheFileAtAnyNumberOfThreads) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += i == 120'000 || i == 190'000 ? "1 2 3\n" : "1 2\n";  // several blocks
  for (const int workers : {1, 2, 4}) {
    EXPECT_EQ(error_text([&] { read(bytes, {}, workers); }), "e:120001:1: line has 3 fields, the first line had 2");
  }
}

TEST_F(EntryLinesOfAFile, MayHoldNewlinesInQuotesBeyondABlock) {
  EntryFormat format;
  format.delimiter = Delimiter::comma;
  format.rule = IdRule::text;
  const std::string longer_than_a_block(600'000, '\n');
  const EntryLines lines = read("a,\"" + longer_than_a_block + "\"\nb,c\n", format);
  EXPECT_EQ(lines.names.names(), NodeNames({"a", longer_than_a_block, "b", "c"}));
  EXPECT_THAT(lines.entries, ElementsAre(Entry{0, 1}, Entry{2, 3}));
  EXPECT_EQ(error_text([&] { read("a,b\nc,\"" + longer_than_a_block, format); }), "e:2:3: this quote is not closed");
}

// No block alone holds too many.
TEST_F(EntryLinesOfAFile, CountSurplusEntriesOverBlocks) {
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += "1 2\n";
  EntryFormat format;
  format.most_entries = 150'000;
  for (const int workers : {1, 4}) {
    EXPECT_EQ(error_text([&] { read(bytes, format, workers); }), "e:150001:1: more entries than the header declares");
  }
  format.most_entries = 200'000;
  EXPECT_EQ(read(bytes, format).entries.size(), 200'000u);
}

TEST_F(EntryLinesOfAFile, KeepWeightsBesideTheirEntries) {
  EntryFormat format;
  format.fields = 3;
  format.weight = 2;
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += fmt::format("{} {} {}\n", i, i + 1, i * 0.25);
  const EntryLines lines = read(bytes, format, 4);
  ASSERT_EQ(lines.weights.size(), 100'000u);
  for (std::size_t i = 0; i < 100'000; ++i) {
    ASSERT_EQ(lines.entries[i].source, i);
    ASSERT_EQ(lines.weights[i], static_cast<double>(i) * 0.25);
  }
}

TEST(SpellOut, NamesNumbersInTheOrderOfFirstAppearance) {
  EntryLines lines;
  lines.entries = {{10, 3}, {3, 10}, {0, 2147483646}};
  spell_out(lines, RunContext());
  EXPECT_TRUE(lines.text);
  EXPECT_EQ(lines.names.names(), NodeNames({"10", "3", "0", "2147483646"}));
  EXPECT_THAT(lines.entries, ElementsAre(Entry{0, 1}, Entry{1, 0}, Entry{2, 3}));
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/text/entry_block.hpp"

#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/hostile.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

EntryBlock parse(std::string_view text, const EntryFormat& format = {}) {
  EntryBlock block;
  parse_entry_block(text, format, block);
  return block;
}

EntryFormat csv(IdRule rule) {
  EntryFormat format;
  format.delimiter = Delimiter::comma;
  format.rule = rule;
  return format;
}

// "COLUMN: what", the column counted from 0 in `text`; "done" where nothing is wrong.
std::string fault(std::string_view text, const EntryFormat& format) {
  const EntryBlock block = parse(text, format);
  if (block.status == BlockStatus::done) return "done";
  return fmt::format("{}: {}", block.fault - text.data(), block.what);
}

TEST(EntryBlock, ReadsNumbersAndCountsLines) {
  const std::string text = "0 1\n12 3\n";
  const EntryBlock block = parse(text);
  EXPECT_EQ(block.status, BlockStatus::done);
  EXPECT_THAT(block.entries, ElementsAre(Entry{0, 1}, Entry{12, 3}));
  EXPECT_THAT(block.weights, IsEmpty());
  EXPECT_EQ(block.largest, 12u);
  EXPECT_EQ(block.lines, 2u);
  EXPECT_EQ(block.consumed, text.size());
}

// Each line is an edge 4 → 7 of weight 0.5, in a form that the short loop takes or leaves to the splitter.
TEST(EntryBlock, ReadsTheSameByTheShortLoopAndByTheSplitter) {
  EntryFormat format;
  format.fields = 3;
  format.weight = 2;
  for (const char* line : {"4 7 0.5\n", "\t4  7\t 0.5 \r\n", "4 7 +0.5\n", "4 7 5e-1\n", "4 \"7\" 0.5\n"}) {
    const EntryBlock block = parse(line, format);
    EXPECT_EQ(block.status, BlockStatus::done) << line;
    EXPECT_THAT(block.entries, ElementsAre(Entry{4, 7})) << line;
    EXPECT_THAT(block.weights, ElementsAre(0.5)) << line;
    EXPECT_EQ(block.lines, 1u);
  }
}

TEST(EntryBlock, SkipsCommentsAndBlankLinesButCountsThem) {
  const EntryBlock block = parse("# one\n\n0 1\n  // two \" \n% three\n1 2\n");
  EXPECT_THAT(block.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_EQ(block.lines, 6u);
}

TEST(EntryBlock, FindsItsColumnsWhereverTheyStand) {
  EntryFormat format = csv(IdRule::number);
  format.fields = 4;
  format.source = 3;
  format.target = 1;
  format.weight = 0;
  const EntryBlock block = parse("2.5,8,red,9\n", format);
  EXPECT_THAT(block.entries, ElementsAre(Entry{9, 8}));
  EXPECT_THAT(block.weights, ElementsAre(2.5));
}

TEST(EntryBlock, AsksForTextAtTheFirstIdThatIsNoPlainNumber) {
  for (const char* id : {"a", "007", "-1", "2147483647", "99999999999999999999", "1.0", "1e3"}) {
    const std::string text = fmt::format("0 1\n2 {}\n", id);
    const EntryBlock block = parse(text);
    EXPECT_EQ(block.status, BlockStatus::needs_text) << id;
    EXPECT_EQ(block.fault, text.data() + 6) << id;
  }
  EXPECT_THAT(parse("0 2147483646\n").entries, ElementsAre(Entry{0, 2147483646}));
}

TEST(EntryBlock, NumbersTextByFirstAppearance) {
  const EntryBlock block = parse("b,a\na,\"c \"\"d\"\"\"\nb,7\n", csv(IdRule::text));
  EXPECT_EQ(block.names.names(), NodeNames({"b", "a", "c \"d\"", "7"}));
  EXPECT_THAT(block.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}, Entry{0, 3}));
  EXPECT_TRUE(block.words);
  EXPECT_EQ(block.first_odd_integer, nullptr);
}

TEST(EntryBlock, RemembersTheFirstOddIntegerOfText) {
  const std::string text = "1,2\n3,-4\n9223372036854775808,1\n";
  const EntryBlock block = parse(text, csv(IdRule::text));
  EXPECT_FALSE(block.words) << "all are whole numbers";
  EXPECT_EQ(block.first_odd_integer, text.data() + 6);
  EXPECT_EQ(block.odd_integer_fault, "node id '-4' is negative");
  EXPECT_EQ(parse("1,9223372036854775807\n", csv(IdRule::text)).first_odd_integer, nullptr);
  EXPECT_EQ(parse("1,9223372036854775808\n", csv(IdRule::text)).odd_integer_fault,
            "node id '9223372036854775808' is too large");
  EXPECT_EQ(parse("1,0000000000000000000000000000005\n", csv(IdRule::text)).first_odd_integer, nullptr);
}

TEST(EntryBlock, HoldsIndicesToTheNumberOfNodes) {
  EntryFormat format = csv(IdRule::index);
  format.nodes = 3;
  EXPECT_THAT(parse("0,2\n01,1\n", format).entries, ElementsAre(Entry{0, 2}, Entry{1, 1}));
  EXPECT_EQ(fault("0,3\n", format), "2: node id 3 ≥ node count 3");
  EXPECT_EQ(fault("0,-1\n", format), "2: node id '-1' is negative");
  EXPECT_EQ(fault("0,x\n", format), "2: node id 'x' is not a whole number");
  format.first_id = 1;
  EXPECT_THAT(parse("1,3\n", format).entries, ElementsAre(Entry{0, 2}));
  EXPECT_EQ(fault("1,4\n", format), "2: node id 4 > node count 3");
  EXPECT_EQ(fault("0,1\n", format), "0: node id 0: ids begin at 1 here");
  format.nodes.reset();
  EXPECT_EQ(fault("1,9999999999\n", format),
            "2: node id 9999999999 is too large for the number of a node; read it as a name (--ids name)");
}

TEST(EntryBlock, LooksKnownNamesUp) {
  const NameTable table(NodeNames({"x", "12", "y"}));
  EntryFormat format = csv(IdRule::known);
  format.known = &table;
  EXPECT_THAT(parse("y,12\n", format).entries, ElementsAre(Entry{2, 1}));
  EXPECT_EQ(fault("y,012\n", format), "2: node id '012' is not in the node table");
}

TEST(EntryBlock, EndsAtTheFirstBadLine) {
  const std::string text = "0,1\n2\n4,5\n";
  const EntryBlock block = parse(text, csv(IdRule::number));
  EXPECT_EQ(block.status, BlockStatus::failed);
  EXPECT_THAT(block.entries, ElementsAre(Entry{0, 1}));
  EXPECT_EQ(block.consumed, 4u);
  EXPECT_EQ(block.lines, 1u);
  EXPECT_EQ(fault(text, csv(IdRule::number)), "4: line has 1 field, the first line had 2");
  EXPECT_EQ(fault("0,1,2\n", csv(IdRule::number)), "0: line has 3 fields, the first line had 2");
  EXPECT_EQ(fault(",1\n", csv(IdRule::number)), "0: node id is missing");
  EXPECT_EQ(fault("0,\"1\"x\n", csv(IdRule::number)), "5: text after the closing quote");
  EXPECT_EQ(fault(std::string_view("a,b\0c\n", 6), csv(IdRule::text)),
            "2: node id 'b\\x00c' holds a NUL byte: not a text file?");
}

TEST(EntryBlock, RefusesWeightsThatAreNotFinite) {
  EntryFormat format = csv(IdRule::number);
  format.fields = 3;
  format.weight = 2;
  for (const char* weight : {"x", "nan", "inf", "1e999", "1 2"}) {
    EXPECT_EQ(fault(fmt::format("0,1,{}\n", weight), format),
              fmt::format("4: weight '{}' is not a finite number", weight));
  }
  EXPECT_EQ(fault("0,1,\n", format), "4: weight is missing");
}

TEST(EntryBlock, LeavesAnOpenQuoteToTheReader) {
  const std::string text = "0,1\n2,\"3\n4,5\n";
  const EntryBlock block = parse(text, csv(IdRule::text));
  EXPECT_EQ(block.status, BlockStatus::quote_left_open);
  EXPECT_EQ(block.fault, text.data() + 6);
  EXPECT_EQ(block.consumed, 4u);
}

TEST(EntryBlock, RefusesMoreEntriesThanDeclared) {
  EntryFormat format;
  format.most_entries = 2;
  EXPECT_EQ(fault("0 1\n# c\n1 2\n", format), "done");
  EXPECT_EQ(fault("0 1\n1 2\n2 3\n", format), "8: more entries than the header declares");
}

TEST(EntryBlock, KeepsNothingOfTheBlockBefore) {
  EntryBlock block;
  parse_entry_block("a,-5\nb,\"\n", csv(IdRule::text), block);
  ASSERT_NE(block.status, BlockStatus::done);
  parse_entry_block("3,4\n", csv(IdRule::number), block);
  EXPECT_EQ(block.status, BlockStatus::done);
  EXPECT_THAT(block.entries, ElementsAre(Entry{3, 4}));
  EXPECT_EQ(block.names.size(), 0u);
  EXPECT_FALSE(block.words);
  EXPECT_EQ(block.first_odd_integer, nullptr);
  EXPECT_EQ(block.fault, nullptr);
  EXPECT_EQ(block.what, "");
  EXPECT_EQ(block.lines, 1u);
}

// The slow twin: streams.
TEST(EntryBlock, AgreesWithStreams) {
  RandomSequence random{RandomStream(5)};
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    text += fmt::format("{}{}{}{}", random.below(5'000'000), random.below(2) == 0 ? " " : "\t ", random.below(30),
                        random.below(4) == 0 ? " \r\n" : "\n");
  }
  const EntryBlock block = parse(text);
  std::istringstream words(text);
  NodeId largest = 0;
  ASSERT_EQ(block.entries.size(), 2000u);
  for (const Entry& entry : block.entries) {
    NodeId source = 0;
    NodeId target = 0;
    words >> source >> target;
    ASSERT_EQ(entry, (Entry{source, target}));
    largest = std::max({largest, source, target});
  }
  EXPECT_EQ(block.largest, largest);
}

TEST(EntryBlock, SurvivesThousandsOfDamages) {
  const std::string bytes = "0,1,0.5\n# c\n12,\"a\"\"b\",1e5\r\n7,8,-3\n";
  for (const IdRule rule : {IdRule::index, IdRule::number, IdRule::text}) {
    EntryFormat format = csv(rule);
    format.fields = 3;
    format.weight = 2;
    for (std::uint64_t number = 0; number < 3000; ++number) {
      const std::string text = testing::damaged(bytes, number) + "\n";
      const EntryBlock block = parse(text, format);
      ASSERT_LE(block.consumed, text.size());
      ASSERT_EQ(block.weights.size(), block.entries.size());
      ASSERT_EQ(block.status == BlockStatus::done, block.consumed == text.size()) << text;
      if (block.status != BlockStatus::done) {
        ASSERT_GE(block.fault, text.data()) << text;
        ASSERT_LE(block.fault, text.data() + text.size()) << text;
      }
    }
  }
}

}  // namespace
}  // namespace cgsd

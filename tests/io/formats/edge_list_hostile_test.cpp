// Edge lists that are broken, lie, or are meant to hurt.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"
#include "cgsd/io/formats/edge_list.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

class HostileEdgeList : public ::testing::Test {
 protected:
  GraphContents read(std::string_view bytes, const GraphReadOptions& options = {}, int workers = 2) const {
    return read_edge_list(dir_.file("e", bytes), options, RunContext({.workers = workers}));
  }
  std::string error(std::string_view bytes, const GraphReadOptions& options = {}, int workers = 2) const {
    return error_text([&] { read(bytes, options, workers); });
  }
  TemporaryDirectory dir_;
};

TEST_F(HostileEdgeList, WithoutEdgesIsAnError) {
  for (const char* text : {"", "\n\n", "# only\n% comments\n", "source,target\n", "\xef\xbb\xbf"}) {
    EXPECT_EQ(error(text), "e: no edges") << text;
  }
}

TEST_F(HostileEdgeList, WithUnequalLinesIsAnError) {
  EXPECT_EQ(error("0 1\n1 2 3\n"), "e:2:1: line has 3 fields, the first line had 2");
  EXPECT_EQ(error("0,1,5\n\n1,2\n"), "e:3:1: line has 2 fields, the first line had 3");
  EXPECT_EQ(error("0 1\n1\n"), "e:2:1: line has 1 field, the first line had 2");
  EXPECT_EQ(error("source,target,x\n0,1\n"), "e:2:1: line has 2 fields, the first line had 3");
  EXPECT_EQ(error("a b\nb c d\n"), "e:2:1: line has 3 fields, the first line had 2");
  EXPECT_EQ(error("7\n"), "e:1:1: line has 1 field; an edge has at least 2");
  EXPECT_EQ(error("0 1 2 3\n"),
            "e:1:1: line has 4 fields; without a header row there may be 2 or 3 (source, target, weight), or "
            "--weights N names the column");
}

TEST_F(HostileEdgeList, OfDelimitersOnlyIsAnError) {
  EXPECT_EQ(error(std::string(5'000'000, ',')), "e:1:1: line has 5000001 fields; at most 65536 are possible");
  EXPECT_EQ(error("0,1\n" + std::string(5'000'000, ',')), "e:2:1: line has 5000001 fields, the first line had 2");
}

TEST_F(HostileEdgeList, WithMissingFieldsIsAnError) {
  EXPECT_EQ(error("0,1\n,2\n"), "e:2:1: node id is missing");
  EXPECT_EQ(error("0,1\n2,\n"), "e:2:3: node id is missing");
  EXPECT_EQ(error("0,1,2\n2,3,\n"), "e:2:5: weight is missing");
}

TEST_F(HostileEdgeList, WithNegativeOrHugeNumbersIsAnError) {
  EXPECT_EQ(error("0 1\n1 -5\n"), "e:2:3: node id '-5' is negative");
  EXPECT_EQ(error("0 9223372036854775808\n"), "e:1:3: node id '9223372036854775808' is too large");
  EXPECT_EQ(error("0 1\n" + std::string(40, '7') + " 1\n"),
            "e:2:1: node id '7777777777777777777777777777777777777777' is too large");
  EXPECT_EQ(error("0 18446744073709551617\n", {.ids = IdKind::index}),
            "e:1:3: node id '18446744073709551617' is too large")
      << "2^64 + 1 must not be read as 1";
  EXPECT_EQ(error("0 -1\n", {.ids = IdKind::index}), "e:1:3: node id '-1' is negative");
  EXPECT_EQ(read("a " + std::string(40, '7') + "\n-1 b\n").list.nodes, 4u) << "among words, they are words too";
}

TEST_F(HostileEdgeList, WithIndicesBeyondReasonIsAnError) {
  EXPECT_EQ(error("0 5000000000\n", {.ids = IdKind::index}),
            "e:1:3: node id 5000000000 is too large for the number of a node; read it as a name (--ids name)");
  EXPECT_EQ(error("0 2147483647\n", {.ids = IdKind::index}),
            "e:1:3: node id 2147483647 is too large for the number of a node; read it as a name (--ids name)");
  EXPECT_EQ(error("0 2000000000\n", {.ids = IdKind::index}),
            "e: node id 2000000000 would make 2000000001 nodes out of 1 edges; read the ids as names (--ids name)");
  EXPECT_EQ(read("0 1048575\n", {.ids = IdKind::index}).list.nodes, 1048576u);
  EXPECT_THAT(error("0 1048576\n", {.ids = IdKind::index}), HasSubstr("would make 1048577 nodes"));
}

TEST_F(HostileEdgeList, ThatLiesAboutItsNodesIsAnError) {
  EXPECT_EQ(error("# cgsd nodes=3 directed=false\n0 1\n2 3\n"), "e:3:3: node id 3 ≥ node count 3");
  EXPECT_THAT(error("# cgsd nodes=2000000000 directed=false\n0 1\n"), HasSubstr("2000000000 nodes are declared"));
  EXPECT_EQ(error("# cgsd nodes=99999999999999999999\n0 1\n"),
            "e:1:8: 'nodes=99999999999999999999' is not a possible number of nodes");
  EXPECT_EQ(error("# cgsd nodes=-1\n0 1\n"), "e:1:8: 'nodes=-1' is not a possible number of nodes");
  EXPECT_EQ(read("# cgsd nodes=1048640\n0 1\n").list.nodes, 1048640u) << "2^20 + 64";
  EXPECT_THAT(error("# cgsd nodes=1048641\n0 1\n"), HasSubstr("1048641 nodes are declared"));
}

TEST_F(HostileEdgeList, WithWeightsThatAreNoNumbersIsAnError) {
  EXPECT_EQ(error("0 1 nan\n"), "e:1:5: weight 'nan' is not a finite number");
  EXPECT_EQ(error("0 1 1\n0 1 -Inf\n"), "e:2:5: weight '-Inf' is not a finite number");
  EXPECT_EQ(error("0,1,1e999\n"), "e:1:5: weight '1e999' is not a finite number");
  EXPECT_EQ(error("0 1 {}\n"), "e:1:5: weight '{}' is not a finite number");
  EXPECT_EQ(error("0 1 1x\n"), "e:1:5: weight '1x' is not a finite number");
}

TEST_F(HostileEdgeList, WithBrokenQuotesIsAnError) {
  EXPECT_EQ(error("source,target\n\"a,b\nc,d\n"), "e:2:1: this quote is not closed");
  EXPECT_EQ(error("source,target\na,\"b\"x\n"), "e:2:6: text after the closing quote");
  EXPECT_EQ(error("\"a"), "e:1:1: this quote is not closed");
}

TEST_F(HostileEdgeList, WithNulBytesIsAnError) {
  using namespace std::string_view_literals;
  EXPECT_EQ(error("0 1\n2 3\0\n"sv), "e:2:3: node id '3\\x00' holds a NUL byte: not a text file?");
  EXPECT_THAT(error("0 1\n2 3\0\n"sv, {.ids = IdKind::index}), HasSubstr("e:2:3: node id '3\\x00' is not a whole"));
  EXPECT_THROW(read(std::string(100000, '\0')), ParseError);
}

TEST_F(HostileEdgeList, ThatIsACutGzipFileIsAnError) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += std::to_string(i) + " " + std::to_string(i * 7 % 10000) + "\n";
  const std::string packed = testing::gzipped(text);
  for (const std::size_t length : {std::size_t{10}, packed.size() / 2, packed.size() - 1}) {
    EXPECT_EQ(error(packed.substr(0, length)), "e: compressed data end early") << length;
  }
}

TEST_F(HostileEdgeList, WithVeryLongLinesIsReadOrRefused) {
  const std::string name(30'000'000, 'x');
  const GraphContents contents = read("a " + name + "\n" + name + " b\n");
  EXPECT_EQ(contents.list.nodes, 3u);
  EXPECT_EQ(contents.names.view(1).size(), name.size());
  EXPECT_THAT(error("0 1\n0 1" + std::string(20'000'000, ' ') + "2\n"), HasSubstr("e:2:1: line has 3 fields"));
}

TEST_F(HostileEdgeList, OfOneEndlessLineIsRefusedBeforeItFillsTheMemory) {
  // 160 MB of one line in 160 kB of gzip.
  std::string packed;
  const std::string piece = testing::gzipped(std::string(20'000'000, 'x'));
  for (int i = 0; i < 8; ++i) packed += piece;
  EXPECT_THAT(error(packed), HasSubstr("e: unpacks to more than 200 times its size"));
  EXPECT_EQ(error(std::string(140'000'000, 'x')), "e:1: line is longer than 134,217,728 bytes");
}

TEST_F(HostileEdgeList, OfRandomBytesNeverCrashes) {
  RandomSequence random(RandomStream(7).named("garbage"));
  constexpr std::string_view kLikely = "0123456789 ,;\t\n\r\"#%-.eab";
  int parsed = 0;
  for (int i = 0; i < 1000; ++i) {
    std::string bytes(random.below(200), '\0');
    for (char& byte : bytes) {
      byte = i % 2 == 0 ? static_cast<char>(random.below(256)) : kLikely[random.below(kLikely.size())];
    }
    const IdKind kind = std::array{IdKind::automatic, IdKind::index, IdKind::name}[random.below(3)];
    try {
      const GraphContents contents = read(bytes, {.ids = kind});
      for (const Entry& entry : contents.list.entries) {
        ASSERT_LT(std::max(entry.source, entry.target), contents.list.nodes);
      }
      ++parsed;
    } catch (const ParseError&) {
    }
  }
  EXPECT_GT(parsed, 0);
  EXPECT_LT(parsed, 1000);
}

// Lines of 14 bytes, so that blocks (2^18 bytes) and batches (2^23) end inside lines of every kind.
std::string many_lines(int count) {
  std::string text;
  text.reserve(static_cast<std::size_t>(count) * 14);
  for (int i = 0; i < count; ++i) text += fmt::format("{:06} {:06}\n", 100000 + i % 900000, 100000 + (i * 7) % 900000);
  return text;
}

TEST_F(HostileEdgeList, ReportsTheFirstErrorAtAnyThreadCount) {
  const std::string good = many_lines(1'400'000);  // 19.6 MB: three batches
  for (const std::size_t line : {0u, 1u, 18723u, 18724u, 18725u, 599185u, 599186u, 599187u, 1'000'000u, 1'399'999u}) {
    std::string text = good;
    text[14 * line + 9] = '-';  // "100000 10-000": no number
    text[14 * 1'399'999 + 8] = 'x';
    const std::string expected =
        fmt::format("e:{}:8: node id '{}' is not a whole number", line + 1, text.substr(14 * line + 7, 6));
    for (const int workers : {1, 2, 4}) EXPECT_EQ(error(text, {.ids = IdKind::index}, workers), expected);
  }
}

TEST_F(HostileEdgeList, FindsAChangeOfColumnsAnywhere) {
  std::string text = many_lines(700'000);
  text.insert(14 * 650'000 + 13, " 1");
  for (const int workers : {1, 4}) {
    EXPECT_EQ(error(text, {}, workers), "e:650001:1: line has 3 fields, the first line had 2");
  }
}

TEST_F(HostileEdgeList, FindsTheFirstNegativeNumberOfAFileOfNumbers) {
  std::string text = many_lines(700'000);
  text.replace(14 * 650'000 + 7, 6, "-00001");
  text.replace(14 * 690'000 + 7, 6, "-00002");
  for (const int workers : {1, 4}) EXPECT_EQ(error(text, {}, workers), "e:650001:8: node id '-00001' is negative");
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/text/line_reader.hpp"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::TemporaryDirectory;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  LineReader reader(file);
  std::vector<std::string> lines;
  for (std::string_view line; reader.next(line);) lines.emplace_back(line);
  EXPECT_EQ(reader.line_number(), lines.size());
  return lines;
}

TEST(LineReader, UnderstandsEveryLineEndAndTheByteOrderMark) {
  const TemporaryDirectory dir;
  EXPECT_THAT(lines_of(dir.file("f", "a\nb\n")), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of(dir.file("f", "a\r\nb")), ElementsAre("a", "b"));
  EXPECT_THAT(lines_of(dir.file("f",
                                "\xef\xbb\xbf"
                                "a\n\nb\n")),
              ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of(dir.file("f", "")), ElementsAre());
  EXPECT_THAT(lines_of(dir.file("f", "\n")), ElementsAre(""));
  EXPECT_THAT(lines_of(dir.file("f.gz", testing::gzipped("a\nb"))), ElementsAre("a", "b"));
}

TEST(LineReader, ReadsLinesLongerThanAnyBuffer) {
  const TemporaryDirectory dir;
  std::string text;
  std::vector<std::string> expected;
  for (int i = 0; i < 7; ++i) {
    expected.emplace_back(static_cast<std::size_t>(i) * 200'003, static_cast<char>('a' + i));
    text += expected.back() + "\n";
  }
  EXPECT_EQ(lines_of(dir.file("f", text)), expected);
}

TEST(LineReader, ExtendsALineByTheNext) {
  const TemporaryDirectory dir;
  const std::string many(300'000, 'm');  // more than the buffer holds
  LineReader reader(dir.file("f", "a\nb\n" + many + "\nc"));
  std::string_view line;
  ASSERT_TRUE(reader.next(line));
  ASSERT_TRUE(reader.extend(line));
  EXPECT_EQ(line, "a\nb");
  ASSERT_TRUE(reader.extend(line));
  EXPECT_EQ(line, "a\nb\n" + many);
  EXPECT_EQ(reader.line_number(), 1u);
  ASSERT_TRUE(reader.next(line));
  EXPECT_EQ(line, "c");
  EXPECT_EQ(reader.line_number(), 4u);
  EXPECT_FALSE(reader.extend(line));
  EXPECT_EQ(line, "c");
  EXPECT_FALSE(reader.next(line));
}

TEST(LineReader, PointsAtTheToken) {
  const TemporaryDirectory dir;
  LineReader reader(dir.file("edges.csv", "0,1\n2,x\n"));
  std::string_view line;
  ASSERT_TRUE(reader.next(line));
  ASSERT_TRUE(reader.next(line));
  EXPECT_EQ(std::string(reader.error_at(line.substr(2), "what").what()), (dir / "edges.csv").string() + ":2:3: what");
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/text/text_batches.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::TemporaryDirectory;

std::vector<std::string> lines_of(const std::filesystem::path& file) {
  const RunContext run;
  TextBatches batches(file, run);
  std::vector<std::string> lines;
  std::string_view line;
  while (batches.next_line(line)) lines.emplace_back(line);
  EXPECT_EQ(batches.lines_consumed(), lines.size());
  return lines;
}

TEST(TextBatches, HandsOutLines) {
  const TemporaryDirectory dir;
  EXPECT_THAT(lines_of(dir.file("f", "a\r\n\nb")), ElementsAre("a", "", "b"));
  EXPECT_THAT(lines_of(dir.file("f",
                                "\xef\xbb\xbf"
                                "a\n")),
              ElementsAre("a"));
  EXPECT_THAT(lines_of(dir.file("f", "")), ElementsAre());
  EXPECT_THAT(lines_of(dir.file("f", testing::gzipped("a\nb\n"))), ElementsAre("a", "b"));
}

TEST(TextBatches, BringsBackWhatWasNotConsumed) {
  const TemporaryDirectory dir;
  std::string text;
  for (int i = 0; i < 3'000'000; ++i) text += std::to_string(i) + "\n";  // 2.6 batches
  const RunContext run;
  TextBatches batches(dir.file("f", text), run);
  std::string seen;
  std::uint64_t lines = 0;
  do {
    // Leaves the second half of the batch to the next round.
    const std::string_view batch = batches.text();
    ASSERT_TRUE(batch.ends_with('\n'));
    const std::size_t half = batch.find('\n', batch.size() / 2) + 1;
    lines =
        static_cast<std::uint64_t>(std::count(batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(half), '\n'));
    seen += batch.substr(0, half);
    batches.consume(half, lines);
  } while (batches.refill());
  seen += batches.text();
  EXPECT_TRUE(seen == text);
  EXPECT_EQ(batches.size_on_disk(), text.size());
}

TEST(TextBatches, GrowsForALongLine) {
  const TemporaryDirectory dir;
  const std::string line(3 * TextBatches::kBatch, 'x');
  EXPECT_TRUE(lines_of(dir.file("f", "a\n" + line + "\nb\n")) == (std::vector<std::string>{"a", line, "b"}));
  EXPECT_TRUE(lines_of(dir.file("f", line)) == (std::vector<std::string>{line}));
}

TEST(TextBatches, ReadsFilesAsLongAsABatchOrAByteMoreOrLess) {
  const TemporaryDirectory dir;
  for (const std::size_t size : {TextBatches::kBatch - 1, TextBatches::kBatch, TextBatches::kBatch + 1}) {
    std::string text(size, 'y');
    text[size / 2] = '\n';
    EXPECT_EQ(lines_of(dir.file("f", text)).size(), 2u);
    text.back() = '\n';
    EXPECT_EQ(lines_of(dir.file("f", text)).size(), 2u);
  }
}

TEST(TextBatches, CountsLinesAndColumns) {
  const TemporaryDirectory dir;
  const RunContext run;
  TextBatches batches(dir.file("f",
                               "\xef\xbb\xbf"
                               "ab\ncd\n"),
                      run);
  EXPECT_EQ(batches.error_at(batches.text().data() + 1, "").where().column, 2u);
  const FilePosition where = batches.error_at(batches.text().data() + 4, "").where();
  EXPECT_EQ(where.line, 2u);
  EXPECT_EQ(where.column, 2u);
}

TEST(TextBatches, StopsWhenAsked) {
  const TemporaryDirectory dir;
  std::stop_source source;
  const RunContext run({.workers = 1, .stop = source.get_token()});
  TextBatches batches(dir.file("f", std::string(2 * TextBatches::kBatch, '\n')), run);
  batches.consume(batches.text().size(), batches.text().size());
  source.request_stop();
  EXPECT_THROW(batches.refill(), Cancelled);
}

TEST(TextBatches, CutsTextAtLineEnds) {
  EXPECT_THAT(line_blocks("aa\nbb\ncc\n", 1), ElementsAre("aa\n", "bb\n", "cc\n"));
  EXPECT_THAT(line_blocks("aa\nbb\ncc\n", 3), ElementsAre("aa\n", "bb\n", "cc\n"));
  EXPECT_THAT(line_blocks("aa\nbb\ncc\n", 4), ElementsAre("aa\nbb\n", "cc\n"));
  EXPECT_THAT(line_blocks("aa\nbb\n", 100), ElementsAre("aa\nbb\n"));
  EXPECT_THAT(line_blocks("", 100), ElementsAre());
}

}  // namespace
}  // namespace cgsd

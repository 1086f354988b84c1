#include "cgsd/io/formats/svmlight.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/gzip.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_of;
using testing::TemporaryDirectory;

SparseRows rows_of(const std::string& text) {
  const TemporaryDirectory dir;
  return read_svmlight(dir.file("f.svm", text), RunContext());
}
std::string svmlight_error(const std::string& text) {
  const std::string message = error_of([&] { rows_of(text); });
  const std::size_t after = message.find("f.svm");
  return after == std::string::npos ? message : message.substr(after);
}

TEST(Svmlight, CountsFromOneUnlessAZeroOccurs) {
  EXPECT_EQ(rows_of("1 1:0.5 3:2\n-1\n0 2:7\n"), (SparseRows{3, {0, 2, 2, 3}, {0, 2, 1}, {0.5, 2, 7}}));
  EXPECT_EQ(rows_of("1 1:0.5 3:2\n-1\n0 0:7\n"), (SparseRows{4, {0, 2, 2, 3}, {1, 3, 0}, {0.5, 2, 7}}));
}

TEST(Svmlight, DropsLabelsQueriesAndComments) {
  EXPECT_EQ(rows_of("# heading\n\n+1 qid:7 2:1 1:4 # note 9:9\n1,3 1:0\r\n   # only a comment\n1.5\t2:-1e-3"),
            (SparseRows{2, {0, 2, 3, 4}, {0, 1, 0, 1}, {4, 1, 0, -1e-3f}}));
  EXPECT_EQ(rows_of(testing::gzipped("1 1:1\n")), (SparseRows{1, {0, 1}, {0}, {1}}));
}

TEST(Svmlight, PointsAtWhatIsWrong) {
  EXPECT_EQ(svmlight_error("1 1:1\nx 1:1\n"), "f.svm:2:1: 'x' is not a label; a line reads: label index:value …");
  EXPECT_EQ(svmlight_error("1:1 2:1\n"), "f.svm:1:1: '1:1' is not a label; a line reads: label index:value …");
  EXPECT_EQ(svmlight_error("1 1:1 2\n"), "f.svm:1:7: '2' is not index:value");
  EXPECT_EQ(svmlight_error("1 -2:1\n"), "f.svm:1:3: '-2:1' is not index:value");
  EXPECT_EQ(svmlight_error("1 4294967296:1\n"), "f.svm:1:3: '4294967296:1' is not index:value");
  EXPECT_EQ(svmlight_error("1 1:x\n"), "f.svm:1:5: 'x' is not a number");
  EXPECT_EQ(svmlight_error("1 1:\n"), "f.svm:1:5: '' is not a number");
  EXPECT_EQ(svmlight_error("1 1:nan\n"), "f.svm:1:5: 'nan' is not a finite 32-bit number");
  EXPECT_EQ(svmlight_error("1 1:1e99\n"), "f.svm:1:5: '1e99' is not a finite 32-bit number");
  EXPECT_EQ(svmlight_error("1 3:1 1:1 3:2\n"), "f.svm:1:11: attribute 3 occurs twice in this line");
  EXPECT_EQ(svmlight_error("# nothing\n"), "f.svm: there is no row of attributes in the file");
  EXPECT_EQ(svmlight_error("1\n2\n"), "f.svm: there is no attribute in the file");
}

TEST(Svmlight, RefusesColumnsThatNoNumbersJustify) {
  EXPECT_EQ(svmlight_error("1 1:1 20000000:1\n"),
            "f.svm: 20,000,000 columns for 2 numbers, so nearly all of them are empty: number only those that are not");
}

TEST(Svmlight, IsRecognisedByTheFirstLineWithMoreThanALabel) {
  EXPECT_TRUE(looks_like_svmlight("# c\n1\n-1 3:0.5\n"));
  EXPECT_TRUE(looks_like_svmlight("1 qid:3 1:2\n"));
  EXPECT_FALSE(looks_like_svmlight("1 2 3\n1 3:0.5\n"));
  EXPECT_FALSE(looks_like_svmlight("time 12:30\n"));
  EXPECT_FALSE(looks_like_svmlight("0.5,1:2\n"));
  EXPECT_FALSE(looks_like_svmlight(""));
}

TEST(Svmlight, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  const RunContext run;
  const testing::MemoryFile file("f.svm");
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const auto& path = file.holding(testing::damaged("1 1:0.5 3:2 # c\n-1\n0 qid:2 2:7 1:1e3\n1,2 4:1\n", i));
    testing::expect_result_or_error([&] { read_svmlight(path, run); }, i);
  }
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/formats/scipy_npz.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/array_files.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::npy;
using testing::npz_of;
using testing::raw;
using testing::TemporaryDirectory;
using Arrays = std::vector<std::pair<std::string, std::string>>;

template <class T>
std::string vector_of(const char* descr, const std::vector<T>& values) {
  return npy(descr, "(" + std::to_string(values.size()) + ",)", raw(values));
}
std::pair<std::string, std::string> shape(std::int64_t rows, std::int64_t cols) {
  return {"shape", vector_of<std::int64_t>("<i8", {rows, cols})};
}
std::pair<std::string, std::string> data(const std::vector<double>& values) {
  return {"data", vector_of("<f8", values)};
}
std::pair<std::string, std::string> ints(const char* name, const std::vector<std::int32_t>& values) {
  return {name, vector_of("<i4", values)};
}

// The matrix 0 5 0 / 1 0 2 / 0 0 0 in the three formats, as save_npz writes it.
Arrays csr(const std::vector<double>& values = {5, 1, 2}) {
  return {ints("indices", {1, 0, 2}),
          ints("indptr", {0, 1, 3, 3}),
          {"format", npy("|S3", "()", "csr")},
          shape(3, 3),
          data(values)};
}
Arrays csc(const std::vector<double>& values = {1, 5, 2}) {
  return {ints("indices", {1, 0, 1}),
          ints("indptr", {0, 1, 2, 3}),
          {"format", npy("|S3", "()", "csc")},
          shape(3, 3),
          data(values)};
}
Arrays coo(const std::vector<double>& values = {2, 1, 5}) {
  return {
      ints("row", {1, 1, 0}), ints("col", {2, 0, 1}), {"format", npy("|S3", "()", "coo")}, shape(3, 3), data(values)};
}

GraphContents graph_of(const Arrays& arrays, const GraphReadOptions& options = {}) {
  const TemporaryDirectory dir;
  return read_scipy_npz(dir.file("f.npz", npz_of(arrays)), options, RunContext());
}
SparseRows attributes_of(const Arrays& arrays) {
  const TemporaryDirectory dir;
  return scipy_attributes(NpzFile(dir.file("f.npz", npz_of(arrays)), RunContext()));
}
std::string graph_error(const Arrays& arrays, const GraphReadOptions& options = {}) {
  const std::string message = error_of([&] { graph_of(arrays, options); });
  return message.substr(std::min(message.size(), message.find("f.npz: ") + 7));
}

TEST(ScipyNpz, ReadsAWeightedGraphInTheOrderOfTheFile) {
  const GraphContents rows = graph_of(csr());
  EXPECT_EQ(rows.list.nodes, 3u);
  EXPECT_THAT(rows.list.entries, ElementsAre(Entry{0, 1}, Entry{1, 0}, Entry{1, 2}));
  EXPECT_THAT(rows.list.weights, ElementsAre(5, 1, 2));
  EXPECT_THAT(graph_of(csc()).list.entries, ElementsAre(Entry{1, 0}, Entry{0, 1}, Entry{1, 2}));
  EXPECT_THAT(graph_of(csc()).list.weights, ElementsAre(1, 5, 2));
  EXPECT_THAT(graph_of(coo()).list.entries, ElementsAre(Entry{1, 2}, Entry{1, 0}, Entry{0, 1}));
}

TEST(ScipyNpz, ForgetsWeightsThatAreAllOneAndEntriesThatAreZero) {
  EXPECT_TRUE(graph_of(csr({1, 1, 1})).list.weights.empty());
  EXPECT_THAT(graph_of(csr({1, 0, 1})).list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_TRUE(graph_of(csr({1, 0, 1})).list.weights.empty());
  EXPECT_THAT(graph_of(csr({3, 0, 1})).list.weights, ElementsAre(3, 1));
}

TEST(ScipyNpz, ReadsTheSameAttributesFromEveryFormat) {
  const SparseRows expected{3, {0, 1, 3, 3}, {1, 0, 2}, {5, 1, 2}};
  EXPECT_EQ(attributes_of(csr()), expected);
  EXPECT_EQ(attributes_of(csc()), expected);
  EXPECT_EQ(attributes_of(coo()), expected);
}

TEST(ScipyNpz, RefusesCellsThatAreStoredTwiceAsAttributesOnly) {
  Arrays twice = coo();
  twice[0] = ints("row", {1, 1, 1});
  twice[1] = ints("col", {2, 2, 1});
  EXPECT_THAT(error_of([&] { attributes_of(twice); }), HasSubstr("row 1: column 2 occurs twice"));
  EXPECT_EQ(graph_of(twice).list.entries.size(), 3u);
}

TEST(ScipyNpz, RefusesWhatItCannotBe) {
  Arrays dia = csr();
  dia[2].second = npy("|S3", "()", "dia");
  EXPECT_EQ(graph_error(dia), "format: sparse format 'dia' is not supported; save the matrix as csr, csc or coo");
  Arrays shapeless = csr();
  for (const std::vector<std::int64_t>& bad : {std::vector<std::int64_t>{}, {3}, {3, 3, 3}, {-3, 3}, {3, -3}}) {
    shapeless[3] = {"shape", vector_of<std::int64_t>("<i8", bad)};
    EXPECT_EQ(graph_error(shapeless), "shape: must be two numbers, the rows and the columns");
  }
  Arrays wide = csr();
  wide[3] = shape(3, 4);
  EXPECT_EQ(graph_error(wide), "the matrix of a graph must be square, not (3, 4)");
  EXPECT_EQ(attributes_of(wide).cols, 4u);
  EXPECT_EQ(graph_error(csr(), {.expected_nodes = 4}), "the matrix has 3 rows for 4 nodes");
  EXPECT_EQ(graph_error(csr({1, 2, std::numeric_limits<double>::infinity()})),
            "data: element 2: inf is not a finite number");
  EXPECT_EQ(graph_error(csr({1, 2})), "shape: 3 column indices for 2 values");
  Arrays outside = coo();
  outside[0] = ints("row", {1, 3, 0});
  EXPECT_EQ(graph_error(outside), "row: element 1: 3 is not in [0, 3)");
  EXPECT_EQ(graph_error(coo({1, 2})), "row: 3 elements for 2 values");
}

TEST(ScipyNpz, BelievesNoShapeWithoutData) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  Arrays huge = coo();
  huge[3] = shape(2000000000, 2000000000);
  EXPECT_THAT(graph_error(huge), HasSubstr("2,000,000,000 nodes are not plausible for a file of 3 entries"));
  EXPECT_THAT(error_of([&] { attributes_of(huge); }), HasSubstr("not plausible"));
  huge[3] = shape(std::numeric_limits<std::int64_t>::max(), 3);
  EXPECT_THAT(error_of([&] { attributes_of(huge); }), HasSubstr("nodes are too many"));
  Arrays tall = csc();
  tall[3] = shape(2000000000, 3);
  EXPECT_THAT(error_of([&] { attributes_of(tall); }), HasSubstr("not plausible"));
}

TEST(ScipyNpz, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{1} << 30);
  const RunContext run;
  const testing::MemoryFile file("f.npz");
  const std::vector<Arrays> originals = {csr(), csc(), coo()};
  for (std::uint64_t i = 0; i < 4000; ++i) {
    Arrays some = originals[i % 3];
    some[i % some.size()].second = testing::damaged(some[i % some.size()].second, i);
    const auto& path = file.holding(npz_of(some));
    testing::expect_result_or_error([&] { read_scipy_npz(path, {}, run); }, i);
    testing::expect_result_or_error([&] { scipy_attributes(NpzFile(path, run)); }, i);
  }
}

}  // namespace
}  // namespace cgsd

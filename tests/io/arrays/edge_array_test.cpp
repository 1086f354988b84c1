#include "cgsd/io/arrays/edge_array.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/array_files.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::npy;
using testing::raw;
using testing::TemporaryDirectory;

NpyArray edges(std::vector<std::uint64_t> shape, const std::vector<std::int64_t>& ids) {
  const std::string bytes = raw(ids);
  const ArrayOrigin origin{"f.npz", "edges"};
  return npy_array({std::move(shape), npy_type("<i8", origin), false}, {bytes.begin(), bytes.end()}, origin);
}

TEST(EdgeArray, ReadsRowsAndTheirTranspose) {
  const EntryList rows = entries_of(edges({3, 2}, {0, 1, 4, 4, 2, 0}), std::nullopt);
  EXPECT_THAT(rows.entries, ElementsAre(Entry{0, 1}, Entry{4, 4}, Entry{2, 0}));
  EXPECT_EQ(rows.nodes, 5u);
  EXPECT_EQ(entries_of(edges({2, 3}, {0, 4, 2, 1, 4, 0}), std::nullopt).entries, rows.entries);
  EXPECT_EQ(entries_of(edges({3, 2}, {0, 1, 4, 4, 2, 0}), 9).nodes, 9u);
}

TEST(EdgeArray, TakesTwoByTwoAsRows) {
  EXPECT_THAT(entries_of(edges({2, 2}, {0, 1, 2, 3}), std::nullopt).entries, ElementsAre(Entry{0, 1}, Entry{2, 3}));
  EXPECT_EQ(entries_of(edges({0, 2}, {}), std::nullopt).nodes, 0u);
  EXPECT_EQ(entries_of(edges({2, 0}, {}), 3).nodes, 3u);
}

TEST(EdgeArray, NamesTheRowOfABadId) {
  EXPECT_EQ(error_of([] {
              entries_of(edges({2, 2}, {0, 1, 2, -3}), std::nullopt);
            }),
            "f.npz: edges: row 1: node id -3 is negative");
  EXPECT_EQ(error_of([] {
              entries_of(edges({2, 2}, {0, 1, 7, 2}), 7);
            }),
            "f.npz: edges: row 1: node id 7 ≥ node count 7");
  EXPECT_EQ(error_of([] {
              entries_of(edges({1, 2}, {0, 0x7fffffff}), std::nullopt);
            }),
            "f.npz: edges: row 0: node id 2147483647 is too large; at most 2147483647 nodes are possible");
  EXPECT_EQ(error_of([] {
              entries_of(edges({4}, {0, 1, 7, 2}), std::nullopt);
            }),
            "f.npz: edges: edges must have the shape (m, 2) or (2, m), not (4,)");
  EXPECT_EQ(error_of([] {
              entries_of(edges({3, 1}, {0, 1, 7}), std::nullopt);
            }),
            "f.npz: edges: edges must have the shape (m, 2) or (2, m), not (3, 1)");
}

TEST(EdgeArray, RefusesBillionsOfNodesThatOneIdStandsFor) {
  EXPECT_EQ(error_of([] {
              entries_of(edges({1, 2}, {0, 2000000000}), std::nullopt);
            }),
            "f.npz: edges: 2,000,000,001 nodes are not plausible for a file of 1 entries");
  EXPECT_EQ(entries_of(edges({1, 2}, {0, 10'000'000}), std::nullopt).nodes, 10'000'001u);
}

TEST(EdgeArray, ReadsABareArrayAsAGraph) {
  const TemporaryDirectory dir;
  const auto file = dir.file("edges.npy", npy("<i4", "(2, 2)", raw<std::int32_t>({0, 1, 1, 2})));
  EXPECT_THAT(read_npy_graph(file, {}, RunContext()).list.entries, ElementsAre(Entry{0, 1}, Entry{1, 2}));
  EXPECT_EQ(read_npy_graph(file, {.expected_nodes = 5}, RunContext()).list.nodes, 5u);
  const NodeNames names({"0", "1", "2", "3"});
  GraphReadOptions with_names;
  with_names.known_names = &names;
  EXPECT_EQ(read_npy_graph(file, with_names, RunContext()).list.nodes, 4u);
  EXPECT_EQ(error_of([&] { read_npy_graph(file, {.expected_nodes = 2}, RunContext()); }),
            file.string() + ": row 1: node id 2 ≥ node count 2");
  const auto floats = dir.file("floats.npy", npy("<f4", "(1, 2)", raw<float>({0, 1})));
  EXPECT_EQ(error_of([&] { read_npy_graph(floats, {}, RunContext()); }),
            floats.string() + ": must hold integers, not float32");
}

}  // namespace
}  // namespace cgsd

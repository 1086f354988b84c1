#include "cgsd/io/text/text_writer.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::file_bytes;
using testing::TemporaryDirectory;

template <class Write>
std::string written(Write&& write) {
  const TemporaryDirectory dir;
  TextWriter out(dir / "f");
  write(out);
  out.commit();
  return file_bytes(dir / "f");
}

TEST(TextWriter, WritesTextCharactersAndNumbers) {
  EXPECT_EQ(written([](TextWriter& out) {
              out << "n=" << 7u << ',' << -3 << ' ' << std::numeric_limits<std::uint64_t>::max() << ' '
                  << std::numeric_limits<std::int64_t>::min() << '\n';
            }),
            "n=7,-3 18446744073709551615 -9223372036854775808\n");
}

TEST(TextWriter, WritesNumbersInTheirShortestForm) {
  EXPECT_EQ(written([](TextWriter& out) { out << 0.1 << ' ' << 3.0 << ' ' << 1e-7 << ' ' << -0.0; }), "0.1 3 1e-07 -0");
}

TEST(TextWriter, WritesNumbersThatReadBackToTheBit) {
  RandomSequence random{RandomStream(3)};
  for (int i = 0; i < 500; ++i) {
    const double number = std::ldexp(random.normal(), static_cast<int>(random.below(1000)) - 500);
    const std::string text = written([&](TextWriter& out) { out << number; });
    ASSERT_EQ(std::strtod(text.c_str(), nullptr), number) << text;
  }
}

// Several times the size at which the buffer is handed on, by every way in.
TEST(TextWriter, KeepsTheOrderOverManyPieces) {
  std::string expected;
  const std::string text = written([&](TextWriter& out) {
    for (int i = 0; i < 40'000; ++i) {
      out << i << ',' << i + 0.5 << ',';
      out.field("x", Delimiter::comma);
      out << '\n';
      expected += std::to_string(i) + "," + std::to_string(i) + ".5,x\n";
    }
  });
  EXPECT_TRUE(text == expected);
  EXPECT_GT(text.size(), 400'000u);
}

TEST(TextWriter, LeavesNothingWithoutACommit) {
  const TemporaryDirectory dir;
  {
    TextWriter out(dir / "f");
    for (int i = 0; i < 100'000; ++i) out << i << '\n';
  }
  EXPECT_TRUE(std::filesystem::is_empty(dir.path()));
}

TEST(TextWriter, NamesNodesOrNumbersThem) {
  const NodeNames names({"a,b", "c"});
  EXPECT_EQ(written([&](TextWriter& out) {
              out.node(names, 0, Delimiter::comma);
              out << ' ';
              out.node({}, 1, Delimiter::comma);
            }),
            "\"a,b\" 1");
  EXPECT_THROW(written([&](TextWriter& out) { out.node(NodeNames({"a b"}), 0, Delimiter::blanks); }), InvalidArgument);
}

using Visit = std::tuple<NodeId, NodeId, EntryIndex>;

std::vector<Visit> edges_of(const Graph& graph) {
  std::vector<Visit> seen;
  for_each_edge(graph, RunContext(), [&](NodeId u, NodeId v, EntryIndex entry) { seen.emplace_back(u, v, entry); });
  return seen;
}

TEST(ForEachEdge, VisitsAnUndirectedEdgeOnceAtItsFirstEntry) {
  EXPECT_THAT(edges_of(testing::path_graph(3)), ElementsAre(Visit(0, 1, 0), Visit(1, 2, 2)));
}

TEST(ForEachEdge, VisitsEveryDirectedEntryWithLoops) {
  EXPECT_THAT(edges_of(testing::graph_of(3, {{2, 0}, {0, 2}, {1, 1}}, {.directed = true})),
              ElementsAre(Visit(0, 2, 0), Visit(1, 1, 1), Visit(2, 0, 2)));
}

TEST(ForEachEdge, HeedsAStop) {
  std::stop_source source;
  source.request_stop();
  const RunContext run({.stop = source.get_token()});
  EXPECT_THROW(for_each_edge(testing::path_graph(3), run, [](NodeId, NodeId, EntryIndex) {}), Cancelled);
}

}  // namespace
}  // namespace cgsd

#include "cgsd/curvature/statistics.hpp"

#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>

#include "cgsd/curvature/forman.hpp"

#include "tests/curvature/curvature_cases.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

// Path 0–1–2–3–4; entries in order: 01 10 12 21 23 32 34 43.
const std::vector<double> kOnPath = {1, 1, 7, 7, -3, -3, 5, 5};

TEST(CurvatureStatistics, CountUndirectedEdgesOnce) {
  const auto s = curvature_statistics(testing::path_graph(5), kOnPath, RunContext());
  EXPECT_EQ(s.count, 4u);
  EXPECT_DOUBLE_EQ(s.mean, 2.5);
  EXPECT_DOUBLE_EQ(s.median, 3.0);
  EXPECT_DOUBLE_EQ(s.minimum, -3.0);
  EXPECT_DOUBLE_EQ(s.maximum, 7.0);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt((2.25 + 20.25 + 30.25 + 6.25) / 4.0));
}

TEST(CurvatureStatistics, CountEveryEntryOfADirectedGraphAndItsLoops) {
  const Graph graph = testing::graph_of(3, {{0, 0}, {0, 1}, {2, 1}}, {.directed = true});
  const auto s = curvature_statistics(graph, std::vector<double>{1.0, 2.0, 6.0}, RunContext());
  EXPECT_EQ(s.count, 3u);
  EXPECT_DOUBLE_EQ(s.mean, 3.0);
  EXPECT_DOUBLE_EQ(s.median, 2.0);
}

TEST(CurvatureStatistics, AreUndefinedWithoutEdges) {
  const auto s = curvature_statistics(testing::graph_of(3, {}), {}, RunContext());
  EXPECT_EQ(s.count, 0u);
  for (const double value : {s.mean, s.median, s.minimum, s.maximum, s.deviation}) EXPECT_TRUE(std::isnan(value));
}

TEST(CurvatureStatistics, RefuseSizesThatDoNotFitAndValuesThatAreNoNumbers) {
  const Graph graph = testing::path_graph(5);
  const RunContext run;
  const std::vector<std::int32_t> classes(5, 0);
  EXPECT_THROW(curvature_statistics(graph, std::vector<double>(7, 0.0), run), InvalidArgument);
  EXPECT_THROW(within_cross(graph, std::vector<double>(9, 0.0), classes, run), InvalidArgument);
  EXPECT_THROW(within_cross(graph, kOnPath, std::vector<std::int32_t>(4, 0), run), InvalidArgument);
  std::vector<double> broken = kOnPath;
  broken[3] = std::nan("");
  EXPECT_EQ(testing::refusal_of([&] { curvature_statistics(graph, broken, run); }),
            "curvature of entry 3 is not a number");
}

TEST(CurvatureStatistics, CarryInfinitiesThrough) {
  const double inf = std::numeric_limits<double>::infinity();
  const auto s =
      curvature_statistics(testing::path_graph(4), std::vector<double>{-inf, -inf, 1, 1, 2, 2}, RunContext());
  EXPECT_EQ(s.minimum, -inf);
  EXPECT_EQ(s.mean, -inf);
  EXPECT_EQ(s.median, 1.0);
}

TEST(WithinCross, IsRightOnAPathByHand) {
  const std::vector<std::int32_t> classes = {0, 0, 1, 1, 0};
  const auto wc = within_cross(testing::path_graph(5), kOnPath, classes, RunContext());
  EXPECT_EQ(wc.within.count, 2u);  // 0–1 and 2–3
  EXPECT_DOUBLE_EQ(wc.within.mean, -1.0);
  EXPECT_DOUBLE_EQ(wc.within.minimum, -3.0);
  EXPECT_EQ(wc.cross.count, 2u);  // 1–2 and 3–4
  EXPECT_DOUBLE_EQ(wc.cross.mean, 6.0);
  EXPECT_DOUBLE_EQ(wc.cross.maximum, 7.0);
  EXPECT_DOUBLE_EQ(wc.gap_of_means, -7.0);
  EXPECT_DOUBLE_EQ(wc.gap_of_extremes, -10.0);
}

TEST(WithinCross, LeavesUnlabelledEndsAndLoopsOut) {
  const Graph graph = testing::graph_of(4, {{0, 0}, {0, 1}, {1, 2}, {3, 2}, {2, 2}}, {.directed = true});
  const std::vector<std::int32_t> classes = {0, 1, -1, -1};
  const auto wc = within_cross(graph, std::vector<double>{100, 2, 30, 400, 500}, classes, RunContext());
  EXPECT_EQ(wc.within.count, 0u);
  EXPECT_EQ(wc.cross.count, 1u);
  EXPECT_DOUBLE_EQ(wc.cross.mean, 2.0);
  EXPECT_TRUE(std::isnan(wc.within.mean) && std::isnan(wc.gap_of_means) && std::isnan(wc.gap_of_extremes));
}

TEST(WithinCross, HasTheSameBitsAtAnyThreadCount) {
  const Graph graph = testing::sparse_graph_with_hub(20'000, 200'000, true);
  std::vector<std::int32_t> classes(graph.nodes());
  for (NodeId u = 0; u < graph.nodes(); ++u) classes[u] = static_cast<std::int32_t>(u * u % 5) - 1;
  // κ is any function of the unordered pair that is no round number.
  std::vector<double> curvature(graph.entries());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      curvature[i] = std::sin(static_cast<double>(u) + static_cast<double>(graph.targets()[i]));
    }
  }
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    const auto wc = within_cross(graph, curvature, classes, run);
    return std::vector<CurvatureStatistics>{wc.within, wc.cross, curvature_statistics(graph, curvature, run)};
  });
}

// A minimal reader of the Geom-GCN files: a header line, then "u<TAB>v" or "id<TAB>attributes<TAB>label".
EntryList read_edges(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string header;
  std::getline(in, header);
  EntryList list;
  for (Entry entry{}; in >> entry.source >> entry.target;) {
    list.entries.push_back(entry);
    list.nodes = std::max({list.nodes, entry.source + 1, entry.target + 1});
  }
  return list;
}

std::vector<std::int32_t> read_labels(const std::filesystem::path& file) {
  std::ifstream in(file);
  std::string line;
  std::getline(in, line);
  std::vector<std::int32_t> classes;
  while (std::getline(in, line)) {
    const auto node = static_cast<std::size_t>(std::stoul(line));
    if (classes.size() <= node) classes.resize(node + 1, -1);
    classes[node] = std::stoi(line.substr(line.rfind('\t') + 1));
  }
  return classes;
}

struct WebGraph {
  EntryList list;
  std::vector<std::int32_t> classes;

  explicit WebGraph(const std::filesystem::path& directory)
      : list(read_edges(directory / "out1_graph_edges.txt")),
        classes(read_labels(directory / "out1_node_feature_label.txt")) {
    list.nodes = static_cast<NodeId>(classes.size());
  }
  WithinCross forman(bool directed) const {
    const Graph graph = build_graph(list, {.directed = directed}, RunContext()).graph;
    return within_cross(graph, forman_curvature(graph, RunContext()), classes, RunContext());
  }
};

// The appendix table of the paper: raw directed entries, degree = leaving entries with loops, loops not averaged.
TEST(WithinCross, ReproducesTheAppendixTableOfThePaper) {
  CGSD_NEEDS_SHARED_DATA("data/geom-gcn", root);
  struct Row {
    const char* name;
    double within, cross;
  };
  for (const Row row :
       {Row{"cornell-corrected", -22.50, -30.19}, Row{"texas", -12.11, -36.14}, Row{"wisconsin", -26.85, -31.69}}) {
    const auto wc = WebGraph(root / row.name).forman(true);
    EXPECT_NEAR(wc.within.mean, row.within, 0.005) << row.name;
    EXPECT_NEAR(wc.cross.mean, row.cross, 0.005) << row.name;
    EXPECT_NEAR(wc.gap_of_means, row.within - row.cross, 0.01) << row.name;
  }
}

// Table 2a of the data's description, measured there with other tools: undirected simple graphs.
TEST(WithinCross, AgreesWithTheDataDescriptionOnUndirectedGraphs) {
  CGSD_NEEDS_SHARED_DATA("data/geom-gcn", root);
  struct Row {
    const char* name;
    std::uint64_t within;
    double within_mean, within_median;
    std::uint64_t cross;
    double cross_mean, cross_median;
  };
  for (const Row row :
       {Row{"cornell-corrected", 34, -28.29, -7, 243, -35.47, -8}, Row{"texas", 17, -20.12, -7, 262, -43.47, -9.5},
        Row{"wisconsin", 80, -32.48, -11, 370, -39.47, -9}}) {
    const auto wc = WebGraph(root / row.name).forman(false);
    EXPECT_EQ(wc.within.count, row.within) << row.name;
    EXPECT_NEAR(wc.within.mean, row.within_mean, 0.005) << row.name;
    EXPECT_EQ(wc.within.median, row.within_median) << row.name;
    EXPECT_EQ(wc.cross.count, row.cross) << row.name;
    EXPECT_NEAR(wc.cross.mean, row.cross_mean, 0.005) << row.name;
    EXPECT_EQ(wc.cross.median, row.cross_median) << row.name;
  }
}

// Table 2b there gives means within (loops counted) and across; together they are the mean of all entries.
TEST(CurvatureStatistics, AgreeWithTheDataDescriptionOnRawEntries) {
  CGSD_NEEDS_SHARED_DATA("data/geom-gcn", root);
  struct Row {
    const char* name;
    double within, within_mean, cross, cross_mean;
  };
  for (const Row row :
       {Row{"chameleon", 8'484, -68.34, 27'617, -67.12}, Row{"squirrel", 48'612, -250.38, 168'461, -248.85}}) {
    const Graph graph =
        build_graph(read_edges(root / row.name / "out1_graph_edges.txt"), {.directed = true}, RunContext()).graph;
    const auto s = curvature_statistics(graph, forman_curvature(graph, RunContext()), RunContext());
    EXPECT_EQ(static_cast<double>(s.count), row.within + row.cross) << row.name;
    EXPECT_NEAR(s.mean, (row.within * row.within_mean + row.cross * row.cross_mean) / (row.within + row.cross), 0.005)
        << row.name;
  }
}

}  // namespace
}  // namespace cgsd

#include "cgsd/matrix/neighbour_sums.hpp"

#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::random_matrix;

// The slow twin: one number after another, in double.
template <class T>
double sum_of(GraphView graph, const Matrix<T>& in, const Matrix<T>& before, const RowFactors<T>& f, NodeId u,
              std::size_t j) {
  double sum = 0.0;
  for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i)
    sum += (graph.weighted() ? graph.weights()[i] : 1.0) * static_cast<double>(in(graph.targets()[i], j));
  return static_cast<double>(f.neighbours.at(u)) * sum +
         static_cast<double>(f.own.at(u)) * static_cast<double>(in(u, j)) +
         static_cast<double>(f.before.at(u)) * static_cast<double>(before(u, j));
}

template <class T>
void expect_sums(std::size_t columns, bool weighted, const RowFactors<T>& f, double tolerance) {
  const Graph graph = testing::random_graph(70, 0.2, columns, weighted);
  const auto in = random_matrix<T>(70, columns, 7);
  const auto before = random_matrix<T>(70, columns, 8);
  Matrix<T> out = before;
  neighbour_sums<T>(graph, in, out, f, RunContext());
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (std::size_t j = 0; j < columns; ++j)
      ASSERT_NEAR(static_cast<double>(out(u, j)), sum_of<T>(graph, in, before, f, u, j), tolerance) << u << " " << j;
  }
}

template <class T>
class NeighbourSums : public ::testing::Test {};
using Numbers = ::testing::Types<float, double>;
TYPED_TEST_SUITE(NeighbourSums, Numbers);

TYPED_TEST(NeighbourSums, AreTheSlowSumsForAnyNumberOfColumns) {
  const double tolerance = sizeof(TypeParam) == 4 ? 1e-4 : 1e-12;
  std::vector<TypeParam> one_per_row(70);
  for (std::size_t i = 0; i < one_per_row.size(); ++i) one_per_row[i] = static_cast<TypeParam>(i) / 50;
  for (const std::size_t columns : {1U, 3U, 4U, 7U, 8U, 12U, 16U, 29U, 40U, 64U, 65U, 150U}) {
    for (const bool weighted : {false, true}) {
      expect_sums<TypeParam>(columns, weighted, {}, tolerance);
      expect_sums<TypeParam>(columns, weighted, {one_per_row, TypeParam(0.5), TypeParam(-1)}, tolerance);
      expect_sums<TypeParam>(columns, weighted, {TypeParam(2), one_per_row, one_per_row}, tolerance);
    }
  }
}

TEST(NeighbourSumsOfFloats, DoNotCountWhatWasThereBefore) {
  const Graph graph = testing::path_graph(9);
  const Matrix<float> ones(9, 8, std::vector<float>(72, 1.0F));
  Matrix<float> out(9, 8, std::vector<float>(72, std::numeric_limits<float>::quiet_NaN()));
  neighbour_sums<float>(graph, ones, out, {}, RunContext());
  EXPECT_EQ(out(0, 0), 1.0F);
  EXPECT_EQ(out(4, 7), 2.0F);
}

TEST(NeighbourSumsOfFloats, OfNothingAreNothing) {
  Matrix<float> none(0, 8);
  Matrix<float> out(0, 8);
  neighbour_sums<float>(testing::graph_of(0, {}), none, out, {}, RunContext());
  const Matrix<float> ones(3, 8, std::vector<float>(24, 1.0F));
  Matrix<float> zeros(3, 8, std::vector<float>(24, 5.0F));
  neighbour_sums<float>(testing::graph_of(3, {}), ones, zeros, {}, RunContext());
  EXPECT_EQ(zeros, Matrix<float>(3, 8));
}

TEST(NeighbourSumsOfFloats, HaveTheSameBitsAtAnyNumberOfThreads) {
  const Graph graph = testing::random_graph(2000, 0.01, 3, true);
  const auto in = random_matrix<float>(2000, 21, 7);
  testing::expect_same_bits_at_any_thread_count([&](const RunContext& run) {
    Matrix<float> out(2000, 21);
    neighbour_sums<float>(graph, in, out, {0.3F, 0.1F, 0.0F}, run);
    return out;
  });
}

}  // namespace
}  // namespace cgsd

#include "cgsd/learned/random_view.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

TEST(RandomView, IsTheGraphItselfWhereNothingIsDropped) {
  const AttributedGraph input = testing::tiny_input();
  const auto whole = normalised_adjacency<double>(input.graph, SelfLoops::added);
  for (const auto degrees : {ViewDegrees::of_rows, ViewDegrees::of_columns, ViewDegrees::of_both}) {
    const auto view = ViewSource<double>(input, degrees).view({}, RandomStream(1));
    EXPECT_EQ(view.adjacency.rows.columns, whole.rows.columns);
    for (std::size_t p = 0; p < whole.rows.values.size(); ++p)
      EXPECT_NEAR(view.adjacency.rows.values[p], whole.rows.values[p], 1e-15);
    EXPECT_EQ(view.attribute_mask, Matrix<double>(5, 1, std::vector<double>(5, 1.0)));
  }
}

TEST(RandomView, IsEmptyButForTheLoopsWhereAllIsDropped) {
  const auto view = ViewSource<double>(testing::tiny_input(), ViewDegrees::of_both).view({1.0, 1.0}, RandomStream(1));
  EXPECT_EQ(view.adjacency.rows.values, std::vector<double>(9, 1.0));
  EXPECT_EQ(view.attribute_mask, Matrix<double>(5, 1));
}

TEST(RandomView, DropsTheShareAskedFor) {
  const Dataset dataset = testing::planted_words(2000);
  const auto view = ViewSource<float>(dataset.input, ViewDegrees::of_rows).view({0.3, 0.0}, RandomStream(2));
  const auto entries = static_cast<double>(dataset.input.graph.entries());
  const auto kept = static_cast<double>(view.adjacency.rows.values.size()) - 2000.0;
  EXPECT_NEAR(kept / entries, 0.7, 5.0 * std::sqrt(0.21 / entries));
}

// The path 0 – 1 with the entry (0, 1) gone by chance and (1, 0) kept, or the other way round: loops make the sums.
TEST(RandomView, NormalisesByTheSumsAskedFor) {
  const AttributedGraph input{testing::path_graph(2), Matrix<float>(2, 1, {1.0f, 1.0f})};
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto rows =
        ViewSource<double>(input, ViewDegrees::of_both).view({0.5, 0.0}, RandomStream(seed)).adjacency.rows;
    if (rows.values.size() != 3) continue;
    const double half = std::sqrt(0.5);
    const auto expect_values = [&](ViewDegrees degrees, const std::vector<double>& expected) {
      const auto view = ViewSource<double>(input, degrees).view({0.5, 0.0}, RandomStream(seed));
      ASSERT_EQ(view.adjacency.rows.values.size(), 3u);
      for (std::size_t p = 0; p < 3; ++p) EXPECT_NEAR(view.adjacency.rows.values[p], expected[p], 1e-15) << p;
    };
    // The row with two entries sums to 2, and so does the column of its neighbour. Entries (0,0), (0,1), (1,1), or
    // (0,0), (1,0), (1,1).
    const bool first_has_both = rows.offsets[1] == 2;
    expect_values(ViewDegrees::of_both, {half, 0.5, half});
    expect_values(ViewDegrees::of_rows, first_has_both ? std::vector{0.5, half, 1.0} : std::vector{1.0, half, 0.5});
    expect_values(ViewDegrees::of_columns, first_has_both ? std::vector{1.0, half, 0.5} : std::vector{0.5, half, 1.0});
    return;
  }
  FAIL() << "no view dropped one entry of two";
}

}  // namespace
}  // namespace cgsd

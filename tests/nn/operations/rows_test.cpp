#include "cgsd/nn/operations/rows.hpp"

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_elements;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

TEST(RowSelection, KnowsWhereEveryRowWasChosen) {
  const RowSelection selection({2, 0, 2, 3}, 5);
  EXPECT_EQ(selection.total(), 5u);
  EXPECT_EQ(selection.offsets, (std::vector<std::uint64_t>{0, 1, 1, 3, 4, 4}));
  EXPECT_EQ(selection.positions, (std::vector<std::uint64_t>{1, 0, 2, 3}));
  EXPECT_TRUE(selection.contains(2));
  EXPECT_FALSE(selection.contains(1));
}

TEST(Rows, AreGatheredOftenOnceOrNever) {
  const RowSelection selection({4, 1, 1, 0, 1}, 5);
  const auto operation = [&](auto& tape, const auto& v) { return gather_rows(tape, v[0], selection); };
  const auto x = random_matrix(5, 3, 1);
  expect_elements(
      value_of(operation, {x}), [&](auto i, auto j) { return x(selection.rows[i], j); }, 0.0);
  expect_right_gradients(operation, {x});
}

TEST(Rows, AreReplacedByALearnedRow) {
  const RowSelection selection({3, 1, 3}, 5);
  const auto operation = [&](auto& tape, const auto& v) { return replace_rows(tape, v[0], selection, v[1]); };
  const auto x = random_matrix(5, 3, 2);
  const auto token = random_matrix(1, 3, 3);
  expect_elements(
      value_of(operation, {x, token}), [&](auto i, auto j) { return i == 1 || i == 3 ? token(0, j) : x(i, j); }, 0.0);
  expect_right_gradients(operation, {x, token});
}

TEST(Rows, OfNoSelectionStayAsTheyAre) {
  const RowSelection nothing({}, 4);
  const auto x = random_matrix(4, 2, 4);
  const auto operation = [&](auto& tape, const auto& v) { return replace_rows(tape, v[0], nothing, v[1]); };
  testing::expect_near(value_of(operation, {x, random_matrix(1, 2, 5)}), x, 0.0);
  expect_right_gradients(operation, {x, random_matrix(1, 2, 6)});
}

TEST(Rows, ReplacedBeforeAProductAreReplacedAfterIt) {
  const RowSelection selection({0, 2}, 4);
  const auto before = [&](auto& tape, const auto& v) {
    return product(tape, replace_rows(tape, v[0], selection, v[2]), v[1]);
  };
  const auto after = [&](auto& tape, const auto& v) {
    return replace_rows(tape, product(tape, v[0], v[1]), selection, product(tape, v[2], v[1]));
  };
  const std::vector<Matrix<double>> inputs = {random_matrix(4, 5, 7), random_matrix(5, 3, 8), random_matrix(1, 5, 9)};
  testing::expect_near(value_of(before, inputs), value_of(after, inputs));
}

TEST(Rows, GiveTheSameBitsAtAnyThreadCount) {
  std::vector<std::uint32_t> chosen;
  RandomSequence random{RandomStream(10)};
  for (int p = 0; p < 5000; ++p) chosen.push_back(static_cast<std::uint32_t>(random.below(900)));
  const RowSelection often(chosen, 900);
  const RowSelection few({5, 700, 811}, 900);
  expect_same_bits_of(
      [&](auto& tape, const auto& v) { return gather_rows(tape, replace_rows(tape, v[0], few, v[1]), often); },
      {random_matrix(900, 6, 11), random_matrix(1, 6, 12)});
}

}  // namespace
}  // namespace cgsd

#include "cgsd/nn/operations/products.hpp"

#include <gtest/gtest.h>

#include "tests/support/tape_checks.hpp"

namespace cgsd {
namespace {

using testing::expect_elements;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

TEST(Products, TransposeSwapsRowsAndColumns) {
  const auto operation = [](auto& tape, const auto& v) { return transpose(tape, v[0]); };
  const auto x = random_matrix(5, 3, 1);
  expect_elements(
      value_of(operation, {x}), [&](auto i, auto j) { return x(j, i); }, 0.0);
  expect_right_gradients(operation, {x});
  expect_right_gradients(operation, {random_matrix(1, 4, 2)});
}

TEST(Products, TransposeProductSumsOverRows) {
  const auto operation = [](auto& tape, const auto& v) { return transpose_product(tape, v[0], v[1]); };
  const auto x = random_matrix(300, 70, 3);
  const auto y = random_matrix(300, 4, 4);
  expect_elements(value_of(operation, {x, y}), [&](auto i, auto j) {
    double total = 0.0;
    for (std::size_t r = 0; r < 300; ++r) total += x(r, i) * y(r, j);
    return total;
  });
  expect_right_gradients(operation, {random_matrix(6, 3, 5), random_matrix(6, 4, 6)});
  expect_right_gradients(operation, {random_matrix(1, 3, 7), random_matrix(1, 1, 8)});
  expect_right_gradients([](auto& tape, const auto& v) { return transpose_product(tape, v[0], v[0]); },
                         {random_matrix(6, 3, 9)});
  expect_same_bits_of(operation, {random_matrix(700, 90, 10), random_matrix(700, 70, 11)});
}

TEST(Products, BilinearScoresAreOnePerRow) {
  const auto operation = [](auto& tape, const auto& v) { return bilinear_scores(tape, v[0], v[1], v[2]); };
  const auto h = random_matrix(6, 3, 12);
  const auto w = random_matrix(3, 4, 13);
  const auto s = random_matrix(1, 4, 14);
  expect_elements(value_of(operation, {h, w, s}), [&](auto i, auto) {
    double score = 0.0;
    for (std::size_t a = 0; a < 3; ++a) {
      for (std::size_t b = 0; b < 4; ++b) score += h(i, a) * w(a, b) * s(0, b);
    }
    return score;
  });
  expect_right_gradients(operation, {h, w, s});
}

}  // namespace
}  // namespace cgsd

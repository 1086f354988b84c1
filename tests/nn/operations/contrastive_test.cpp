#include "cgsd/nn/operations/contrastive.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/normalisation.hpp"

#include "tests/support/tape_checks.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using testing::expect_near;
using testing::expect_right_gradients;
using testing::expect_same_bits_of;
using testing::random_matrix;
using testing::value_of;

double similarity(const Matrix<double>& a, const Matrix<double>& b, std::size_t i, std::size_t k) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.cols(); ++j) sum += a(i, j) * b(k, j);
  return sum;
}

// ℓ(a_i, b_i), written as the paper writes it.
double pair_loss(const Matrix<double>& a, const Matrix<double>& b, std::size_t i, double tau) {
  double denominator = 0.0;
  for (std::size_t k = 0; k < a.rows(); ++k) {
    denominator += std::exp(similarity(a, b, i, k) / tau);
    if (k != i) denominator += std::exp(similarity(a, a, i, k) / tau);
  }
  return -std::log(std::exp(similarity(a, b, i, i) / tau) / denominator);
}

Matrix<double> plain_info_nce(const Matrix<double>& u, const Matrix<double>& v, double tau) {
  double sum = 0.0;
  for (std::size_t i = 0; i < u.rows(); ++i) sum += 0.5 * (pair_loss(u, v, i, tau) + pair_loss(v, u, i, tau));
  return {1, 1, {sum / static_cast<double>(u.rows())}};
}

Matrix<double> unit_rows(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  return value_of([](auto& tape, const auto& v) { return normalise_rows(tape, v[0]); },
                  {random_matrix(rows, cols, seed)});
}

const auto kInfoNce = [](auto& tape, const auto& v) { return info_nce(tape, {v[0], v[1]}, 0.4); };

TEST(InfoNce, IsThePapersFormula) {
  for (const std::size_t rows : {std::size_t{2}, std::size_t{7}, std::size_t{128}, std::size_t{700}}) {
    const auto u = unit_rows(rows, 4, 1);
    const auto v = unit_rows(rows, 4, 2);
    expect_near(value_of(kInfoNce, {u, v}), plain_info_nce(u, v, 0.4));
  }
}

TEST(InfoNce, HasTheRightGradients) {
  expect_right_gradients(kInfoNce, {unit_rows(7, 4, 3), unit_rows(7, 4, 4)});
  expect_right_gradients(kInfoNce, {random_matrix(5, 1, 5), random_matrix(5, 1, 6)});
  expect_right_gradients(
      [](auto& tape, const auto& v) {
        return info_nce(tape, {v[0], v[0]}, 0.7);
      },
      {random_matrix(5, 3, 7)});
  expect_right_gradients(
      [](auto& tape, const auto& v) {
        return info_nce(tape, {normalise_rows(tape, v[0]), normalise_rows(tape, v[1])}, 0.4);
      },
      {random_matrix(6, 3, 8), random_matrix(6, 3, 9)});
}

// Adds weight · the gradient of ℓ(a_i, b_i) to every row that takes part.
void scatter_pair_gradient(const Matrix<double>& a, const Matrix<double>& b, std::size_t i, double tau, double weight,
                           Matrix<double>& a_gradient, Matrix<double>& b_gradient) {
  const double log_denominator = pair_loss(a, b, i, tau) + similarity(a, b, i, i) / tau;
  for (std::size_t k = 0; k < a.rows(); ++k) {
    const double p = std::exp(similarity(a, b, i, k) / tau - log_denominator) - (k == i ? 1.0 : 0.0);
    const double q = k == i ? 0.0 : std::exp(similarity(a, a, i, k) / tau - log_denominator);
    for (std::size_t j = 0; j < a.cols(); ++j) {
      a_gradient(i, j) += weight / tau * (p * b(k, j) + q * a(k, j));
      b_gradient(k, j) += weight / tau * p * a(i, j);
      a_gradient(k, j) += weight / tau * q * a(i, j);
    }
  }
}

// The gradient of the operation, a 1 × 1 result, with respect to both inputs.
template <class Operation>
std::pair<Matrix<double>, Matrix<double>> gradients(Operation&& operation, const Matrix<double>& u,
                                                    const Matrix<double>& v) {
  const RunContext run;
  Tape<double> tape(run);
  const std::vector<Var> x = {tape.parameter(u), tape.parameter(v)};
  tape.backward(operation(tape, x));
  return {tape.gradient(x[0]), tape.gradient(x[1])};
}

TEST(InfoNce, HasTheRightGradientsAcrossTiles) {
  const auto u = unit_rows(700, 3, 10);
  const auto v = unit_rows(700, 3, 11);
  Matrix<double> u_expected(700, 3);
  Matrix<double> v_expected(700, 3);
  for (std::size_t i = 0; i < 700; ++i) {
    scatter_pair_gradient(u, v, i, 0.4, 0.5 / 700.0, u_expected, v_expected);
    scatter_pair_gradient(v, u, i, 0.4, 0.5 / 700.0, v_expected, u_expected);
  }
  const auto [u_gradient, v_gradient] = gradients(kInfoNce, u, v);
  expect_near(u_gradient, u_expected, 1e-15);
  expect_near(v_gradient, v_expected, 1e-15);
}

TEST(InfoNce, OfOneRowIsZero) {
  const auto u = random_matrix(1, 3, 12);
  expect_near(value_of(kInfoNce, {u, u}), Matrix<double>(1, 1));
  expect_right_gradients(kInfoNce, {u, random_matrix(1, 3, 13)});
}

TEST(InfoNce, SurvivesATinyTemperatureAndLongRows) {
  const auto tiny = [](auto& tape, const auto& v) { return info_nce(tape, {v[0], v[1]}, 1e-4); };
  const auto u = random_matrix(20, 3, 14);
  const double loss = value_of(tiny, {u, random_matrix(20, 3, 15)})(0, 0);
  EXPECT_TRUE(std::isfinite(loss));
  EXPECT_GT(loss, 0.0);
}

// What does not fit is computed again for the gradient: three blocks of pairs, kept or not.
TEST(InfoNce, GivesTheSameBitsWhetherProductsAreKeptOrNot) {
  const auto first = random_matrix(300, 8, 18);
  const auto second = random_matrix(300, 8, 19);
  const RunContext run;
  const auto gradient = [&](std::size_t kept_bytes) {
    Tape<double> tape(run);
    const Var u = tape.parameter(first);
    const Var v = tape.parameter(second);
    tape.backward(info_nce(tape, {u, v}, 0.4, kept_bytes));
    return tape.gradient(u);
  };
  EXPECT_EQ(gradient(0).values().size(), 2400U);
  EXPECT_TRUE(std::ranges::equal(gradient(0).values(), gradient(std::size_t{1} << 30).values()));
}

TEST(InfoNce, GivesTheSameBitsAtAnyThreadCount) {
  expect_same_bits_of(kInfoNce, {unit_rows(1100, 16, 16), unit_rows(1100, 16, 17)});
}

// Every pair, with a set of excluded ones as an n × n table.
Matrix<double> plain_sparsity(const Matrix<double>& u, const Matrix<double>& v, const EntryPattern& pattern,
                              const SparsityOptions& o) {
  Matrix<double> excluded(u.rows(), u.rows());
  for (std::size_t i = 0; i < u.rows(); ++i) excluded(i, i) = 1.0;
  for (std::size_t p = 0; p < pattern.entries(); ++p) excluded(pattern.row_of[p], pattern.column.rows[p]) = 1.0;
  double sum = 0.0;
  double pairs = 0.0;
  for (std::size_t i = 0; i < u.rows(); ++i) {
    for (std::size_t j = 0; j < u.rows(); ++j) {
      if (excluded(i, j) != 0.0) continue;
      sum += 1.0 / (1.0 + std::exp(-(similarity(u, v, i, j) - o.split) / o.temperature));
      pairs += 1.0;
    }
  }
  return {1, 1, {pairs > 0.0 ? sum / pairs : 0.0}};
}

TEST(SimilaritySparsity, IsTheMeanOverPairsThatAreNoEntries) {
  const SparsityOptions options{.split = 0.3, .temperature = 0.2};
  for (const NodeId rows : {NodeId{6}, NodeId{700}}) {
    const EntryPattern pattern = entry_pattern(testing::random_graph(rows, 0.3, 18), false);
    const auto u = unit_rows(rows, 4, 19);
    const auto v = unit_rows(rows, 4, 20);
    const auto operation = [&](auto& tape, const auto& x) {
      return similarity_sparsity(tape, {x[0], x[1]}, pattern, options);
    };
    expect_near(value_of(operation, {u, v}), plain_sparsity(u, v, pattern, options));
  }
}

TEST(SimilaritySparsity, CountsALoopAndARepeatedEntryOnce) {
  const EntryPattern pattern({0, 3, 3, 4}, {0, 1, 1, 0}, 3);
  const auto u = unit_rows(3, 2, 21);
  const auto v = unit_rows(3, 2, 22);
  const auto operation = [&](auto& tape, const auto& x) {
    return similarity_sparsity(tape, {x[0], x[1]}, pattern, {});
  };
  expect_near(value_of(operation, {u, v}), plain_sparsity(u, v, pattern, {}));
}

TEST(SimilaritySparsity, HasTheRightGradients) {
  const EntryPattern directed({0, 2, 2, 3, 4, 4}, {1, 3, 0, 2}, 5);
  const auto operation = [&](auto& tape, const auto& x) {
    return similarity_sparsity(tape, {x[0], x[1]}, directed, {.split = 0.3, .temperature = 0.2});
  };
  expect_right_gradients(operation, {unit_rows(5, 3, 23), unit_rows(5, 3, 24)});
}

TEST(SimilaritySparsity, HasTheRightGradientsAcrossTiles) {
  const EntryPattern pattern = entry_pattern(testing::random_graph(700, 0.3, 30), true);
  const auto u = unit_rows(700, 3, 31);
  const auto v = unit_rows(700, 3, 32);
  Matrix<double> u_expected(700, 3);
  Matrix<double> v_expected(700, 3);
  const double pairs = 700.0 * 700.0 - static_cast<double>(pattern.entries());
  for (std::size_t i = 0; i < 700; ++i) {
    std::vector<bool> excluded(700, false);
    for (auto p = pattern.offsets[i]; p < pattern.offsets[i + 1]; ++p) excluded[pattern.column.rows[p]] = true;
    for (std::size_t k = 0; k < 700; ++k) {
      const double s = 1.0 / (1.0 + std::exp(-(similarity(u, v, i, k) - 0.6) / 0.1));
      for (std::size_t j = 0; j < 3 && !excluded[k]; ++j) {
        u_expected(i, j) += s * (1.0 - s) / 0.1 / pairs * v(k, j);
        v_expected(k, j) += s * (1.0 - s) / 0.1 / pairs * u(i, j);
      }
    }
  }
  const auto [u_gradient, v_gradient] = gradients(
      [&](auto& tape, const auto& x) {
        return similarity_sparsity(tape, {x[0], x[1]}, pattern, {});
      },
      u, v);
  expect_near(u_gradient, u_expected, 1e-15);
  expect_near(v_gradient, v_expected, 1e-15);
}

TEST(SimilaritySparsity, OfACompleteGraphIsZeroWithoutGradient) {
  const EntryPattern pattern = entry_pattern(testing::complete_graph(4), false);
  const auto operation = [&](auto& tape, const auto& x) {
    return similarity_sparsity(tape, {x[0], x[1]}, pattern, {});
  };
  expect_near(value_of(operation, {unit_rows(4, 3, 25), unit_rows(4, 3, 26)}), Matrix<double>(1, 1), 1e-30);
  expect_right_gradients(operation, {unit_rows(4, 3, 25), unit_rows(4, 3, 26)});
}

TEST(SimilaritySparsity, GivesTheSameBitsAtAnyThreadCount) {
  const EntryPattern pattern = entry_pattern(testing::random_graph(1100, 0.01, 27), false);
  expect_same_bits_of(
      [&](auto& tape, const auto& x) {
        return similarity_sparsity(tape, {x[0], x[1]}, pattern, {});
      },
      {unit_rows(1100, 16, 28), unit_rows(1100, 16, 29)});
}

}  // namespace
}  // namespace cgsd

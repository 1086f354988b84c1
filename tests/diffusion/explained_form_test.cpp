#include "cgsd/diffusion/explained_form.hpp"

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include "tests/support/random_matrix.hpp"
#include "tests/support/thread_invariance.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;

MatrixXd in_double(const Matrix<float>& m) {
  MatrixXd out(static_cast<Index>(m.rows()), static_cast<Index>(m.cols()));
  for (Index i = 0; i < out.rows(); ++i)
    for (Index j = 0; j < out.cols(); ++j)
      out(i, j) = static_cast<double>(m(static_cast<std::size_t>(i), static_cast<std::size_t>(j)));
  return out;
}

// Least squares in another way: by a pseudo-inverse of the whole matrix.
TEST(ExplainedForm, IsTheFormOfTheProjection) {
  const Matrix<float> stalks = testing::random_matrix<float>(60, 4, 1);
  Matrix<float> v = testing::random_matrix<float>(60, 3, 2);
  MatrixXd centred = in_double(v);
  centred.rowwise() -= centred.colwise().mean().eval();
  for (std::size_t i = 0; i < v.rows(); ++i)
    for (std::size_t j = 0; j < v.cols(); ++j)
      v(i, j) = static_cast<float>(centred(static_cast<Index>(i), static_cast<Index>(j)));
  MatrixXd z = in_double(stalks);
  z.rowwise() -= z.colwise().mean().eval();
  const MatrixXd expected = centred.transpose() * z * z.completeOrthogonalDecomposition().pseudoInverse() * centred;
  const ExplainedForm found = explained_form(stalks, v, RunContext());
  EXPECT_EQ(found.rank, 4.0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(found.form(i, j), expected(static_cast<Index>(i), static_cast<Index>(j)), 1e-5);
}

TEST(ExplainedForm, CountsDependentColumnsOnce) {
  const Matrix<float> once = testing::random_matrix<float>(50, 1, 3);
  Matrix<float> twice(50, 2);
  for (std::size_t i = 0; i < 50; ++i) {
    twice(i, 0) = once(i, 0);
    twice(i, 1) = 2.0f * once(i, 0);
  }
  const Matrix<float> v = testing::random_matrix<float>(50, 2, 4);
  const ExplainedForm a = explained_form(once, v, RunContext());
  const ExplainedForm b = explained_form(twice, v, RunContext());
  EXPECT_EQ(b.rank, 1.0);
  EXPECT_NEAR(a.form(0, 1), b.form(0, 1), 1e-6);
}

TEST(ExplainedForm, HasTheSameBitsAtAnyNumberOfThreads) {
  const Matrix<float> stalks = testing::random_matrix<float>(9000, 3, 5);
  const Matrix<float> v = testing::random_matrix<float>(9000, 2, 6);
  testing::expect_same_bits_at_any_thread_count(
      [&](const RunContext& run) { return explained_form(stalks, v, run).form; });
}

}  // namespace
}  // namespace cgsd

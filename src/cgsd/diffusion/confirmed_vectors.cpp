#include "cgsd/diffusion/confirmed_vectors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/diffusion/eigenspace_turn.hpp"
#include "cgsd/diffusion/explained_form.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/column_sums.hpp"
#include "cgsd/matrix/columns.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/matrix/tall_products.hpp"

namespace cgsd {
namespace {

constexpr double kLeastLength = 1e-12;
constexpr double kQuotientRounding = 1e-5;
constexpr std::size_t kSizedRows = 1024;

std::vector<double> inverses(std::span<const double> values) {
  std::vector<double> out;
  for (const double value : values) out.push_back(1.0 / value);
  return out;
}

// Vectors of one eigenvalue towards the attributes; false if none share one.
bool turn_to_attributes(StandardisedVectors& v, const Matrix<double>& explained, const RunContext& run) {
  const std::size_t columns = v.values.size();
  Matrix<double> form(columns, columns);  // of the vectors before they had length 1
  for (std::size_t i = 0; i < columns; ++i)
    for (std::size_t j = 0; j < columns; ++j) form(i, j) = v.length[i] * explained(i, j) * v.length[j];
  Matrix<double> turn = eigenspace_turn(v.values, form);
  if (turn.rows() == 0) return false;
  std::vector<double> mean(columns, 0.0);
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      mean[j] += turn(i, j) * v.mean[i];
      turn(i, j) *= v.length[i];
    }
  }
  v.mean = std::move(mean);
  times_square(v.rows, turn, run);
  v.length = column_sums(v.rows, run, [](double x) { return x * x; });
  for (double& length : v.length) length = std::max(std::sqrt(length), kLeastLength);
  shift_and_scale(v.rows, {}, inverses(v.length), run);
  return true;
}

// E of every column.
std::vector<double> beyond_chance(const ExplainedForm& explained, double n) {
  const double chance = explained.rank / n;
  std::vector<double> share;
  for (std::size_t j = 0; j < explained.form.cols(); ++j)
    share.push_back(std::clamp((explained.form(j, j) - chance) / (1.0 - chance), 0.0, 1.0));
  return share;
}

// Which vectors tell components apart and nothing else. No edge joins nodes of opposite sign in them, so that the absolute
// values are an eigenvector too: |v|ᵀ N |v| = λ. Else it is larger.
std::vector<bool> of_components(const StandardisedVectors& v, const RegularisedGraph& of, const RunContext& run) {
  Matrix<float> sizes(v.rows.rows(), v.rows.cols());  // R |v|
  parallel_for(run, sizes.rows(), kSizedRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      for (std::size_t j = 0; j < sizes.cols(); ++j)
        sizes(i, j) = static_cast<float>(of.inverse_root[i] *
                                         std::abs(static_cast<double>(v.rows(i, j)) * v.length[j] + v.mean[j]));
  });
  Matrix<float> sums(sizes.rows(), sizes.cols());
  neighbour_sums<float>(of.graph, sizes, sums, {}, run);
  const Matrix<double> quotient = column_products(sizes, sums, run);
  std::vector<bool> of_them;
  for (std::size_t j = 0; j < sizes.cols(); ++j)
    of_them.push_back(v.values[j] > 0.0 && quotient(j, j) <= (1.0 + kQuotientRounding) * v.values[j]);
  return of_them;
}

std::vector<double> chosen_of(const std::vector<double>& from, std::span<const std::size_t> kept) {
  std::vector<double> out;
  for (const std::size_t j : kept) out.push_back(from[j]);
  return out;
}

// Components that attributes do not confirm; `share` is E.
void leave_out_components(StandardisedVectors& v, std::vector<double>& share, double noise, const RegularisedGraph& of,
                          const RunContext& run) {
  const std::vector<bool> component = of_components(v, of, run);
  std::vector<std::size_t> kept;
  for (std::size_t j = 0; j < share.size(); ++j)
    if (!component[j] || share[j] >= noise) kept.push_back(j);
  if (kept.size() == share.size()) return;
  v = {columns_of(v.rows, kept, run), chosen_of(v.values, kept), chosen_of(v.mean, kept), chosen_of(v.length, kept)};
  share = chosen_of(share, kept);
}

}  // namespace

double clarity_at(double size) {
  const double y = std::max(size, 1.0);
  const double theta = y + std::sqrt(y * y - 1.0);
  return 1.0 - 1.0 / (theta * theta);
}

StandardisedVectors standardised(Matrix<float> vectors, std::vector<double> values, const RunContext& run) {
  const auto n = static_cast<double>(rows_of_all(run, vectors.rows()));
  StandardisedVectors v{std::move(vectors), std::move(values), {}, {}};
  v.mean = column_sums(v.rows, run, [](double x) { return x; });
  v.length = column_sums(v.rows, run, [](double x) { return x * x; });
  for (std::size_t j = 0; j < v.mean.size(); ++j) {
    v.mean[j] /= n;
    v.length[j] = std::max(std::sqrt(std::max(v.length[j] - n * (v.mean[j] * v.mean[j]), 0.0)), kLeastLength);
  }
  shift_and_scale(v.rows, v.mean, inverses(v.length), run);
  return v;
}

ConfirmedVectors confirmed_vectors(Matrix<float> vectors, std::vector<double> values,
                                   const ConfirmingAttributes& attributes, const RegularisedGraph& of,
                                   const RunContext& run) {
  ConfirmedVectors v{standardised(std::move(vectors), std::move(values), run), {}};
  v.confirmed.assign(v.values.size(), 1.0);
  if (attributes.stalks.cols() == 0) return v;
  const auto n = static_cast<double>(rows_of_all(run, v.rows.rows()));
  const double noise = 3.0 * std::sqrt(2.0 * static_cast<double>(attributes.stalks.cols())) / n;
  const bool known = attributes.overlap > 0.0;
  ExplainedForm form = explained_form(attributes.stalks, v.rows, run);
  if (known && turn_to_attributes(v, form.form, run)) form = explained_form(attributes.stalks, v.rows, run);
  std::vector<double> share = beyond_chance(form, n);
  if (known) leave_out_components(v, share, noise, of, run);
  v.confirmed.clear();
  for (std::size_t j = 0; j < share.size(); ++j) {
    const double most = attributes.overlap * clarity_at(of.scale * std::abs(v.values[j]));
    const double r = std::min(1.0, (share[j] + noise) / (most + noise));
    v.confirmed.push_back(share[j] < noise && r < kConfirmed ? 0.0 : r);
  }
  return v;
}

}  // namespace cgsd

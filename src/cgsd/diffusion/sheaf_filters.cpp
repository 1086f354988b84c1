#include "cgsd/diffusion/sheaf_filters.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/diffusion/stationary_part.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kFilterRows = 1024;

// to_i ← factor_i · from_i
void scaled_into(Matrix<float>& to, const Matrix<float>& from, const std::vector<float>& factor,
                 const RunContext& run) {
  parallel_for(run, to.rows(), kFilterRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const float scale = factor[i];
      const float* const source = from.row(i).data();
      float* const target = to.row(i).data();
      for (std::size_t j = 0; j < to.cols(); ++j) target[j] = scale * source[j];
    }
  });
}

// to_i += weight · factor_i · from_i
void add_scaled(Matrix<float>& to, const Matrix<float>& from, const std::vector<float>& factor, double weight,
                const RunContext& run) {
  parallel_for(run, to.rows(), kFilterRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const float scale = static_cast<float>(weight) * factor[i];
      const float* const source = from.row(i).data();
      float* const target = to.row(i).data();
      for (std::size_t j = 0; j < to.cols(); ++j) target[j] += scale * source[j];
    }
  });
}

double squares(const Matrix<float>& m, std::size_t rows, const RunContext& run) {
  const double own = ordered_sum<double>(run, rows, 256, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      for (const float x : m.row(i)) sum += static_cast<double>(x) * static_cast<double>(x);
    }
    return sum;
  });
  return sum_over_processes(run, own);
}

// Rows divided by the square root of their length; a row of zeros stays.
void half_way_to_the_sphere(Matrix<float>& rows, const RunContext& run) {
  parallel_for(run, rows.rows(), 256, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double length = row_length<float>(rows.row(i));
      if (length > 0.0) divide_row(rows.row(i), std::sqrt(length));
    }
  });
}

// R of S = R W R and what is made of it, one number per row.
struct RootFactors {
  std::vector<float> root, square, inverse;
};

// r = (own + Σ w)^−½; 0 for a node without edges if nothing is its own.
RootFactors root_factors(GraphView graph, double own) {
  RootFactors out;
  for (const double sum : strengths(graph)) {
    const double root = sum + own > 0.0 ? 1.0 / std::sqrt(sum + own) : 0.0;
    out.root.push_back(static_cast<float>(root));
    out.square.push_back(static_cast<float>(root * root));
    out.inverse.push_back(static_cast<float>(root > 0.0 ? 1.0 / root : 0.0));
  }
  return out;
}

}  // namespace

// In rows times R: R (S Z) = R² W (R Z).
Matrix<float> push_apart(GraphView graph, const Matrix<float>& z, double strength, const RunContext& run) {
  const RootFactors r = root_factors(graph, 0.0);
  Matrix<float> out = z;
  Matrix<float> power(z.rows(), z.cols());
  Matrix<float> next(z.rows(), z.cols());
  scaled_into(power, z, r.root, run);
  double weight = 1.0;
  for (int t = 0; t < 2; ++t) {
    neighbour_sums<float>(graph, power, next, {.neighbours = r.square}, run);
    std::swap(power, next);
    weight *= -strength;
    add_scaled(out, power, r.inverse, weight, run);
  }
  return out;
}

// Horner's rule, in rows times R: Y ← R Z + R² (I ± W) Y, T times.
Matrix<float> pull_together(GraphView graph, const Matrix<float>& z, const PullFilter& filter, const RunContext& run) {
  RootFactors r = root_factors(graph, 1.0);
  std::vector<float> around = r.square;
  if (filter.sign == WalkSign::opposite)
    for (float& factor : around) factor = -factor;
  Matrix<float> out(z.rows(), z.cols());
  scaled_into(out, z, r.root, run);
  {
    Matrix<float> next(z.rows(), z.cols());
    for (std::int32_t t = 0; t < filter.steps; ++t) {
      scaled_into(next, z, r.root, run);
      neighbour_sums<float>(graph, out, next, {.neighbours = around, .own = r.square, .before = 1.0F}, run);
      std::swap(out, next);
    }
  }
  scaled_into(out, out, r.inverse, run);
  if (filter.degrees_may_drown) take_out_stationary_part(out, r.inverse, filter.measured, run);
  half_way_to_the_sphere(out, run);
  const std::size_t measured = filter.measured > 0 ? filter.measured : z.rows();
  const double before = squares(z, measured, run);
  const double after = squares(out, measured, run);
  if (after > 0.0) {
    const std::vector<float> same(z.rows(), static_cast<float>(std::sqrt(before / after)));
    scaled_into(out, out, same, run);
  }
  return out;
}

}  // namespace cgsd

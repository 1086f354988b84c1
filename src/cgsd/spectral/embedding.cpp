#include "cgsd/spectral/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr double kDrowned = 1e-7;  // relative to the largest row: below, the solver's error may decide the direction
constexpr double kUnknown = -std::numeric_limits<double>::infinity();

double length(std::span<const double> row) {
  double sum = 0.0;
  for (const double x : row) sum += x * x;
  return std::sqrt(sum);
}

// Unit rows with the logarithms of their lengths; −∞ for rows whose direction is not known yet.
struct ScaledRows {
  Matrix<double> direction;
  std::vector<double> log_length;
};

// What the neighbours with a known direction say about row u; false where there are none.
bool restored_row(const NormalisedLaplacian& laplacian, NodeId u, const ScaledRows& rows,
                  std::span<const double> inverse, std::span<double> out, double& log_length) {
  const Graph& graph = laplacian.graph();
  const auto log_scale = [&](EntryIndex i) {
    const NodeId v = graph.targets()[i];
    return laplacian.log_normalised(u, i) + rows.log_length[v];
  };
  double largest = kUnknown;
  for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) largest = std::max(largest, log_scale(i));
  if (largest == kUnknown) return false;
  std::fill(out.begin(), out.end(), 0.0);
  for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
    const double weight = std::exp(log_scale(i) - largest);
    const auto from = rows.direction.row(graph.targets()[i]);
    for (std::size_t j = 0; j < out.size(); ++j) out[j] += weight * inverse[j] * from[j];
  }
  const double norm = length(out);
  if (norm == 0.0) return false;
  for (double& x : out) x /= norm;
  log_length = largest + std::log(norm);
  return true;
}

// Rounds of restoring, each from the rows known before it, until no further row becomes known.
void restore(ScaledRows& rows, std::vector<NodeId> unknown, const NormalisedLaplacian& laplacian,
             std::span<const double> inverse, const RunContext& run) {
  while (!unknown.empty()) {
    run.check_stop();
    Matrix<double> found(unknown.size(), rows.direction.cols());
    std::vector<double> log_length(unknown.size(), kUnknown);
    parallel_for(run, unknown.size(), 256, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i)
        restored_row(laplacian, unknown[i], rows, inverse, found.row(i), log_length[i]);
    });
    std::vector<NodeId> left;
    for (std::size_t i = 0; i < unknown.size(); ++i) {
      if (log_length[i] == kUnknown) {
        left.push_back(unknown[i]);
        continue;
      }
      std::copy(found.row(i).begin(), found.row(i).end(), rows.direction.row(unknown[i]).begin());
      rows.log_length[unknown[i]] = log_length[i];
    }
    if (left.size() == unknown.size()) return;
    unknown = std::move(left);
  }
}

}  // namespace

void normalise_rows(Matrix<double>& points, const RunContext& run) {
  parallel_for(run, points.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double norm = length(points.row(i));
      if (norm == 0.0) continue;
      for (double& x : points.row(i)) x /= norm;
    }
  });
}

Matrix<double> spectral_points(const Spectrum& spectrum, const NormalisedLaplacian& laplacian, std::size_t first,
                               std::size_t count, const RunContext& run) {
  const std::size_t available = spectrum.vectors.cols();
  const std::size_t width = first < available ? std::min(count, available - first) : 0;
  ScaledRows rows{Matrix<double>(spectrum.vectors.rows(), width),
                  std::vector<double>(spectrum.vectors.rows(), kUnknown)};
  std::vector<double> inverse(width);
  for (std::size_t j = 0; j < width; ++j) {
    const double factor = 1.0 - spectrum.values[first + j];
    inverse[j] = std::abs(factor) > kDrowned ? 1.0 / factor : 0.0;
  }
  double largest = 0.0;
  for (std::size_t v = 0; v < rows.direction.rows(); ++v) {
    for (std::size_t j = 0; j < width; ++j) rows.direction(v, j) = spectrum.vectors(v, first + j);
    largest = std::max(largest, length(rows.direction.row(v)));
  }
  std::vector<NodeId> drowned;
  for (std::size_t v = 0; v < rows.direction.rows(); ++v) {
    const double norm = length(rows.direction.row(v));
    if (norm <= kDrowned * largest) {
      drowned.push_back(static_cast<NodeId>(v));
    } else {
      rows.log_length[v] = std::log(norm);
      for (double& x : rows.direction.row(v)) x /= norm;
    }
  }
  restore(rows, std::move(drowned), laplacian, inverse, run);
  normalise_rows(rows.direction, run);
  return std::move(rows.direction);
}

}  // namespace cgsd

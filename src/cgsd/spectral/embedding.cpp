#include "cgsd/spectral/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr double kDrowned = 1e-7;  // relative to the largest row: below, the solver's error may decide the direction
constexpr double kUnknown = -std::numeric_limits<double>::infinity();

// Unit rows with the logarithms of their lengths; −∞ for rows whose direction is not known yet.
struct ScaledRows {
  Matrix<double> direction;
  std::vector<double> log_length;
};

// Drowned rows are restored the longest first. No entry of N exceeds 1, so what is restored later could not have added
// more than its own length, the lesser one, to what was restored before.
class Restoration {
 public:
  Restoration(ScaledRows& rows, const NormalisedLaplacian& laplacian, std::span<const double> inverse)
      : rows_(rows), laplacian_(laplacian), graph_(laplacian.graph()), inverse_(inverse) {}

  void restore(const std::vector<NodeId>& drowned, const RunContext& run) {
    for (const NodeId u : drowned) {
      for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) expect(u, log_share(u, i));
    }
    while (!expected_.empty()) {
      run.check_stop();
      const NodeId u = expected_.top().node;
      expected_.pop();
      if (rows_.log_length[u] != kUnknown || !restore_row(u)) continue;
      for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) {
        const NodeId v = graph_.targets()[i];
        if (rows_.log_length[v] == kUnknown) expect(v, laplacian_.log_normalised(u, i) + rows_.log_length[u]);
      }
    }
  }

 private:
  struct Expected {
    double log_length;  // by its strongest known neighbour
    NodeId node;
    bool operator<(const Expected& other) const {  // ties to the lower node
      return log_length != other.log_length ? log_length < other.log_length : node > other.node;
    }
  };

  void expect(NodeId u, double log_length) {
    if (log_length != kUnknown) expected_.push({log_length, u});
  }

  // log of the weight with which entry i brings its target's direction into row u; −∞ where that is not known
  double log_share(NodeId u, EntryIndex i) const {
    return laplacian_.log_normalised(u, i) + rows_.log_length[graph_.targets()[i]];
  }

  // What the neighbours with a known direction say about row u; false where they cancel out.
  bool restore_row(NodeId u) {
    double largest = kUnknown;
    for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) largest = std::max(largest, log_share(u, i));
    const auto row = rows_.direction.row(u);
    std::fill(row.begin(), row.end(), 0.0);
    for (EntryIndex i = graph_.row_begin(u); i < graph_.row_end(u); ++i) {
      const double weight = std::exp(log_share(u, i) - largest);
      if (weight == 0.0) continue;
      const auto from = rows_.direction.row(graph_.targets()[i]);
      for (std::size_t j = 0; j < row.size(); ++j) row[j] += weight * inverse_[j] * from[j];
    }
    const double norm = row_length<double>(row);
    if (norm == 0.0) return false;
    divide_row(row, norm);
    rows_.log_length[u] = largest + std::log(norm);
    return true;
  }

  ScaledRows& rows_;
  const NormalisedLaplacian& laplacian_;
  GraphView graph_;
  std::span<const double> inverse_;
  std::priority_queue<Expected> expected_;
};

}  // namespace

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
    largest = std::max(largest, row_length<double>(rows.direction.row(v)));
  }
  std::vector<NodeId> drowned;
  for (std::size_t v = 0; v < rows.direction.rows(); ++v) {
    const double norm = row_length<double>(rows.direction.row(v));
    if (norm <= kDrowned * largest) {
      drowned.push_back(static_cast<NodeId>(v));
    } else {
      rows.log_length[v] = std::log(norm);
      divide_row(rows.direction.row(v), norm);
    }
  }
  Restoration(rows, laplacian, inverse).restore(drowned, run);
  for (const NodeId v : drowned) {
    if (rows.log_length[v] == kUnknown)
      std::ranges::fill(rows.direction.row(v), 0.0);  // noise, and no better to be had
  }
  divide_rows_by_length(rows.direction, run);
  return std::move(rows.direction);
}

}  // namespace cgsd

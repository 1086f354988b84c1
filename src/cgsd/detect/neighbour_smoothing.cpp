#include "cgsd/detect/neighbour_smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/distance.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/spectral/self_tuning.hpp"

namespace cgsd {
namespace {

struct Neighbour {
  NodeId node;
  double distance;
  bool mutual;
};

// Searches for one row after another; keeps its memory.
class RowSearch {
 public:
  explicit RowSearch(const DetectionModel& model)
      : model_(model),
        nearest_(std::min(static_cast<std::size_t>(model.rules.neighbours), std::size_t{model.nodes()})) {}

  // All that `row` is joined to, the nearest first.
  const std::vector<Neighbour>& find(std::span<const float> row) {
    by_distance_.clear();
    for (NodeId v = 0; v < model_.nodes(); ++v)
      by_distance_.emplace_back(squared_distance<float, float>(row, model_.embedding.row(v)), v);
    const auto last = by_distance_.begin() + static_cast<std::ptrdiff_t>(nearest_);
    std::partial_sort(by_distance_.begin(), last, by_distance_.end());
    joined_.clear();
    for (std::size_t i = 0; i < by_distance_.size(); ++i) {
      const auto [square, v] = by_distance_[i];
      const double distance = std::sqrt(square);
      const bool would_be_found = distance < static_cast<double>(model_.reach[v]);
      if (i < nearest_ || would_be_found) joined_.push_back({v, distance, i < nearest_ && would_be_found});
    }
    std::sort(joined_.begin() + static_cast<std::ptrdiff_t>(nearest_), joined_.end(),
              [](const Neighbour& a, const Neighbour& b) { return a.node < b.node; });
    return joined_;
  }

 private:
  const DetectionModel& model_;
  std::size_t nearest_;
  std::vector<std::pair<double, NodeId>> by_distance_;
  std::vector<Neighbour> joined_;
};

// The logarithm of the gate of an edge between a new node and v, which it gives one neighbour more.
double log_gate(const DetectionModel& model, std::size_t own_degree, NodeId v) {
  if (model.gate.empty()) return 0.0;
  const std::size_t sum = own_degree + static_cast<std::size_t>(model.neighbours[v]) + 1;
  return std::log(static_cast<double>(model.gate[std::min(sum, model.gate.size() - 1)]));
}

std::vector<double> log_weights(const DetectionModel& model, const std::vector<Neighbour>& joined) {
  const std::size_t unit = std::min(joined.size(), static_cast<std::size_t>(model.rules.scale_neighbour));
  const double own_scale = joined[unit - 1].distance + kLeastScale;
  std::vector<double> weights;
  for (const Neighbour& neighbour : joined) {
    const auto scale = static_cast<double>(model.local_scale[neighbour.node]);
    weights.push_back(self_tuning_log_weight(neighbour.distance, {own_scale, scale}, neighbour.mutual) +
                      log_gate(model, joined.size(), neighbour.node));
  }
  return weights;
}

// row ← what it is after the last step
void smooth(const DetectionModel& model, const std::vector<Neighbour>& joined, std::span<float> row) {
  const std::vector<double> weights = log_weights(model, joined);
  const double largest = *std::ranges::max_element(weights);
  std::vector<double> mean(row.size(), 0.0);
  double sum = 0.0;
  for (std::size_t i = 0; i < joined.size(); ++i) {
    const double weight = std::exp(weights[i] - largest);
    sum += weight;
    const auto from = model.smoothed.row(joined[i].node);
    for (std::size_t j = 0; j < mean.size(); ++j) mean[j] += weight * static_cast<double>(from[j]);
  }
  const double stay = model.rules.smoothing_steps == 1 ? 1.0 / (1.0 + sum) : 0.0;
  for (std::size_t j = 0; j < row.size(); ++j)
    row[j] = static_cast<float>(stay * static_cast<double>(row[j]) + (1.0 - stay) * mean[j] / sum);
}

}  // namespace

Matrix<float> smoothed_among_known(const DetectionModel& model, const Matrix<float>& rows, const RunContext& run) {
  Matrix<float> out = rows;
  if (model.rules.smoothing_steps == 0) return out;
  parallel_for(run, rows.rows(), 16, [&](std::size_t begin, std::size_t end) {
    RowSearch search(model);
    for (std::size_t i = begin; i < end; ++i) smooth(model, search.find(rows.row(i)), out.row(i));
  });
  return out;
}

}  // namespace cgsd

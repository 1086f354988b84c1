#include "cgsd/attributes/stalks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "cgsd/attributes/centred_attributes.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kStalkRows = 20'480;  // of one sum
constexpr double kConstant = 1e-12;         // a variance below this share of the mean square is rounding

struct StalkMoments {
  double rows = 1.0;                    // that take part, of all processes
  std::vector<double> rows_with_value;  // df
  std::vector<double> mean;
  std::vector<double> mean_square;
};

// One number per column.
struct ColumnValues {
  std::vector<double> of{};
  ColumnValues& operator+=(const ColumnValues& other) {
    of.resize(other.of.size());
    for (std::size_t j = 0; j < of.size(); ++j) of[j] += other.of[j];
    return *this;
  }
};

std::vector<float> with_values(AttributesView attributes) {
  std::vector<float> with(attributes.rows(), 0.0F);
  for (std::size_t i = 0; i < with.size(); ++i)
    for_each_value(attributes, i, [&](std::uint32_t, float x) { with[i] = x != 0.0F ? 1.0F : with[i]; });
  return with;
}

// 1 for rows that take part, 0 for those of which nothing is known.
std::vector<float> taking_part(AttributesView attributes, StalkMetric metric, BlankRows blanks) {
  if (metric == StalkMetric::idf) return with_values(attributes);
  if (blanks == BlankRows::alike) return std::vector<float>(attributes.rows(), 1.0F);
  return rows_with_values(attributes);
}

// Of the rows that take part; the others are 0. In units of `unit`, so that no square overflows.
StalkMoments stalk_moments(AttributesView attributes, const std::vector<float>& part, double unit,
                           const RunContext& run) {
  const std::size_t columns = attributes.cols();
  auto total = ordered_sum<ColumnValues>(run, attributes.rows(), kStalkRows, [&](std::size_t begin, std::size_t end) {
    std::vector<double> sum(3 * columns, 0.0);
    for (std::size_t i = begin; i < end; ++i) {
      for_each_value(attributes, i, [&](std::uint32_t j, float value) {
        const double x = static_cast<double>(value) / unit;
        sum[j] += value != 0.0F ? 1.0 : 0.0;
        sum[columns + j] += x;
        sum[2 * columns + j] += x * x;
      });
    }
    return ColumnValues{std::move(sum)};
  });
  total.of.resize(3 * columns);
  sum_over_processes(run, total.of);
  const auto at = [&](std::size_t k) { return total.of.begin() + static_cast<std::ptrdiff_t>(k * columns); };
  const double known = std::accumulate(part.begin(), part.end(), 0.0);
  StalkMoments m{std::max(1.0, sum_over_processes(run, known)), {at(0), at(1)}, {at(1), at(2)}, {at(2), at(3)}};
  for (std::size_t j = 0; j < columns; ++j) {
    m.mean[j] /= m.rows;
    m.mean_square[j] /= m.rows;
  }
  return m;
}

struct Largest {
  double size = 0.0;
  Largest& operator+=(const Largest& other) {
    size = std::max(size, other.size);
    return *this;
  }
};

double largest_size(AttributesView attributes, const RunContext& run) {
  const auto found = ordered_sum<Largest>(run, attributes.rows(), kStalkRows, [&](std::size_t begin, std::size_t end) {
    double largest = 0.0;
    for (std::size_t i = begin; i < end; ++i) {
      for_each_value(attributes, i,
                     [&](std::uint32_t, float x) { largest = std::max(largest, std::abs(static_cast<double>(x))); });
    }
    return Largest{largest};
  });
  const double largest = largest_over_processes(run, found.size);
  return largest > 0.0 ? largest : 1.0;
}

bool is_constant(const StalkMoments& m, std::size_t column) {
  return m.mean_square[column] - m.mean[column] * m.mean[column] <= kConstant * m.mean_square[column];
}

double varying_columns(const StalkMoments& m) {
  double count = 0.0;
  for (std::size_t j = 0; j < m.mean.size(); ++j) count += is_constant(m, j) ? 0.0 : 1.0;
  return count;
}

std::vector<float> column_scale(StalkMetric metric, const StalkMoments& m, double unit) {
  std::vector<float> scale(m.mean.size(), static_cast<float>(1.0 / unit));
  for (std::size_t j = 0; j < scale.size(); ++j) {
    const double variance = m.mean_square[j] - m.mean[j] * m.mean[j];
    if (metric == StalkMetric::idf) {
      scale[j] = static_cast<float>((std::log((1.0 + m.rows) / (1.0 + m.rows_with_value[j])) + 1.0) / unit);
    } else if (metric == StalkMetric::z_score) {
      scale[j] = is_constant(m, j) ? 0.0F : static_cast<float>(1.0 / (std::sqrt(variance) * unit));
    }
  }
  return scale;
}

// Row lengths to 1 for idf; rows that take no part have scale 0 and are not centred.
void scale_rows(AttributesView attributes, StalkMetric metric, AttributeScale& scale) {
  scale.rows = scale.centred;
  if (metric != StalkMetric::idf) return;
  for (std::size_t i = 0; i < attributes.rows(); ++i) {
    double squares = 0.0;
    for_each_value(attributes, i, [&](std::uint32_t j, float x) {
      const double value = static_cast<double>(x) * static_cast<double>(scale.columns[j]);
      squares += value * value;
    });
    if (squares > 0.0) scale.rows[i] = static_cast<float>(1.0 / std::sqrt(squares));
  }
}

// μ, and the size of what is decomposed: Σ ‖r x C‖² − (rows that take part) ‖μ‖².
NoisyMatrix centre(AttributesView attributes, AttributeScale& scale, const RunContext& run) {
  const std::size_t columns = attributes.cols();
  // The sums of the columns, then of their squares and of the rows that take part.
  auto total = ordered_sum<ColumnValues>(run, attributes.rows(), kStalkRows, [&](std::size_t begin, std::size_t end) {
    std::vector<double> sum(columns + 2, 0.0);
    for (std::size_t i = begin; i < end; ++i) {
      sum[columns + 1] += static_cast<double>(scale.centred[i]);
      for_each_value(attributes, i, [&](std::uint32_t j, float x) {
        const double value =
            static_cast<double>(scale.rows[i]) * static_cast<double>(x) * static_cast<double>(scale.columns[j]);
        sum[j] += value;
        sum[columns] += value * value;
      });
    }
    return ColumnValues{std::move(sum)};
  });
  total.of.resize(columns + 2);
  sum_over_processes(run, total.of);
  double squares = total.of[columns];
  const double rows = total.of[columns + 1];
  scale.mean.resize(columns);
  for (std::size_t j = 0; j < columns; ++j) {
    const double mean = total.of[j] / std::max(1.0, rows);
    scale.mean[j] = static_cast<float>(mean);
    squares -= rows * mean * mean;
  }
  return {std::max(1.0, rows), 0.0, std::max(squares, 0.0)};
}

}  // namespace

bool bag_of_words_like(AttributesView attributes, const RunContext& run) {
  if (attributes.cols() <= kFewColumns) return false;
  double positive = 0.0;
  bool negative = false;
  for (std::size_t i = 0; i < attributes.rows() && !negative; ++i) {
    for_each_value(attributes, i, [&](std::uint32_t, float x) {
      negative = negative || x < 0.0F;
      positive += x > 0.0F ? 1.0 : 0.0;
    });
  }
  positive = sum_over_processes(run, positive);
  negative = sum_over_processes(run, negative ? 1.0 : 0.0) > 0.0;
  const double all = static_cast<double>(rows_of_all(run, attributes.rows())) * static_cast<double>(attributes.cols());
  return !negative && positive <= all / 2.0;
}

std::vector<StalkMetric> candidate_metrics(AttributesView attributes, const RunContext& run) {
  if (attributes.cols() <= kFewColumns) return {StalkMetric::z_score};
  return {StalkMetric::z_score, bag_of_words_like(attributes, run) ? StalkMetric::idf : StalkMetric::centred};
}

std::vector<float> rows_with_values(AttributesView attributes) {
  return attributes.cols() > kFewColumns ? with_values(attributes) : std::vector<float>(attributes.rows(), 1.0F);
}

Stalks make_stalks(AttributesView attributes, StalkMetric metric, const RandomisedSvdOptions& svd,
                   const RunContext& run, BlankRows blanks) {
  const double unit = largest_size(attributes, run);
  AttributeScale scale{.rows = {}, .columns = {}, .centred = taking_part(attributes, metric, blanks), .mean = {}};
  const StalkMoments moments = stalk_moments(attributes, scale.centred, unit, run);
  scale.columns = column_scale(metric, moments, unit);
  scale_rows(attributes, metric, scale);
  NoisyMatrix size = centre(attributes, scale, run);
  size.columns = varying_columns(moments);
  StalkMap map{metric, scale.columns, scale.mean, {}, blanks};
  RandomisedSvd parts = randomised_svd(CentredAttributes(attributes, std::move(scale), run), svd, run);
  map.directions = std::move(parts.directions);
  SignalRank signal = signal_rank(parts.values, size);
  return {metric, std::move(parts.scores), std::move(parts.values), std::move(signal), std::move(map)};
}

Matrix<float> map_rows(AttributesView attributes, const StalkMap& map, const RunContext& run) {
  AttributeScale scale{.rows = {},
                       .columns = map.column_scale,
                       .centred = taking_part(attributes, map.metric, map.blanks),
                       .mean = map.mean};
  scale_rows(attributes, map.metric, scale);
  return CentredAttributes(attributes, std::move(scale), run).apply(map.directions, run);
}

}  // namespace cgsd

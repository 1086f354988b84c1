#include "cgsd/attributes/attribute_scaling.hpp"

#include <cmath>
#include <span>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowBlock = 512;

std::span<float> row_values(Matrix<float>& rows, std::size_t i) { return rows.row(i); }
std::span<float> row_values(SparseRows& rows, std::size_t i) {
  return std::span(rows.values).subspan(rows.offsets[i], rows.offsets[i + 1] - rows.offsets[i]);
}

template <class Rows, class Measure>
void divide_rows(Rows& rows, Measure&& measure, const RunContext& run) {
  parallel_for(run, rows.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const std::span<float> row = row_values(rows, i);
      const double size = measure(row);
      if (size != 0.0) divide_row(row, size);
    }
  });
}

double absolute_sum(std::span<const float> row) {
  double sum = 0.0;
  for (const float x : row) sum += std::abs(static_cast<double>(x));
  return sum;
}

struct ColumnMoments {
  std::vector<double> mean;
  std::vector<double> deviation;
};

// visit(column, value) is called for every number stored; those not stored are zeros.
template <class ForEachNumber>
ColumnMoments column_moments(std::size_t rows, std::size_t cols, ForEachNumber&& for_each_number) {
  const auto n = static_cast<double>(rows);
  ColumnMoments moments{std::vector<double>(cols, 0.0), std::vector<double>(cols, 0.0)};
  std::vector<double> unstored(cols, n);
  for_each_number([&](std::size_t j, double x) {
    moments.mean[j] += x / n;
    unstored[j] -= 1.0;
  });
  for_each_number([&](std::size_t j, double x) {
    const double difference = x - moments.mean[j];
    moments.deviation[j] += difference * difference / n;
  });
  for (std::size_t j = 0; j < cols; ++j) {
    const double variance = moments.deviation[j] + unstored[j] * moments.mean[j] * moments.mean[j] / n;
    // Below the rounding error of the mean a column is constant.
    moments.deviation[j] = std::sqrt(variance) > 1e-12 * std::abs(moments.mean[j]) ? std::sqrt(variance) : 0.0;
  }
  return moments;
}

void standardise_columns(Matrix<float>& rows) {
  const ColumnMoments moments = column_moments(rows.rows(), rows.cols(), [&](auto&& visit) {
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      for (std::size_t j = 0; j < rows.cols(); ++j) visit(j, static_cast<double>(rows(i, j)));
    }
  });
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < rows.cols(); ++j) {
      const double centred = static_cast<double>(rows(i, j)) - moments.mean[j];
      rows(i, j) = moments.deviation[j] > 0.0 ? static_cast<float>(centred / moments.deviation[j]) : 0.0f;
    }
  }
}

void standardise_columns(SparseRows& rows) {
  const ColumnMoments moments = column_moments(rows.rows(), rows.cols, [&](auto&& visit) {
    for (std::size_t p = 0; p < rows.values.size(); ++p) visit(rows.columns[p], static_cast<double>(rows.values[p]));
  });
  for (std::size_t p = 0; p < rows.values.size(); ++p) {
    const double deviation = moments.deviation[rows.columns[p]];
    rows.values[p] = deviation > 0.0 ? static_cast<float>(static_cast<double>(rows.values[p]) / deviation) : 0.0f;
  }
}

template <class Rows>
Attributes scaled(Rows rows, AttributeScaling scaling, const RunContext& run) {
  switch (scaling) {
    case AttributeScaling::raw:
      break;
    case AttributeScaling::row_sum:
      divide_rows(rows, absolute_sum, run);
      break;
    case AttributeScaling::row_length:
      divide_rows(rows, row_length<float>, run);
      break;
    case AttributeScaling::z_score:
      standardise_columns(rows);
      break;
  }
  return rows;
}

}  // namespace

Attributes scaled_attributes(AttributesView attributes, AttributeScaling scaling, const RunContext& run) {
  Attributes room;
  const AttributesView smaller = in_smaller_form(attributes, room);
  return smaller.is_sparse() ? scaled(copy_of(smaller.sparse()), scaling, run)
                             : scaled(Matrix<float>(smaller.dense()), scaling, run);
}

Matrix<float> dense_copy(AttributesView attributes) {
  return attributes.is_sparse() ? to_dense(attributes.sparse()) : Matrix<float>(attributes.dense());
}

}  // namespace cgsd

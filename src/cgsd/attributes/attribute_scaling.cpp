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

// Calls visit(column, number) for every number stored, which it may change.
template <class Visit>
void for_each_number(Matrix<float>& rows, Visit&& visit) {
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    for (std::size_t j = 0; j < rows.cols(); ++j) visit(j, rows(i, j));
  }
}
template <class Visit>
void for_each_number(SparseRows& rows, Visit&& visit) {
  for (std::size_t p = 0; p < rows.values.size(); ++p) visit(rows.columns[p], rows.values[p]);
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
    for_each_number(rows, [&](std::size_t j, float x) { visit(j, static_cast<double>(x)); });
  });
  for_each_number(rows, [&](std::size_t j, float& x) {
    const double centred = static_cast<double>(x) - moments.mean[j];
    x = moments.deviation[j] > 0.0 ? static_cast<float>(centred / moments.deviation[j]) : 0.0f;
  });
}

void standardise_columns(SparseRows& rows) {
  const ColumnMoments moments = column_moments(rows.rows(), rows.cols, [&](auto&& visit) {
    for_each_number(rows, [&](std::size_t j, float x) { visit(j, static_cast<double>(x)); });
  });
  for_each_number(rows, [&](std::size_t j, float& x) {
    const double deviation = moments.deviation[j];
    x = deviation > 0.0 ? static_cast<float>(static_cast<double>(x) / deviation) : 0.0f;
  });
}

template <class Rows>
void weigh_by_rarity(Rows& rows, std::size_t cols) {
  std::vector<double> rows_with_value(cols, 0.0);
  for_each_number(rows, [&](std::size_t j, float x) { rows_with_value[j] += x != 0.0f ? 1.0 : 0.0; });
  const auto n = static_cast<double>(rows.rows());
  for_each_number(rows, [&](std::size_t j, float& x) {
    x = static_cast<float>(static_cast<double>(x) * (std::log((1.0 + n) / (1.0 + rows_with_value[j])) + 1.0));
  });
}

template <class Rows>
Attributes scaled(Rows rows, std::size_t cols, AttributeScaling scaling, const RunContext& run) {
  switch (scaling) {
    case AttributeScaling::raw:
      break;
    case AttributeScaling::row_sum:
      divide_rows(rows, absolute_sum, run);
      break;
    case AttributeScaling::row_length:
      divide_rows(rows, row_length<float>, run);
      break;
    case AttributeScaling::tf_idf:
      weigh_by_rarity(rows, cols);
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
  return smaller.is_sparse() ? scaled(copy_of(smaller.sparse()), smaller.cols(), scaling, run)
                             : scaled(Matrix<float>(smaller.dense()), smaller.cols(), scaling, run);
}

Matrix<float> dense_copy(AttributesView attributes) {
  return attributes.is_sparse() ? to_dense(attributes.sparse()) : Matrix<float>(attributes.dense());
}

}  // namespace cgsd

#include "cgsd/attributes/centred_attributes.hpp"

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/sparse_product.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPanel = 256;

// Σ_i weight_i row_i, in double
std::vector<double> weighted_row_sum(const Matrix<float>& rows, const std::vector<float>& weight,
                                     const RunContext& run) {
  Matrix<double> parts((rows.rows() + kPanel - 1) / kPanel, rows.cols());
  parallel_for(run, rows.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    const auto sum = parts.row(begin / kPanel);
    for (std::size_t i = begin; i < end; ++i) {
      const double w = static_cast<double>(weight[i]);
      const auto row = rows.row(i);
      for (std::size_t j = 0; j < row.size(); ++j) sum[j] += w * static_cast<double>(row[j]);
    }
  });
  std::vector<double> total(rows.cols(), 0.0);
  for (std::size_t block = 0; block < parts.rows(); ++block) {
    for (std::size_t j = 0; j < total.size(); ++j) total[j] += parts(block, j);
  }
  return total;
}

// out_i −= weight_i · row
void subtract_outer(Matrix<float>& out, const std::vector<float>& weight, const std::vector<double>& row,
                    const RunContext& run) {
  const std::vector<float> shift(row.begin(), row.end());
  parallel_for(run, out.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto to = out.row(i);
      const float w = weight[i];
      for (std::size_t j = 0; j < to.size(); ++j) to[j] -= w * shift[j];
    }
  });
}

Csr<float> scaled_sparse(AttributesView attributes, const AttributeScale& scale) {
  Csr<float> out{scale.rows.size(), scale.columns.size(), {0}, {}, {}};
  for (std::size_t i = 0; i < scale.rows.size(); ++i) {
    for_each_value(attributes, i, [&](std::uint32_t column, float value) {
      out.columns.push_back(column);
      out.values.push_back(scale.rows[i] * (value * scale.columns[column]));
    });
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

Matrix<float> scaled_dense(AttributesView attributes, const AttributeScale& scale) {
  Matrix<float> out(scale.rows.size(), scale.columns.size());
  for (std::size_t i = 0; i < out.rows(); ++i) {
    for_each_value(attributes, i, [&](std::uint32_t column, float value) {
      out(i, column) = scale.rows[i] * (value * scale.columns[column]);
    });
  }
  return out;
}

}  // namespace

CentredAttributes::CentredAttributes(AttributesView attributes, AttributeScale scale, const RunContext& run)
    : scale_(std::move(scale)) {
  run.check_stop();
  if (attributes.is_sparse()) {
    sparse_.emplace(scaled_sparse(attributes, scale_));
  } else {
    dense_ = scaled_dense(attributes, scale_);
  }
}

Matrix<float> CentredAttributes::apply(const Matrix<float>& v, const RunContext& run) const {
  Matrix<float> out(rows(), v.cols());
  if (sparse_) {
    multiply(sparse_->rows, v, out, true, run);
  } else {
    parallel_for(run, rows(), kPanel, [&](std::size_t begin, std::size_t end) {
      row_panel(out, begin, end).noalias() = row_panel(dense_, begin, end) * as_eigen(v);
    });
  }
  subtract_outer(out, scale_.centred, weighted_row_sum(v, scale_.mean, run), run);
  return out;
}

Matrix<float> CentredAttributes::apply_transposed(const Matrix<float>& u, const RunContext& run) const {
  Matrix<float> out(cols(), u.cols());
  if (sparse_) {
    multiply(sparse_->columns, u, out, true, run);
  } else {
    const auto all = as_eigen(dense_);
    parallel_for(run, cols(), kPanel, [&](std::size_t begin, std::size_t end) {
      row_panel(out, begin, end).noalias() =
          all.middleCols(to_index(begin), to_index(end - begin)).transpose() * as_eigen(u);
    });
  }
  subtract_outer(out, scale_.mean, weighted_row_sum(u, scale_.centred, run), run);
  return out;
}

}  // namespace cgsd

#include "cgsd/attributes/centred_attributes.hpp"

#include <algorithm>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/sparse_product.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPanel = 256;
constexpr std::size_t kGramRows = 16'384;  // of one sum

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

// Rows [begin, end) of R X C into `to`, row after row.
void scale_into(float* to, AttributesView attributes, const AttributeScale& scale, std::size_t begin, std::size_t end) {
  const std::size_t columns = scale.columns.size();
  for (std::size_t i = begin; i < end; ++i, to += columns) {
    const float* const from = attributes.dense().row(i).data();
    for (std::size_t j = 0; j < columns; ++j)
      to[j] = from[j] != 0.0F ? scale.rows[i] * (from[j] * scale.columns[j]) : 0.0F;
  }
}

Matrix<float> scaled_dense(AttributesView attributes, const AttributeScale& scale, const RunContext& run) {
  Matrix<float> out(scale.rows.size(), scale.columns.size());
  parallel_for(run, out.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    scale_into(out.row(begin).data(), attributes, scale, begin, end);
  });
  return out;
}

// Rows [begin, end) of M, in double.
RowMajor<double> centred_rows(AttributesView attributes, const AttributeScale& scale, std::size_t begin,
                              std::size_t end) {
  RowMajor<double> rows(to_index(end - begin), to_index(scale.columns.size()));
  const Eigen::VectorXf mean = Eigen::Map<const Eigen::VectorXf>(scale.mean.data(), rows.cols());
  for (std::size_t i = begin; i < end; ++i) {
    auto row = rows.row(to_index(i - begin));
    row = -static_cast<double>(scale.centred[i]) * mean.cast<double>().transpose();
    for_each_value(attributes, i, [&](std::uint32_t j, float x) {
      row(to_index(j)) += static_cast<double>(scale.rows[i] * (x * scale.columns[j]));
    });
  }
  return rows;
}

struct GramSum {
  Eigen::MatrixXd value{};
  GramSum& operator+=(const GramSum& other) {
    if (value.size() == 0) {
      value = other.value;
    } else {
      value += other.value;
    }
    return *this;
  }
};

}  // namespace

CentredAttributes::CentredAttributes(AttributesView attributes, AttributeScale scale, const RunContext& run)
    : attributes_(attributes), scale_(std::move(scale)) {
  run.check_stop();
  if (attributes.is_sparse()) sparse_.emplace(scaled_sparse(attributes, scale_));
}

Matrix<float> CentredAttributes::apply(const Matrix<float>& v, const RunContext& run) const {
  Matrix<float> out(rows(), v.cols());
  if (sparse_) {
    multiply(sparse_->rows, v, out, true, run);
  } else {
    parallel_for(run, rows(), kPanel, [&](std::size_t begin, std::size_t end) {
      RowMajor<float> panel(to_index(end - begin), to_index(cols()));
      scale_into(panel.data(), attributes_, scale_, begin, end);
      row_panel(out, begin, end).noalias() = panel * as_eigen(v);
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
    const Matrix<float> dense = scaled_dense(attributes_, scale_, run);
    const auto all = as_eigen(dense);
    parallel_for(run, cols(), kPanel, [&](std::size_t begin, std::size_t end) {
      row_panel(out, begin, end).noalias() =
          all.middleCols(to_index(begin), to_index(end - begin)).transpose() * as_eigen(u);
    });
  }
  subtract_outer(out, scale_.mean, weighted_row_sum(u, scale_.centred, run), run);
  sum_over_processes(run, out.values());
  return out;
}

Matrix<double> CentredAttributes::gram(const RunContext& run) const {
  const Eigen::Index width = to_index(cols());
  const auto total = ordered_sum<GramSum>(run, rows(), kGramRows, [&](std::size_t begin, std::size_t end) {
    GramSum part{Eigen::MatrixXd::Zero(width, width)};
    for (std::size_t first = begin; first < end; first += kPanel) {
      const RowMajor<double> panel = centred_rows(attributes_, scale_, first, std::min(end, first + kPanel));
      part.value.selfadjointView<Eigen::Lower>().rankUpdate(panel.transpose());
    }
    return part;
  });
  Matrix<double> out(cols(), cols());
  if (total.value.size() > 0) as_eigen(out) = total.value.selfadjointView<Eigen::Lower>();
  sum_over_processes(run, out.values());
  return out;
}

}  // namespace cgsd

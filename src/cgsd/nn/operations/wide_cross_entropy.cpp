#include "cgsd/nn/operations/wide_cross_entropy.hpp"

#include <cmath>
#include <memory>

#include "cgsd/nn/row_loops.hpp"
#include "cgsd/nn/tiles.hpp"

namespace cgsd {
namespace {

// What the logits Z W + b are made of, and what they should say.
template <class T>
struct WideLogits {
  const Matrix<T>& z;
  const Matrix<T>& weights;
  const Matrix<T>& bias;
  Targets targets;

  // tile ← the logits
  void fill(RowMajor<T>& tile, const TileRange& r) const {
    tile.noalias() = row_panel(z, r.begin, r.end) * as_eigen(weights).middleCols(to_index(r.first), r.width());
    tile.rowwise() += as_eigen(bias).row(0).segment(to_index(r.first), r.width());
  }

  // tile ← softmax − one-hot of the targets, given the logarithm of every row's sum
  void fill_errors(RowMajor<T>& tile, const TileRange& r, const std::vector<T>& log_sums) const {
    fill(tile, r);
    for (std::size_t i = r.begin; i < r.end; ++i) {
      auto row = tile.row(to_index(i - r.begin)).array();
      row = (row - log_sums[i]).exp();
      if (r.has_column(targets[i])) tile(to_index(i - r.begin), to_index(targets[i] - r.first)) -= T(1);
    }
  }
};

// log Σ_j e^(x_ij) of every row into `log_sums`; returns Σ_i (log_sums_i − x_i,target).
template <class T>
double wide_loss(const WideLogits<T>& logits, std::vector<T>& log_sums, const RunContext& run) {
  return ordered_sum<double>(run, logits.z.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
    LogSumExp<T> sums(end - begin);
    RowMajor<T> tile;
    double part = 0.0;
    for_each_tile(logits.weights.cols(), kTileColumns, [&](std::size_t first, std::size_t last) {
      const TileRange range{begin, end, first, last};
      logits.fill(tile, range);
      sums.absorb(tile);
      for (std::size_t i = begin; i < end; ++i) {
        const std::size_t target = logits.targets[i];
        if (range.has_column(target)) part -= static_cast<double>(tile(to_index(i - begin), to_index(target - first)));
      }
    });
    for (std::size_t i = begin; i < end; ++i) {
      log_sums[i] = static_cast<T>(sums.of_row(i - begin));
      part += sums.of_row(i - begin);
    }
    return part;
  });
}

// ∂Z = scale E Wᵀ, E the errors, by panels of rows
template <class T>
void deposit_inputs(Tape<T>& tape, Var z, const WideLogits<T>& logits, const std::vector<T>& log_sums, T scale) {
  tape.deposit(z, [&](Matrix<T>& gradient, bool fresh) {
    parallel_for(tape.run(), gradient.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
      RowMajor<T> tile;
      RowMajor<T> sum = RowMajor<T>::Zero(to_index(end - begin), to_index(gradient.cols()));
      for_each_tile(logits.weights.cols(), kTileColumns, [&](std::size_t first, std::size_t last) {
        logits.fill_errors(tile, {begin, end, first, last}, log_sums);
        sum.noalias() += tile * as_eigen(logits.weights).middleCols(to_index(first), tile.cols()).transpose();
      });
      auto to = row_panel(gradient, begin, end);
      if (fresh) to.setZero();
      to += scale * sum;
    });
  });
}

// ∂W = scale Zᵀ E and ∂b = scale 1ᵀ E, by panels of columns
template <class T>
void deposit_layer(Tape<T>& tape, LinearLayer layer, const WideLogits<T>& logits, const std::vector<T>& log_sums,
                   T scale) {
  if (!tape.needs_gradient(layer.weights) && !tape.needs_gradient(layer.bias)) return;
  Matrix<T> weights = tape.take(logits.weights.rows(), logits.weights.cols());
  Matrix<T> bias = tape.take(1, logits.weights.cols());
  parallel_for(tape.run(), weights.cols(), kTileColumns, [&](std::size_t first, std::size_t last) {
    RowMajor<T> tile;
    RowMajor<T> sum = RowMajor<T>::Zero(to_index(weights.rows()), to_index(last - first));
    RowMajor<T> total = RowMajor<T>::Zero(1, to_index(last - first));
    for_each_tile(logits.z.rows(), kTileRows, [&](std::size_t begin, std::size_t end) {
      logits.fill_errors(tile, {begin, end, first, last}, log_sums);
      sum.noalias() += row_panel(logits.z, begin, end).transpose() * tile;
      total += tile.colwise().sum();
    });
    as_eigen(weights).middleCols(to_index(first), sum.cols()) = scale * sum;
    as_eigen(bias).middleCols(to_index(first), sum.cols()) = scale * total;
  });
  deposit_elements(tape, layer.weights, [&](std::size_t i, std::size_t j) { return weights(i, j); });
  deposit_elements(tape, layer.bias, [&](std::size_t i, std::size_t j) { return bias(i, j); });
  tape.give_back(std::move(weights));
  tape.give_back(std::move(bias));
}

// The column of the one in a one-hot row.
template <class T>
std::size_t one_of(std::span<const T> row) {
  const auto place = static_cast<std::size_t>(std::max_element(row.begin(), row.end()) - row.begin());
  assert(row[place] == T(1));
  return place;
}

// softmax of every row of `table` in place; returns the logarithms of the sums
template <class T>
std::vector<double> softmax_table(Matrix<T>& table, const RunContext& run) {
  std::vector<double> log_sums(table.rows());
  parallel_for(run, table.rows(), 1, [&](std::size_t k, std::size_t) {
    const auto row = table.row(k);
    const auto largest = static_cast<double>(*std::max_element(row.begin(), row.end()));
    double sum = 0.0;
    for (const T x : row) sum += std::exp(static_cast<double>(x) - largest);
    log_sums[k] = largest + std::log(sum);
    for (T& x : row) x = static_cast<T>(std::exp(static_cast<double>(x) - log_sums[k]));
  });
  return log_sums;
}

// ∂z_i = scale (Q_k − W_target), k the one of row i, Q = (W Pᵀ)ᵀ, P the softmax of every kind of row
template <class T>
void deposit_one_hot(Tape<T>& tape, Var z, const WideLogits<T>& logits, const Matrix<T>& chances, T scale) {
  if (!tape.needs_gradient(z)) return;
  Matrix<T> expected(chances.rows(), logits.weights.rows());
  parallel_for(tape.run(), chances.rows(), 1, [&](std::size_t k, std::size_t) {
    for (std::size_t j = 0; j < expected.cols(); ++j)
      expected(k, j) = static_cast<T>(dot<T>(chances.row(k), logits.weights.row(j)));
  });
  tape.deposit(z, [&](Matrix<T>& gradient, bool fresh) {
    for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
      const auto mean = expected.row(one_of(logits.z.row(i)));
      const auto to = gradient.row(i);
      for (std::size_t j = 0; j < to.size(); ++j)
        to[j] = (fresh ? T(0) : to[j]) + scale * (mean[j] - logits.weights(j, logits.targets[i]));
    });
  });
}

// ∂W_k = scale (rows of kind k · P_k − how often each target occurs among them), ∂b = Σ_k ∂W_k
template <class T>
void deposit_one_hot_layer(Tape<T>& tape, LinearLayer layer, const WideLogits<T>& logits, const Matrix<T>& chances,
                           double scale) {
  Matrix<double> flow(chances.rows(), chances.cols());
  std::vector<double> rows_of_kind(chances.rows(), 0.0);
  for (std::size_t i = 0; i < logits.z.rows(); ++i) {
    const std::size_t k = one_of(logits.z.row(i));
    flow(k, logits.targets[i]) -= 1.0;
    rows_of_kind[k] += 1.0;
  }
  for_each_row(tape.run(), flow.rows(), [&](std::size_t k) {
    for (std::size_t j = 0; j < flow.cols(); ++j)
      flow(k, j) = scale * (flow(k, j) + rows_of_kind[k] * static_cast<double>(chances(k, j)));
  });
  deposit_elements(tape, layer.weights, [&](std::size_t k, std::size_t j) { return static_cast<T>(flow(k, j)); });
  deposit_elements(tape, layer.bias, [&](std::size_t, std::size_t j) {
    double sum = 0.0;
    for (std::size_t k = 0; k < flow.rows(); ++k) sum += flow(k, j);
    return static_cast<T>(sum);
  });
}

template <class T>
WideLogits<T> wide_logits(const Tape<T>& tape, Var z, LinearLayer layer, Targets targets) {
  const WideLogits<T> logits{tape.value(z), tape.value(layer.weights), tape.value(layer.bias), targets};
  assert(logits.z.cols() == logits.weights.rows() && targets.size() == logits.z.rows());
  assert(logits.bias.rows() == 1 && logits.bias.cols() == logits.weights.cols());
  return logits;
}

}  // namespace

template <class T>
Var linear_cross_entropy(Tape<T>& tape, Var z, LinearLayer layer, Targets targets) {
  const WideLogits<T> logits = wide_logits(tape, z, layer, targets);
  auto log_sums = std::make_shared<std::vector<T>>(targets.size());
  const auto rows = static_cast<double>(targets.size());
  const Var out = tape.make(1, 1, {z, layer.weights, layer.bias});
  tape.result(out)(0, 0) = static_cast<T>(wide_loss(logits, *log_sums, tape.run()) / rows);
  tape.on_backward(out, [&tape, z, layer, out, logits, log_sums, rows] {
    const T scale = static_cast<T>(static_cast<double>(tape.gradient(out)(0, 0)) / rows);
    deposit_inputs(tape, z, logits, *log_sums, scale);
    deposit_layer(tape, layer, logits, *log_sums, scale);
  });
  return out;
}

template <class T>
Var one_hot_cross_entropy(Tape<T>& tape, Var z, LinearLayer layer, Targets targets) {
  const WideLogits<T> logits = wide_logits(tape, z, layer, targets);
  const auto logit = [&](std::size_t k, std::size_t j) { return logits.weights(k, j) + logits.bias(0, j); };
  const Var chances = tape.make(logits.weights.rows(), logits.weights.cols(), {});
  Matrix<T>& table = tape.result(chances);
  for_each_row(tape.run(), table.rows(), [&](std::size_t k) {
    for (std::size_t j = 0; j < table.cols(); ++j) table(k, j) = logit(k, j);
  });
  const std::vector<double> log_sums = softmax_table(table, tape.run());
  const double total =
      ordered_sum<double>(tape.run(), targets.size(), kRowBlock, [&](std::size_t begin, std::size_t end) {
        double part = 0.0;
        for (std::size_t i = begin; i < end; ++i) {
          const std::size_t k = one_of(logits.z.row(i));
          part += log_sums[k] - static_cast<double>(logit(k, targets[i]));
        }
        return part;
      });
  const auto rows = static_cast<double>(targets.size());
  const Var out = tape.make(1, 1, {z, layer.weights, layer.bias});
  tape.result(out)(0, 0) = static_cast<T>(total / rows);
  tape.on_backward(out, [&tape, z, layer, out, logits, chances, rows] {
    const double scale = static_cast<double>(tape.gradient(out)(0, 0)) / rows;
    deposit_one_hot(tape, z, logits, tape.value(chances), static_cast<T>(scale));
    deposit_one_hot_layer(tape, layer, logits, tape.value(chances), scale);
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                                               \
  template Var linear_cross_entropy(Tape<T>&, Var, LinearLayer, Targets); \
  template Var one_hot_cross_entropy(Tape<T>&, Var, LinearLayer, Targets);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

#include "cgsd/nn/operations/affine_cosines.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "cgsd/core/eigen.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kPanel = 64;  // rows of a symmetric product
constexpr double kNothing = 1e-24;  // squared length of a row that counts as 0

// out ← a panel of the lower triangle by product(begin, end), which gives rows [begin, end) of the first `end` columns;
// the upper triangle is its mirror.
template <class T, class Product>
void fill_symmetric(Matrix<T>& out, const RunContext& run, Product&& product) {
  parallel_for(run, out.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    row_panel(out, begin, end).leftCols(to_index(end)).noalias() = product(begin, end);
  });
  parallel_for(run, out.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      for (std::size_t j = i + 1; j < out.cols(); ++j) out(i, j) = out(j, i);
    }
  });
}

// What a row says about its cosine: y·x, ‖y‖², ‖x‖².
struct RowFigures {
  double inner = 0.0;
  double square = 0.0;
  double target = 0.0;

  bool counts() const { return square > kNothing && target > kNothing; }
  double cosine() const { return counts() ? inner / std::sqrt(square * target) : 0.0; }
};

// The values of one record. All but the figures are the tape's, which keeps their memory for the next epoch.
template <class T>
class AffineCosines {
 public:
  AffineCosines(Tape<T>& tape, const AffineRows& y, const SparseMatrix<T>& x)
      : tape_(tape), y_(y), x_(x), figures_(x.rows.rows) {
    const Matrix<T>& w = tape.value(y.weights);
    images_ = tape.make(x.rows.rows, w.rows(), {});
    through_gram_ = tape.make(x.rows.rows, w.rows(), {});
    bias_image_ = tape.make(1, w.rows(), {});
    fill_images(w);
    fill_through_gram(w);
    for_each_row(tape.run(), figures_.size(), [&](std::size_t i) { figures_[i] = figures_of(i); });
  }

  double cosine(std::size_t i) const { return figures_[i].cosine(); }

  void deposit(const Matrix<T>& gradient) {
    find_slopes(gradient);
    deposit_rows();
    deposit_weights();
    deposit_bias();
  }

 private:
  // X Wᵀ and W b
  void fill_images(const Matrix<T>& w) {
    Matrix<T> transposed = tape_.take(w.cols(), w.rows());
    as_eigen(transposed) = as_eigen(w).transpose();
    multiply(x_.rows, transposed, tape_.result(images_), true, tape_.run());
    tape_.give_back(std::move(transposed));
    const auto b = tape_.value(y_.bias).row(0);
    bias_square_ = dot<T>(b, b);
    Matrix<T>& image = tape_.result(bias_image_);
    parallel_for(tape_.run(), w.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) image(0, j) = static_cast<T>(dot<T>(w.row(j), b));
    });
  }

  // A K
  void fill_through_gram(const Matrix<T>& w) {
    Matrix<T> gram = tape_.take(w.rows(), w.rows());
    fill_symmetric(gram, tape_.run(), [&](std::size_t begin, std::size_t end) {
      return row_panel(w, begin, end) * row_panel(w, 0, end).transpose();
    });
    Matrix<T>& out = tape_.result(through_gram_);
    parallel_for(tape_.run(), out.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
      row_panel(out, begin, end).noalias() = row_panel(tape_.value(y_.rows), begin, end) * as_eigen(gram);
    });
    tape_.give_back(std::move(gram));
  }

  RowFigures figures_of(std::size_t i) const {
    const auto a = tape_.value(y_.rows).row(i);
    RowFigures f{.inner = dot<T>(a, tape_.value(images_).row(i)),
                 .square = dot<T>(a, tape_.value(through_gram_).row(i)) +
                           2.0 * dot<T>(a, tape_.value(bias_image_).row(0)) + bias_square_};
    for (std::uint64_t p = x_.rows.offsets[i]; p < x_.rows.offsets[i + 1]; ++p) {
      const auto x = static_cast<double>(x_.rows.values[p]);
      f.inner += x * static_cast<double>(tape_.value(y_.bias)(0, x_.rows.columns[p]));
      f.target += x * x;
    }
    return f;
  }

  // p_i = g_i / (‖y_i‖ ‖x_i‖), q_i = −g_i cos_i / (2 ‖y_i‖²)
  void find_slopes(const Matrix<T>& gradient) {
    inner_slope_.assign(figures_.size(), T(0));
    square_slope_.assign(figures_.size(), T(0));
    for (std::size_t i = 0; i < figures_.size(); ++i) {
      const RowFigures& f = figures_[i];
      if (!f.counts()) continue;
      const auto g = static_cast<double>(gradient(i, 0));
      inner_slope_[i] = static_cast<T>(g / std::sqrt(f.square * f.target));
      square_slope_[i] = static_cast<T>(-g * f.cosine() / (2.0 * f.square));
    }
  }

  void deposit_rows() {
    const Matrix<T>& images = tape_.value(images_);
    const Matrix<T>& through_gram = tape_.value(through_gram_);
    const auto bias_image = tape_.value(bias_image_).row(0);
    deposit_elements(tape_, y_.rows, [&](std::size_t i, std::size_t j) {
      return inner_slope_[i] * images(i, j) + T(2) * square_slope_[i] * (through_gram(i, j) + bias_image[j]);
    });
  }

  // The rows of A, each times its slope.
  Matrix<T> scaled_rows(const std::vector<T>& slope) {
    const Matrix<T>& a = tape_.value(y_.rows);
    Matrix<T> out = tape_.take(a.rows(), a.cols());
    for_each_row(tape_.run(), a.rows(), [&](std::size_t i) {
      const T factor = slope[i];
      const T* const from = a.row(i).data();
      T* const to = out.row(i).data();
      for (std::size_t j = 0; j < a.cols(); ++j) to[j] = factor * from[j];
    });
    return out;
  }

  void deposit_weights() {
    if (!tape_.needs_gradient(y_.weights)) return;
    const Matrix<T>& a = tape_.value(y_.rows);
    const Matrix<T>& w = tape_.value(y_.weights);
    Matrix<T> scaled = scaled_rows(inner_slope_);
    Matrix<T> of_targets = tape_.take(w.cols(), w.rows());  // (Aᵀ p X)ᵀ
    multiply(x_.columns, scaled, of_targets, true, tape_.run());
    tape_.give_back(std::move(scaled));
    scaled = scaled_rows(square_slope_);
    Matrix<T> gram = tape_.take(w.rows(), w.rows());  // Aᵀ q A
    fill_symmetric(gram, tape_.run(), [&](std::size_t begin, std::size_t end) {
      return as_eigen(scaled).middleCols(to_index(begin), to_index(end - begin)).transpose() *
             as_eigen(a).leftCols(to_index(end));
    });
    add_to_weights(of_targets, gram, columns_of_rows(square_slope_));
    for (Matrix<T>* spare : {&scaled, &of_targets, &gram}) tape_.give_back(std::move(*spare));
  }

  void add_to_weights(const Matrix<T>& of_targets, const Matrix<T>& gram, const std::vector<double>& of_bias) {
    const Matrix<T>& w = tape_.value(y_.weights);
    const auto b = as_eigen(tape_.value(y_.bias));
    tape_.deposit(y_.weights, [&](Matrix<T>& gradient, bool fresh) {
      parallel_for(tape_.run(), gradient.rows(), kPanel, [&](std::size_t begin, std::size_t end) {
        auto to = row_panel(gradient, begin, end);
        if (fresh) to.setZero();
        to.noalias() += T(2) * row_panel(gram, begin, end) * as_eigen(w);
        to += as_eigen(of_targets).middleCols(to_index(begin), to_index(end - begin)).transpose();
        for (std::size_t j = begin; j < end; ++j) to.row(to_index(j - begin)) += static_cast<T>(2.0 * of_bias[j]) * b;
      });
    });
  }

  // slopeᵀ A
  std::vector<double> columns_of_rows(const std::vector<T>& slope) const {
    const Matrix<T>& a = tape_.value(y_.rows);
    return ordered_column_sums(tape_.run(), a.rows(), a.cols(), [&](std::size_t i, std::span<double> sums) {
      const auto factor = static_cast<double>(slope[i]);
      for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += factor * static_cast<double>(a(i, j));
    });
  }

  void deposit_bias() {
    if (!tape_.needs_gradient(y_.bias)) return;
    const Matrix<T>& w = tape_.value(y_.weights);
    const Matrix<T>& b = tape_.value(y_.bias);
    std::vector<double> out(w.cols(), 0.0);
    double total = 0.0;
    for (std::size_t i = 0; i < figures_.size(); ++i) {
      total += static_cast<double>(square_slope_[i]);
      for (std::uint64_t p = x_.rows.offsets[i]; p < x_.rows.offsets[i + 1]; ++p) {
        out[x_.rows.columns[p]] += static_cast<double>(inner_slope_[i]) * static_cast<double>(x_.rows.values[p]);
      }
    }
    const std::vector<double> of_rows = columns_of_rows(square_slope_);
    parallel_for(tape_.run(), out.size(), kPanel, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = 0; j < w.rows(); ++j) {
        for (std::size_t k = begin; k < end; ++k) out[k] += 2.0 * of_rows[j] * static_cast<double>(w(j, k));
      }
      for (std::size_t k = begin; k < end; ++k) out[k] += 2.0 * total * static_cast<double>(b(0, k));
    });
    deposit_numbers(tape_, y_.bias, out);
  }

  Tape<T>& tape_;
  AffineRows y_;
  const SparseMatrix<T>& x_;
  Var images_{};        // X Wᵀ
  Var through_gram_{};  // A K
  Var bias_image_{};    // W b
  double bias_square_ = 0.0;
  std::vector<RowFigures> figures_;
  std::vector<T> inner_slope_;   // p
  std::vector<T> square_slope_;  // q
};

}  // namespace

template <class T>
Var affine_cosines(Tape<T>& tape, const AffineRows& y, const SparseMatrix<T>& x) {
  assert(tape.value(y.rows).rows() == x.rows.rows && tape.value(y.weights).cols() == x.rows.cols);
  const auto pieces = std::make_shared<AffineCosines<T>>(tape, y, x);
  const Var out = tape.make(x.rows.rows, 1, {y.rows, y.weights, y.bias});
  for (std::size_t i = 0; i < x.rows.rows; ++i) tape.result(out)(i, 0) = static_cast<T>(pieces->cosine(i));
  tape.on_backward(out, [&tape, pieces, out] { pieces->deposit(tape.gradient(out)); });
  return out;
}

template Var affine_cosines(Tape<float>&, const AffineRows&, const SparseMatrix<float>&);
template Var affine_cosines(Tape<double>&, const AffineRows&, const SparseMatrix<double>&);

}  // namespace cgsd

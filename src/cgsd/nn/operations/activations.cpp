#include "cgsd/nn/operations/activations.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

constexpr double kSeluAlpha = 1.6732632423543772848170429916717;
constexpr double kSeluScale = 1.0507009873554804934193349852946;

// y = function(x), element by element; ∂x = slope(x, y) ∂y
template <class T, class Function, class Slope>
Var apply(Tape<T>& tape, Var a, Function function, Slope slope) {
  const Var out = make_rows(tape, a, [&](std::span<const T> from, std::span<T> to) {
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = function(from[j]);
  });
  tape.on_backward(out, [&tape, a, out, slope] {
    const Matrix<T>& input = tape.value(a);
    const Matrix<T>& value = tape.value(out);
    deposit_elementwise(tape, a, out, [&](std::size_t i, std::size_t j) { return slope(input(i, j), value(i, j)); });
  });
  return out;
}

// 16 random bits for element (i, j) decide whether it stays. The share dropped is a multiple of 2^−16, and what is kept
// is scaled by the share that really is.
template <class T>
void fill_mask(Matrix<T>& mask, double probability, RandomStream stream, const RunContext& run) {
  constexpr std::size_t kPerBlock = 16;
  const auto threshold = static_cast<std::uint16_t>(std::min(65535.0, std::round(probability * 0x1p16)));
  const T kept = static_cast<T>(1.0 / (1.0 - threshold * 0x1p-16));
  parallel_for(run, mask.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    // Copies: behind the references the compiler would have to read them again after every store.
    const std::uint16_t limit = threshold;
    const std::uint64_t first = first_row(run);
    const T scale = kept;
    std::vector<std::array<std::uint64_t, 4>> random((mask.cols() + kPerBlock - 1) / kPerBlock);
    std::vector<std::uint16_t> bits(random.size() * kPerBlock);
    for (std::size_t i = begin; i < end; ++i) {
      stream.at(first + i).blocks(0, random);
      std::memcpy(bits.data(), random.data(), bits.size() * sizeof(std::uint16_t));
      const auto row = mask.row(i);
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = bits[j] < limit ? T(0) : scale;
    }
  });
}

// Σ over the rows of ∂y x where x is not above 0: the gradient of each slope
template <class T>
std::vector<double> slope_gradient(const Matrix<T>& x, const Matrix<T>& g, std::size_t slopes, const RunContext& run) {
  auto columns = ordered_column_sums(run, x.rows(), x.cols(), [&](std::size_t i, std::span<double> sums) {
    const auto from = x.row(i);
    const auto down = g.row(i);
    double* const to = sums.data();
    for (std::size_t j = 0; j < from.size(); ++j)
      to[j] += static_cast<double>(from[j] > T(0) ? T(0) : down[j] * from[j]);
  });
  if (slopes == columns.size()) return columns;
  return {std::accumulate(columns.begin(), columns.end(), 0.0)};
}

// slope(j) is that of column j: one number for all, or one each. The two are compiled apart so that both are
// vectorised.
template <class T, class Slope>
Var prelu_with(Tape<T>& tape, Var a, Var slopes, Slope slope) {
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(x.rows(), x.cols(), {a, slopes});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    const auto from = x.row(i);
    const auto to = y.row(i);
    const Slope of_column = slope;
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = from[j] * (from[j] > T(0) ? T(1) : of_column(j));
  });
  tape.on_backward(out, [&tape, &x, a, slopes, out, slope] {
    const Matrix<T>& g = tape.gradient(out);
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
        const auto from = x.row(i);
        const auto down = g.row(i);
        const auto to = gradient.row(i);
        const Slope of_column = slope;
        const bool first = fresh;
        for (std::size_t j = 0; j < to.size(); ++j)
          to[j] = (first ? T(0) : to[j]) + down[j] * (from[j] > T(0) ? T(1) : of_column(j));
      });
    });
    if (tape.needs_gradient(slopes))
      deposit_numbers(tape, slopes, slope_gradient(x, g, tape.value(slopes).cols(), tape.run()));
  });
  return out;
}

}  // namespace

template <class T>
Var relu(Tape<T>& tape, Var a) {
  return apply(
      tape, a, [](T x) { return x <= T(0) ? T(0) : x; },
      [](T x, T) { return x > T(0) ? T(1) : T(0); });  // NaN stays NaN
}

template <class T>
Var prelu(Tape<T>& tape, Var a, Var slopes) {
  const Matrix<T>& s = tape.value(slopes);
  assert(s.rows() == 1 && (s.cols() == 1 || s.cols() == tape.value(a).cols()));
  if (s.cols() == 1) {
    const T slope = s(0, 0);
    return prelu_with(tape, a, slopes, [slope](std::size_t) { return slope; });
  }
  return prelu_with(tape, a, slopes, [per_column = s.row(0)](std::size_t j) { return per_column[j]; });
}

template <class T>
Var elu(Tape<T>& tape, Var a) {
  return apply(
      tape, a, [](T x) { return x > T(0) ? x : std::expm1(x); }, [](T x, T y) { return x > T(0) ? T(1) : y + T(1); });
}

template <class T>
Var selu(Tape<T>& tape, Var a) {
  const T scale = static_cast<T>(kSeluScale);
  const T below = static_cast<T>(kSeluScale * kSeluAlpha);
  return apply(
      tape, a, [=](T x) { return x > T(0) ? scale * x : below * std::expm1(x); },
      [=](T x, T y) { return x > T(0) ? scale : y + below; });
}

template <class T>
Var sigmoid(Tape<T>& tape, Var a) {
  return apply(
      tape, a, [](T x) { return sigmoid(x); }, [](T, T y) { return y * (T(1) - y); });
}

template <class T>
Var dropout(Tape<T>& tape, Var a, double probability, RandomStream stream) {
  if (probability == 0.0) return a;
  const Matrix<T>& x = tape.value(a);
  const Var mask = tape.make(x.rows(), x.cols(), {});
  fill_mask(tape.result(mask), probability, stream, tape.run());
  const Var out = tape.make(x.rows(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    const auto from = x.row(i);
    const auto keep = tape.value(mask).row(i);
    const auto to = y.row(i);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = keep[j] * from[j];
  });
  tape.on_backward(out, [&tape, a, mask, out] {
    const Matrix<T>& keep = tape.value(mask);
    deposit_elementwise(tape, a, out, [&](std::size_t i, std::size_t j) { return keep(i, j); });
  });
  return out;
}

template <class T>
Var row_softmax(Tape<T>& tape, Var a) {
  const Var out = make_rows(tape, a, [&](std::span<const T> from, std::span<T> to) {
    const T largest = *std::max_element(from.begin(), from.end());
    T sum = 0;
    for (std::size_t j = 0; j < to.size(); ++j) sum += to[j] = std::exp(from[j] - largest);
    for (T& value : to) value /= sum;
  });
  // ∂a_ij = s_ij (g_ij − Σ_k g_ik s_ik)
  tape.on_backward(out, [&tape, a, out] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
        const auto s = tape.value(out).row(i);
        const auto g = tape.gradient(out).row(i);
        const auto to = gradient.row(i);
        T inner = 0;
        for (std::size_t j = 0; j < to.size(); ++j) inner += g[j] * s[j];
        for (std::size_t j = 0; j < to.size(); ++j) to[j] = (fresh ? T(0) : to[j]) + s[j] * (g[j] - inner);
      });
    });
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                                  \
  template Var relu(Tape<T>&, Var);                          \
  template Var prelu(Tape<T>&, Var, Var);                    \
  template Var elu(Tape<T>&, Var);                           \
  template Var selu(Tape<T>&, Var);                          \
  template Var sigmoid(Tape<T>&, Var);                       \
  template Var dropout(Tape<T>&, Var, double, RandomStream); \
  template Var row_softmax(Tape<T>&, Var);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

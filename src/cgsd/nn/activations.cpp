#include "cgsd/nn/activations.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>

#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRows = 256;

// Calls body(i) for every row i.
template <class Body>
void for_each_row(const RunContext& run, std::size_t rows, Body&& body) {
  parallel_for(run, rows, kRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// gradient(a) += slope(i, j) · gradient(out), element by element
template <class T, class Slope>
void deposit_elementwise(Tape<T>& tape, Var a, Var out, Slope&& slope) {
  tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
    const Matrix<T>& g = tape.gradient(out);
    for_each_row(tape.run(), g.rows(), [&](std::size_t i) {
      const auto to = gradient.row(i);
      const auto from = g.row(i);
      for (std::size_t j = 0; j < to.size(); ++j) to[j] = (fresh ? T(0) : to[j]) + slope(i, j) * from[j];
    });
  });
}

// 16 random bits for element (i, j) decide whether it stays. The share dropped is a multiple of 2^−16, and what is kept
// is scaled by the share that really is.
template <class T>
void fill_mask(Matrix<T>& mask, double probability, RandomStream stream, const RunContext& run) {
  constexpr std::size_t kPerBlock = 16;
  const auto threshold = static_cast<std::uint16_t>(std::min(65535.0, std::round(probability * 0x1p16)));
  const T kept = static_cast<T>(1.0 / (1.0 - threshold * 0x1p-16));
  // The constants by value: behind references the compiler would have to read them again after every store.
  parallel_for(run, mask.rows(), kRows, [&mask, stream, threshold, kept](std::size_t begin, std::size_t end) {
    std::vector<std::array<std::uint64_t, 4>> random((mask.cols() + kPerBlock - 1) / kPerBlock);
    std::vector<std::uint16_t> bits(random.size() * kPerBlock);
    for (std::size_t i = begin; i < end; ++i) {
      stream.at(i).blocks(0, random);
      std::memcpy(bits.data(), random.data(), bits.size() * sizeof(std::uint16_t));
      const auto row = mask.row(i);
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = bits[j] < threshold ? T(0) : kept;
    }
  });
}

}  // namespace

template <class T>
Var relu(Tape<T>& tape, Var a) {
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(x.rows(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    const auto from = x.row(i);
    const auto to = y.row(i);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = from[j] <= T(0) ? T(0) : from[j];  // NaN stays NaN
  });
  tape.on_backward(out, [&tape, a, out] {
    const Matrix<T>& value = tape.value(out);
    deposit_elementwise(tape, a, out, [&](std::size_t i, std::size_t j) { return value(i, j) > T(0) ? T(1) : T(0); });
  });
  return out;
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
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(x.rows(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    const auto from = x.row(i);
    const auto to = y.row(i);
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
  template Var dropout(Tape<T>&, Var, double, RandomStream); \
  template Var row_softmax(Tape<T>&, Var);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

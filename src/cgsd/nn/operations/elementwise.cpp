#include "cgsd/nn/operations/elementwise.hpp"

#include "cgsd/nn/row_loops.hpp"

namespace cgsd {
namespace {

// out_ij = element(i, j)
template <class T, class Element>
void fill(Matrix<T>& out, Element&& element, const RunContext& run) {
  for_each_row(run, out.rows(), [&](std::size_t i) {
    const auto to = out.row(i);
    for (std::size_t j = 0; j < to.size(); ++j) to[j] = element(i, j);
  });
}

template <class T>
bool is_scalar(const Matrix<T>& m) {
  return m.rows() == 1 && m.cols() == 1;
}

}  // namespace

template <class T>
Var add_row(Tape<T>& tape, Var a, Var row) {
  const Matrix<T>& x = tape.value(a);
  const Matrix<T>& r = tape.value(row);
  assert(r.rows() == 1 && r.cols() == x.cols());
  const Var out = tape.make(x.rows(), x.cols(), {a, row});
  fill(
      tape.result(out), [&](std::size_t i, std::size_t j) { return x(i, j) + r(0, j); }, tape.run());
  tape.on_backward(out, [&tape, a, row, out] {
    const Matrix<T>& g = tape.gradient(out);
    deposit_elements(tape, a, [&](std::size_t i, std::size_t j) { return g(i, j); });
    if (!tape.needs_gradient(row)) return;
    const auto sums = ordered_column_sums(tape.run(), g.rows(), g.cols(), [&](std::size_t i, std::span<double> sum) {
      for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += static_cast<double>(g(i, j));
    });
    deposit_numbers(tape, row, sums);
  });
  return out;
}

template <class T>
Var scale(Tape<T>& tape, Var a, double factor) {
  const T f = static_cast<T>(factor);
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(x.rows(), x.cols(), {a});
  fill(
      tape.result(out), [&](std::size_t i, std::size_t j) { return f * x(i, j); }, tape.run());
  tape.on_backward(
      out, [&tape, a, out, f] { deposit_elementwise(tape, a, out, [f](std::size_t, std::size_t) { return f; }); });
  return out;
}

// ∂s = −Σ_ij g_ij y_ij / s, y = a / s
template <class T>
Var divide_by(Tape<T>& tape, Var a, Var divisor) {
  const Matrix<T>& x = tape.value(a);
  assert(is_scalar(tape.value(divisor)));
  const T s = tape.value(divisor)(0, 0);
  const Var out = tape.make(x.rows(), x.cols(), {a, divisor});
  fill(
      tape.result(out), [&](std::size_t i, std::size_t j) { return x(i, j) / s; }, tape.run());
  tape.on_backward(out, [&tape, a, divisor, out, s] {
    const Matrix<T>& g = tape.gradient(out);
    deposit_elements(tape, a, [&](std::size_t i, std::size_t j) { return g(i, j) / s; });
    if (tape.needs_gradient(divisor)) {
      deposit_numbers(tape, divisor, {-inner_product(g, tape.value(out), tape.run()) / static_cast<double>(s)});
    }
  });
  return out;
}

template <class T>
Var elementwise_product(Tape<T>& tape, Var a, Var b) {
  const Matrix<T>& x = tape.value(a);
  const Matrix<T>& y = tape.value(b);
  assert(x.rows() == y.rows() && x.cols() == y.cols());
  const Var out = tape.make(x.rows(), x.cols(), {a, b});
  fill(
      tape.result(out), [&](std::size_t i, std::size_t j) { return x(i, j) * y(i, j); }, tape.run());
  tape.on_backward(out, [&tape, &x, &y, a, b, out] {
    deposit_elementwise(tape, a, out, [&](std::size_t i, std::size_t j) { return y(i, j); });
    deposit_elementwise(tape, b, out, [&](std::size_t i, std::size_t j) { return x(i, j); });
  });
  return out;
}

template <class T>
Var scale_rows(Tape<T>& tape, Var a, Var factors) {
  const Matrix<T>& x = tape.value(a);
  const Matrix<T>& f = tape.value(factors);
  assert(f.rows() == x.rows() && f.cols() == 1);
  const Var out = tape.make(x.rows(), x.cols(), {a, factors});
  fill(
      tape.result(out), [&](std::size_t i, std::size_t j) { return f(i, 0) * x(i, j); }, tape.run());
  tape.on_backward(out, [&tape, &x, &f, a, factors, out] {
    const Matrix<T>& g = tape.gradient(out);
    deposit_elementwise(tape, a, out, [&](std::size_t i, std::size_t) { return f(i, 0); });
    deposit_elements(tape, factors,
                     [&](std::size_t i, std::size_t) { return static_cast<T>(dot<T>(g.row(i), x.row(i))); });
  });
  return out;
}

template <class T>
Var scale_columns(Tape<T>& tape, Var a, Var factors) {
  const Matrix<T>& x = tape.value(a);
  const Matrix<T>& f = tape.value(factors);
  assert(f.rows() == 1 && f.cols() == x.cols());
  const Var out = tape.make(x.rows(), x.cols(), {a, factors});
  fill(
      tape.result(out), [&](std::size_t i, std::size_t j) { return f(0, j) * x(i, j); }, tape.run());
  tape.on_backward(out, [&tape, &x, &f, a, factors, out] {
    const Matrix<T>& g = tape.gradient(out);
    deposit_elementwise(tape, a, out, [&](std::size_t, std::size_t j) { return f(0, j); });
    if (!tape.needs_gradient(factors)) return;
    const auto sums = ordered_column_sums(tape.run(), g.rows(), g.cols(), [&](std::size_t i, std::span<double> sum) {
      for (std::size_t j = 0; j < sum.size(); ++j)
        sum[j] += static_cast<double>(g(i, j)) * static_cast<double>(x(i, j));
    });
    deposit_numbers(tape, factors, sums);
  });
  return out;
}

template <class T>
Matrix<T> random_mask(std::size_t rows, std::size_t cols, double probability, RandomStream stream) {
  Matrix<T> mask(rows, cols);
  RandomSequence random(stream);
  for (T& element : mask.values()) element = random.uniform() < probability ? T(0) : T(1);
  return mask;
}

#define CGSD_INSTANTIATE(T)                             \
  template Var add_row(Tape<T>&, Var, Var);             \
  template Var scale(Tape<T>&, Var, double);            \
  template Var divide_by(Tape<T>&, Var, Var);           \
  template Var elementwise_product(Tape<T>&, Var, Var); \
  template Var scale_rows(Tape<T>&, Var, Var);          \
  template Var scale_columns(Tape<T>&, Var, Var);       \
  template Matrix<T> random_mask(std::size_t, std::size_t, double, RandomStream);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

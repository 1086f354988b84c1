#include "cgsd/nn/operations/reductions.hpp"

#include <cmath>

#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/row_loops.hpp"

namespace cgsd {

template <class T>
Var column_sums(Tape<T>& tape, Var a) {
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(1, x.cols(), {a});
  const auto sums = ordered_column_sums(tape.run(), x.rows(), x.cols(), [&](std::size_t i, std::span<double> part) {
    for (std::size_t j = 0; j < part.size(); ++j) part[j] += static_cast<double>(x(i, j));
  });
  for (std::size_t j = 0; j < sums.size(); ++j) tape.result(out)(0, j) = static_cast<T>(sums[j]);
  tape.on_backward(out, [&tape, a, out] {
    const Matrix<T>& g = tape.gradient(out);
    deposit_elements(tape, a, [&](std::size_t, std::size_t j) { return g(0, j); });
  });
  return out;
}

template <class T>
Var mean_of_rows(Tape<T>& tape, Var a) {
  return scale(tape, column_sums(tape, a), 1.0 / static_cast<double>(tape.value(a).rows()));
}

template <class T>
Var trace_of_product(Tape<T>& tape, Var a, Var b) {
  const Matrix<T>& x = tape.value(a);
  const Matrix<T>& y = tape.value(b);
  assert(x.rows() == y.rows() && x.cols() == y.cols());
  const Var out = tape.make(1, 1, {a, b});
  tape.result(out)(0, 0) = static_cast<T>(inner_product(x, y, tape.run()));
  tape.on_backward(out, [&tape, &x, &y, a, b, out] {
    const T g = tape.gradient(out)(0, 0);
    deposit_elements(tape, a, [&](std::size_t i, std::size_t j) { return g * y(i, j); });
    deposit_elements(tape, b, [&](std::size_t i, std::size_t j) { return g * x(i, j); });
  });
  return out;
}

template <class T>
Var frobenius_norm(Tape<T>& tape, Var a) {
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(1, 1, {a});
  tape.result(out)(0, 0) = static_cast<T>(std::sqrt(inner_product(x, x, tape.run())));
  // ∂a = g a / ‖a‖
  tape.on_backward(out, [&tape, &x, a, out] {
    const T norm = tape.value(out)(0, 0);
    const T factor = norm > T(0) ? tape.gradient(out)(0, 0) / norm : T(0);
    deposit_elements(tape, a, [&](std::size_t i, std::size_t j) { return factor * x(i, j); });
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                          \
  template Var column_sums(Tape<T>&, Var);           \
  template Var mean_of_rows(Tape<T>&, Var);          \
  template Var trace_of_product(Tape<T>&, Var, Var); \
  template Var frobenius_norm(Tape<T>&, Var);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

#include "cgsd/nn/operations/rows.hpp"

#include <algorithm>

#include "cgsd/nn/row_loops.hpp"

namespace cgsd {

RowSelection::RowSelection(std::vector<std::uint32_t> chosen, std::size_t rows_of_the_matrix)
    : rows(std::move(chosen)), offsets(rows_of_the_matrix + 1, 0), positions(rows.size()) {
  for (const std::uint32_t row : rows) {
    assert(row < rows_of_the_matrix);
    ++offsets[std::size_t{row} + 1];
  }
  for (std::size_t i = 0; i < rows_of_the_matrix; ++i) offsets[i + 1] += offsets[i];
  std::vector<std::uint64_t> next(offsets.begin(), offsets.end() - 1);
  for (std::size_t p = 0; p < rows.size(); ++p) positions[next[rows[p]]++] = p;
}

template <class T>
Var gather_rows(Tape<T>& tape, Var a, const RowSelection& selection) {
  const Matrix<T>& x = tape.value(a);
  assert(selection.total() == x.rows());
  const Var out = tape.make(selection.rows.size(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), y.rows(), [&](std::size_t p) {
    const auto from = x.row(selection.rows[p]);
    std::copy(from.begin(), from.end(), y.row(p).begin());
  });
  tape.on_backward(out, [&tape, &selection, a, out] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      const Matrix<T>& g = tape.gradient(out);
      for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
        const auto to = gradient.row(i);
        if (fresh) std::fill(to.begin(), to.end(), T(0));
        for (std::uint64_t k = selection.offsets[i]; k < selection.offsets[i + 1]; ++k) {
          const auto from = g.row(selection.positions[k]);
          for (std::size_t j = 0; j < to.size(); ++j) to[j] += from[j];
        }
      });
    });
  });
  return out;
}

template <class T>
Var replace_rows(Tape<T>& tape, Var a, const RowSelection& selection, Var token) {
  const Matrix<T>& x = tape.value(a);
  const Matrix<T>& t = tape.value(token);
  assert(selection.total() == x.rows() && t.rows() == 1 && t.cols() == x.cols());
  const Var out = tape.make(x.rows(), x.cols(), {a, token});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) {
    const auto from = selection.contains(i) ? t.row(0) : x.row(i);
    std::copy(from.begin(), from.end(), y.row(i).begin());
  });
  tape.on_backward(out, [&tape, &selection, a, token, out] {
    const Matrix<T>& g = tape.gradient(out);
    deposit_elementwise(tape, a, out, [&](std::size_t i, std::size_t) { return selection.contains(i) ? T(0) : T(1); });
    if (!tape.needs_gradient(token)) return;
    const auto sums = ordered_column_sums(tape.run(), g.rows(), g.cols(), [&](std::size_t i, std::span<double> part) {
      if (!selection.contains(i)) return;
      for (std::size_t j = 0; j < part.size(); ++j) part[j] += static_cast<double>(g(i, j));
    });
    deposit_numbers(tape, token, sums);
  });
  return out;
}

#define CGSD_INSTANTIATE(T)                                     \
  template Var gather_rows(Tape<T>&, Var, const RowSelection&); \
  template Var replace_rows(Tape<T>&, Var, const RowSelection&, Var);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

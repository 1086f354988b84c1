#include "cgsd/nn/operations/products.hpp"

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRowPanel = 256;
constexpr std::size_t kColumnPanel = 64;

template <class Destination, class Expression>
void store(Destination&& to, bool fresh, const Expression& expression) {
  if (fresh) {
    to.noalias() = expression;
  } else {
    to.noalias() += expression;
  }
}

template <class T>
void deposit_left(Tape<T>& tape, Var a, const Matrix<T>& b, const Matrix<T>& g) {
  tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
    parallel_for(tape.run(), g.rows(), kRowPanel, [&](std::size_t begin, std::size_t end) {
      store(row_panel(gradient, begin, end), fresh, row_panel(g, begin, end) * as_eigen(b).transpose());
    });
  });
}

// out ← AᵀB, or out ← out + AᵀB
template <class T>
void multiply_transposed(const Matrix<T>& a, const Matrix<T>& b, Matrix<T>& out, bool fresh, const RunContext& run) {
  parallel_for(run, a.cols(), kColumnPanel, [&](std::size_t begin, std::size_t end) {
    const auto panel = as_eigen(a).middleCols(to_index(begin), to_index(end - begin));
    store(row_panel(out, begin, end), fresh, panel.transpose() * as_eigen(b));
  });
}

// out ← A B, or out ← out + A B
template <class T>
void multiply_dense(const Matrix<T>& a, const Matrix<T>& b, Matrix<T>& out, bool fresh, const RunContext& run) {
  parallel_for(run, a.rows(), kRowPanel, [&](std::size_t begin, std::size_t end) {
    store(row_panel(out, begin, end), fresh, row_panel(a, begin, end) * as_eigen(b));
  });
}

}  // namespace

template <class T>
Var product(Tape<T>& tape, Var a, Var b) {
  const Matrix<T>& left = tape.value(a);
  const Matrix<T>& right = tape.value(b);
  const Var out = tape.make(left.rows(), right.cols(), {a, b});
  multiply_dense(left, right, tape.result(out), true, tape.run());
  tape.on_backward(out, [&tape, a, b, out] {
    deposit_left(tape, a, tape.value(b), tape.gradient(out));
    tape.deposit(b, [&](Matrix<T>& gradient, bool fresh) {
      multiply_transposed(tape.value(a), tape.gradient(out), gradient, fresh, tape.run());
    });
  });
  return out;
}

template <class T>
Var sparse_product(Tape<T>& tape, const SparseMatrix<T>& s, Var b) {
  const Var out = tape.make(s.rows.rows, tape.value(b).cols(), {b});
  multiply(s.rows, tape.value(b), tape.result(out), true, tape.run());
  tape.on_backward(out, [&tape, &s, b, out] {
    tape.deposit(b, [&](Matrix<T>& gradient, bool fresh) {
      multiply(s.columns, tape.gradient(out), gradient, fresh, tape.run());
    });
  });
  return out;
}

template <class T>
Var add(Tape<T>& tape, Var a, Var b, T alpha, T beta) {
  const Matrix<T>& left = tape.value(a);
  const Matrix<T>& right = tape.value(b);
  const Var out = tape.make(left.rows(), left.cols(), {a, b});
  Matrix<T>& result = tape.result(out);
  parallel_for(tape.run(), left.rows(), kRowPanel, [&](std::size_t begin, std::size_t end) {
    row_panel(result, begin, end) = alpha * row_panel(left, begin, end) + beta * row_panel(right, begin, end);
  });
  tape.on_backward(out, [&tape, a, b, out, alpha, beta] {
    for (const auto& [input, factor] : {std::pair(a, alpha), std::pair(b, beta)}) {
      tape.deposit(input, [&, scale = factor](Matrix<T>& gradient, bool fresh) {
        parallel_for(tape.run(), gradient.rows(), kRowPanel, [&](std::size_t begin, std::size_t end) {
          store(row_panel(gradient, begin, end), fresh, scale * row_panel(tape.gradient(out), begin, end));
        });
      });
    }
  });
  return out;
}

template <class T>
Var columns(Tape<T>& tape, Var a, std::size_t first, std::size_t count) {
  const Matrix<T>& from = tape.value(a);
  const Var out = tape.make(from.rows(), count, {a});
  as_eigen(tape.result(out)) = as_eigen(from).middleCols(to_index(first), to_index(count));
  tape.on_backward(out, [&tape, a, out, first, count] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      auto to = as_eigen(gradient);
      if (fresh) to.setZero();
      to.middleCols(to_index(first), to_index(count)) += as_eigen(tape.gradient(out));
    });
  });
  return out;
}

template <class T>
Var reshaped(Tape<T>& tape, Var a, std::size_t rows, std::size_t cols) {
  const Var out = tape.make(rows, cols, {a});
  assert(tape.value(a).values().size() == rows * cols);
  std::copy(tape.value(a).values().begin(), tape.value(a).values().end(), tape.result(out).values().begin());
  tape.on_backward(out, [&tape, a, out] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      const auto from = tape.gradient(out).values();
      for (std::size_t i = 0; i < from.size(); ++i)
        gradient.values()[i] = (fresh ? T(0) : gradient.values()[i]) + from[i];
    });
  });
  return out;
}

template <class T>
Var transpose(Tape<T>& tape, Var a) {
  const Matrix<T>& from = tape.value(a);
  const Var out = tape.make(from.cols(), from.rows(), {a});
  as_eigen(tape.result(out)) = as_eigen(from).transpose();
  tape.on_backward(out, [&tape, a, out] {
    tape.deposit(a, [&](Matrix<T>& gradient, bool fresh) {
      store(as_eigen(gradient), fresh, as_eigen(tape.gradient(out)).transpose());
    });
  });
  return out;
}

template <class T>
Var transpose_product(Tape<T>& tape, Var a, Var b) {
  const Matrix<T>& left = tape.value(a);
  const Matrix<T>& right = tape.value(b);
  assert(left.rows() == right.rows());
  const Var out = tape.make(left.cols(), right.cols(), {a, b});
  multiply_transposed(left, right, tape.result(out), true, tape.run());
  tape.on_backward(out, [&tape, a, b, out] {
    deposit_left(tape, a, tape.gradient(out), tape.value(b));
    tape.deposit(b, [&](Matrix<T>& gradient, bool fresh) {
      multiply_dense(tape.value(a), tape.gradient(out), gradient, fresh, tape.run());
    });
  });
  return out;
}

template <class T>
Var bilinear_scores(Tape<T>& tape, Var h, Var w, Var s) {
  return product(tape, h, product(tape, w, transpose(tape, s)));
}

#define CGSD_INSTANTIATE(T)                                           \
  template Var product(Tape<T>&, Var, Var);                           \
  template Var sparse_product(Tape<T>&, const SparseMatrix<T>&, Var); \
  template Var add(Tape<T>&, Var, Var, T, T);                         \
  template Var columns(Tape<T>&, Var, std::size_t, std::size_t);      \
  template Var reshaped(Tape<T>&, Var, std::size_t, std::size_t);     \
  template Var transpose(Tape<T>&, Var);                              \
  template Var transpose_product(Tape<T>&, Var, Var);                 \
  template Var bilinear_scores(Tape<T>&, Var, Var, Var);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

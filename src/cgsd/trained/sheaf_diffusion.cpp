#include "cgsd/trained/sheaf_diffusion.hpp"

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/gather.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kRows = 64;

// The factors as the scalar of the computation.
template <class T>
struct Blend {
  explicit Blend(const SheafOptions& o)
      : self(static_cast<T>(o.diffusion * o.self_term)),
        spread(static_cast<T>(o.diffusion)),
        residual(static_cast<T>(o.residual)) {}
  T self;
  T spread;
  T residual;
};

// to ← self · own + spread · Σ_v ŵ_uv row(v)
template <class T>
void gather(const Csr<T>& gate, std::size_t u, RowView<T> rows, const Blend<T>& blend, std::span<T> to) {
  const T* own = rows.row(u);
  for (std::size_t j = 0; j < to.size(); ++j) to[j] = blend.self * own[j];
  add_gathered<false, T>(gate, u, rows, blend.spread, to);
}

}  // namespace

template <class T>
Var sheaf_blend(Tape<T>& tape, Var wide, const SparseMatrix<T>& gate, const SheafOptions& options) {
  const Blend<T> blend(options);
  const Matrix<T>& p = tape.value(wide);
  const std::size_t width = p.cols() / 2;
  const Var out = tape.make(p.rows(), width, {wide});
  Matrix<T>& z = tape.result(out);
  parallel_for(tape.run(), p.rows(), kRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const auto to = z.row(u);
      gather<T>(gate.rows, u, {p.data(), p.cols()}, blend, to);
      const T* residual = p.data() + u * p.cols() + width;
      for (std::size_t j = 0; j < width; ++j) to[j] += blend.residual * residual[j];
    }
  });
  tape.on_backward(out, [&tape, &gate, wide, out, blend, width] {
    tape.deposit(wide, [&](Matrix<T>& gradient, [[maybe_unused]] bool fresh) {
      assert(fresh);  // the wide product has no other use
      const Matrix<T>& g = tape.gradient(out);
      parallel_for(tape.run(), g.rows(), kRows, [&](std::size_t begin, std::size_t end) {
        for (std::size_t u = begin; u < end; ++u) {
          const auto to = gradient.row(u);
          gather<T>(gate.columns, u, {g.data(), width}, blend, to.first(width));
          for (std::size_t j = 0; j < width; ++j) to[width + j] = blend.residual * g(u, j);
        }
      });
    });
  });
  return out;
}

template Var sheaf_blend(Tape<float>&, Var, const SparseMatrix<float>&, const SheafOptions&);
template Var sheaf_blend(Tape<double>&, Var, const SparseMatrix<double>&, const SheafOptions&);

}  // namespace cgsd

#include "cgsd/trained/sheaf_diffusion.hpp"

#include <algorithm>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
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

// The first `width` columns of the own rows, as they lie, or followed by those of the ghosts in `room`.
template <class T>
RowView<T> reached(GraphView graph, const Matrix<T>& own, std::size_t width, std::vector<T>& room,
                   const RunContext& run) {
  const GhostRows* const ghosts = processes_of(run).ghosts_of(graph);
  if (ghosts == nullptr) return {own.data(), own.cols()};
  room.resize((own.rows() + ghosts->ids().size()) * width);
  for (std::size_t u = 0; u < own.rows(); ++u) std::copy_n(own.row(u).data(), width, room.data() + u * width);
  ghosts->fetch(own.data(), own.cols() * sizeof(T), room.data() + own.rows() * width, width * sizeof(T));
  return {room.data(), width};
}

}  // namespace

template <class T>
Var sheaf_blend(Tape<T>& tape, Var wide, const Gate<T>& gate, const SheafOptions& options) {
  const Blend<T> blend(options);
  const Matrix<T>& p = tape.value(wide);
  const std::size_t width = p.cols() / 2;
  const Var out = tape.make(p.rows(), width, {wide});
  Matrix<T>& z = tape.result(out);
  std::vector<T> room;
  const RowView<T> rows = reached(gate.graph, p, width, room, tape.run());
  parallel_for(tape.run(), p.rows(), kRows, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const auto to = z.row(u);
      gather<T>(gate.weights.rows, u, rows, blend, to);
      const T* residual = p.data() + u * p.cols() + width;
      for (std::size_t j = 0; j < width; ++j) to[j] += blend.residual * residual[j];
    }
  });
  tape.on_backward(out, [&tape, &gate, wide, out, blend, width] {
    tape.deposit(wide, [&](Matrix<T>& gradient, [[maybe_unused]] bool fresh) {
      assert(fresh);  // the wide product has no other use
      const Matrix<T>& g = tape.gradient(out);
      std::vector<T> ghosts;
      const RowView<T> gradients = reached(gate.graph, g, width, ghosts, tape.run());
      parallel_for(tape.run(), g.rows(), kRows, [&](std::size_t begin, std::size_t end) {
        for (std::size_t u = begin; u < end; ++u) {
          const auto to = gradient.row(u);
          gather<T>(gate.weights.columns, u, gradients, blend, to.first(width));
          for (std::size_t j = 0; j < width; ++j) to[width + j] = blend.residual * g(u, j);
        }
      });
    });
  });
  return out;
}

template Var sheaf_blend(Tape<float>&, Var, const Gate<float>&, const SheafOptions&);
template Var sheaf_blend(Tape<double>&, Var, const Gate<double>&, const SheafOptions&);

}  // namespace cgsd

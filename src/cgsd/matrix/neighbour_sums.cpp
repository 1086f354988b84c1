#include "cgsd/matrix/neighbour_sums.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/fetch_ahead.hpp"
#include "cgsd/matrix/gather.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodeBlock = 512;
constexpr std::size_t kMostLanes = 8;  // vectors of sums: half of the processor's sixteen registers
constexpr EntryIndex kAhead = 12;      // entries between asking for a row and using it
constexpr EntryIndex kAheadNarrow = 24;

// Some columns of all rows.
template <class T>
struct Strip {
  ReachedColumns<T> in;
  T* out;
  std::size_t stride;  // of `out`
  std::size_t columns;
};

template <class T>
using Vector = typename ProcessorVector<T>::Type;
template <class T>
inline constexpr std::size_t kVectorWidth = sizeof(Vector<T>) / sizeof(T);

template <class T>
Vector<T> load(const T* from) {
  Vector<T> lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// Rows of `Count` vectors, kept in registers while entries are added. If columns do not fill the last one, it begins
// earlier: what it shares with the one before is computed twice, to the same bits.
template <class T, std::size_t Count, bool Weighted>
void sum_row(GraphView graph, std::size_t u, const Strip<T>& strip, const RowFactors<T>& f) {
  Vector<T> sum[Count] = {};
  std::size_t at[Count];
  for (std::size_t l = 0; l < Count; ++l) at[l] = std::min(l * kVectorWidth<T>, strip.columns - kVectorWidth<T>);
  const NodeId* const targets = graph.targets().data();
  const EntryIndex last = graph.offsets()[u + 1];
  const EntryIndex known = graph.entries();
  for (EntryIndex i = graph.offsets()[u]; i < last; ++i) {
    fetch_ahead(strip.in.row(targets[std::min(i + kAhead, known - 1)]), Count * sizeof(Vector<T>));
    const T* const from = strip.in.row(targets[i]);
#pragma GCC unroll 8
    for (std::size_t l = 0; l < Count; ++l) {
      if constexpr (Weighted) {
        sum[l] += static_cast<T>(graph.weights()[i]) * load(from + at[l]);
      } else {
        sum[l] += load(from + at[l]);
      }
    }
  }
  const T a = f.neighbours.at(u);
  const T b = f.own.at(u);
  T* const to = strip.out + u * strip.stride;
  const T* const own = strip.in.row(u);
#pragma GCC unroll 8
  for (std::size_t l = 0; l < Count; ++l) {
    sum[l] *= a;
    if (!f.own.zero()) sum[l] += b * load(own + at[l]);
    if (!f.before.zero()) sum[l] += f.before.at(u) * load(to + at[l]);
  }
#pragma GCC unroll 8
  for (std::size_t l = 0; l < Count; ++l) std::memcpy(to + at[l], &sum[l], sizeof sum[l]);
}

// Fewer columns than fill a vector.
template <class T, std::size_t Columns, bool Weighted>
void sum_narrow_row(GraphView graph, std::size_t u, const Strip<T>& strip, const RowFactors<T>& f) {
  T sum[Columns] = {};
  const NodeId* const targets = graph.targets().data();
  const EntryIndex last = graph.offsets()[u + 1];
  const EntryIndex known = graph.entries();
  for (EntryIndex i = graph.offsets()[u]; i < last; ++i) {
    __builtin_prefetch(strip.in.row(targets[std::min(i + kAheadNarrow, known - 1)]));
    const T weight = Weighted ? static_cast<T>(graph.weights()[i]) : T(1);
    const T* const from = strip.in.row(targets[i]);
    for (std::size_t j = 0; j < Columns; ++j) sum[j] += weight * from[j];
  }
  T* const to = strip.out + u * strip.stride;
  for (std::size_t j = 0; j < Columns; ++j) {
    sum[j] *= f.neighbours.at(u);
    if (!f.own.zero()) sum[j] += f.own.at(u) * strip.in.row(u)[j];
    if (!f.before.zero()) sum[j] += f.before.at(u) * to[j];
    to[j] = sum[j];
  }
}

template <class T>
using SumRow = void (*)(GraphView, std::size_t, const Strip<T>&, const RowFactors<T>&);

template <class T, bool Weighted, std::size_t... Less>
SumRow<T> sum_of(std::size_t columns, std::index_sequence<Less...>) {
  static constexpr SumRow<T> kByVectors[] = {sum_row<T, Less + 1, Weighted>...};
  static constexpr SumRow<T> kByColumns[] = {sum_narrow_row<T, Less + 1, Weighted>...};
  if (columns < kVectorWidth<T>) return kByColumns[columns - 1];
  return kByVectors[(columns + kVectorWidth<T> - 1) / kVectorWidth<T> - 1];
}

// Columns that a loop over all entries serves, `most` of them; what is left fills a vector or is nothing.
template <class T>
std::size_t next_columns(std::size_t left, std::size_t most) {
  if (left <= most) return left;
  return left - most < kVectorWidth<T> ? most - kVectorWidth<T> : most;
}

}  // namespace

template <class T>
void neighbour_sums(GraphView graph, const Matrix<T>& in, Matrix<T>& out, const RowFactors<T>& factors,
                    const RunContext& run) {
  assert(in.rows() == graph.nodes() && out.rows() == in.rows() && out.cols() == in.cols());
  assert(in.data() != out.data() || in.values().empty());
  const std::size_t width = in.cols();
  const std::size_t most = std::min(kMostLanes * kVectorWidth<T>, columns_at_a_time<T>(graph, width, run));
  GhostRoom<T> room;
  for (std::size_t first = 0, columns = 0; first < width; first += columns) {
    columns = next_columns<T>(width - first, most);
    const Strip<T> strip{columns_with_ghosts(graph, MatrixView<T>(in), {first, columns}, room, run), out.data() + first,
                         width, columns};
    const auto sizes = std::make_index_sequence<kMostLanes>();
    const SumRow<T> sum = graph.weighted() ? sum_of<T, true>(columns, sizes) : sum_of<T, false>(columns, sizes);
    parallel_for(run, graph.nodes(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u) sum(graph, u, strip, factors);
    });
  }
}

template void neighbour_sums(GraphView, const Matrix<float>&, Matrix<float>&, const RowFactors<float>&,
                             const RunContext&);
template void neighbour_sums(GraphView, const Matrix<double>&, Matrix<double>&, const RowFactors<double>&,
                             const RunContext&);

}  // namespace cgsd

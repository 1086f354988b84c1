#include "cgsd/matrix/neighbour_sums.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/gather.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodeBlock = 512;
constexpr std::size_t kMostLanes = 8;  // vectors of sums: half of the processor's sixteen registers
constexpr EntryIndex kAhead = 12;      // entries between asking for a row and using it

// Some columns of all rows.
template <class T>
struct Strip {
  const T* in;
  T* out;
  std::size_t stride;
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

// Rows of `Count` vectors, kept in registers while entries are added.
template <class T, std::size_t Count, bool Weighted>
void sum_row(GraphView graph, std::size_t u, const Strip<T>& strip, const RowFactors<T>& f) {
  Vector<T> sum[Count] = {};
  const NodeId* const targets = graph.targets().data();
  const EntryIndex last = graph.offsets()[u + 1];
  const EntryIndex known = graph.entries();
  for (EntryIndex i = graph.offsets()[u]; i < last; ++i) {
    const T* const ahead = strip.in + std::size_t{targets[std::min(i + kAhead, known - 1)]} * strip.stride;
    for (std::size_t byte = 0; byte < Count * sizeof(Vector<T>); byte += 64)
      __builtin_prefetch(reinterpret_cast<const char*>(ahead) + byte);
    const T* const from = strip.in + std::size_t{targets[i]} * strip.stride;
#pragma GCC unroll 8
    for (std::size_t l = 0; l < Count; ++l) {
      if constexpr (Weighted) {
        sum[l] += static_cast<T>(graph.weights()[i]) * load(from + l * kVectorWidth<T>);
      } else {
        sum[l] += load(from + l * kVectorWidth<T>);
      }
    }
  }
  const T a = f.neighbours.at(u);
  const T b = f.own.at(u);
  T* const to = strip.out + u * strip.stride;
  const T* const own = strip.in + u * strip.stride;
#pragma GCC unroll 8
  for (std::size_t l = 0; l < Count; ++l) {
    sum[l] *= a;
    if (!f.own.zero()) sum[l] += b * load(own + l * kVectorWidth<T>);
    if (!f.before.zero()) sum[l] += f.before.at(u) * load(to + l * kVectorWidth<T>);
    std::memcpy(to + l * kVectorWidth<T>, &sum[l], sizeof sum[l]);
  }
}

// The columns that do not fill a vector.
template <class T>
void sum_row_tail(GraphView graph, std::size_t u, const Strip<T>& strip, std::size_t columns, const RowFactors<T>& f) {
  T sum[kVectorWidth<T>] = {};
  for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i) {
    const T weight = graph.weighted() ? static_cast<T>(graph.weights()[i]) : T(1);
    const T* const from = strip.in + std::size_t{graph.targets()[i]} * strip.stride;
    for (std::size_t j = 0; j < columns; ++j) sum[j] += weight * from[j];
  }
  T* const to = strip.out + u * strip.stride;
  for (std::size_t j = 0; j < columns; ++j) {
    sum[j] *= f.neighbours.at(u);
    if (!f.own.zero()) sum[j] += f.own.at(u) * strip.in[u * strip.stride + j];
    if (!f.before.zero()) sum[j] += f.before.at(u) * to[j];
    to[j] = sum[j];
  }
}

template <class T>
using SumRow = void (*)(GraphView, std::size_t, const Strip<T>&, const RowFactors<T>&);

template <class T, bool Weighted>
SumRow<T> sum_of_vectors(std::size_t count) {
  static constexpr SumRow<T> kBySize[kMostLanes + 1] = {nullptr,
                                                        sum_row<T, 1, Weighted>,
                                                        sum_row<T, 2, Weighted>,
                                                        sum_row<T, 3, Weighted>,
                                                        sum_row<T, 4, Weighted>,
                                                        sum_row<T, 5, Weighted>,
                                                        sum_row<T, 6, Weighted>,
                                                        sum_row<T, 7, Weighted>,
                                                        sum_row<T, 8, Weighted>};
  return kBySize[count];
}

// Columns that a loop over all entries serves: whole vectors, or less than one.
template <class T>
std::size_t next_columns(std::size_t left) {
  constexpr std::size_t kWidth = kVectorWidth<T>;
  return left < kWidth ? left : std::min(left / kWidth, kMostLanes) * kWidth;
}

}  // namespace

template <class T>
void neighbour_sums(GraphView graph, const Matrix<T>& in, Matrix<T>& out, const RowFactors<T>& factors,
                    const RunContext& run) {
  assert(in.rows() == graph.nodes() && out.rows() == in.rows() && out.cols() == in.cols());
  assert(in.data() != out.data() || in.values().empty());
  const std::size_t width = in.cols();
  for (std::size_t first = 0, columns = 0; first < width; first += columns) {
    columns = next_columns<T>(width - first);
    const std::size_t vectors = columns / kVectorWidth<T>;
    const Strip<T> strip{in.data() + first, out.data() + first, width};
    const SumRow<T> sum = graph.weighted() ? sum_of_vectors<T, true>(vectors) : sum_of_vectors<T, false>(vectors);
    parallel_for(run, graph.nodes(), kNodeBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u)
        vectors > 0 ? sum(graph, u, strip, factors) : sum_row_tail(graph, u, strip, columns, factors);
    });
  }
}

template void neighbour_sums(GraphView, const Matrix<float>&, Matrix<float>&, const RowFactors<float>&,
                             const RunContext&);
template void neighbour_sums(GraphView, const Matrix<double>&, Matrix<double>&, const RowFactors<double>&,
                             const RunContext&);

}  // namespace cgsd

#include "cgsd/matrix/sparse_product.hpp"

#include <algorithm>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/gather.hpp"

namespace cgsd {

namespace {

// Some columns of B and the same of the product, whose rows both lie `width` apart.
template <class T>
struct ColumnPanel {
  const T* b;
  T* out;
  std::size_t width;
  std::size_t columns;
};

// Rows [begin, end) of the product.
template <bool Fresh, class T>
void multiply_rows(const Csr<T>& s, const ColumnPanel<T>& panel, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) {
    const std::span<T> to(panel.out + i * panel.width, panel.columns);
    add_gathered<Fresh, T>(s, i, {panel.b, panel.width}, T(1), to);
  }
}

}  // namespace

// Panels of columns come first: the panel of B that all rows of S draw from then stays in the cache.
template <class T>
void multiply(const Csr<T>& s, const Matrix<T>& b, Matrix<T>& out, bool fresh, const RunContext& run) {
  constexpr std::size_t kChunk = 256;
  const std::size_t width = b.cols();
  const std::size_t chunks = (s.rows + kChunk - 1) / kChunk;
  const std::size_t panels = (width + kGatherPanel<T> - 1) / kGatherPanel<T>;
  parallel_for(run, panels * chunks, 1, [&](std::size_t block, std::size_t) {
    const std::size_t first = block / chunks * kGatherPanel<T>;
    const ColumnPanel<T> panel{b.data() + first, out.data() + first, width, std::min(kGatherPanel<T>, width - first)};
    const std::size_t begin = block % chunks * kChunk;
    const std::size_t end = std::min(s.rows, begin + kChunk);
    fresh ? multiply_rows<true>(s, panel, begin, end) : multiply_rows<false>(s, panel, begin, end);
  });
}

template void multiply(const Csr<float>&, const Matrix<float>&, Matrix<float>&, bool, const RunContext&);
template void multiply(const Csr<double>&, const Matrix<double>&, Matrix<double>&, bool, const RunContext&);

}  // namespace cgsd

#include "cgsd/matrix/sparse_product.hpp"

#include <algorithm>

#include "cgsd/core/parallel.hpp"
#include "cgsd/matrix/gather.hpp"

namespace cgsd {

// Panels of columns come first: the panel of B that all rows of S draw from then stays in the cache.
template <class T>
void multiply(const Csr<T>& s, const Matrix<T>& b, Matrix<T>& out, bool fresh, const RunContext& run) {
  constexpr std::size_t kChunk = 256;
  const std::size_t width = b.cols();
  const std::size_t chunks = (s.rows + kChunk - 1) / kChunk;
  const std::size_t panels = (width + kGatherPanel<T> - 1) / kGatherPanel<T>;
  parallel_for(run, panels * chunks, 1, [&](std::size_t block, std::size_t) {
    const std::size_t first = block / chunks * kGatherPanel<T>;
    const std::size_t columns = std::min(kGatherPanel<T>, width - first);
    const std::size_t begin = block % chunks * kChunk;
    for (std::size_t i = begin; i < std::min(s.rows, begin + kChunk); ++i) {
      const std::span<T> to(out.data() + i * width + first, columns);
      if (fresh) {
        add_gathered<true, T>(s, i, {b.data() + first, width}, T(1), to);
      } else {
        add_gathered<false, T>(s, i, {b.data() + first, width}, T(1), to);
      }
    }
  });
}

template void multiply(const Csr<float>&, const Matrix<float>&, Matrix<float>&, bool, const RunContext&);
template void multiply(const Csr<double>&, const Matrix<double>&, Matrix<double>&, bool, const RunContext&);

}  // namespace cgsd

#include "cgsd/learned/graph_convolution.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/nn/operations/products.hpp"

namespace cgsd {
namespace {

constexpr double kSparseShare = 0.25;

// rows divided by Σ_j |x_ij|; `values` are one row's
template <class T>
void scale_to_sum_one(std::span<T> values) {
  double sum = 0.0;
  for (const T x : values) sum += std::abs(static_cast<double>(x));
  if (sum == 0.0) return;
  for (T& x : values) x = static_cast<T>(static_cast<double>(x) / sum);
}

template <class T>
SparseMatrix<T> sparse_attributes(SparseView attributes, AttributeRows rows) {
  Csr<T> matrix = to_csr<T>(attributes);
  for (std::size_t i = 0; i < matrix.rows && rows == AttributeRows::of_sum_one; ++i) {
    scale_to_sum_one(std::span<T>(matrix.values.data() + matrix.offsets[i], matrix.offsets[i + 1] - matrix.offsets[i]));
  }
  return SparseMatrix<T>(std::move(matrix));
}

template <class T>
Matrix<T> dense_attributes(MatrixView<float> attributes, AttributeRows rows) {
  Matrix<T> matrix(attributes.rows(), attributes.cols());
  std::copy(attributes.values().begin(), attributes.values().end(), matrix.values().begin());
  for (std::size_t i = 0; i < matrix.rows() && rows == AttributeRows::of_sum_one; ++i) scale_to_sum_one(matrix.row(i));
  return matrix;
}

bool mostly_zero(MatrixView<float> dense) {
  const auto zeros = std::count(dense.values().begin(), dense.values().end(), 0.0f);
  return static_cast<double>(zeros) >= (1.0 - kSparseShare) * static_cast<double>(dense.values().size());
}

template <class T>
std::variant<Matrix<T>, SparseMatrix<T>> attributes_to_multiply(AttributesView attributes, AttributeRows rows) {
  if (attributes.is_sparse()) return sparse_attributes<T>(attributes.sparse(), rows);
  if (mostly_zero(attributes.dense())) return sparse_attributes<T>(to_sparse(attributes.dense()), rows);
  return dense_attributes<T>(attributes.dense(), rows);
}

template <class T>
void drop_elements(std::span<T> values, double probability, RandomStream stream) {
  RandomSequence random(stream);
  const T kept = static_cast<T>(1.0 / (1.0 - probability));
  for (T& x : values) x = random.uniform() < probability ? T(0) : kept * x;
}

}  // namespace

template <class T>
Csr<T> adjacency_rows(GraphView graph, SelfLoops loops) {
  Csr<T> out{graph.nodes(), graph.nodes(), {0}, {}, {}};
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    bool looped = loops == SelfLoops::none;
    const auto add_loop = [&] {
      out.columns.push_back(u);
      out.values.push_back(T(1));
      looped = true;
    };
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (!looped && graph.targets()[i] > u) add_loop();
      out.columns.push_back(graph.targets()[i]);
      out.values.push_back(graph.weighted() ? static_cast<T>(graph.weights()[i]) : T(1));
    }
    if (!looped) add_loop();
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

template <class T>
Matrix<T> row_sums_of(const Csr<T>& matrix) {
  Matrix<T> sums(matrix.rows, 1);
  for (std::size_t u = 0; u < matrix.rows; ++u) {
    double sum = 0.0;
    for (std::uint64_t p = matrix.offsets[u]; p < matrix.offsets[u + 1]; ++p)
      sum += static_cast<double>(matrix.values[p]);
    sums(u, 0) = static_cast<T>(sum);
  }
  return sums;
}

template <class T>
Matrix<T> identity_matrix(std::size_t size) {
  Matrix<T> identity(size, size);
  for (std::size_t i = 0; i < size; ++i) identity(i, i) = T(1);
  return identity;
}

template <class T>
SparseMatrix<T> normalised_adjacency(GraphView graph, SelfLoops loops) {
  Csr<T> matrix = adjacency_rows<T>(graph, loops);
  const Matrix<T> sums = row_sums_of(matrix);
  std::vector<double> factor(sums.values().begin(), sums.values().end());
  for (double& f : factor) f = f > 0.0 ? 1.0 / std::sqrt(f) : 0.0;
  for (std::size_t u = 0; u < matrix.rows; ++u) {
    for (std::uint64_t p = matrix.offsets[u]; p < matrix.offsets[u + 1]; ++p)
      matrix.values[p] = static_cast<T>(factor[u] * factor[matrix.columns[p]] * static_cast<double>(matrix.values[p]));
  }
  return SparseMatrix<T>(std::move(matrix));
}

template <class T>
AttributeMatrix<T>::AttributeMatrix(AttributesView attributes, AttributeRows rows)
    : data_(attributes_to_multiply<T>(attributes, rows)) {}

template <class T>
std::size_t AttributeMatrix<T>::rows() const {
  const auto* sparse = std::get_if<SparseMatrix<T>>(&data_);
  return sparse ? sparse->rows.rows : std::get<Matrix<T>>(data_).rows();
}

template <class T>
std::size_t AttributeMatrix<T>::cols() const {
  const auto* sparse = std::get_if<SparseMatrix<T>>(&data_);
  return sparse ? sparse->rows.cols : std::get<Matrix<T>>(data_).cols();
}

template <class T>
Var AttributeMatrix<T>::times(Tape<T>& tape, Var weights) const {
  if (const auto* sparse = std::get_if<SparseMatrix<T>>(&data_)) return sparse_product(tape, *sparse, weights);
  return product(tape, tape.constant(std::get<Matrix<T>>(data_)), weights);
}

template <class T>
AttributeMatrix<T> AttributeMatrix<T>::dropped(double probability, RandomStream stream) const {
  if (const auto* sparse = std::get_if<SparseMatrix<T>>(&data_)) {
    Csr<T> rows = sparse->rows;
    drop_elements<T>(rows.values, probability, stream);
    return AttributeMatrix(SparseMatrix<T>(std::move(rows)));
  }
  Matrix<T> dense = std::get<Matrix<T>>(data_);
  drop_elements<T>(dense.values(), probability, stream);
  return AttributeMatrix(std::move(dense));
}

template <class T>
Csr<T> AttributeMatrix<T>::sparse_rows(std::span<const std::uint32_t> chosen) const {
  Csr<T> out{chosen.size(), cols(), {0}, {}, {}};
  const auto* sparse = std::get_if<SparseMatrix<T>>(&data_);
  const auto append = [&out](std::size_t column, T value) {
    if (value == T(0)) return;
    out.columns.push_back(static_cast<std::uint32_t>(column));
    out.values.push_back(value);
  };
  for (const std::uint32_t u : chosen) {
    if (sparse) {
      const Csr<T>& x = sparse->rows;
      for (std::uint64_t p = x.offsets[u]; p < x.offsets[u + 1]; ++p) append(x.columns[p], x.values[p]);
    } else {
      const auto row = std::get<Matrix<T>>(data_).row(u);
      for (std::size_t j = 0; j < row.size(); ++j) append(j, row[j]);
    }
    out.offsets.push_back(out.columns.size());
  }
  return out;
}

#define CGSD_INSTANTIATE(T)                                            \
  template SparseMatrix<T> normalised_adjacency(GraphView, SelfLoops); \
  template Matrix<T> row_sums_of(const Csr<T>&);                       \
  template Matrix<T> identity_matrix(std::size_t);                     \
  template Csr<T> adjacency_rows(GraphView, SelfLoops);                \
  template class AttributeMatrix<T>;
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

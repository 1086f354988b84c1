// Eigen's view of a Matrix or a MatrixView, without a copy. For sources only: public headers stay free of Eigen.
#pragma once

#ifndef EIGEN_DONT_PARALLELIZE
#define EIGEN_DONT_PARALLELIZE  // only core/parallel starts threads; otherwise results would depend on their number
#endif
#include <Eigen/Dense>

#include "cgsd/core/matrix.hpp"

namespace cgsd {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowBlock = Eigen::Map<const RowMajor<T>>;

inline Eigen::Index to_index(std::size_t n) { return static_cast<Eigen::Index>(n); }

template <class T>
Eigen::Map<RowMajor<T>> as_eigen(Matrix<T>& m) {
  return {m.data(), to_index(m.rows()), to_index(m.cols())};
}
template <class T>
RowBlock<T> as_eigen(MatrixView<T> m) {
  return {m.data(), to_index(m.rows()), to_index(m.cols())};
}
template <class T>
RowBlock<T> as_eigen(const Matrix<T>& m) {
  return as_eigen(MatrixView<T>(m));
}

// Rows [begin, end): the fixed panels into which products are cut, so that threads cannot change their bits.
template <class T>
Eigen::Map<RowMajor<T>> row_panel(Matrix<T>& m, std::size_t begin, std::size_t end) {
  return {m.data() + begin * m.cols(), to_index(end - begin), to_index(m.cols())};
}
template <class T>
RowBlock<T> row_panel(MatrixView<T> m, std::size_t begin, std::size_t end) {
  return {m.data() + begin * m.cols(), to_index(end - begin), to_index(m.cols())};
}
template <class T>
RowBlock<T> row_panel(const Matrix<T>& m, std::size_t begin, std::size_t end) {
  return row_panel(MatrixView<T>(m), begin, end);
}

// A vector and its negative are the same direction: the one whose largest entry is positive is kept.
template <class Vector>
void make_largest_entry_positive(Vector&& v) {
  Eigen::Index largest = 0;
  v.cwiseAbs().maxCoeff(&largest);
  if (v(largest) < 0) v = -v;
}

}  // namespace cgsd

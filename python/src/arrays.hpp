// NumPy arrays as spans, and back, without copies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "cgsd/core/matrix.hpp"

#include "python/src/casters.hpp"

namespace cgsd::python {

namespace nb = nanobind;

// Arrays as the Python side hands them over: it has put them into this form, and a copy was made there only if they were not.
template <class T>
using Vector = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Rows = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Vector<T>& array) {
  return {array.data(), array.size()};
}

template <class T>
using NumpyVector = nb::ndarray<nb::numpy, const T, nb::ndim<1>>;
template <class T>
using NumpyRows = nb::ndarray<nb::numpy, const T, nb::ndim<2>>;

// Numbers of `owner`, which lives as long as the array does.
template <class T>
NumpyVector<T> shown(std::span<const T> values, nb::handle owner) {
  return NumpyVector<T>(values.data(), {values.size()}, owner);
}
template <class T>
NumpyRows<T> shown(MatrixView<T> values, nb::handle owner) {
  return NumpyRows<T>(values.data(), {values.rows(), values.cols()}, owner);
}

// Numbers that nobody else owns.
template <class T>
NumpyVector<T> given_away(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return NumpyVector<T>(kept->data(), {kept->size()}, owner);
}

}  // namespace cgsd::python

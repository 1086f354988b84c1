// What the sources of the operations share: loops over rows and sums over rows, cut into fixed blocks. For sources
// only.
#pragma once

#include <span>
#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/nn/tape.hpp"

namespace cgsd {

inline constexpr std::size_t kRowBlock = 256;

// Calls body(i) for every row i.
template <class Body>
void for_each_row(const RunContext& run, std::size_t rows, Body&& body) {
  parallel_for(run, rows, kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) body(i);
  });
}

// A value of the shape of `a`, row by row: fill(row of a, row of the value).
template <class T, class Fill>
Var make_rows(Tape<T>& tape, Var a, Fill&& fill) {
  const Matrix<T>& x = tape.value(a);
  const Var out = tape.make(x.rows(), x.cols(), {a});
  Matrix<T>& y = tape.result(out);
  for_each_row(tape.run(), x.rows(), [&](std::size_t i) { fill(x.row(i), y.row(i)); });
  return out;
}

// gradient(v)_ij += element(i, j)
template <class T, class Element>
void deposit_elements(Tape<T>& tape, Var v, Element&& element) {
  tape.deposit(v, [&](Matrix<T>& gradient, bool fresh) {
    for_each_row(tape.run(), gradient.rows(), [&](std::size_t i) {
      const auto to = gradient.row(i);
      const bool first = fresh;  // a copy: behind the reference it would be read again after every store
      for (std::size_t j = 0; j < to.size(); ++j) to[j] = (first ? T(0) : to[j]) + element(i, j);
    });
  });
}

// gradient(a) += slope(i, j) · gradient(out), element by element
template <class T, class Slope>
void deposit_elementwise(Tape<T>& tape, Var a, Var out, Slope&& slope) {
  if (!tape.needs_gradient(a)) return;
  const Matrix<T>& g = tape.gradient(out);
  deposit_elements(tape, a, [&](std::size_t i, std::size_t j) { return slope(i, j) * g(i, j); });
}

// Calls add_row(i, sums) for every row i, each block with its own `width` sums; the blocks are added in order.
template <class AddRow>
std::vector<double> ordered_column_sums(const RunContext& run, std::size_t rows, std::size_t width, AddRow&& add_row) {
  Matrix<double> parts((rows + kRowBlock - 1) / kRowBlock, width);
  parallel_for(run, rows, kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) add_row(i, parts.row(begin / kRowBlock));
  });
  std::vector<double> sums(width, 0.0);
  for (std::size_t block = 0; block < parts.rows(); ++block) {
    for (std::size_t j = 0; j < width; ++j) sums[j] += parts(block, j);
  }
  return sums;
}

// gradient(v) += the numbers given, row after row
template <class T>
void deposit_numbers(Tape<T>& tape, Var v, const std::vector<double>& numbers) {
  tape.deposit(v, [&](Matrix<T>& gradient, bool fresh) {
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      T& to = gradient.values()[k];
      to = (fresh ? T(0) : to) + static_cast<T>(numbers[k]);
    }
  });
}

// In double, as eight sums over every eighth element: one sum would wait for itself.
template <class T>
double dot(std::span<const T> a, std::span<const T> b) {
  constexpr std::size_t kLanes = 8;
  double lanes[kLanes] = {};
  const std::size_t whole = a.size() - a.size() % kLanes;
  for (std::size_t j = 0; j < whole; j += kLanes) {
    for (std::size_t l = 0; l < kLanes; ++l) lanes[l] += static_cast<double>(a[j + l]) * static_cast<double>(b[j + l]);
  }
  double sum = ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5])) + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
  for (std::size_t j = whole; j < a.size(); ++j) sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  return sum;
}

// Σ_ij a_ij b_ij
template <class T>
double inner_product(const Matrix<T>& a, const Matrix<T>& b, const RunContext& run) {
  return ordered_sum<double>(run, a.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t i = begin; i < end; ++i) sum += dot<T>(a.row(i), b.row(i));
    return sum;
  });
}

}  // namespace cgsd

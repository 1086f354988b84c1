// A dense row-major matrix that owns its numbers, a view of one that borrows them, and nothing more. The arithmetic is
// Eigen's, inside the sources, so that Eigen's alignment rules never become part of our interface.
//
// A view is a few words, passed by value. The owner of the numbers must outlive it.
#pragma once

#include <cassert>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "cgsd/core/large_vector.hpp"

namespace cgsd {

// rows × cols borrowed numbers, row after row without gaps.
template <class T>
class MatrixView {
 public:
  MatrixView() = default;
  MatrixView(std::size_t rows, std::size_t cols, std::span<const T> values)
      : rows_(rows), cols_(cols), data_(values.data()) {
    assert(values.size() == rows * cols);
  }

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  const T* data() const { return data_; }
  const T& operator()(std::size_t i, std::size_t j) const { return data_[i * cols_ + j]; }
  std::span<const T> row(std::size_t i) const { return {data_ + i * cols_, cols_}; }
  std::span<const T> values() const { return {data_, rows_ * cols_}; }

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  const T* data_ = nullptr;
};

template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), values_(large_vector<T>(rows * cols)) {}
  Matrix(std::size_t rows, std::size_t cols, std::vector<T> values)
      : rows_(rows), cols_(cols), values_(std::move(values)) {
    assert(values_.size() == rows_ * cols_);
  }
  explicit Matrix(MatrixView<T> m) : rows_(m.rows()), cols_(m.cols()), values_(m.values().begin(), m.values().end()) {}
  operator MatrixView<T>() const { return {rows_, cols_, values_}; }  // NOLINT: an algorithm takes either

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  T& operator()(std::size_t i, std::size_t j) { return values_[i * cols_ + j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return values_[i * cols_ + j]; }
  std::span<T> row(std::size_t i) { return {values_.data() + i * cols_, cols_}; }
  std::span<const T> row(std::size_t i) const { return {values_.data() + i * cols_, cols_}; }
  std::span<T> values() { return values_; }
  std::span<const T> values() const { return values_; }
  bool operator==(const Matrix&) const = default;

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::vector<T> values_;
};

}  // namespace cgsd

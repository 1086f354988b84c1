// A dense row-major matrix that owns its numbers, a view of one that borrows them, and nothing more. The arithmetic is
// Eigen's, inside the sources, so that Eigen's alignment rules never become part of our interface.
//
// A view is a few words, passed by value. The owner of the numbers must outlive it.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
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

// Numbers of a large matrix begin at a cache line, so that a row of 16 floats is one line and not parts of two: loops
// that fetch rows in any order take half of the time. Memory from the allocator begins 16 bytes after one.
template <class T>
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t cols)
      : rows_(rows), cols_(cols), room_(large_vector<T>(rows * cols + spare(rows * cols))), skipped_(to_line()) {}
  Matrix(std::size_t rows, std::size_t cols, std::vector<T> values)
      : rows_(rows), cols_(cols), room_(std::move(values)) {
    assert(room_.size() == rows_ * cols_);
  }
  explicit Matrix(MatrixView<T> m) : Matrix(m.rows(), m.cols()) { std::ranges::copy(m.values(), data()); }
  Matrix(const Matrix& other) : Matrix(MatrixView<T>(other)) {}
  Matrix(Matrix&& other) noexcept { swap(other); }
  Matrix& operator=(const Matrix& other) {
    if (room_.size() > 0 && rows_ == other.rows_ && cols_ == other.cols_) {
      if (this != &other) std::ranges::copy(other.values(), data());
      return *this;
    }
    return *this = Matrix(other);
  }
  Matrix& operator=(Matrix&& other) noexcept {
    Matrix taken(std::move(other));
    swap(taken);
    return *this;
  }
  ~Matrix() = default;
  operator MatrixView<T>() const { return {rows_, cols_, values()}; }  // NOLINT: an algorithm takes either

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  T* data() { return room_.data() + skipped_; }
  const T* data() const { return room_.data() + skipped_; }
  T& operator()(std::size_t i, std::size_t j) { return data()[i * cols_ + j]; }
  const T& operator()(std::size_t i, std::size_t j) const { return data()[i * cols_ + j]; }
  std::span<T> row(std::size_t i) { return {data() + i * cols_, cols_}; }
  std::span<const T> row(std::size_t i) const { return {data() + i * cols_, cols_}; }
  std::span<T> values() { return {data(), rows_ * cols_}; }
  std::span<const T> values() const { return {data(), rows_ * cols_}; }
  bool operator==(const Matrix& other) const {
    return rows_ == other.rows_ && cols_ == other.cols_ && std::ranges::equal(values(), other.values());
  }

 private:
  static constexpr std::size_t kLine = 64;  // bytes
  static constexpr std::size_t spare(std::size_t count) {
    return count * sizeof(T) < kLargeMemory ? 0 : kLine / sizeof(T);
  }
  std::size_t to_line() const {
    if (room_.size() == rows_ * cols_) return 0;
    return (kLine - reinterpret_cast<std::uintptr_t>(room_.data()) % kLine) % kLine / sizeof(T);
  }
  void swap(Matrix& other) noexcept {
    std::swap(rows_, other.rows_);
    std::swap(cols_, other.cols_);
    std::swap(room_, other.room_);
    std::swap(skipped_, other.skipped_);
  }

  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::vector<T> room_;
  std::size_t skipped_ = 0;
};

}  // namespace cgsd

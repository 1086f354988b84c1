// What is wrong with one cell of a table. The caller knows the file and turns row and column into a line and a place.
#pragma once

#include <cstddef>
#include <string>

#include "cgsd/core/error.hpp"

namespace cgsd {

class CellFault : public Error {
 public:
  static constexpr std::size_t kHeading = static_cast<std::size_t>(-1);  // a row: what is wrong is the heading

  CellFault(std::size_t row, std::size_t column, const std::string& what) : Error(what), row_(row), column_(column) {}
  std::size_t row() const { return row_; }
  std::size_t column() const { return column_; }  // of the table's columns

 private:
  std::size_t row_;
  std::size_t column_;
};

}  // namespace cgsd

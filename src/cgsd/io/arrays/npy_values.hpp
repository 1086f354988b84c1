// The elements of a NumPy array as numbers or texts, every conversion checked.
//
// Integers become the nearest floating-point number; everything else that would not survive (an integer above 2^63, a
// float64 beyond the range of float32, fractions where integers are wanted, text where numbers are) is a ParseError
// that names the element. Rows, columns and elements count from 0.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/io/arrays/npy.hpp"

namespace cgsd {

std::vector<float> float_values(const NpyArray& array);
std::vector<double> double_values(const NpyArray& array);
std::vector<std::int64_t> integer_values(const NpyArray& array);  // integer and bool arrays only
std::vector<std::string> text_values(const NpyArray& array);      // S as it is, U as UTF-8; trailing zeros cut

// An (n, d) array as node attributes: every value finite.
Matrix<float> attribute_matrix(const NpyArray& array);

// "row 3, column 5" of a matrix, "element 7" of anything else
std::string place_of(const NpyArray& array, std::uint64_t i);

}  // namespace cgsd

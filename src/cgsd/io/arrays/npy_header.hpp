// The head of a NumPy array file (.npy, versions 1.0, 2.0 and 3.0): magic, version, length, and a Python dictionary
//   {'descr': '<f4', 'fortran_order': False, 'shape': (2708, 1433), }
// read by a small parser that knows this one shape of literal; nothing is evaluated.
//
// Element types: b1, i1 i2 i4 i8, u1 u2 u4 u8, f4 f8, S (bytes) and U (UTF-32 text), either byte order. Python objects
// ('O'), structured types, f2, long doubles, complex numbers and dates are refused by name.
// Source: numpy/lib/format.py, "Format Version 1.0 … 3.0".
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

// Which array an error is about: "cora.npz: edges: row 3: …"; a bare .npy file has no member name.
struct ArrayOrigin {
  std::string file;
  std::string member = {};

  ParseError error(const std::string& what) const { return {{file}, member.empty() ? what : member + ": " + what}; }
};

enum class NpyKind { boolean, signed_integer, unsigned_integer, real, bytes, text };

struct NpyType {
  NpyKind kind = NpyKind::real;
  std::uint64_t size = 4;  // bytes of one element, at least 1
  bool foreign = false;    // byte order is not this machine's

  bool is_text() const { return kind == NpyKind::bytes || kind == NpyKind::text; }
  bool operator==(const NpyType&) const = default;
};

struct NpyHeader {
  std::vector<std::uint64_t> shape;  // empty: a scalar
  NpyType type;
  bool fortran_order = false;
};

// "<f4" → its type; throws ParseError for what is refused.
NpyType npy_type(std::string_view descr, const ArrayOrigin& origin);
// "float32", "int64", … for messages
std::string type_name(const NpyType& type);
// "(2708, 1433)"
std::string shape_text(const std::vector<std::uint64_t>& shape);

// Elements of a shape and bytes of an array; throw ParseError if the number does not fit 63 bits.
std::uint64_t element_count(const std::vector<std::uint64_t>& shape, const ArrayOrigin& origin);
std::uint64_t byte_count(const NpyHeader& header, const ArrayOrigin& origin);

// Reads up to and including the header; the source then stands at the first byte of the data.
NpyHeader read_npy_header(ByteSource& source, const ArrayOrigin& origin);
// A complete version 1.0 head, padded to a multiple of 64 bytes as NumPy does.
std::string npy_header_bytes(std::string_view descr, const std::vector<std::uint64_t>& shape);

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";

}  // namespace cgsd

// Pickles of protocol 2, opcode by opcode, as Python 2 wrote them for NumPy arrays and SciPy matrices.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/array_files.hpp"

namespace cgsd::testing {

inline std::string pickle(const std::string& body) { return "\x80\2" + body + "."; }
inline std::string pickled_integer(std::int64_t value) { return "J" + little(static_cast<std::uint64_t>(value), 4); }
inline std::string pickled_string(const std::string& text) { return "T" + little(text.size(), 4) + text; }
inline std::string pickled_global(const std::string& module, const std::string& name) {
  return "c" + module + "\n" + name + "\n";
}
inline std::string pickled_tuple(const std::vector<std::string>& items) {
  std::string body = "(";
  for (const std::string& item : items) body += item;
  return body + "t";
}

inline std::string pickled_dtype(const std::string& type, const std::string& order = "<") {
  return pickled_global("numpy", "dtype") + pickled_string(type) + pickled_integer(0) + pickled_integer(1) + "\x87R" +
         pickled_tuple({pickled_integer(3), pickled_string(order), "N", "N", "N", pickled_integer(-1),
                        pickled_integer(-1), pickled_integer(0)}) +
         "b";
}

inline std::string pickled_ndarray(const std::vector<std::int64_t>& shape, const std::string& dtype,
                                   const std::string& data) {
  std::vector<std::string> lengths;
  for (const std::int64_t length : shape) lengths.push_back(pickled_integer(length));
  return pickled_global("numpy.core.multiarray", "_reconstruct") + pickled_global("numpy", "ndarray") +
         pickled_integer(0) + "\x85" + pickled_string("b") + "\x87R" +
         pickled_tuple({pickled_integer(1), pickled_tuple(lengths), dtype, "\x89", pickled_string(data)}) + "b";
}

template <class T>
std::string pickled_vector(const std::string& type, const std::vector<T>& values) {
  return pickled_ndarray({static_cast<std::int64_t>(values.size())}, pickled_dtype(type), raw(values));
}

struct CsrPickle {
  std::int64_t rows;
  std::int64_t cols;
  std::vector<std::int32_t> indptr;
  std::vector<std::int32_t> indices;
  std::vector<float> data;
};
inline std::string pickled_csr(const CsrPickle& csr) {
  return pickled_global("scipy.sparse.csr", "csr_matrix") + ")\x81}(" + pickled_string("_shape") +
         pickled_tuple({pickled_integer(csr.rows), pickled_integer(csr.cols)}) + pickled_string("indptr") +
         pickled_vector("i4", csr.indptr) + pickled_string("indices") + pickled_vector("i4", csr.indices) +
         pickled_string("data") + pickled_vector("f4", csr.data) + "ub";
}

inline std::string pickled_graph(const std::vector<std::pair<int, std::vector<int>>>& lists) {
  std::string body = pickled_global("collections", "defaultdict") + pickled_global("__builtin__", "list") + "\x85R(";
  for (const auto& [node, neighbours] : lists) {
    body += pickled_integer(node) + "](";
    for (const int neighbour : neighbours) body += pickled_integer(neighbour);
    body += "e";
  }
  return body + "u";
}

}  // namespace cgsd::testing

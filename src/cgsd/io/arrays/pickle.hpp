// Python pickles of protocol 2 as the Planetoid files use them, read into an inert tree. Nothing is ever called,
// imported or executed: a pickle is a program for a small stack machine, and this machine knows only how to put
// numbers, strings, tuples, lists and dictionaries together.
//
// Opcodes: PROTO GLOBAL EMPTY_TUPLE EMPTY_LIST EMPTY_DICT MARK TUPLE TUPLE1 TUPLE2 TUPLE3 NEWOBJ REDUCE BUILD SETITEMS
// APPEND APPENDS BININT BININT1 BININT2 NEWTRUE NEWFALSE NONE SHORT_BINSTRING BINSTRING BINPUT LONG_BINPUT BINGET STOP.
// Globals: list, collections.defaultdict, numpy.ndarray, numpy.dtype, numpy.core.multiarray._reconstruct,
// scipy.sparse.csr.csr_matrix. Every other opcode and global is refused by name with a ParseError.
// Promises: time and memory are linear in the file (each opcode makes at most one value); no recursion.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"

namespace cgsd {

enum class PickleKind { none, boolean, integer, string, tuple, list, dictionary, global, array, dtype, sparse_matrix };

using PickleIndex = std::uint32_t;  // of a value in Pickle::values

struct PickleValue {
  PickleKind kind = PickleKind::none;
  std::int64_t integer = 0;        // integer, boolean
  std::string_view text;           // string, global ("module name")
  std::vector<PickleIndex> items;  // tuple, list; dictionary: key, value, …; array, dtype, sparse matrix: their state
};

struct Pickle {
  std::string file;
  std::vector<char> bytes;  // what the texts point into
  std::vector<PickleValue> values;
  PickleIndex root = 0;

  Pickle() = default;
  Pickle(Pickle&&) = default;
  Pickle& operator=(Pickle&&) = default;

  const PickleValue& at(PickleIndex index) const { return values[index]; }
  ParseError error(const std::string& what) const { return {{file}, what}; }
};

Pickle read_pickle(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd

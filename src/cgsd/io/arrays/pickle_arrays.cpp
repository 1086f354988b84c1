#include "cgsd/io/arrays/pickle_arrays.hpp"

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/csr_arrays.hpp"
#include "cgsd/io/arrays/npy_values.hpp"

namespace cgsd {
namespace {

const PickleValue& item_of(const Pickle& pickle, const PickleValue& value, std::size_t i, PickleKind kind) {
  const PickleValue& item = pickle.at(value.items[i]);
  if (item.kind != kind) throw pickle.error("a pickled array is not put together as NumPy does");
  return item;
}

// The last value under this key, as Python would have it.
PickleIndex find_key(const Pickle& pickle, const PickleValue& dictionary, std::string_view key) {
  for (std::size_t i = dictionary.items.size(); i >= 2; i -= 2) {
    const PickleValue& candidate = pickle.at(dictionary.items[i - 2]);
    if (candidate.kind == PickleKind::string && candidate.text == key) return dictionary.items[i - 1];
  }
  throw pickle.error(fmt::format("the pickled matrix has no {}", in_quotes(key)));
}

}  // namespace

NpyArray pickled_array(const Pickle& pickle, PickleIndex index) {
  const PickleValue& array = pickle.at(index);
  if (array.kind != PickleKind::array || array.items.size() != 5) throw pickle.error("the pickle holds no NumPy array");
  const ArrayOrigin origin{pickle.file};
  NpyHeader header;
  for (const PickleIndex item : item_of(pickle, array, 1, PickleKind::tuple).items) {
    const PickleValue& length = pickle.at(item);
    if (length.kind != PickleKind::integer || length.integer < 0)
      throw pickle.error("the shape of an array is damaged");
    header.shape.push_back(static_cast<std::uint64_t>(length.integer));
  }
  const PickleValue& type = item_of(pickle, array, 2, PickleKind::dtype);
  if (type.items.empty()) throw pickle.error("the element type of an array is damaged");
  const PickleValue& order = item_of(pickle, type, 0, PickleKind::string);
  header.type = npy_type(std::string(order.text) + std::string(type.text), origin);
  header.fortran_order = item_of(pickle, array, 3, PickleKind::boolean).integer != 0;
  const std::string_view data = item_of(pickle, array, 4, PickleKind::string).text;
  return npy_array(header, {data.begin(), data.end()}, origin);
}

SparseRows pickled_rows(const Pickle& pickle, PickleIndex index) {
  const PickleValue& matrix = pickle.at(index);
  if (matrix.kind != PickleKind::sparse_matrix || matrix.items.empty()) {
    throw pickle.error("the pickle holds no sparse matrix (csr_matrix)");
  }
  const PickleValue& state = pickle.at(matrix.items[0]);
  const PickleValue& shape = pickle.at(find_key(pickle, state, "_shape"));
  if (shape.kind != PickleKind::tuple || shape.items.size() != 2)
    throw pickle.error("the shape of a matrix is damaged");
  const PickleValue& rows = pickle.at(shape.items[0]);
  const PickleValue& cols = pickle.at(shape.items[1]);
  if (rows.kind != PickleKind::integer || cols.kind != PickleKind::integer || rows.integer < 0 || cols.integer < 0) {
    throw pickle.error("the shape of a matrix is damaged");
  }
  CsrArrays csr;
  csr.rows = static_cast<std::uint64_t>(rows.integer);
  csr.cols = static_cast<std::uint64_t>(cols.integer);
  csr.indptr = integer_values(pickled_array(pickle, find_key(pickle, state, "indptr")));
  csr.indices = integer_values(pickled_array(pickle, find_key(pickle, state, "indices")));
  return sparse_rows(csr, float_values(pickled_array(pickle, find_key(pickle, state, "data"))), {pickle.file});
}

}  // namespace cgsd

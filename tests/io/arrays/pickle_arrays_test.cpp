#include "cgsd/io/arrays/pickle_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/arrays/npy_values.hpp"

#include "tests/support/hostile.hpp"
#include "tests/support/pickles.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::pickle;
using testing::pickled_csr;
using testing::pickled_dtype;
using testing::pickled_ndarray;
using testing::raw;

Pickle read(const std::string& body) {
  const testing::MemoryFile file("f.pickle");
  return read_pickle(file.holding(pickle(body)), RunContext());
}
NpyArray array_of(const std::string& body) {
  const Pickle p = read(body);
  return pickled_array(p, p.root);
}
SparseRows rows_of(const std::string& body) {
  const Pickle p = read(body);
  return pickled_rows(p, p.root);
}

TEST(PickleArrays, ReadsAnArray) {
  const NpyArray array = array_of(pickled_ndarray({2, 2}, pickled_dtype("i4"), raw<std::int32_t>({1, 2, 3, -4})));
  EXPECT_THAT(array.shape, ElementsAre(2, 2));
  EXPECT_THAT(integer_values(array), ElementsAre(1, 2, 3, -4));
  EXPECT_THAT(integer_values(array_of(pickled_ndarray({1}, pickled_dtype("i2", ">"), "\1\2"))), ElementsAre(258));
}

TEST(PickleArrays, ReadsACsrMatrix) {
  EXPECT_EQ(rows_of(pickled_csr({2, 4, {0, 2, 3}, {3, 0, 1}, {30, 0.5, 1}})),
            (SparseRows{4, {0, 2, 3}, {0, 3, 1}, {0.5, 30, 1}}));
}

TEST(PickleArrays, RefusesArraysWhoseNumbersDisagree) {
  EXPECT_THAT(error_of([] { array_of(pickled_ndarray({3}, pickled_dtype("i4"), "12345678")); }),
              HasSubstr("shape (3,) of int32 claims 12 bytes, but there are 8"));
  EXPECT_THAT(error_of([] {
                array_of(pickled_ndarray({2000000000, 2000000000}, pickled_dtype("f8"), ""));
              }),
              HasSubstr("impossibly large"));
  EXPECT_THAT(error_of([] { array_of(pickled_ndarray({-1}, pickled_dtype("i4"), "")); }), HasSubstr("damaged"));
  EXPECT_THAT(error_of([] { array_of(pickled_ndarray({1}, pickled_dtype("O8", "|"), "12345678")); }),
              HasSubstr("Python objects, which are never loaded"));
  EXPECT_THAT(error_of([] { array_of(pickled_ndarray({1}, "N", "1")); }), HasSubstr("not put together as NumPy does"));
  EXPECT_THAT(error_of([] { array_of("N"); }), HasSubstr("holds no NumPy array"));
  EXPECT_THAT(error_of([] { rows_of("N"); }), HasSubstr("holds no sparse matrix"));
  EXPECT_THAT(error_of([] {
                rows_of(pickled_csr({2, 4, {0, 2, 9}, {3, 0, 1}, {1, 1, 1}}));
              }),
              HasSubstr("indptr ends at 9"));
  EXPECT_THAT(error_of([] { rows_of(testing::pickled_global("scipy.sparse.csr", "csr_matrix") + ")\x81}b"); }),
              HasSubstr("has no '_shape'"));
}

// As NumPy puts them together, but for one part.
TEST(PickleArrays, RefusesArraysThatNumPyWouldNotMake) {
  using testing::pickled_global;
  using testing::pickled_integer;
  using testing::pickled_string;
  using testing::pickled_tuple;
  const std::string empty = pickled_global("numpy.core.multiarray", "_reconstruct") +
                            pickled_global("numpy", "ndarray") + pickled_integer(0) + pickled_integer(0) + "\x87R";
  EXPECT_THAT(error_of([&] { array_of(empty); }), HasSubstr("holds no NumPy array")) << "no state";
  const auto array = [&](const std::string& shape, const std::string& type, const std::string& order,
                         const std::string& data) {
    return error_of([&] { array_of(empty + pickled_tuple({pickled_integer(1), shape, type, order, data}) + "b"); });
  };
  const std::string one = pickled_tuple({pickled_integer(1)});
  const std::string type = pickled_dtype("i4");
  EXPECT_EQ(array(one, type, "\x89", pickled_string("1234")), "no error");
  EXPECT_THAT(array(pickled_integer(1), type, "\x89", pickled_string("1234")), HasSubstr("not put together as NumPy"));
  EXPECT_THAT(array(pickled_tuple({"N"}), type, "\x89", pickled_string("1234")), HasSubstr("the shape of an array is"));
  EXPECT_THAT(array(one, type, "N", pickled_string("1234")), HasSubstr("not put together as NumPy"));
  EXPECT_THAT(array(one, type, "\x89", "N"), HasSubstr("not put together as NumPy"));
  const std::string bare =
      pickled_global("numpy", "dtype") + pickled_string("i4") + pickled_integer(0) + pickled_integer(1) + "\x87R";
  EXPECT_THAT(array(one, bare, "\x89", pickled_string("1234")), HasSubstr("the element type of an array is damaged"));
}

TEST(PickleArrays, RefusesMatricesWithoutAShape) {
  using testing::pickled_integer;
  using testing::pickled_tuple;
  const auto of_shape = [](const std::string& shape) {
    return error_of([&] {
      rows_of(testing::pickled_global("scipy.sparse.csr", "csr_matrix") + ")\x81}(K\1K\1" +
              testing::pickled_string("_shape") + shape + "ub");
    });
  };
  const std::string two = pickled_integer(2);
  for (const std::string& shape :
       {std::string("N"), pickled_tuple({two}), pickled_tuple({two, two, two}), pickled_tuple({"N", two}),
        pickled_tuple({two, "N"}), pickled_tuple({pickled_integer(-1), two}),
        pickled_tuple({two, pickled_integer(-1)})}) {
    EXPECT_THAT(of_shape(shape), HasSubstr("the shape of a matrix is damaged")) << shape;
  }
  EXPECT_THAT(of_shape(pickled_tuple({two, two})), HasSubstr("has no 'indptr'"));
  EXPECT_THAT(error_of([] { rows_of(testing::pickled_global("scipy.sparse.csr", "csr_matrix") + ")\x81"); }),
              HasSubstr("holds no sparse matrix"))
      << "no state";
}

}  // namespace
}  // namespace cgsd

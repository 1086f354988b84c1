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

}  // namespace
}  // namespace cgsd

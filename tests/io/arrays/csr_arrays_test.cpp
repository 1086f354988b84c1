#include "cgsd/io/arrays/csr_arrays.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/hostile.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;

const ArrayOrigin kOrigin{"f.npz", "attributes"};

std::string csr_error(const CsrArrays& csr, std::vector<float> values) {
  return error_of([&] { sparse_rows(csr, std::move(values), kOrigin); });
}

TEST(CsrArrays, SortsColumnsWithinARowAndKeepsStoredZeros) {
  const SparseRows rows = sparse_rows({2, 5, {0, 3, 4}, {4, 0, 2, 1}}, {40, 0, 20, 11}, kOrigin);
  EXPECT_EQ(rows.cols, 5u);
  EXPECT_THAT(rows.offsets, ElementsAre(0, 3, 4));
  EXPECT_THAT(rows.columns, ElementsAre(0, 2, 4, 1));
  EXPECT_THAT(rows.values, ElementsAre(0, 20, 40, 11));
}

TEST(CsrArrays, RefusesEveryBrokenPromise) {
  EXPECT_EQ(csr_error({2, 5, {0, 1}, {0}}, {1}), "f.npz: attributes: indptr has 2 elements, but 2 rows need 3");
  EXPECT_EQ(csr_error({1, 5, {1, 1}, {0}}, {1}), "f.npz: attributes: indptr must start at 0");
  EXPECT_EQ(csr_error({2, 5, {0, 2, 1}, {0}}, {1}), "f.npz: attributes: indptr falls at row 1");
  EXPECT_EQ(csr_error({1, 5, {0, 2}, {0}}, {1}), "f.npz: attributes: indptr ends at 2, but there are 1 values");
  EXPECT_EQ(csr_error({1, 5, {0, -1}, {0}}, {1}), "f.npz: attributes: indptr falls at row 0");
  EXPECT_EQ(csr_error({1, 5, {0, 1}, {0, 1}}, {1}), "f.npz: attributes: 2 column indices for 1 values");
  EXPECT_EQ(csr_error({1, 5, {0, 1}, {5}}, {1}), "f.npz: attributes: row 0: column 5 is not in [0, 5)");
  EXPECT_EQ(csr_error({1, 5, {0, 1}, {-1}}, {1}), "f.npz: attributes: row 0: column -1 is not in [0, 5)");
  EXPECT_EQ(csr_error({1, 5, {0, 3}, {3, 0, 3}}, {1, 2, 3}), "f.npz: attributes: row 0: column 3 occurs twice");
  EXPECT_EQ(csr_error({1, 5, {0, 1}, {2}}, {std::numeric_limits<float>::quiet_NaN()}),
            "f.npz: attributes: row 0, column 2: nan is not a finite number");
  EXPECT_EQ(csr_error({0, std::uint64_t{1} << 31, {0}, {}}, {}),
            "f.npz: attributes: 2,147,483,648 columns are too many");
}

// A file of 27 bytes with one number in column 20,000,000 took a minute and gigabytes.
TEST(CsrArrays, RefusesColumnsThatNoNumbersJustify) {
  EXPECT_EQ(csr_error({1, 20'000'000, {0, 1}, {19'999'999}}, {1}),
            "f.npz: attributes: 20,000,000 columns for 1 numbers, so nearly all of them are empty: number only those "
            "that are not");
  EXPECT_NO_THROW(sparse_rows({1, 1'000'000, {0, 1}, {5}}, {1}, {"f.npz", "attributes"}));
}

}  // namespace
}  // namespace cgsd

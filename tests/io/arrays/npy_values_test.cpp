#include "cgsd/io/arrays/npy_values.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/array_files.hpp"
#include "tests/support/hostile.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::raw;

NpyArray array_of(std::string_view descr, std::vector<std::uint64_t> shape, const std::string& data) {
  const ArrayOrigin origin{"f.npz", "array"};
  return npy_array({std::move(shape), npy_type(descr, origin), false}, {data.begin(), data.end()}, origin);
}

TEST(NpyValues, ReadsEveryNumberType) {
  EXPECT_THAT(integer_values(array_of("|b1", {2}, std::string("\0\2", 2))), ElementsAre(0, 1));
  EXPECT_THAT(integer_values(array_of("|i1", {2}, "\x7f\x80")), ElementsAre(127, -128));
  EXPECT_THAT(integer_values(array_of("|u1", {2}, "\x7f\x80")), ElementsAre(127, 128));
  EXPECT_THAT(integer_values(array_of("<i2", {1}, raw<std::int16_t>({-5}))), ElementsAre(-5));
  EXPECT_THAT(integer_values(array_of("<u2", {1}, raw<std::uint16_t>({65535}))), ElementsAre(65535));
  EXPECT_THAT(integer_values(array_of("<u4", {1}, raw<std::uint32_t>({4294967295u}))), ElementsAre(4294967295));
  EXPECT_THAT(integer_values(array_of("<i8", {1}, raw<std::int64_t>({std::numeric_limits<std::int64_t>::min()}))),
              ElementsAre(std::numeric_limits<std::int64_t>::min()));
  EXPECT_THAT(float_values(array_of("<f8", {2}, raw<double>({0.1, -2.0}))), ElementsAre(0.1f, -2.0f));
  EXPECT_THAT(float_values(array_of("<i8", {1}, raw<std::int64_t>({16777217}))), ElementsAre(16777216.0f));
  EXPECT_THAT(double_values(array_of("<f4", {1}, raw<float>({0.1f}))), ElementsAre(static_cast<double>(0.1f)));
  EXPECT_THAT(double_values(array_of("|b1", {1}, "\1")), ElementsAre(1.0));
}

TEST(NpyValues, RefusesWhatDoesNotFit) {
  EXPECT_EQ(error_of([] {
              integer_values(array_of("<u8", {1, 2}, raw<std::uint64_t>({1, 1ull << 63})));
            }),
            "f.npz: array: row 0, column 1: 9223372036854775808 is too large");
  EXPECT_EQ(error_of([] {
              float_values(array_of("<f8", {2}, raw<double>({1.0, 1e39})));
            }),
            "f.npz: array: element 1: 1e+39 is too large for a 32-bit number");
  EXPECT_EQ(error_of([] { integer_values(array_of("<f4", {1}, raw<float>({1}))); }),
            "f.npz: array: must hold integers, not float32");
  EXPECT_EQ(error_of([] { float_values(array_of("|S1", {1}, "x")); }), "f.npz: array: must hold numbers, not strings");
  EXPECT_EQ(error_of([] { text_values(array_of("<i4", {1}, raw<std::int32_t>({1}))); }),
            "f.npz: array: must hold strings, not int32");
  EXPECT_EQ(error_of([] {
              text_values(array_of("<U1", {2}, raw<std::uint32_t>({'a', 0xd800})));
            }),
            "f.npz: array: element 1: 0xd800 is not a character");
}

TEST(NpyValues, RefusesAttributesThatAreNotFiniteOrNotAMatrix) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(error_of([&] {
              attribute_matrix(array_of("<f4", {2, 2}, raw<float>({0, 1, nan, 3})));
            }),
            "f.npz: array: row 1, column 0: nan is not a finite number");
  EXPECT_EQ(error_of([&] {
              attribute_matrix(array_of("<f4", {1, 2}, raw<float>({0, -infinity})));
            }),
            "f.npz: array: row 0, column 1: -inf is not a finite number");
  EXPECT_EQ(error_of([&] {
              attribute_matrix(array_of("<f4", {2}, raw<float>({0, 1})));
            }),
            "f.npz: array: attributes must be a matrix (nodes, attributes), not of shape (2,)");
}

TEST(NpyValues, CutsTrailingZerosOfTextsOnly) {
  EXPECT_THAT(text_values(array_of("|S3", {3}, std::string("ab\0\0\0\0a\0b", 9))),
              ElementsAre("ab", "", std::string("a\0b", 3)));
}

}  // namespace
}  // namespace cgsd

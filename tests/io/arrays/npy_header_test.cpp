#include "cgsd/io/arrays/npy_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/array_files.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::npy;
using testing::npy_with;
using testing::TemporaryDirectory;

const ArrayOrigin kOrigin{"f.npy"};

NpyHeader header_of(const std::string& bytes) {
  const TemporaryDirectory dir;
  return read_npy_header(*open_bytes(dir.file("f.npy", bytes)), kOrigin);
}

std::string header_error(const std::string& dictionary) {
  return error_of([&] { header_of(npy_with(dictionary, "")); });
}

TEST(NpyHeader, ReadsEveryVersion) {
  const std::string text = "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }";
  for (const int version : {1, 2, 3}) {
    const NpyHeader header = header_of(npy_with(text, "", version));
    EXPECT_THAT(header.shape, ElementsAre(3, 4));
    EXPECT_EQ(header.type, (NpyType{NpyKind::real, 8, false}));
    EXPECT_TRUE(header.fortran_order);
  }
  EXPECT_THAT(error_of([&] { header_of(npy_with(text, "", 4)); }), HasSubstr(".npy version 4.0 is not supported"));
}

TEST(NpyHeader, AcceptsKeysInAnyOrderDoubleQuotesAndPythonTwoLongs) {
  const NpyHeader header = header_of(npy_with(R"({"shape": (10L,), "fortran_order":False, "descr":"|b1"})", ""));
  EXPECT_THAT(header.shape, ElementsAre(10));
  EXPECT_EQ(header.type.kind, NpyKind::boolean);
  EXPECT_TRUE(header_of(npy("<i4", "()", "")).shape.empty());
}

TEST(NpyHeader, KnowsItsTypesAndTheirByteOrder) {
  const auto type = [](const char* descr) { return npy_type(descr, kOrigin); };
  EXPECT_EQ(type("|i1"), (NpyType{NpyKind::signed_integer, 1, false}));
  EXPECT_EQ(type("<u2"), (NpyType{NpyKind::unsigned_integer, 2, false}));
  EXPECT_EQ(type(">i8"), (NpyType{NpyKind::signed_integer, 8, true}));
  EXPECT_EQ(type("|S7"), (NpyType{NpyKind::bytes, 7, false}));
  EXPECT_EQ(type(">U3"), (NpyType{NpyKind::text, 12, true}));
  EXPECT_EQ(type("f4"), (NpyType{NpyKind::real, 4, false}));
}

TEST(NpyHeader, RefusesOtherTypesByName) {
  EXPECT_EQ(header_error("{'descr': '|O', 'fortran_order': False, 'shape': (3,), }"),
            "f.npy: the array holds Python objects, which are never loaded");
  EXPECT_EQ(header_error("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,), }"),
            "f.npy: structured element types are not supported");
  for (const std::string descr :
       {"<f2", "<f16", "<c8", "<M8[ns]", "|V4", "", "<", "<f", "<f4x", "<i3", "<U0", "|S0", "<U99999999999999999999"}) {
    EXPECT_THAT(header_error("{'descr': '" + descr + "', 'fortran_order': False, 'shape': (3,), }"),
                HasSubstr("element type '" + descr + "' is not supported"));
  }
}

TEST(NpyHeader, RefusesEverythingThatIsNotThatDictionary) {
  const std::string good = "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }";
  for (const std::string text :
       {"", "{}", "[]", "{'descr': '<f4', 'fortran_order': False}", "{'descr': '<f4', 'descr': '<f4'}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3), }",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
        "{'descr': __import__('os').system('true'), 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<f\\x34', 'fortran_order': False, 'shape': (3,), }"}) {
    EXPECT_NE(header_error(text), "no error") << text;
    EXPECT_EQ(header_error(good + text) == "no error", text.empty()) << text;
  }
  EXPECT_EQ(header_error(good), "no error");
}

TEST(NpyHeader, SaysWhenItIsCutOffAtEveryPlace) {
  const std::string whole = npy("<f4", "(3,)", "");
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const std::string message = error_of([&] { header_of(whole.substr(0, length)); });
    EXPECT_THAT(message, HasSubstr(length < 6 ? "is not a NumPy array" : "ends early")) << length;
  }
}

TEST(NpyHeader, RefusesImplausibleLengthsDimensionsAndSizes) {
  std::string many = "(";
  for (int i = 0; i < 65; ++i) many += "1,";
  EXPECT_THAT(error_of([&] { header_of(npy("<f4", many + ")", "")); }), HasSubstr("more than 64 dimensions"));
  const std::string long_header = "\x93NUMPY\2" + std::string(1, '\0') + testing::little(0xfffffff0, 4);
  EXPECT_THAT(error_of([&] { header_of(long_header); }), HasSubstr("4,294,967,280 bytes is not plausible"));
  const NpyHeader wide = header_of(npy("<f8", "(4294967296, 4294967296)", ""));
  EXPECT_THAT(error_of([&] { byte_count(wide, kOrigin); }),
              HasSubstr("shape (4294967296, 4294967296) is impossibly large"));
  EXPECT_EQ(byte_count(header_of(npy("<f8", "(4294967296, 4294967296, 0)", "")), kOrigin), 0u);
}

TEST(NpyHeader, WritesWhatNumpyWrites) {
  // numpy.save of numpy.zeros((2, 3), 'f4'), the first 128 bytes.
  const std::string expected = std::string("\x93NUMPY\x01\x00\x76\x00", 10) +
                               "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }" + std::string(58, ' ') +
                               "\n";
  EXPECT_EQ(npy_header_bytes("<f4", {2, 3}), expected);
  for (std::uint64_t n = 1; n < 1000000000000; n *= 7) {
    EXPECT_EQ(npy_header_bytes("<f4", {n, n, n}).size() % 64, 0u);
    EXPECT_THAT(header_of(npy_header_bytes("<f4", {n})).shape, ElementsAre(n));
  }
}

}  // namespace
}  // namespace cgsd

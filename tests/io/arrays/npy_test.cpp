#include "cgsd/io/arrays/npy.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/arrays/npy_values.hpp"

#include "tests/support/array_files.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::file_bytes;
using ::testing::HasSubstr;
using testing::npy;
using testing::raw;
using testing::TemporaryDirectory;

NpyArray array_of(const std::string& bytes) {
  const TemporaryDirectory dir;
  return read_npy(dir.file("f.npy", bytes), RunContext());
}

TEST(Npy, PutsFortranOrderIntoRows) {
  const std::vector<std::int32_t> columns = {1, 4, 2, 5, 3, 6};  // of the matrix 1 2 3 / 4 5 6
  EXPECT_THAT(integer_values(array_of(npy("<i4", "(2, 3)", raw(columns), true))), ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(integer_values(array_of(npy("<i4", "(6,)", raw(columns), true))), ElementsAre(1, 4, 2, 5, 3, 6));
  EXPECT_THAT(error_of([&] { array_of(npy("<i4", "(1, 2, 3)", raw(columns), true)); }),
              HasSubstr("Fortran order with 3 dimensions"));
  EXPECT_EQ(array_of(npy("<i4", "(1000000000000, 0)", "", true)).elements(), 0u);
}

TEST(Npy, TurnsForeignByteOrder) {
  EXPECT_THAT(integer_values(array_of(npy(">i2", "(2,)", std::string("\x01\x02\xff\xfe", 4)))), ElementsAre(258, -2));
  EXPECT_THAT(double_values(array_of(npy(">f4", "(1,)", std::string("\x3f\x80\x00\x00", 4)))), ElementsAre(1.0));
  EXPECT_THAT(text_values(array_of(npy(">U2", "(1,)", std::string("\0\0\0a\0\0\0b", 8)))), ElementsAre("ab"));
}

TEST(Npy, RefusesDataThatAreCutOffOrFollowedByMore) {
  const std::string whole = npy("<f4", "(3,)", std::string(12, '\0'));
  for (std::size_t length = whole.size() - 12; length < whole.size(); ++length) {
    EXPECT_NE(error_of([&] { array_of(whole.substr(0, length)); }), "no error") << length;
  }
  EXPECT_THAT(error_of([&] { array_of(whole + "x"); }), HasSubstr("further bytes after the array"));
  EXPECT_EQ(array_of(testing::gzipped(whole)).elements(), 3u);
  EXPECT_THAT(error_of([&] { array_of(testing::gzipped(whole.substr(0, whole.size() - 1))); }),
              HasSubstr("shape (3,) of float32 claims 12 bytes, but the file holds 11"));
  EXPECT_THAT(error_of([&] { array_of(testing::gzipped(whole + "x")); }), HasSubstr("further bytes"));
}

TEST(Npy, NeverAllocatesWhatOnlyTheHeaderClaims) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  const std::string terabytes = npy("<f8", "(1000000, 1000000)", "few bytes");
  EXPECT_THAT(error_of([&] { array_of(terabytes); }), HasSubstr("claims 8,000,000,000,000 bytes, but the file holds "));
  EXPECT_THAT(error_of([&] { array_of(testing::gzipped(terabytes)); }), HasSubstr("claims 8,000,000,000,000 bytes"));
  const std::string gigabyte = npy("<f8", "(1000, 125000)", "few bytes");  // fits the machine, not the file
  EXPECT_THAT(error_of([&] { array_of(testing::gzipped(gigabyte)); }),
              HasSubstr("claims 1,000,000,000 bytes, but the file holds 9"));
}

TEST(Npy, WritesMatricesAndVectorsThatReadBackToTheBit) {
  const TemporaryDirectory dir;
  const Matrix<float> matrix(2, 3, {1.5f, -0.0f, 3e-45f, 1e38f, 0.1f, 7.0f});
  write_npy(dir / "a.npy", matrix);
  EXPECT_EQ(file_bytes(dir / "a.npy"), npy_bytes(matrix));
  EXPECT_EQ(file_bytes(dir / "a.npy").substr(128),
            raw(std::vector<float>(matrix.values().begin(), matrix.values().end())));
  EXPECT_EQ(attribute_matrix(read_npy(dir / "a.npy", RunContext())), matrix);

  write_npy(dir / "b.npy", Matrix<double>(1, 2, {0.1, -1e300}));
  EXPECT_THAT(double_values(read_npy(dir / "b.npy", RunContext())), ElementsAre(0.1, -1e300));
  const std::vector<std::int32_t> small = {-1, 7};
  write_npy(dir / "c.npy", std::span(small));
  EXPECT_THAT(integer_values(read_npy(dir / "c.npy", RunContext())), ElementsAre(-1, 7));
  const std::vector<std::int64_t> large = {-1, std::int64_t{1} << 40};
  write_npy(dir / "d.npy.gz", std::span(large));
  EXPECT_THAT(integer_values(read_npy(dir / "d.npy.gz", RunContext())), ElementsAre(-1, std::int64_t{1} << 40));
  EXPECT_THROW(write_npy("/dev/full", matrix), IoError);
  EXPECT_THROW(read_npy(dir / "absent.npy", RunContext()), IoError);
}

TEST(Npy, WritesTextsAsUnicodeOrAsBytesWhereTheyAreNot) {
  const std::vector<std::string> unicode = {"a", "", "grün😀"};
  const std::string bytes = npy_bytes(std::span(unicode));
  EXPECT_THAT(bytes, HasSubstr("'descr': '<U5'"));
  EXPECT_EQ(text_values(array_of(bytes)), unicode);
  const std::vector<std::string> binary = {"a", "\xff\xfe"};
  EXPECT_THAT(npy_bytes(std::span(binary)), HasSubstr("'descr': '|S2'"));
  EXPECT_EQ(text_values(array_of(npy_bytes(std::span(binary)))), binary);
  EXPECT_TRUE(text_values(array_of(npy_bytes(std::span<const std::string>()))).empty());
}

TEST(Npy, StopsWhenAsked) {
  const TemporaryDirectory dir;
  const auto file = dir.file("f.npy", npy("<f4", "(3,)", std::string(12, '\0')));
  std::stop_source source;
  source.request_stop();
  EXPECT_THROW(read_npy(file, RunContext({.stop = source.get_token()})), Cancelled);
}

TEST(Npy, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{512} << 20);
  const testing::MemoryFile file("f.npy");
  const RunContext run;
  const std::vector<std::string> originals = {npy("<f8", "(3, 4)", std::string(96, '\1')),
                                              npy("<U2", "(3,)", std::string(24, '\0'), true),
                                              npy(">i4", "(2, 3)", std::string(24, '\2'), true)};
  for (std::uint64_t i = 0; i < 6000; ++i) {
    const auto& path = file.holding(testing::damaged(originals[i % originals.size()], i));
    testing::expect_result_or_error(
        [&] {
          const NpyArray array = read_npy(path, run);
          array.type.is_text() ? static_cast<void>(text_values(array)) : static_cast<void>(attribute_matrix(array));
        },
        i);
  }
}

}  // namespace
}  // namespace cgsd

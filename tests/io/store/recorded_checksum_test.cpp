#include "cgsd/io/store/recorded_checksum.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::file_bytes;
using testing::TemporaryDirectory;

constexpr const char* kOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";  // FIPS 180-4

TEST(RecordedChecksum, IsInTheFormOfSha256sum) {
  const TemporaryDirectory dir;
  const auto file = dir.file("a.npz", "abc");
  EXPECT_EQ(recorded_checksum(file, RunContext()), "");
  record_checksum(file, RunContext());
  EXPECT_EQ(file_bytes(dir / "a.npz.sha256"), std::string(kOfAbc) + "  a.npz\n");
  EXPECT_EQ(recorded_checksum(file, RunContext()), kOfAbc);
}

TEST(RecordedChecksum, RefusesARecordThatIsNone) {
  const TemporaryDirectory dir;
  const auto file = dir.file("a.npz", "abc");
  for (const std::string text : {"", "abc", "Ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}) {
    dir.file("a.npz.sha256", text);
    EXPECT_THROW(recorded_checksum(file, RunContext()), ParseError) << text;
  }
}

}  // namespace
}  // namespace cgsd

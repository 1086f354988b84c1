#include "cgsd/io/bytes/sha256.hpp"

#include <stop_token>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include "cgsd/core/error.hpp"

#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

std::string sha256_of(std::string_view bytes) {
  Sha256 hash;
  hash.update(bytes);
  return hash.hex();
}

constexpr const char* kOfNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
constexpr const char* kOfAbc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
constexpr const char* kOfAMillionAs = "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";

// Test vectors published by NIST (FIPS 180-2, appendix B, and the Cryptographic Algorithm Validation Program).
TEST(Sha256, GivesThePublishedDigests) {
  EXPECT_EQ(Sha256().hex(), kOfNothing);
  EXPECT_EQ(sha256_of(""), kOfNothing);
  EXPECT_EQ(sha256_of("abc"), kOfAbc);
  EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256_of("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrs"
                      "mnopqrstnopqrstu"),
            "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
  EXPECT_EQ(sha256_of(std::string(1'000'000, 'a')), kOfAMillionAs);
}

// Digests of n letters 'a' around the places where the padding needs one block more, from coreutils' sha256sum.
TEST(Sha256, PadsRightAroundTheEndOfABlock) {
  EXPECT_EQ(sha256_of(std::string(55, 'a')), "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318");
  EXPECT_EQ(sha256_of(std::string(56, 'a')), "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a");
  EXPECT_EQ(sha256_of(std::string(63, 'a')), "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34");
  EXPECT_EQ(sha256_of(std::string(64, 'a')), "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb");
  EXPECT_EQ(sha256_of(std::string(65, 'a')), "635361c48bb9eab14198e76ea8ab7f1a41685d6ad62aa9146d301d4f17eb0ae0");
}

TEST(Sha256, DoesNotDependOnHowTheBytesWereCut) {
  for (const std::size_t cut : {1u, 3u, 63u, 64u, 65u, 127u, 1000u}) {
    Sha256 hash;
    for (std::size_t sent = 0; sent < 1'000'000; sent += cut) {
      hash.update(std::string(std::min<std::size_t>(cut, 1'000'000 - sent), 'a'));
    }
    EXPECT_EQ(hash.hex(), kOfAMillionAs) << cut;
  }
}

RC_GTEST_PROP(Sha256, AgreesForAnyTwoCuts, (const std::string& a, const std::string& b, const std::string& c)) {
  Sha256 hash;
  hash.update(a);
  hash.update(b);
  hash.update(c);
  RC_ASSERT(hash.hex() == sha256_of(a + b + c));
}

TEST(Sha256, MayGoOnAfterADigestWasAskedFor) {
  Sha256 hash;
  hash.update("a");
  EXPECT_EQ(hash.hex(), "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb");
  hash.update("bc");
  EXPECT_EQ(hash.hex(), kOfAbc);
}

TEST(Sha256OfFile, ReadsTheFileAsItLiesOnDisk) {
  const TemporaryDirectory dir;
  EXPECT_EQ(sha256_of_file(dir.file("million", std::string(1'000'000, 'a')), RunContext()), kOfAMillionAs);
  EXPECT_EQ(sha256_of_file(dir.file("empty", ""), RunContext()), kOfNothing);
}

TEST(Sha256OfFile, GivesTheDigestOfARealFile) {
  CGSD_NEEDS_SHARED_DATA("data/tolokers.npz", path);
  EXPECT_EQ(sha256_of_file(path, RunContext()), "dacf3ac94cec53d03cd2adb5255c08b33dee1656c33ca8164a464bd9450a1667");
}

TEST(Sha256OfFile, RefusesWhatIsNotARegularFileWithoutWaiting) {
  const TemporaryDirectory dir;
  EXPECT_THROW(sha256_of_file(dir / "absent", RunContext()), IoError);
  EXPECT_THROW(sha256_of_file(dir.path(), RunContext()), IoError);
  EXPECT_THROW(sha256_of_file("/dev/zero", RunContext()), IoError);
  ASSERT_EQ(::mkfifo((dir / "pipe").c_str(), 0600), 0);
  EXPECT_THROW(sha256_of_file(dir / "pipe", RunContext()), IoError);
}

TEST(Sha256OfFile, StopsOnRequest) {
  const TemporaryDirectory dir;
  std::stop_source stop;
  stop.request_stop();
  const RunContext run({.stop = stop.get_token()});
  EXPECT_THROW(sha256_of_file(dir.file("f", "abc"), run), Cancelled);
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/text/text_bytes.hpp"

#include <string>

#include <gtest/gtest.h>

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::TemporaryDirectory;

std::string all_of(const std::filesystem::path& file) {
  const RunContext run;
  TextBytes bytes(file, run);
  std::string text;
  for (; bytes.peek() >= 0; bytes.drop()) text += static_cast<char>(bytes.peek());
  EXPECT_EQ(bytes.peek(), -1) << "the end stays the end";
  return text;
}

TEST(TextBytes, ComeOneByOneOverTheEndOfABuffer) {
  const TemporaryDirectory dir;
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += static_cast<char>('a' + i % 23);
  EXPECT_EQ(all_of(dir.file("f", text)), text);
  EXPECT_EQ(all_of(dir.file("f", "")), "");
  EXPECT_EQ(all_of(dir.file("f", "\xc3\xa4")), "\xc3\xa4");
}

}  // namespace
}  // namespace cgsd

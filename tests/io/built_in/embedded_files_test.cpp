#include "cgsd/io/built_in/embedded_files.hpp"

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

TEST(EmbeddedFiles, AreThoseOfTheExamplesToTheByte) {
  ASSERT_FALSE(embedded_texts().empty());
  for (const EmbeddedText& embedded : embedded_texts()) {
    const auto file = testing::source_path("examples/data") / embedded.name;
    EXPECT_EQ(testing::file_bytes(file), embedded.text) << file;
  }
}

TEST(EmbeddedFiles, OpenLikeAnyOtherFileAndMoreThanOnce) {
  const auto path = embedded_path("people/ties.csv");
  EXPECT_EQ(path, "built-in:people/ties.csv");
  EXPECT_EQ(first_bytes(path, 14), "from,to,weight");
  EXPECT_EQ(first_bytes(path, 4), "from");
  EXPECT_EQ(first_bytes(path, 1'000'000), embedded_file(path));
  EXPECT_FALSE(is_gzip(path));
  EXPECT_EQ(format_ending(path), ".csv");
}

TEST(EmbeddedFiles, LeaveOtherPathsAlone) {
  EXPECT_EQ(embedded_file("people/ties.csv"), std::nullopt);
  EXPECT_EQ(embedded_file("built-in:people/absent.csv"), std::nullopt);
  EXPECT_EQ(embedded_file(""), std::nullopt);
  EXPECT_THROW(open_bytes("built-in:people/absent.csv"), IoError);
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/text/json_file.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::TemporaryDirectory;

TEST(JsonFile, IsReadWhole) {
  const TemporaryDirectory dir;
  const auto json = read_json(dir.file("a.json", R"({"b": [1, 2.5, null], "a": {"c": "x"}})"), RunContext());
  EXPECT_EQ(json.at("b").at(1), 2.5);
  EXPECT_EQ(json.at("a").at("c"), "x");
}

TEST(JsonFile, IsRefusedInOneLineIfItIsNone) {
  const TemporaryDirectory dir;
  for (const char* text : {"", "{", "{\"a\": 1} more", "not json", "{\"a\": 1e999}"}) {
    EXPECT_EQ(error_text([&] { read_json(dir.file("a.json", text), RunContext()); }), "a.json: this is not valid JSON")
        << text;
  }
  EXPECT_THROW(read_json(dir / "absent.json", RunContext()), IoError);
}

}  // namespace
}  // namespace cgsd

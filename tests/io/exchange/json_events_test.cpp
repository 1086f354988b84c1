#include "cgsd/io/exchange/json_events.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

class Spelled final : public JsonHandler {
 public:
  void begin(bool array) override { text += array ? "[" : "{"; }
  void end() override { text += "."; }
  void key(std::string_view name) override { text += std::string(name) + "="; }
  void value(std::string_view value) override { text += "<" + std::string(value) + ">"; }
  std::string text;
};

std::string spelled(std::string_view json) {
  const TemporaryDirectory dir;
  Spelled handler;
  read_json(dir.file("g.json", json), handler, RunContext());
  return handler.text;
}

TEST(JsonEvents, ComeInOrderWithValuesAsSpelled) {
  EXPECT_EQ(spelled(R"({"a": [1, -2, 1.50, 1e3, true, null, "x\u00e4\n"], "b": {}})"),
            "{a=[<1><-2><1.50><1e3><true><><x\xc3\xa4\n>.b={..");
  EXPECT_EQ(spelled("[NaN, Infinity, -Infinity, \"NaN\\\"Infinity\", -1]"), "[<><><><NaN\"Infinity><-1>.");
  EXPECT_EQ(spelled(std::string_view("\xff\xfe[\0"
                                     "1\0]\0",
                                     8)),
            "[<1>.")
      << "UTF-16";
}

TEST(JsonEvents, PointAtWhatIsMalformed) {
  EXPECT_THAT(error_text([] { spelled("[1,\n 2,,]"); }), HasSubstr("g.json:2:4: not well-formed JSON: "));
  EXPECT_THAT(error_text([] { spelled("[1] x"); }), HasSubstr("g.json:1:5: "));
  EXPECT_THAT(error_text([] { spelled("[Nan]"); }), HasSubstr("not well-formed JSON"));
}

}  // namespace
}  // namespace cgsd

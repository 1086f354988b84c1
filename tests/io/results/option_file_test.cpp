#include "cgsd/io/results/option_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

struct Knobs {
  std::int32_t size = 1;
  double rate = 0.5;
};
void describe(OptionVisitor& v, Knobs& k) {
  v.number("size", k.size, {1, 9}, "size");
  v.number("rate", k.rate, {}, "rate");
}

std::vector<OptionSetting> read(std::string_view bytes) {
  const testing::TemporaryDirectory here;
  return read_option_file(here.file("options", bytes), RunContext());
}

std::string refused(std::string_view bytes) {
  const testing::TemporaryDirectory here;
  const auto file = here.file("options", bytes);
  return testing::error_text([&] {
    Knobs knobs;
    apply_settings([&] { return list_options(knobs); }, read_option_file(file, RunContext()), file);
  });
}

TEST(OptionFile, TakesLinesWithComments) {
  const auto settings = read("# first\nsize = 3 # three\n\n  rate=1e-2\r\n");
  ASSERT_EQ(settings.size(), 2u);
  EXPECT_EQ(settings[0].name, "size");
  EXPECT_EQ(settings[0].value, "3");
  EXPECT_EQ(settings[0].line, 2u);
  EXPECT_EQ(settings[1].value, "1e-2");
  EXPECT_EQ(settings[1].line, 4u);
}

TEST(OptionFile, TakesAManifest) {
  const auto settings =
      read(R"({"cgsd": "0.1", "preset": "paper", "seed": 7, "options": {"size": 3, "rate": 0.25, "on": true}})");
  ASSERT_EQ(settings.size(), 5u);
  EXPECT_EQ(settings[0].name, "preset");
  EXPECT_EQ(settings[0].value, "paper");
  EXPECT_EQ(settings[1].value, "7");
  EXPECT_EQ(settings[2].value, "true");  // on, rate, size
  EXPECT_EQ(settings[3].value, "0.25");
  EXPECT_EQ(settings[4].value, "3");
}

// 80,000 members took most of a minute: each looked through all before it, and through all options.
TEST(OptionFile, RefusesVeryManyMembersAtTheFirst) {
  std::string text = "{";
  for (int i = 0; i < 200'000; ++i) text += fmt::format("\"k{}\": 1,", i);
  const auto settings = read(text + "\"z\": 1}");
  EXPECT_EQ(settings.size(), 200'001u);
  EXPECT_EQ(settings.back().name, "z");
}

TEST(OptionFile, TakesAPlainObject) { EXPECT_EQ(read(R"( {"size": 3} )").at(0).name, "size"); }

TEST(OptionFile, SetsOptions) {
  const testing::TemporaryDirectory here;
  const auto file = here.file("options", "size = 4\nrate = 2\n");
  Knobs knobs;
  apply_settings([&] { return list_options(knobs); }, read_option_file(file, RunContext()), file);
  EXPECT_EQ(knobs.size, 4);
  EXPECT_EQ(knobs.rate, 2.0);
}

TEST(OptionFile, SaysWhereItIsWrong) {
  EXPECT_THAT(refused("size = 3\nsize\n"), HasSubstr("options:2: expected name = value"));
  EXPECT_THAT(refused("= 3\n"), HasSubstr("options:1: expected name = value"));
  EXPECT_THAT(refused("rate = 1\nsize = 10\n"), HasSubstr("options:2: size = 10: must be in [1, 9]"));
  EXPECT_THAT(refused("sizes = 1\n"), HasSubstr("size"));
  EXPECT_THAT(refused("{\"size\": "), HasSubstr("not valid JSON"));
  EXPECT_THAT(refused("{\"size\": [1]}"), HasSubstr("must be a number, a text or true/false"));
  EXPECT_THAT(refused("{\"options\": 3}"), HasSubstr("must be an object"));
}

}  // namespace
}  // namespace cgsd

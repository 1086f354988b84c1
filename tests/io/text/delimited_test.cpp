#include "cgsd/io/text/delimited.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> split(std::string_view text, Delimiter delimiter) {
  std::vector<Field> fields;
  const Record record = split_record(text, delimiter, fields);
  EXPECT_EQ(record.status, RecordStatus::complete);
  std::vector<std::string> values;
  std::string scratch;
  for (const Field& field : fields) values.emplace_back(field.value(scratch));
  return values;
}

TEST(Delimited, SplitsAtTheDelimiter) {
  EXPECT_THAT(split(" a b , c\t,d \r\n", Delimiter::comma), ElementsAre("a b", "c", "d"));
  EXPECT_THAT(split("a b\t c \t\n", Delimiter::tab), ElementsAre("a b", "c", ""));
  EXPECT_THAT(split(" a \t b,c \n", Delimiter::blanks), ElementsAre("a", "b,c"));
  EXPECT_THAT(split(";\n", Delimiter::semicolon), ElementsAre("", ""));
  EXPECT_THAT(split("  \n", Delimiter::blanks), ElementsAre());
  EXPECT_THAT(split("a\rb\n", Delimiter::comma), ElementsAre("a\rb")) << "a carriage return inside a line is text";
}

TEST(Delimited, KeepsWhatStandsInQuotes) {
  EXPECT_THAT(split("\"a,\"\"b\"\"\" , \"\nc\"\r\nrest\n", Delimiter::comma), ElementsAre("a,\"b\"", "\nc"));
  EXPECT_THAT(split("\"a b\" \"\" c\"d\n", Delimiter::blanks), ElementsAre("a b", "", "c\"d"));
}

TEST(Delimited, SaysWhereQuotesAreBroken) {
  std::vector<Field> fields;
  const std::string_view open = "a,\"b\nc\n";
  EXPECT_EQ(split_record(open, Delimiter::comma, fields).status, RecordStatus::quote_left_open);
  EXPECT_EQ(split_record(open, Delimiter::comma, fields).fault, open.data() + 2);
  const std::string_view after = "\"a\"b\n";
  EXPECT_EQ(split_record(after, Delimiter::blanks, fields).status, RecordStatus::text_after_quote);
  EXPECT_EQ(split_record(after, Delimiter::comma, fields).fault, after.data() + 3);
}

TEST(Delimited, CountsMoreFieldsThanItKeeps) {
  std::vector<Field> fields;
  EXPECT_EQ(split_record(std::string(100'000, ',') + "\n", Delimiter::comma, fields).fields, 100'001u);
  EXPECT_EQ(fields.size(), kMostFields);
}

TEST(Delimited, DetectsTheDelimiter) {
  EXPECT_EQ(detect_delimiter("1,2\n"), Delimiter::comma);
  EXPECT_EQ(detect_delimiter("\"a,b\";2\n"), Delimiter::semicolon);
  EXPECT_EQ(detect_delimiter("a, b\tc\n"), Delimiter::tab);
  EXPECT_EQ(detect_delimiter("1\t\t2\n"), Delimiter::blanks) << "empty fields: tabs are padding";
  EXPECT_EQ(detect_delimiter("1 2\n3,4\n"), Delimiter::blanks) << "only the first line counts";
}

TEST(Delimited, KnowsCommentsAndNumbers) {
  for (const char* line : {"\n", " \t\r\n", "#x\n", " % x\n", "//\n"}) EXPECT_TRUE(is_blank_or_comment(line)) << line;
  for (const char* line : {"a#\n", "/ x\n", "\"#\"\n"}) EXPECT_FALSE(is_blank_or_comment(line)) << line;
  EXPECT_EQ(parse_number("+1.5e3"), 1500.0);
  EXPECT_EQ(parse_number("-.5"), -0.5);
  EXPECT_EQ(parse_number("1e-999"), 0.0);
  for (const char* text : {"", "+", "+-1", "++1", "1 ", " 1", "0x10", "inf", "nan", "1e999", "1,5"}) {
    EXPECT_FALSE(parse_number(text).has_value()) << text;
  }
}

RC_GTEST_PROP(Delimited, ReadsBackWhatItWrites, (std::vector<std::string> fields)) {
  RC_PRE(!fields.empty());
  for (std::string& field : fields) std::erase(field, '\0');
  for (const Delimiter delimiter : {Delimiter::comma, Delimiter::tab, Delimiter::blanks}) {
    std::string line;
    std::vector<std::string> written;
    for (const std::string& field : fields) {
      std::string text;
      try {
        append_field(text, field, delimiter);
      } catch (const InvalidArgument&) {
        RC_ASSERT(delimiter != Delimiter::comma);
        continue;
      }
      line += (written.empty() ? "" : std::string(1, static_cast<char>(delimiter))) + text;
      written.push_back(field);
    }
    if (!written.empty()) RC_ASSERT(split(line + "\n", delimiter) == written);
  }
}

TEST(Delimited, WritesALineOfCsvWithNothingForNoValue) {
  std::string out = "before\n";
  append_csv_line(out, std::vector<std::string>{"", "a,b", number_field(0.1), number_field(-1.0 / 0.0), "\"c\""});
  EXPECT_EQ(out, "before\n,\"a,b\",0.1,,\"\"\"c\"\"\"\n");
}

TEST(Delimited, RefusesNulBytes) {
  std::string out;
  EXPECT_THROW(append_field(out, std::string_view("a\0b", 3), Delimiter::comma), InvalidArgument);
}

}  // namespace
}  // namespace cgsd

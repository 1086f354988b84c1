#include "cgsd/report/page.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Page, HasAPolicyThatForbidsTheNetworkAndForeignScripts) {
  const std::string page(page_template());
  EXPECT_THAT(page,
              HasSubstr("http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"));
  const std::size_t at = page.find("Content-Security-Policy");
  const std::string policy = page.substr(at, page.find('>', at) - at);
  EXPECT_THAT(policy, Not(HasSubstr("unsafe")));
  EXPECT_THAT(policy, Not(HasSubstr("http:")));
  EXPECT_THAT(policy, Not(HasSubstr("connect-src")));  // default-src 'none' holds
  EXPECT_THAT(page, Not(HasSubstr(" src=\"http")));
  EXPECT_THAT(page, Not(HasSubstr("<link")));
}

TEST(Page, HoldsFactsAndArraysThatCanBeReadBack) {
  PackedArrays arrays;
  arrays.add("x", std::span<const std::uint16_t>(std::vector<std::uint16_t>{1, 2, 3}));
  const std::string page = report_page({{"kind", "run"}, {"n", 3}}, arrays, "A & B");
  const auto facts = testing::facts_of_page(page);
  EXPECT_EQ(facts.at("n"), 3);
  EXPECT_EQ(facts.at("schema"), kReportSchema);
  EXPECT_EQ(testing::arrays_of_page(page).numbers<std::uint16_t>("x"), (std::vector<std::uint16_t>{1, 2, 3}));
  EXPECT_THAT(page, HasSubstr("<title>A &amp; B</title>"));
  EXPECT_THAT(page, Not(HasSubstr("@cgsd ")));
}

TEST(Page, IsNotEndedByANameThatLooksLikeMarkup) {
  const std::string hostile = "</script><script>alert(1)</script><!-- & \xe2\x80\xa8 \xe2\x80\xa9";
  const std::string page = report_page({{"name", hostile}}, PackedArrays(), "</title><script>alert(2)</script>");
  EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
  EXPECT_THAT(page, Not(HasSubstr("</title><script")));
  EXPECT_EQ(testing::facts_of_page(page).at("name"), hostile);
  EXPECT_THAT(testing::script_of(page, "facts"), Not(HasSubstr("\xe2\x80\xa8")));
}

TEST(Page, ReplacesWhatIsNotUtf8) {
  EXPECT_EQ(html_text("a\xff<"), "a\xef\xbf\xbd&lt;");
  EXPECT_EQ(script_json("\xff>"), "\"\xef\xbf\xbd\\u003e\"");
}

}  // namespace
}  // namespace cgsd

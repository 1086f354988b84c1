#include "papers/cgsd/opening.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "papers/cgsd/items/ablations.hpp"
#include "papers/cgsd/items/main_table.hpp"
#include "papers/cgsd/items/sweep.hpp"
#include "papers/cgsd/items/theory.hpp"
#include "tests/papers/items/claims_cases.hpp"
#include "tests/papers/items/theory_cases.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<ItemReport>& reports() {
  static const std::vector<ItemReport> kReports = [] {
    const ClaimInputs inputs = testing::inputs_as_printed();
    return std::vector<ItemReport>{main_table(inputs.main.spec, inputs.main.scores),
                                   grid_table(inputs.grid.spec, inputs.grid.scores),
                                   sweep_table(inputs.sweep.spec, inputs.sweep.scores),
                                   theory_report(builtin_item(PaperItem::theory), testing::theory_cases()),
                                   claims_report(builtin_item(PaperItem::claims), inputs)};
  }();
  return kReports;
}

TEST(Opening, HasItsFiguresFromTheReports) {
  const std::string page = opening_page(reports());
  // printed: (.050 + .093 + .054 + .182 + .158) / 5; what is not printed is 0.1 here
  EXPECT_THAT(page,
              HasSubstr("CGSD with CSpec 0.107; K-means on the attributes alone, which the paper leaves out, 0.100"));
  EXPECT_THAT(page, HasSubstr("behind K-means on the attributes on 3 of 5 datasets"));
  EXPECT_THAT(page, HasSubstr("(α = 0) on Cornell, Wisconsin, Chameleon; it is printed to gain most on Wisconsin and "
                              "Cornell."));
  EXPECT_THAT(page, HasSubstr("3 of 4 graphs meet its premise, all of them built for it, and 2 of these break it"));
}

TEST(Opening, IsOnePageWithOnePicture) {
  const std::string page = opening_page(reports());
  EXPECT_LE(std::ranges::count(page, '\n'), 45);
  std::size_t lines = 0;
  for (std::size_t at = page.find("\n- "); at != std::string::npos; at = page.find("\n- ", at + 1)) ++lines;
  EXPECT_LE(lines, 20u);
  EXPECT_GE(lines, 10u);
  EXPECT_THAT(page, HasSubstr("](table-main-scores.svg)"));
  EXPECT_LT(page.find("**What holds**"), page.find("**What does not**"));
  EXPECT_LT(page.find("**What does not**"), page.find("**What the idea is worth**"));
}

TEST(Opening, LeavesOutWhatWasNotMeasured) {
  const std::string page = opening_page({});
  EXPECT_THAT(page, HasSubstr("0 reproduced"));
  EXPECT_THAT(page, Not(HasSubstr("- ")));
}

}  // namespace
}  // namespace cgsd

#include "papers/cgsd/verdict.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

TEST(ClaimVerdict, KeepsTheDigitsOfAPrintedNumber) {
  EXPECT_EQ(printed_number("-22.50"), (Printed{-22.5, 2}));
  EXPECT_EQ(printed_number("183"), (Printed{183.0, 0}));
  EXPECT_EQ(testing::error_text<InvalidArgument>([] { printed_number("0.5x"); }), "'0.5x' is no number");
  EXPECT_EQ(testing::error_text<InvalidArgument>([] { printed_number(""); }), "'' is no number");
}

TEST(ClaimVerdict, AveragesOverTheRunsThatEnded) {
  // mean 2, deviation 1, √3 runs: 0.57735
  const Measured m = measured(std::vector<double>{1.0, 2.0, std::nan(""), 3.0});
  EXPECT_DOUBLE_EQ(m.value, 2.0);
  EXPECT_NEAR(m.standard_error, 0.577350, 1e-6);
  EXPECT_EQ(m.runs, 3u);
}

TEST(ClaimVerdict, IsInsideWithinTwoStandardErrorsAndHalfADigit) {
  const Measured m{.value = 0.100, .standard_error = 0.010, .runs = 5};
  EXPECT_EQ(agreement(m, Printed{0.1204, 3}), FigureAgreement::inside);   // 0.0204 ≤ 0.0200 + 0.0005
  EXPECT_EQ(agreement(m, Printed{0.1206, 3}), FigureAgreement::outside);  // 0.0206
  EXPECT_EQ(agreement(m, Printed{0.0794, 3}), FigureAgreement::outside);
  EXPECT_EQ(agreement(m, std::nullopt), FigureAgreement::not_printed);
  EXPECT_EQ(agreement({}, Printed{0.1, 3}), FigureAgreement::not_measured);
}

TEST(ClaimVerdict, OfEqualSeedsIsAMatterOfDigits) {
  const Measured m{.value = 0.1123, .standard_error = 0.0, .runs = 5};
  EXPECT_EQ(agreement(m, Printed{0.112, 3}), FigureAgreement::inside);
  EXPECT_EQ(agreement(m, Printed{0.113, 3}), FigureAgreement::outside);
}

TEST(ClaimVerdict, WithoutChanceComparesEveryDigit) {
  EXPECT_EQ(agreement(exact(-22.504), printed_number("-22.50")), FigureAgreement::equal);
  EXPECT_EQ(agreement(exact(-22.506), printed_number("-22.50")), FigureAgreement::different);
  EXPECT_EQ(agreement(exact(-0.001), printed_number("0.00")), FigureAgreement::equal);
}

TEST(ClaimVerdict, OfOneRunIsLeftOpen) {
  EXPECT_EQ(agreement(measured(std::vector<double>{0.05}), Printed{0.05, 3}), FigureAgreement::one_run);
  EXPECT_EQ(verdict_if(agrees(FigureAgreement::one_run)), ClaimVerdict::cannot_be_checked);
}

TEST(ClaimVerdict, CannotBeCheckedWithoutAFigure) {
  EXPECT_EQ(verdict_if(agrees(FigureAgreement::inside)), ClaimVerdict::reproduced);
  EXPECT_EQ(verdict_if(agrees(FigureAgreement::equal)), ClaimVerdict::reproduced);
  EXPECT_EQ(verdict_if(agrees(FigureAgreement::different)), ClaimVerdict::not_reproduced);
  EXPECT_EQ(verdict_if(agrees(FigureAgreement::not_measured)), ClaimVerdict::cannot_be_checked);
  EXPECT_EQ(name_of(ClaimVerdict::contradicts_itself), "contradicts itself");
}

TEST(ClaimVerdict, WritesNumbersAsTablesDo) {
  EXPECT_EQ(measured_text({.value = 0.05, .standard_error = 0.0174, .runs = 5}, 3), "0.050 ± 0.017");
  EXPECT_EQ(measured_text({.value = 183.0, .runs = 1}, 0), "183");
  EXPECT_EQ(measured_text({}, 3), "–");
  EXPECT_EQ(signed_text(0.0121, 3), "+0.012");
  EXPECT_EQ(signed_text(-0.0121, 3), "-0.012");
  EXPECT_EQ(signed_text(0.0001, 3), "0.000");
  EXPECT_EQ(rounded_text(-0.0001, 2), "0.00");
  EXPECT_EQ(p_text(0.0079), "p = 0.008");
  EXPECT_EQ(p_text(0.0001), "p < 0.001");
}

}  // namespace
}  // namespace cgsd

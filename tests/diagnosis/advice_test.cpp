#include "cgsd/diagnosis/advice.hpp"

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

// A graph with edges of which curvature and gate tell nothing to warn of.
Diagnosis with_attributes(SheafSign sign, EdgeAgreement agreement) {
  Diagnosis d{};
  d.curvature.count = 78;
  d.higher_within = 0.8;
  d.open_share = 0.9;
  d.attributes = {{MetricEvidence{}}, 0, agreement, sign, {1.0}};
  return d;
}

TEST(Advice, WithoutEdgesOrAttributesFollowsWhatThereIs) {
  Diagnosis d = with_attributes({.use = 0}, {});
  d.curvature.count = 0;
  EXPECT_THAT(advice(d).front(), HasSubstr("no edges"));
  d.curvature.count = 78;
  d.attributes = {};
  EXPECT_THAT(advice(d).front(), HasSubstr("no attributes that vary"));
}

TEST(Advice, FollowsWhatEdgesDoToAttributes) {
  const auto first = [](SheafSign sign, EdgeAgreement agreement) {
    return advice(with_attributes(sign, agreement)).front();
  };
  EXPECT_THAT(first({.use = 1, .pull = 1}, {.edges = 0.4, .significance = 30}), HasSubstr("pulls them together"));
  EXPECT_THAT(first({.use = 1}, {.edges = -0.1, .significance = -9}), HasSubstr("less than chance"));
  EXPECT_THAT(first({.use = 1, .push = 1}, {.edges = 0.1, .significance = 9}), HasSubstr("does not last"));
  EXPECT_THAT(first({.use = 1, .pull = 1}, {.edges = -0.3, .significance = -9}), HasSubstr("with the opposite sign"));
  EXPECT_THAT(first({.use = 0}, {.edges = 0.0, .significance = 1}), HasSubstr("no more than chance"));
  EXPECT_THAT(first({.use = 0}, {.edges = 0.1, .significance = 9}), HasSubstr("Neighbours of neighbours"));
}

TEST(Advice, SaysWhereClassesAndAttributesDisagreeAboutEdges) {
  Diagnosis d = with_attributes({.use = 0}, {});
  d.homophily =
      Homophily{.edge = 0.9, .node = 0.9, .adjusted = 0.8, .label_informativeness = 0.7, .labelled_edges = 78};
  EXPECT_THAT(advice(d)[1], HasSubstr("follow the edges (adjusted homophily 0.80) although attributes do not"));
}

TEST(Advice, SaysNothingOfFiguresWithoutAValue) {
  Diagnosis d = with_attributes({.use = 0}, {});
  d.open_share = d.higher_within = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(advice(d), SizeIs(1));
}

TEST(Advice, WarnsOfAGateThatIsShutAndCurvatureThatMisleads) {
  Diagnosis d = with_attributes({.use = 0}, {});
  d.open_share = 0.02;
  d.higher_within = 0.3;
  const auto said = advice(d);
  EXPECT_THAT(said[1], HasSubstr("shut on 98.0 %"));
  EXPECT_THAT(said[2], HasSubstr("30 % of the cases: a gate by curvature favours the wrong"));
}

}  // namespace
}  // namespace cgsd

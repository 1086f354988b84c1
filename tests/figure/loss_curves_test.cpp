#include "cgsd/figure/loss_curves.hpp"

#include <cmath>
#include <limits>

#include "tests/support/svg_reader.hpp"

namespace cgsd {
namespace {

using testing::count_of;
using testing::expect_fit_for_print;
using testing::has_words;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

LossCurves training(std::size_t losses, const std::string& suffix = "") {
  LossCurves figure{.kept_epoch = 12};
  for (std::size_t i = 0; i < losses; ++i) {
    LossCurve loss{.name = "loss " + std::to_string(i) + suffix};
    for (int epoch = 0; epoch < 30; ++epoch) {
      loss.values.push_back(std::pow(10.0, static_cast<double>(i)) / (1.0 + epoch) - (i == 0 ? 0.5 : 0.0));
    }
    figure.losses.push_back(loss);
  }
  return figure;
}

TEST(LossCurves, AreFitForPrint) {
  for (const double width : {60.0, 85.0, 175.0}) {
    for (const std::size_t losses : {0u, 1u, 4u, 7u}) {
      for (const std::string& suffix : {std::string(), testing::kLongName, testing::kHostileName}) {
        LossCurves figure = training(losses, suffix);
        figure.width_mm = width;
        expect_fit_for_print(loss_curves(figure));
      }
    }
  }
}

TEST(LossCurves, SayNamesAndTheKeptEpoch) {
  const std::string svg = loss_curves(training(3));
  for (const char* words : {"loss 0", "loss 1", "loss 2", "epoch", "kept: epoch 12"}) {
    EXPECT_TRUE(has_words(svg, words)) << words;
  }
}

TEST(LossCurves, TakeALogarithmicAxisForWideSpreads) {
  LossCurves figure;
  figure.losses = {{.name = "wide", .values = {1000.0, 10.0, 1.0}},
                   {.name = "narrow", .values = {50.0, 1.0}},
                   {.name = "signed", .values = {1000.0, -1.0}}};
  const std::string svg = loss_curves(figure);
  EXPECT_TRUE(has_words(svg, "wide (log)"));
  EXPECT_TRUE(has_words(svg, "narrow"));
  EXPECT_TRUE(has_words(svg, "signed"));
}

TEST(LossCurves, SurviveWhatIsNotANumber) {
  LossCurves figure;
  figure.kept_epoch = 99;
  figure.losses = {{.name = "empty"},
                   {.name = "nothing", .values = {kNan, INFINITY, -INFINITY}},
                   {.name = "one", .values = {0.3}},
                   {.name = "constant", .values = {2.0, 2.0, 2.0}},
                   {.name = "broken", .values = {1.0, 2.0, kNan, 3.0, 4.0}}};
  const std::string svg = loss_curves(figure);
  expect_fit_for_print(svg);
  EXPECT_TRUE(has_words(svg, "no values"));
  const auto contents = testing::read_svg(svg);
  EXPECT_EQ(count_of(contents, "polyline"), 1u + 2u);  // the constant, and the broken one in two pieces
  EXPECT_EQ(count_of(contents, "circle"), 1u);         // the single epoch
}

TEST(LossCurves, CountWholeEpochs) {
  for (const std::size_t epochs : {1u, 2u, 3u, 5u, 30u}) {
    LossCurves figure{.losses = {{.name = "loss", .values = std::vector<double>(epochs, 7.0)}}};
    const std::string svg = loss_curves(figure);
    EXPECT_FALSE(has_words(svg, "1.5")) << epochs;
    EXPECT_FALSE(has_words(svg, "1.0")) << epochs;
  }
}

TEST(LossCurves, AreTheSameBytesEachTime) { EXPECT_EQ(loss_curves(training(4)), loss_curves(training(4))); }

TEST(LossCurves, NameTheirDataset) {
  LossCurves figure = training(4);
  figure.title = "Training on Cora";
  expect_fit_for_print(loss_curves(figure));
  EXPECT_TRUE(has_words(loss_curves(figure), "Training on Cora"));
}

}  // namespace
}  // namespace cgsd

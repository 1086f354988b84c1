#include "cgsd/detect/presets.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cgsd {
namespace {

using ::testing::Contains;
using ::testing::Pair;

std::map<std::string, std::string> values(Preset preset) {
  std::map<std::string, std::string> out;
  for (const auto& [name, value] : dump(preset_options(preset))) out[name] = to_text(value);
  return out;
}

void expect_values(Preset preset, const std::map<std::string, std::string>& expected) {
  const auto found = values(preset);
  for (const auto& setting : expected) EXPECT_THAT(found, Contains(setting));
}

// The design of CGSD, sections 2 to 4, column `paper`.
TEST(Presets, PaperHasTheValuesThatArePrinted) {
  expect_values(Preset::paper, {{"directed", "false"},
                                {"encoder", "trained"},
                                {"trained.curvature.kind", "forman"},
                                {"trained.heads", "2"},
                                {"trained.width", "64"},
                                {"trained.self_term", "1"},
                                {"trained.diffusion", "0.7"},
                                {"trained.residual", "0.3"},
                                {"trained.dropout", "0.3"},
                                {"trained.final_relu", "false"},
                                {"trained.gain", "1"},
                                {"trained.assignment_gain", "1"},
                                {"trained.adam.learning_rate", "0.01"},
                                {"trained.adam.l2", "0.0005"},
                                {"trained.epochs", "30"},
                                {"trained.keep", "last"},
                                {"trained.modularity_weight", "1"},
                                {"trained.collapse_weight", "5"},
                                {"trained.reconstruction_weight", "1"},
                                {"trained.modularity", "paper"},
                                {"trained.collapse", "paper"},
                                {"trained.reconstruction", "paper"},
                                {"rounding", "spectral"},
                                {"knn.neighbours", "10"},
                                {"affinity.kind", "curvature"},
                                {"affinity.edge", "nearest_edge"},
                                {"affinity.alpha", "1"},
                                {"spectral_width", "c-1"},
                                {"kmeans.restarts", "10"}});
}

// The same sections, column `authors`, and what both share.
TEST(Presets, AuthorsHasTheValuesOfTheProgram) {
  expect_values(Preset::authors, {{"directed", "true"},
                                  {"encoder", "trained"},
                                  {"trained.heads", "2"},
                                  {"trained.width", "64"},
                                  {"trained.self_term", "0"},
                                  {"trained.diffusion", "0.5"},
                                  {"trained.residual", "0.5"},
                                  {"trained.dropout", "0.3"},
                                  {"trained.final_relu", "true"},
                                  {"trained.gain", "1.414"},
                                  {"trained.assignment_gain", "1"},
                                  {"trained.adam.learning_rate", "0.005"},
                                  {"trained.adam.l2", "0.0005"},
                                  {"trained.epochs", "30"},
                                  {"trained.keep", "best"},
                                  {"trained.modularity", "authors"},
                                  {"trained.collapse", "authors"},
                                  {"trained.reconstruction", "authors"},
                                  {"rounding", "spectral"},
                                  {"affinity.edge", "same_edge"},
                                  {"spectral_width", "c"}});
}

TEST(Presets, DefaultTrainsNothingAndHasNoOptionsOfATraining) {
  const auto found = values(Preset::standard);
  EXPECT_THAT(found, Contains(Pair("encoder", "diffusion")));
  EXPECT_THAT(found, Contains(Pair("rounding", "smoothed")));
  for (const auto& [name, value] : found) EXPECT_FALSE(name.starts_with("trained.")) << name;
}

TEST(Presets, AreValid) {
  for (const auto& entry : enum_names(Preset{})) EXPECT_NO_THROW(validate(preset_options(entry.value))) << entry.name;
}

}  // namespace
}  // namespace cgsd

#include "cgsd/detect/presets.hpp"

#include <set>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

std::string name_part(std::string_view setting) { return std::string(split_assignment(setting).first); }

TEST(Presets, SayEverythingTheyDependOnSoThatDefaultsCannotChangeThem) {
  std::set<std::string> paper;
  std::set<std::string> authors;
  for (const auto setting : preset_settings(Preset::paper)) paper.insert(name_part(setting));
  for (const auto setting : preset_settings(Preset::authors)) authors.insert(name_part(setting));
  EXPECT_EQ(paper, authors);
}

// design of CGSD, section 2: the table of differences
TEST(Presets, DifferWhereTheProgramDiffersFromThePaper) {
  std::set<std::string> different;
  const auto paper = dump(preset_options(Preset::paper));
  const auto authors = dump(preset_options(Preset::authors));
  ASSERT_EQ(paper.size(), authors.size());
  for (std::size_t i = 0; i < paper.size(); ++i) {
    if (paper[i].second != authors[i].second) different.insert(paper[i].first);
  }
  EXPECT_EQ(different, (std::set<std::string>{"directed", "encoder.self_term", "encoder.diffusion", "encoder.residual",
                                              "encoder.final_relu", "encoder.gain", "encoder.adam.learning_rate",
                                              "encoder.keep", "encoder.modularity", "encoder.collapse",
                                              "encoder.reconstruction", "affinity.edge", "spectral_width"}));
}

TEST(Presets, AreValid) {
  validate(preset_options(Preset::paper));
  validate(preset_options(Preset::authors));
}

}  // namespace
}  // namespace cgsd

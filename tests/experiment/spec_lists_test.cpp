#include "cgsd/experiment/spec_lists.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;

std::vector<std::string> methods_of(const ExperimentSpec& spec) {
  std::vector<std::string> names;
  for (const MethodEntry& entry : spec.methods) names.push_back(entry.label);
  return names;
}

std::string refused(const SpecLists& lists) {
  return error_text<InvalidArgument>([&] { spec_from_lists(lists); });
}

TEST(SpecLists, AllIsEveryPresetAndMethodAndFastThoseThatLearnNothing) {
  EXPECT_EQ(methods_of(spec_from_lists({.data = {"karate"}, .methods = {"all"}, .settings = {}})), method_names());
  std::vector<std::string> expected = {"agc"};
  for (const MethodRecord& record : method_records()) {
    if (!record.learned && record.name != "agc") expected.emplace_back(record.name);
  }
  expected.emplace_back("paper");
  EXPECT_THAT(expected, ::testing::IsSupersetOf({"default", "kmeans", "louvain", "leiden", "ssgc"}));
  EXPECT_EQ(methods_of(spec_from_lists({.data = {"karate"}, .methods = {"agc", "fast", "paper"}, .settings = {}})),
            expected);
}

TEST(SpecLists, SeedsAreANumberOrAList) {
  SpecLists lists{.data = {"karate"}, .methods = {"louvain"}, .seeds = "3", .first_seed = 10, .settings = {}};
  EXPECT_THAT(spec_from_lists(lists).seeds, ElementsAre(10, 11, 12));
  lists.seeds = "7, 5";
  EXPECT_THAT(spec_from_lists(lists).seeds, ElementsAre(7, 5));
  for (const char* wrong : {"0", "-1", "many", "1,,2", "", "1000001"}) {
    lists.seeds = wrong;
    EXPECT_THROW(spec_from_lists(lists), InvalidArgument) << wrong;
  }
}

TEST(SpecLists, SettingsFindTheirMethod) {
  const auto spec = spec_from_lists({.data = {"karate"},
                                     .methods = {"cca-ssg", "leiden", "paper"},
                                     .settings = {"cca-ssg.epochs=3", "leiden.communities=classes",
                                                  "paper.rounding=kmeans", "paper.trained.epochs=2"}});
  EXPECT_THAT(spec.methods[0].overrides, ElementsAre("cca-ssg.epochs=3"));
  EXPECT_THAT(spec.methods[1].overrides, ElementsAre("communities=classes"));
  EXPECT_THAT(spec.methods[2].overrides, ElementsAre("rounding=kmeans", "trained.epochs=2"));
  EXPECT_THAT(refused({.data = {"karate"}, .methods = {"leiden"}, .settings = {"dgi.epochs=3"}}),
              HasSubstr("belongs to none of the methods leiden"));
  EXPECT_THAT(refused({.data = {"karate"}, .methods = {"dgi"}, .settings = {"dgi.epoch=3"}}), HasSubstr("dgi.epochs"));
  EXPECT_THAT(refused({.data = {"karate"}, .methods = {"dgi"}, .settings = {"dgi"}}), HasSubstr("name=value"));
}

TEST(SpecLists, FilesOfOneNameKeepTheirPaths) {
  const auto spec =
      spec_from_lists({.data = {"a/graph.npz", "b/graph.npz", "karate"}, .methods = {"louvain"}, .settings = {}});
  EXPECT_EQ(spec.datasets[0].label, "graph");
  EXPECT_EQ(spec.datasets[1].label, "b/graph.npz");
  EXPECT_EQ(spec.datasets[2].label, "karate");
  EXPECT_THAT(refused({.data = {"karate", "karate"}, .methods = {"louvain"}, .settings = {}}),
              HasSubstr("two datasets are called 'karate'"));
}

}  // namespace
}  // namespace cgsd

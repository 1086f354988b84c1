#include "cgsd/experiment/method_call.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/graph/karate.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using ::testing::HasSubstr;

MethodEntry entry(const std::string& method, std::vector<std::string> overrides = {}) {
  return {method, method, std::move(overrides)};
}

std::int32_t communities_of(const MethodEntry& method, std::int32_t classes) {
  for (const auto& [name, value] : options_of(method_call(method, classes))) {
    if (name == "communities") return static_cast<std::int32_t>(std::get<std::int64_t>(value));
  }
  ADD_FAILURE() << "no number of communities";
  return -1;
}

TEST(MethodCall, TellsTheNumberOfCommunitiesToThoseThatMustKnow) {
  EXPECT_EQ(communities_of(entry("kmeans"), 7), 7);
  EXPECT_EQ(communities_of(entry("paper"), 7), 7);
  EXPECT_EQ(communities_of(entry("leiden"), 7), 0);
  EXPECT_EQ(communities_of(entry("leiden", {"communities=classes"}), 7), 7);
  EXPECT_EQ(communities_of(entry("leiden", {"communities=3"}), 7), 3);
  EXPECT_EQ(communities_of(entry("paper", {"communities=0"}), 7), 0);
}

TEST(MethodCall, TakesOptionsOfItsOwnMethodOnly) {
  const auto call = method_call(entry("dgi", {"dgi.epochs=3"}), 2);
  EXPECT_EQ(std::get<BaselineCall>(call).options.dgi.epochs, 3);
  EXPECT_THAT(error_text<InvalidArgument>([] { method_call(entry("dgi", {"grace.epochs=3"}), 2); }),
              HasSubstr("unknown option 'grace.epochs'"));
  EXPECT_THAT(error_text<InvalidArgument>([] { method_call(entry("paper", {"encoder.epoch=3"}), 2); }),
              HasSubstr("did you mean 'encoder.epochs'?"));
  EXPECT_THAT(error_text<InvalidArgument>([] { method_call(entry("paper", {"knn.neighbours=0"}), 2); }),
              HasSubstr("knn.neighbours = 0"));
}

TEST(MethodCall, AnswersAnUnknownMethodWithTheNearestOrAll) {
  EXPECT_THAT(error_text<InvalidArgument>([] { method_call(entry("leidn"), 2); }), HasSubstr("did you mean 'leiden'?"));
  EXPECT_THAT(error_text<InvalidArgument>([] { method_call(entry("dijkstra"), 2); }), HasSubstr("paper, authors"));
}

TEST(MethodCall, OnlyThePresetOfTheAuthorsWantsDirectedEntries) {
  for (const std::string& name : method_names()) {
    EXPECT_EQ(wants_directed(method_call(entry(name), 2)), name == "authors") << name;
  }
}

TEST(MethodCall, HasAFingerprintThatFollowsItsSettings) {
  const std::string plain = fingerprint(method_call(entry("dgi"), 2));
  EXPECT_EQ(plain.size(), 16u);
  EXPECT_EQ(plain, fingerprint(method_call(entry("dgi"), 2)));
  EXPECT_NE(plain, fingerprint(method_call(entry("dgi"), 3)));
  EXPECT_NE(plain, fingerprint(method_call(entry("dgi", {"dgi.epochs=3"}), 2)));
  EXPECT_NE(fingerprint(method_call(entry("kmeans"), 2)), fingerprint(method_call(entry("spectral"), 2)));
}

TEST(MethodCall, RunsMethodsAndPresets) {
  const Dataset karate = karate_club(RunContext());
  const RunContext run({.seed = 1});
  EXPECT_EQ(run_call(method_call(entry("spectral"), 2), karate.input, run).communities, 2);
  EXPECT_EQ(run_call(method_call(entry("paper", {"encoder.epochs=2"}), 2), karate.input, run).community_of.size(), 34u);
}

TEST(MethodCall, TrainingsAreAlikeWhereOnlyTheCutDiffers) {
  const auto training = [](const std::string& method, const std::string& setting) {
    return training_fingerprint(method_call({.method = method, .label = method, .overrides = {setting}}, 3));
  };
  EXPECT_EQ(training("authors", "cut=kmeans"), training("authors", "knn.neighbours=15"));
  EXPECT_EQ(training("authors", "affinity.alpha=2"), training("authors", "spectral_width=c-1"));
  EXPECT_NE(training("authors", "encoder.adam.l2=0"), training("authors", "cut=kmeans"));
  EXPECT_NE(training("paper", "cut=kmeans"), training("authors", "cut=kmeans"));
  EXPECT_EQ(training("default", "cut=kmeans"), "");
  EXPECT_EQ(training("kmeans", "communities=3"), "");
}

}  // namespace
}  // namespace cgsd

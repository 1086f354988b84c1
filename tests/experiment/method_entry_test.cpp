#include "cgsd/experiment/method_entry.hpp"

#include <gtest/gtest.h>

#include "cgsd/graph/karate.hpp"

namespace cgsd {
namespace {

MethodEntry entry(const std::string& method, std::vector<std::string> overrides = {}) {
  return {method, method, std::move(overrides)};
}

std::int32_t communities_of(const MethodEntry& method, std::int32_t classes) {
  return configured(method, classes).communities;
}

TEST(MethodEntry, TellsTheNumberOfCommunitiesToThoseThatMustKnow) {
  EXPECT_EQ(communities_of(entry("kmeans"), 7), 7);
  EXPECT_EQ(communities_of(entry("paper"), 7), 7);
  EXPECT_EQ(communities_of(entry("leiden"), 7), 0);
  EXPECT_EQ(communities_of(entry("leiden", {"communities=classes"}), 7), 7);
  EXPECT_EQ(communities_of(entry("leiden", {"communities=3"}), 7), 3);
  EXPECT_EQ(communities_of(entry("paper", {"communities=0"}), 7), 0);
}

TEST(MethodEntry, HasAFingerprintThatFollowsItsSettings) {
  const std::string plain = fingerprint(configured(entry("dgi"), 2));
  EXPECT_EQ(plain.size(), 16u);
  EXPECT_EQ(plain, fingerprint(configured(entry("dgi"), 2)));
  EXPECT_NE(plain, fingerprint(configured(entry("dgi"), 3)));
  EXPECT_NE(plain, fingerprint(configured(entry("dgi", {"dgi.epochs=3"}), 2)));
  EXPECT_NE(fingerprint(configured(entry("kmeans"), 2)), fingerprint(configured(entry("spectral"), 2)));
}

TEST(MethodEntry, TrainingsAreAlikeIfOnlyTheRoundingDiffers) {
  const auto training = [](const std::string& method, const std::string& setting) {
    return training_fingerprint(configured({.method = method, .label = method, .overrides = {setting}}, 3));
  };
  EXPECT_EQ(training("authors", "rounding=kmeans"), training("authors", "knn.neighbours=15"));
  EXPECT_EQ(training("authors", "affinity.alpha=2"), training("authors", "spectral_width=c-1"));
  EXPECT_NE(training("authors", "trained.adam.l2=0"), training("authors", "rounding=kmeans"));
  EXPECT_NE(training("paper", "rounding=kmeans"), training("authors", "rounding=kmeans"));
  EXPECT_EQ(training("default", "rounding=kmeans"), "");
  EXPECT_EQ(training("kmeans", "communities=3"), "");
}

TEST(MethodEntry, ASharedTrainingGivesTheSameCommunities) {
  const Dataset karate = karate_club(RunContext());
  const RunContext run({.seed = 1});
  const ConfiguredMethod first = configured(entry("paper", {"trained.epochs=2"}), 2);
  const ConfiguredMethod second = configured(entry("paper", {"trained.epochs=2", "rounding=kmeans"}), 2);
  std::optional<TrainingState<float>> training;
  EXPECT_EQ(run_sharing(first, karate.input, training, run), first.run(karate.input, run).partition);
  ASSERT_TRUE(training);
  EXPECT_EQ(training->epoch, 2);
  EXPECT_EQ(run_sharing(second, karate.input, training, run), second.run(karate.input, run).partition);
}

}  // namespace
}  // namespace cgsd

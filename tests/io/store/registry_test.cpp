#include "cgsd/io/store/registry.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/karate.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class Failure>
std::string message_of(auto&& call) {
  try {
    call();
  } catch (const Failure& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string message_for(std::string_view name) {
  return message_of<InvalidArgument>([&] { dataset_record(name); });
}

TEST(Registry, FindsEveryNameInAnySpelling) {
  for (const DatasetRecord& record : dataset_records()) {
    EXPECT_EQ(&dataset_record(record.name), &record);
    std::string spelling(record.name);
    for (char& c : spelling) c = c == '_' ? '-' : static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    EXPECT_EQ(&dataset_record(spelling), &record) << spelling;
  }
  EXPECT_EQ(dataset_record("Film").name, "actor");
  EXPECT_EQ(dataset_record(" Roman-Empire ").name, "roman_empire");
}

TEST(Registry, AnswersAnUnknownNameWithTheNearest) {
  EXPECT_EQ(message_for("corra"), "unknown dataset 'corra'; did you mean 'cora'?");
  EXPECT_EQ(message_for("Amazon-Rating"), "unknown dataset 'Amazon-Rating'; did you mean 'amazon_ratings'?");
  EXPECT_EQ(message_for("flim"), "unknown dataset 'flim'; did you mean 'film'?");
  EXPECT_THAT(message_for("imagenet"), HasSubstr("unknown dataset 'imagenet'; known are cora, cornell, "));
  EXPECT_THAT(message_for(""), HasSubstr("known are"));
  EXPECT_THAT(message_for("cora\n"), HasSubstr("nothing was thrown")) << "blanks around a name do not count";
  EXPECT_THAT(message_for(std::string(1'000'000, 'a')), HasSubstr("known are"));
}

TEST(Registry, GivesTheAddressesOfTheFiles) {
  const DatasetForm* tolokers = downloadable_form(dataset_record("tolokers"));
  ASSERT_NE(tolokers, nullptr);
  EXPECT_EQ(std::string(tolokers->origin) + std::string(tolokers->files[0].name),
            "https://raw.githubusercontent.com/yandex-research/heterophilous-graphs/main/data/tolokers.npz");
  const DatasetForm* pubmed = downloadable_form(dataset_record("pubmed"));
  ASSERT_NE(pubmed, nullptr);
  std::vector<std::string_view> names;
  for (const DatasetFile& file : pubmed->files) names.push_back(file.name);
  EXPECT_THAT(names, ElementsAre("ind.pubmed.graph", "ind.pubmed.x", "ind.pubmed.y", "ind.pubmed.tx", "ind.pubmed.ty",
                                 "ind.pubmed.allx", "ind.pubmed.ally", "ind.pubmed.test.index"));
  EXPECT_EQ(pubmed->origin, "https://raw.githubusercontent.com/kimiyoung/planetoid/master/data/");
}

TEST(VerifyCounts, NamesAllThatDiffers) {
  const DatasetRecord& cora = dataset_record("cora");
  EXPECT_NO_THROW(verify_counts(cora, {2708, 5278, 1433, 7}));
  EXPECT_EQ(message_of<ParseError>([&] {
              verify_counts(cora, {2707, 5278, 1433, 7});
            }),
            "cora: 2,707 nodes instead of 2,708");
  EXPECT_EQ(message_of<ParseError>([&] {
              verify_counts(cora, {2708, 5279, 0, 8});
            }),
            "cora: 5,279 edges instead of 5,278, 0 attributes instead of 1,433, 8 classes instead of 7");
}

TEST(VerifyCounts, KnowsTheFormWithoutAttributes) {
  const DatasetRecord& roman_empire = dataset_record("roman_empire");
  const DatasetCounts without = {22662, 32927, 0, 18};
  EXPECT_THROW(verify_counts(roman_empire, without), ParseError);
  EXPECT_NO_THROW(verify_counts(roman_empire, roman_empire.forms[1], without));
}

TEST(VerifyCounts, AcceptsTheBuiltInKarateClub) {
  const Dataset karate = karate_club(RunContext());
  EXPECT_NO_THROW(verify_counts(dataset_record("karate"),
                                {karate.input.graph.nodes(), karate.input.graph.edges(), karate.input.attributes.cols(),
                                 static_cast<std::uint64_t>(karate.labels.classes())}));
}

}  // namespace
}  // namespace cgsd

// The table of cgsd/io/store/registry.hpp.
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/store/http_message.hpp"
#include "cgsd/io/store/registry.hpp"

#include "tests/support/shared_data.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(RegistryTable, HoldsThePapersTenAndFourMoreBesideTheBuiltInOnes) {
  std::vector<std::string_view> of_the_paper;
  std::vector<std::string_view> others;
  for (const DatasetRecord& record : public_records()) {
    (record.in_paper ? of_the_paper : others).push_back(record.name);
  }
  EXPECT_THAT(of_the_paper, ElementsAre("cora", "cornell", "texas", "wisconsin", "chameleon", "actor", "roman_empire",
                                        "amazon_ratings", "tolokers", "questions"));
  EXPECT_THAT(others, ElementsAre("squirrel", "minesweeper", "citeseer", "pubmed"));
}

TEST(RegistryTable, SaysWhatEveryDatasetIsAndWhereItComesFrom) {
  std::set<std::string_view> names;
  for (const DatasetRecord& record : dataset_records()) {
    SCOPED_TRACE(record.name);
    EXPECT_TRUE(names.insert(record.name).second);
    EXPECT_FALSE(record.description.empty());
    EXPECT_FALSE(record.licence.empty());
    EXPECT_FALSE(record.citation.empty());
    EXPECT_EQ(record.description.find('\n'), std::string_view::npos);
    ASSERT_FALSE(record.forms.empty());
    const bool builtin = record.forms.front().format == DatasetFormat::builtin;
    EXPECT_EQ(downloadable_form(record), builtin ? nullptr : &record.forms.front());
    for (const DatasetForm& form : record.forms) {
      EXPECT_TRUE(builtin || !form.files.empty());
      EXPECT_EQ(form.folders.empty(), builtin);
      EXPECT_TRUE(form.origin.empty() || form.origin.ends_with('/'));
      if (!form.origin.empty()) check_web_address(form.origin);
      for (const DatasetFile& file : form.files) {
        EXPECT_TRUE(file.sha256.empty() || file.sha256.size() == 64) << file.name;
        EXPECT_EQ(file.sha256.empty(), file.bytes == 0) << file.name;
        EXPECT_EQ(file.sha256.find_first_not_of("0123456789abcdef"), std::string_view::npos) << file.name;
      }
    }
  }
}

// Every file of the table that lies in the shared data must be, to the bit, the one that the table names.
TEST(RegistryTable, AgreesWithTheRealFiles) {
  CGSD_NEEDS_SHARED_DATA("data", directory);
  std::set<std::string_view> seen;
  for (const DatasetRecord& record : public_records()) {
    for (const DatasetForm& form : record.forms) {
      for (const DatasetFile& file : form.files) {
        const std::filesystem::path path = directory / form.folders.front() / file.name;
        EXPECT_EQ(std::filesystem::exists(path), !file.sha256.empty()) << path;
        if (!std::filesystem::exists(path)) continue;
        EXPECT_EQ(sha256_of_file(path, RunContext()), file.sha256) << path;
        EXPECT_EQ(std::filesystem::file_size(path), file.bytes) << path;
        seen.insert(record.name);
      }
    }
  }
  EXPECT_EQ(seen.size(), 10u) << "all but amazon_ratings, questions, citeseer and pubmed";
}

TEST(RegistryTable, MarksFiguresThatWereNotMeasured) {
  for (const DatasetRecord& record : dataset_records()) {
    const bool published = record.name == "roman_empire" || record.name == "amazon_ratings" ||
                           record.name == "questions" || record.name == "citeseer" || record.name == "pubmed";
    EXPECT_EQ(record.counts_are, published ? CountSource::published : CountSource::measured) << record.name;
  }
}

// As printed by Platonov et al. 2023 (Table 1), by PyTorch Geometric, which counts the edges of Planetoid's graphs twice,
// and by Zachary 1977.
TEST(RegistryTable, HasTheCountsOfThePublications) {
  const auto counts = [](std::string_view name) { return dataset_record(name).expected; };
  EXPECT_EQ(counts("cora"), (DatasetCounts{2708, 5278, 1433, 7}));
  EXPECT_EQ(counts("citeseer"), (DatasetCounts{3327, 4552, 3703, 6}));
  EXPECT_EQ(counts("pubmed"), (DatasetCounts{19717, 44324, 500, 3}));
  EXPECT_EQ(counts("roman_empire"), (DatasetCounts{22662, 32927, 300, 18}));
  EXPECT_EQ(counts("amazon_ratings"), (DatasetCounts{24492, 93050, 300, 5}));
  EXPECT_EQ(counts("minesweeper"), (DatasetCounts{10000, 39402, 7, 2}));
  EXPECT_EQ(counts("tolokers"), (DatasetCounts{11758, 519000, 10, 2}));
  EXPECT_EQ(counts("questions"), (DatasetCounts{48921, 153540, 301, 2}));
  EXPECT_EQ(counts("karate"), (DatasetCounts{34, 78, 0, 2}));
}

// All but the citation networks, the karate club and two built for it, which are homophilic.
TEST(RegistryTable, KnowsWhichAreHeterophilic) {
  std::vector<std::string_view> homophilic;
  for (const DatasetRecord& record : dataset_records()) {
    if (!record.heterophilic) homophilic.push_back(record.name);
  }
  EXPECT_THAT(homophilic, ElementsAre("cora", "citeseer", "pubmed", "people", "karate", "blocks"));
}

// The early Geom-GCN files of Cornell hold the attributes and labels of Texas.
TEST(RegistryTable, TakesCornellFromAFolderOfTheCorrectedFilesOnly) {
  for (const DatasetForm& form : dataset_record("cornell").forms) {
    if (form.format != DatasetFormat::geom_gcn) continue;
    EXPECT_THAT(form.folders, ElementsAre("geom-gcn/cornell-corrected", "cornell-corrected"));
    return;
  }
  FAIL() << "there is no such form";
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/built_in/built_in_records.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/io/built_in/embedded_files.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(BuiltInRecords, AreTheLastOfTheRegistry) {
  std::vector<std::string_view> names;
  for (const DatasetRecord& record : built_in_records()) {
    names.push_back(record.name);
    EXPECT_EQ(dataset_record(record.name).description, record.description);
    EXPECT_EQ(record.forms.front().format, DatasetFormat::builtin);
    EXPECT_EQ(downloadable_form(record), nullptr);
  }
  EXPECT_THAT(names, ElementsAre("people", "trade", "karate", "blocks", "blocks_unlike"));
  EXPECT_EQ(dataset_records().back().name, names.back());
}

TEST(BuiltInRecords, NameFilesThatAreEmbedded) {
  std::size_t files = 0;
  for (const DatasetRecord& record : built_in_records()) {
    for (const DatasetFile& file : record.forms.front().files) {
      ++files;
      EXPECT_TRUE(embedded_file(embedded_path(std::string(record.name) + "/" + std::string(file.name)))) << file.name;
    }
  }
  EXPECT_EQ(files, embedded_texts().size()) << "no file is embedded in vain";
}

}  // namespace
}  // namespace cgsd

#include "cgsd/report/attribute_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/report/report_cases.hpp"
#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

TEST(AttributeArrays, AreInTheUnitsOfTheUser) {
  testing::RunCase run;
  run.data.attribute_meanings[0].offset = 100.0;  // age = 100 + 2 · stored
  run.data.attribute_meanings[0].unit = 2.0;
  PackedArrays arrays;
  const auto facts = add_attribute_arrays(arrays, run.data, {});
  const testing::PackedReader read(arrays);
  EXPECT_EQ(facts, (nlohmann::ordered_json{{"sparse", false}, {"columns", 2}, {"left_out", 0}}));
  const auto columns = read.json("attribute_columns");
  EXPECT_EQ(columns.at(0).at("label"), "age");
  EXPECT_EQ(columns.at(0).at("kind"), "number");
  EXPECT_EQ(columns.at(0).at("least"), 140.0);
  EXPECT_EQ(columns.at(0).at("most"), 220.0);
  EXPECT_EQ(columns.at(1).at("role"), "word");
  EXPECT_EQ(columns.at(1).at("level"), "chess");
  EXPECT_THAT(read.numbers<float>("attributes"), ElementsAre(200, 1, 220, 1, 180, 0, 140, 1, 160, 0, 180, 0));
}

TEST(AttributeArrays, StaySparse) {
  testing::RunCase run;
  run.data.attribute_meanings.clear();
  run.data.attribute_names.clear();
  run.data.input.attributes = to_sparse(Matrix<float>(3, 3, {0, 1, 0, 0, 0, 0, 1, 0, 1}));
  PackedArrays arrays;
  const auto facts = add_attribute_arrays(arrays, run.data, {});
  const testing::PackedReader read(arrays);
  EXPECT_EQ(facts.at("sparse"), true);
  EXPECT_THAT(read.numbers<std::uint32_t>("attribute_counts"), ElementsAre(1, 0, 2));
  EXPECT_THAT(read.numbers<std::uint32_t>("attribute_places"), ElementsAre(1, 0, 2));
  EXPECT_FALSE(arrays.has("attributes"));  // all are 1
}

// Two columns of 2,000,000 numbers: one has room, and it is the one that the cards speak of.
TEST(AttributeArrays, KeepWhatIsSpokenOfIfThereIsNoRoomForAll) {
  Dataset data;
  const std::size_t rows = 2'000'000;
  data.input.attributes = Matrix<float>(rows, 2);
  data.attribute_names = {"first", "second"};
  PackedArrays arrays;
  const auto facts = add_attribute_arrays(arrays, data, {"second"});
  EXPECT_EQ(facts.at("left_out"), 1);
  EXPECT_EQ(testing::PackedReader(arrays).json("attribute_columns").at(0).at("name"), "second");
}

TEST(AttributeArrays, AreAbsentWithoutAttributes) {
  PackedArrays arrays;
  EXPECT_TRUE(add_attribute_arrays(arrays, Dataset(), {}).is_null());
  EXPECT_FALSE(arrays.has("attribute_columns"));
}

}  // namespace
}  // namespace cgsd

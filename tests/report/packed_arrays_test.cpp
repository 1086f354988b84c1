#include "cgsd/report/packed_arrays.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/packed_reader.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;

// RFC 4648, section 10.
TEST(PackedArrays, WritesBase64AsTheStandardHasIt) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(PackedArrays, GiveBackEveryTypeWhateverStandsBeforeIt) {
  PackedArrays arrays;
  arrays.add("bytes", std::span<const std::uint8_t>(std::vector<std::uint8_t>{1, 2, 255}));
  arrays.add("words", std::span<const std::uint16_t>(std::vector<std::uint16_t>{7, 65535, 9}));
  arrays.add("texts", nlohmann::ordered_json{"a", "é"});
  arrays.add("counts", std::span<const std::uint32_t>(std::vector<std::uint32_t>{4'000'000'000}));
  arrays.add("signed", std::span<const std::int32_t>(std::vector<std::int32_t>{-1, 3}));
  arrays.add("numbers", std::span<const float>(std::vector<float>{0.5F, -2.0F}));
  const testing::PackedReader read(arrays);
  EXPECT_THAT(read.numbers<std::uint8_t>("bytes"), ElementsAre(1, 2, 255));
  EXPECT_THAT(read.numbers<std::uint16_t>("words"), ElementsAre(7, 65535, 9));
  EXPECT_EQ(read.json("texts"), (nlohmann::ordered_json{"a", "é"}));
  EXPECT_THAT(read.numbers<std::uint32_t>("counts"), ElementsAre(4'000'000'000));
  EXPECT_THAT(read.numbers<std::int32_t>("signed"), ElementsAre(-1, 3));
  EXPECT_THAT(read.numbers<float>("numbers"), ElementsAre(0.5F, -2.0F));
}

// A typed array of JavaScript begins at a multiple of its element's size.
TEST(PackedArrays, BeginAtMultiplesOfFourBytes) {
  PackedArrays arrays;
  arrays.add("odd", std::span<const std::uint8_t>(std::vector<std::uint8_t>{1}));
  arrays.add("then", std::span<const float>(std::vector<float>{1.0F}));
  EXPECT_EQ(arrays.directory().at("then").at(1), 4);
  EXPECT_TRUE(arrays.has("odd"));
  EXPECT_FALSE(arrays.has("even"));
}

TEST(PackedArrays, ReplaceTextThatIsNotUtf8) {
  PackedArrays arrays;
  arrays.add("texts", nlohmann::ordered_json{"a\xff"});
  EXPECT_EQ(testing::PackedReader(arrays).json("texts").at(0), "a\xef\xbf\xbd");
}

}  // namespace
}  // namespace cgsd

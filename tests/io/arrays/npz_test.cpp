#include "cgsd/io/arrays/npz.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/array_files.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using testing::error_text;
using testing::npy;
using testing::npz_of;
using testing::raw;
using testing::TemporaryDirectory;

std::string three_numbers() { return npy("<i4", "(3,)", raw(std::vector<std::int32_t>{7, 8, 9})); }

class Npz : public ::testing::Test {
 protected:
  NpzFile open(const std::string& bytes) const { return NpzFile(dir_.file("data.npz", bytes), RunContext()); }
  TemporaryDirectory dir_;
};

TEST_F(Npz, FindsArraysByNameWithoutTheirEnding) {
  const auto file = open(npz_of({{"edges", three_numbers()}, {"weights", npy("<f8", "(0,)", "")}}));
  EXPECT_TRUE(file.has("edges"));
  EXPECT_FALSE(file.has("edge"));
  EXPECT_FALSE(file.has("edges.npy"));
  const NpyArray edges = file.get("edges");
  EXPECT_THAT(edges.shape, ElementsAre(3));
  EXPECT_EQ(std::string(edges.bytes.begin(), edges.bytes.end()), raw(std::vector<std::int32_t>{7, 8, 9}));
  EXPECT_EQ(file.get("weights").elements(), 0u);
  EXPECT_FALSE(file.find("labels").has_value());
}

TEST_F(Npz, NamesWhatThereIsWhereAnArrayIsMissing) {
  const auto message = [&](const std::string& bytes) { return error_text([&] { open(bytes).get("labels"); }); };
  EXPECT_EQ(message(npz_of({{"edges", three_numbers()}, {"x\ny", three_numbers()}})),
            "data.npz: there is no array 'labels'; there are: 'edges', 'x\\x0ay'");
  EXPECT_EQ(message(testing::zip_of({})), "data.npz: there is no array 'labels'; there are: none");
  EXPECT_EQ(message(testing::zip_of({{.name = "readme.txt", .bytes = "hi"}})),
            "data.npz: there is no array 'labels'; there are: 'readme.txt'");
}

TEST_F(Npz, NamesTwelveArraysAtMost) {
  std::vector<std::pair<std::string, std::string>> arrays;
  std::string names;
  for (int i = 0; i < 12; ++i) {
    arrays.emplace_back("a" + std::to_string(i), three_numbers());
    names += (i == 0 ? "'a" : ", 'a") + std::to_string(i) + "'";
  }
  EXPECT_EQ(open(npz_of(arrays)).names(), names);
  arrays.emplace_back("a12", three_numbers());
  EXPECT_EQ(open(npz_of(arrays)).names(), names + ", …");
}

TEST_F(Npz, NamesFileAndArrayInItsErrors) {
  const std::string cut = npy("<i4", "(5,)", raw(std::vector<std::int32_t>{7, 8, 9}));
  const std::string said = error_text([&] { open(npz_of({{"edges", cut}})).get("edges"); });
  EXPECT_THAT(said, ::testing::StartsWith("data.npz: "));
  EXPECT_THAT(said, ::testing::HasSubstr("edges"));
  EXPECT_STREQ(open(npz_of({})).error("what is wrong").what(),
               ((dir_ / "data.npz").string() + ": what is wrong").c_str());
}

// 195 KB used to become gigabytes: bytes that are widened after they have been unpacked a thousandfold.
TEST_F(Npz, RefusesMoreElementsThanItsBytesJustify) {
  const std::uint64_t many = 40'000'000;
  const std::string flags = npy("|b1", "(40000000,)", std::string(many, '\0'));
  const std::string packed = testing::zip_of({testing::deflated_part("edges.npy", flags)});
  EXPECT_THAT(error_text([&] { open(packed).get("edges"); }),
              ::testing::StartsWith("data.npz: edges: 40,000,000 elements in "));
  const std::string stored = testing::zip_of({{.name = "edges.npy", .bytes = flags}});
  EXPECT_EQ(open(stored).get("edges").elements(), many) << "what is not compressed speaks for itself";
}

// One text of fifty million characters is one element, and used to take 290 MB.
TEST_F(Npz, CountsATextByItsCharacters) {
  const std::string text = npy("<U30000000", "(1,)", std::string(120'000'000, '\0'));
  const std::string packed = testing::zip_of({testing::deflated_part("node_names.npy", text)});
  EXPECT_THAT(error_text([&] { open(packed).get("node_names"); }),
              ::testing::StartsWith("data.npz: node_names: 30,000,000 elements in "));
}

std::string many_numbers(std::int32_t times) {
  std::vector<std::int32_t> numbers(1'000'000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = static_cast<std::int32_t>(i) * times;
  return npy("<i4", "(1000000,)", raw(numbers));
}

TEST_F(Npz, UnpacksArraysTogetherAsOneByOne) {
  const std::string bytes = testing::zip_of({testing::deflated_part("edges.npy", many_numbers(7)),
                                             {.name = "stored.npy", .bytes = many_numbers(11)},
                                             testing::deflated_part("small.npy", three_numbers())});
  const auto path = dir_.file("data.npz", bytes);
  for (const int workers : {1, 2, 4}) {
    NpzFile file(path, RunContext({.workers = workers}));
    file.unpack_together({"edges", "stored", "small", "absent"});
    for (const int time : {1, 2}) {  // at hand, then from the file again
      EXPECT_EQ(file.get("edges").bytes, open(bytes).get("edges").bytes) << workers << " " << time;
      EXPECT_EQ(file.get("stored").bytes, open(bytes).get("stored").bytes) << workers << " " << time;
      EXPECT_EQ(file.get("small").elements(), 3u);
    }
    EXPECT_FALSE(file.find("absent").has_value());
  }
}

TEST_F(Npz, TakesNoMemoryForBytesThatTheArrayDoesNotClaim) {
  const auto path = dir_.file(
      "data.npz", testing::zip_of({{.name = "edges.npy", .bytes = three_numbers() + std::string(100'000'000, 'x')}}));
  const testing::MemoryCap cap(std::uint64_t{32} << 20);
  NpzFile file(path, RunContext({.workers = 1}));
  file.unpack_together({"edges"});
  EXPECT_EQ(error_text([&] { file.get("edges"); }), "data.npz: edges: there are further bytes after the array");
}

TEST_F(Npz, TellsWhatIsWrongWithAnArrayWhenItIsAskedFor) {
  testing::ZipPart cut = testing::deflated_part("cut.npy", many_numbers(7));
  cut.bytes[cut.bytes.size() / 2] = static_cast<char>(cut.bytes[cut.bytes.size() / 2] ^ 0x55);
  testing::ZipPart wrong = testing::deflated_part("wrong.npy", many_numbers(7));
  wrong.crc += 1;
  const std::string further = many_numbers(5) + "more";
  const std::string bytes = testing::zip_of(
      {testing::deflated_part("good.npy", many_numbers(3)), cut, wrong, {.name = "further.npy", .bytes = further}});
  NpzFile file(dir_.file("data.npz", bytes), RunContext({.workers = 4}));
  file.unpack_together({"good", "cut", "wrong", "further"});
  EXPECT_EQ(file.get("good").elements(), 1'000'000u);
  EXPECT_THAT(error_text([&] { file.get("cut"); }), ::testing::HasSubstr("damaged"));
  EXPECT_THAT(error_text([&] { file.get("wrong"); }), ::testing::HasSubstr("'wrong.npy': the checksum is wrong"));
  EXPECT_EQ(error_text([&] { file.get("further"); }), "data.npz: further: there are further bytes after the array");
}

TEST_F(Npz, SurvivesThousandsOfDamages) {
  const std::string bytes = testing::zip_of(
      {testing::deflated_part("edges.npy", three_numbers()), {.name = "w.npy", .bytes = three_numbers()}});
  const testing::MemoryFile file("data.npz");
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  for (std::uint64_t number = 0; number < 3000; ++number) {
    testing::expect_result_or_error(
        [&] {
          const NpzFile npz(file.holding(testing::damaged(bytes, number)), RunContext());
          for (const char* name : {"edges", "w"}) {
            if (npz.has(name)) npz.get(name);
          }
        },
        number);
  }
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/formats/csr_directory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/builder.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The path a–b–c and a node d of its own.
Dataset small() {
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 4, .entries = {{0, 1}, {1, 2}}, .weights = {0.5, 2.0}}, {}, RunContext()).graph;
  data.input.attributes = Matrix<float>(4, 2, {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 7.0F, 8.0F});
  for (const char* name : {"a", "b", "c", "d, the last"}) data.names.append(name);
  data.labels = {{0, 1, 1, kUnlabelled}, {"red", "blue"}};
  data.attribute_names = {"x", "y"};
  return data;
}

class CsrDirectory : public ::testing::Test {
 protected:
  std::filesystem::path written(const Dataset& data) {
    write_csr_directory(dir_ / "g.csr", data, RunContext());
    return dir_ / "g.csr";
  }
  std::string refusal(const std::filesystem::path& g) {
    return testing::error_text<ParseError>([&] { read_csr_directory(g, {}, RunContext()); });
  }
  testing::TemporaryDirectory dir_;
};

// Written by hand, by the description in the header.
TEST_F(CsrDirectory, IsWhatItsDescriptionSays) {
  const auto g = written(small());
  std::ifstream offsets(g / "offsets.u64", std::ios::binary);
  std::vector<std::uint64_t> numbers(5);
  offsets.read(reinterpret_cast<char*>(numbers.data()), 40);
  EXPECT_THAT(numbers, ElementsAre(0, 1, 3, 4, 4));
  std::ifstream targets(g / "targets.u32", std::ios::binary);
  std::vector<std::uint32_t> ends(4);
  targets.read(reinterpret_cast<char*>(ends.data()), 16);
  EXPECT_THAT(ends, ElementsAre(1, 0, 2, 1));
  EXPECT_EQ(std::filesystem::file_size(g / "attributes.f32"), 4U * 2U * 4U);
}

TEST_F(CsrDirectory, GivesBackWhatWasWritten) {
  const Dataset data = small();
  const auto g = written(data);
  EXPECT_TRUE(is_csr_directory(g));
  const GraphContents all = read_csr_directory(g, {}, RunContext());
  EXPECT_EQ(build_graph(all.list, {}, RunContext()).graph, data.input.graph);
  EXPECT_EQ(all.attributes, data.input.attributes);
  EXPECT_EQ(all.names, data.names);
  EXPECT_EQ(all.labels, data.labels);
  EXPECT_EQ(all.attribute_names, data.attribute_names);
}

TEST_F(CsrDirectory, GivesSomeRows) {
  const CsrRows rows = read_csr_rows(written(small()), 1, 3, RunContext());
  EXPECT_THAT(rows.offsets, ElementsAre(0, 2, 3));
  EXPECT_THAT(rows.targets, ElementsAre(0, 2, 1));
  EXPECT_THAT(rows.weights, ElementsAre(0.5, 2.0, 2.0));
  EXPECT_EQ(rows.names.name(1), "c");
  EXPECT_THAT(rows.labels.class_of, ElementsAre(1, 1));
  EXPECT_THAT(rows.attributes.dense().values(), ElementsAre(3.0F, 4.0F, 5.0F, 6.0F));
}

TEST_F(CsrDirectory, HasNoRowsBeyondItsNodes) {
  const auto g = written(small());
  EXPECT_THROW(read_csr_rows(g, 3, 2, RunContext()), InvalidArgument);
  EXPECT_THROW(read_csr_rows(g, 0, 5, RunContext()), InvalidArgument);
  EXPECT_THAT(read_csr_rows(g, 4, 4, RunContext()).targets, IsEmpty());
}

TEST_F(CsrDirectory, KeepsSparseAttributesSparse) {
  Dataset data = small();
  Matrix<float> words(4, 12);
  words(1, 3) = 1.0F;
  words(2, 11) = 2.0F;
  data.input.attributes = to_sparse(words);
  data.attribute_names.clear();
  const CsrRows rows = read_csr_rows(written(data), 2, 4, RunContext());
  EXPECT_THAT(rows.attributes.sparse().offsets, ElementsAre(0, 1, 1));
  EXPECT_THAT(rows.attributes.sparse().columns, ElementsAre(11));
}

TEST_F(CsrDirectory, TellsWhatIsWrong) {
  const auto g = written(small());
  std::fstream(g / "labels.i32", std::ios::binary | std::ios::in | std::ios::out).write("\1", 1);
  EXPECT_THAT(refusal(g), HasSubstr("labels.i32: is not the file that graph.json tells of"));
  std::fstream(g / "targets.u32", std::ios::binary | std::ios::in | std::ios::out).write("\x09", 1);
  EXPECT_THAT(refusal(g), HasSubstr("targets.u32: holds a number that is not below 4"));
  std::filesystem::resize_file(g / "targets.u32", 12);
  EXPECT_THAT(refusal(g), HasSubstr("targets.u32: 12 bytes in place of 4 × 4"));
  std::filesystem::remove(g / "offsets.u64");
  EXPECT_THAT(refusal(g), HasSubstr("offsets.u64: cannot be read"));
  std::ofstream(g / "graph.json") << "{}";
  EXPECT_THAT(refusal(g), HasSubstr("this is no graph that cgsd convert wrote"));
}

std::vector<std::string> names_in(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) names.push_back(entry.path().filename());
  std::ranges::sort(names);
  return names;
}

Dataset bare() {
  Dataset data;
  data.input.graph = build_graph({.nodes = 3, .entries = {{0, 2}}, .weights = {}}, {}, RunContext()).graph;
  return data;
}

TEST_F(CsrDirectory, KeepsNothingOfTheGraphThatWasThere) {
  const auto g = written(small());
  std::ofstream(g / "notes") << "not ours";
  written(bare());
  EXPECT_THAT(names_in(g), ElementsAre("graph.json", "notes", "offsets.u64", "targets.u32"));
  EXPECT_THAT(csr_files(g), ElementsAre(g / "graph.json", g / "offsets.u64", g / "targets.u32"));
  EXPECT_EQ(read_csr_directory(g, {}, RunContext()).list.nodes, 3U);
}

// The classes are written last of the arrays: what was written before them must not have taken its place.
TEST_F(CsrDirectory, StaysWhatItWasIfTheNewGraphCannotBeWritten) {
  const auto g = written(bare());
  std::filesystem::create_directory(g / "labels.i32");
  EXPECT_THROW(written(small()), IoError);
  EXPECT_EQ(read_csr_directory(g, {}, RunContext()).list.nodes, 3U);
  EXPECT_THAT(names_in(g), ElementsAre("graph.json", "labels.i32", "offsets.u64", "targets.u32"));
}

TEST_F(CsrDirectory, OfTwoWhoWriteItAtOnceIsOfOne) {
  const auto write_often = [&](const Dataset& data) {
    for (int i = 0; i < 10; ++i) write_csr_directory(dir_ / "g.csr", data, RunContext());
  };
  std::thread other([&] { write_often(bare()); });
  write_often(small());
  other.join();
  const GraphContents last = read_csr_directory(dir_ / "g.csr", {}, RunContext());
  EXPECT_THAT(last.list.nodes, ::testing::AnyOf(3U, 4U));
  EXPECT_EQ(csr_files(dir_ / "g.csr").size(), last.list.nodes == 3 ? 3U : 8U);
}

// Files of somebody who knows the checksums: none of them may be believed.
class HostileCsrDirectory : public CsrDirectory {
 protected:
  HostileCsrDirectory() : g_(written(small())) {
    std::ifstream(g_ / "graph.json") >> index_;
    index_["sha256"] = nlohmann::json::object();
  }
  std::string refusal() {
    std::ofstream(g_ / "graph.json") << index_;
    return CsrDirectory::refusal(g_);
  }
  template <class T>
  void put(const char* name, const std::vector<T>& numbers) {
    std::ofstream(g_ / name, std::ios::binary)
        .write(reinterpret_cast<const char*>(numbers.data()), static_cast<std::streamsize>(numbers.size() * sizeof(T)));
  }
  // Row 0 has these columns.
  void put_sparse(std::uint64_t columns, const std::vector<std::uint32_t>& numbers, float value = 1.0F) {
    const std::uint64_t stored = numbers.size();
    index_["attributes"] = {{"columns", columns}, {"sparse", true}, {"stored", stored}};
    index_["attribute_names"] = nlohmann::json::array();
    put<std::uint64_t>("attribute_offsets.u64", {0, stored, stored, stored, stored});
    put("attribute_columns.u32", numbers);
    put("attribute_values.f32", std::vector<float>(numbers.size(), value));
  }
  std::filesystem::path g_;
  nlohmann::json index_;
};

TEST_F(HostileCsrDirectory, IsReadIfNothingIsWrong) {
  put_sparse(9, {3, 5});
  std::ofstream(g_ / "graph.json") << index_;
  EXPECT_THAT(read_csr_directory(g_, {}, RunContext()).attributes.sparse().columns, ElementsAre(3, 5));
}

// A class of 10^9 took all memory.
TEST_F(HostileCsrDirectory, HasNoClassesBeyondTheirNames) {
  put<std::int32_t>("labels.i32", {0, 1, 1'000'000'000, 0});
  EXPECT_THAT(refusal(), HasSubstr("labels.i32: class 1000000000 is not plausible"));
  put<std::int32_t>("labels.i32", {0, 1, 2, 0});
  EXPECT_THAT(refusal(), HasSubstr("class 2 is not plausible; classes count from 0 and are below 2"));
  put<std::int32_t>("labels.i32", {0, 1, -2, 0});
  EXPECT_THAT(refusal(), HasSubstr("class -2"));
  index_["class_names"] = nlohmann::json::array();
  put<std::int32_t>("labels.i32", {0, 1, 5, 0});
  EXPECT_THAT(refusal(), HasSubstr("below 5")) << "without names, no more than there are nodes";
}

// 4 · 2^62 numbers are none in 64 bits: an empty file was a matrix of 2^62 columns.
TEST_F(HostileCsrDirectory, HasNoSizesThatWrapAround) {
  index_["attributes"] = {{"columns", std::uint64_t{1} << 62}, {"sparse", false}};
  put<float>("attributes.f32", {});
  EXPECT_THAT(refusal(), HasSubstr("4611686018427387904 columns are too many"));
  index_["attributes"]["columns"] = 0x7fffffff;
  EXPECT_THAT(refusal(), HasSubstr("attributes.f32: 0 bytes in place of 8589934588 × 4"));
  index_["entries"] = std::uint64_t{1} << 62;
  put<std::uint64_t>("offsets.u64", {0, 0, 0, 0, std::uint64_t{1} << 62});
  put<std::uint32_t>("targets.u32", {});
  EXPECT_THAT(refusal(), HasSubstr("targets.u32: 0 bytes in place of 4611686018427387904 × 4"));
}

TEST_F(HostileCsrDirectory, HasAttributesInOrder) {
  put_sparse(1 << 30, {3});
  EXPECT_THAT(refusal(), HasSubstr("1,073,741,824 columns for 1 numbers"));
  put_sparse(9, {3, 9});
  EXPECT_THAT(refusal(), HasSubstr("attribute_columns.u32: holds a number that is not below 9"));
  put_sparse(9, {5, 3});
  EXPECT_THAT(refusal(), HasSubstr("attribute_columns.u32: row 0: numbers do not ascend"));
  put_sparse(9, {5, 5});
  EXPECT_THAT(refusal(), HasSubstr("row 0: numbers do not ascend"));
  put_sparse(9, {3, 5}, std::numeric_limits<float>::quiet_NaN());
  EXPECT_THAT(refusal(), HasSubstr("attribute_values.f32: holds a number that is not finite"));
}

TEST_F(HostileCsrDirectory, HasFiniteNumbersAndAscendingRows) {
  put<std::uint32_t>("targets.u32", {1, 2, 0, 1});
  EXPECT_THAT(refusal(), HasSubstr("targets.u32: row 1: numbers do not ascend"));
  put<double>("weights.f64", {1.0, 1.0, 1.0, std::numeric_limits<double>::infinity()});
  EXPECT_THAT(refusal(), HasSubstr("weights.f64: holds a number that is not finite"));
}

TEST_F(HostileCsrDirectory, HasOffsetsOfAllEntries) {
  for (const std::vector<std::uint64_t>& offsets :
       {std::vector<std::uint64_t>{0, 1, 3, 3, 3}, {1, 1, 3, 4, 4}, {0, 3, 1, 4, 4}, {0, 1, 3, 4, 5}}) {
    put("offsets.u64", offsets);
    EXPECT_THAT(refusal(), HasSubstr("offsets.u64: offsets do not ascend from 0 to the number of entries"));
  }
}

TEST_F(HostileCsrDirectory, HasAnIndexThatIsAnObject) {
  for (const nlohmann::json& other : {nlohmann::json({1}), nlohmann::json("x"), nlohmann::json()}) {
    index_ = other;
    EXPECT_THAT(refusal(), HasSubstr("this is no graph that cgsd convert wrote"));
  }
}

TEST_F(HostileCsrDirectory, IsOfThisVersion) {
  index_["version"] = 7;
  EXPECT_THAT(refusal(),
              HasSubstr("graph.json: this version of the format is not known here; write the directory again"));
  index_.erase("version");
  EXPECT_THAT(refusal(), HasSubstr("this version of the format is not known here"));
  index_.erase("format");
  EXPECT_THAT(refusal(), HasSubstr("this is no graph that cgsd convert wrote"));
}

TEST_F(HostileCsrDirectory, HasNoMoreNodesThanCanBeNumbered) {
  index_["nodes"] = std::uint64_t{1} << 31;
  EXPECT_THAT(refusal(), HasSubstr("g.csr: more nodes than cgsd can number"));
}

TEST_F(HostileCsrDirectory, HasAllMembersInWordsOfOurOwn) {
  index_.erase("class_names");
  EXPECT_THAT(refusal(), HasSubstr("graph.json: a member is missing, or not of the type that cgsd convert writes"));
  index_.erase("sha256");
  EXPECT_THAT(refusal(), HasSubstr("a member is missing"));
  index_.erase("entries");
  EXPECT_THAT(refusal(), HasSubstr("a member is missing"));
}

// A size that is no multiple of that of a number: the end of one is missing.
TEST_F(HostileCsrDirectory, HasWholeNumbers) {
  std::filesystem::resize_file(g_ / "targets.u32", 17);
  EXPECT_THAT(refusal(), HasSubstr("targets.u32: 17 bytes in place of 4 × 4"));
}

TEST_F(CsrDirectory, NeedsItsIndexAndItsOffsets) {
  const auto g = written(small());
  EXPECT_EQ(csr_size(g, RunContext()).nodes, 4U);
  EXPECT_EQ(csr_size(g, RunContext()).entries, 4U);
  std::filesystem::remove(g / "offsets.u64");
  EXPECT_FALSE(is_csr_directory(g));
  EXPECT_FALSE(is_csr_directory(dir_.path()));
}

TEST_F(CsrDirectory, HoldsNoDirectedGraph) {
  Dataset data;
  data.input.graph =
      build_graph({.nodes = 2, .entries = {{0, 1}}, .weights = {}}, {.directed = true}, RunContext()).graph;
  EXPECT_EQ(testing::error_text<InvalidArgument>([&] { written(data); }),
            ".csr: holds undirected graphs only; leave --directed out");
}

TEST_F(HostileCsrDirectory, HasOneNamePerColumn) {
  index_["attribute_names"] = {"x"};
  EXPECT_THAT(refusal(), HasSubstr("graph.json: 1 names for 2 columns of attributes"));
}

TEST_F(HostileCsrDirectory, IsRefusedInOneKindOfErrorWhateverItsTypesAre) {
  const nlohmann::json whole = index_;
  for (const char* member : {"format", "version", "nodes", "entries", "weighted", "attributes", "attribute_names",
                             "names", "labels", "class_names", "sha256"}) {
    for (const nlohmann::json& other :
         {nlohmann::json(1.5), nlohmann::json("x"), nlohmann::json({1}), nlohmann::json()}) {
      index_ = whole;
      index_[member] = other;
      EXPECT_NE(refusal(), "") << member << " = " << other;
    }
  }
  index_ = whole;
  std::filesystem::remove(g_ / "names.txt");
  EXPECT_THAT(refusal(), HasSubstr("names.txt: cannot be read"));
}

}  // namespace
}  // namespace cgsd

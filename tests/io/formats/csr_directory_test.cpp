#include "cgsd/io/formats/csr_directory.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST_F(CsrDirectory, KeepsSparseAttributesSparse) {
  Dataset data = small();
  Matrix<float> words(4, 12);
  words(1, 3) = 1.0F;
  words(2, 11) = 2.0F;
  data.input.attributes = to_sparse(words);
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
  EXPECT_THAT(refusal(g), HasSubstr("targets.u32: 12 bytes in place of 16"));
  std::filesystem::remove(g / "offsets.u64");
  EXPECT_THAT(refusal(g), HasSubstr("offsets.u64: cannot be read"));
  std::ofstream(g / "graph.json") << "{}";
  EXPECT_THAT(refusal(g), HasSubstr("this is no graph that cgsd convert wrote"));
}

}  // namespace
}  // namespace cgsd

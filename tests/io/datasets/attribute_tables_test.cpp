#include "cgsd/io/datasets/attribute_tables.hpp"

#include <cmath>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"
#include "cgsd/io/datasets/attributes.hpp"
#include "cgsd/io/datasets/labels.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::file_bytes;
using testing::TemporaryDirectory;

const Matrix<float> kDense(2, 3, {0.5f, 0.0f, -2.0f, 1e-10f, 3.0f, 0.1f});

class AttributeTables : public ::testing::Test {
 protected:
  std::string written(const char* name, const Attributes& attributes, const NodeNames& names = {}) const {
    write_attributes(dir_ / name, attributes, {names}, RunContext());
    return file_bytes(dir_ / name);
  }
  std::string labels(const char* name, const Labels& labels, const NodeNames& names = {}) const {
    write_labels(dir_ / name, labels, names);
    return file_bytes(dir_ / name);
  }
  TemporaryDirectory dir_;
};

TEST_F(AttributeTables, AreTextWithAHeading) {
  EXPECT_EQ(written("x.csv", kDense), "f0,f1,f2\n0.5,0,-2\n1e-10,3,0.1\n");
  EXPECT_EQ(written("x.tsv", kDense), "f0\tf1\tf2\n0.5\t0\t-2\n1e-10\t3\t0.1\n");
}

TEST_F(AttributeTables, BeginWithTheNamesOfTheNodes) {
  const NodeNames names({"a,b", "c"});
  EXPECT_EQ(written("x.csv", kDense, names), "node,f0,f1,f2\n\"a,b\",0.5,0,-2\nc,1e-10,3,0.1\n");
}

TEST_F(AttributeTables, KeepTheNamesOfColumns) {
  const std::vector<std::string> columns = {"age", "city=Berlin, Mitte", "notes:fog"};
  write_attributes(dir_ / "x.csv", kDense, {NodeNames(), columns}, RunContext());
  EXPECT_EQ(file_bytes(dir_ / "x.csv"), "age,\"city=Berlin, Mitte\",notes:fog\n0.5,0,-2\n1e-10,3,0.1\n");
}

TEST_F(AttributeTables, CountSvmlightFromOneAndLeaveZerosOut) {
  const std::string expected = "0 1:0.5 3:-2\n0 1:1e-10 2:3 3:0.1\n";
  EXPECT_EQ(written("x.svmlight", kDense), expected);
  EXPECT_EQ(written("x.svm", to_sparse(kDense)), expected);
  const SparseRows empty_row{.cols = 2, .offsets = {0, 0, 1}, .columns = {1}, .values = {4.0f}};
  EXPECT_EQ(written("y.svm", empty_row), "0\n0 2:4\n");
}

// Read back by a stream: the text alone must give the number again, to the bit.
TEST_F(AttributeTables, KeepEveryBitOfANumber) {
  RandomSequence random{RandomStream(6)};
  Matrix<float> x(200, 1);
  for (float& value : x.values())
    value = static_cast<float>(std::ldexp(random.normal(), static_cast<int>(random.below(200)) - 100));
  x(0, 0) = std::numeric_limits<float>::denorm_min();
  x(1, 0) = std::numeric_limits<float>::max();
  std::istringstream lines(written("x.csv", x));
  std::string line;
  std::getline(lines, line);
  for (std::size_t i = 0; i < 200; ++i) {
    ASSERT_TRUE(std::getline(lines, line));
    EXPECT_EQ(std::strtof(line.c_str(), nullptr), x(i, 0)) << line;
  }
}

TEST_F(AttributeTables, AreReadBack) {
  const NodeNames names({"x", "y"});
  for (const char* file : {"x.npy", "x.csv", "x.tsv", "x.svmlight", "x.csv.gz"}) {
    write_attributes(dir_ / file, kDense, {NodeNames()}, RunContext());
    const Attributes back = read_attributes(dir_ / file, RunContext()).attributes;
    EXPECT_EQ(back.is_sparse() ? to_dense(back.sparse()) : back.dense(), kDense) << file;
  }
  write_attributes(dir_ / "named.csv", kDense, {names}, RunContext());
  EXPECT_EQ(read_attributes(dir_ / "named.csv", RunContext()).ids, names);
}

TEST_F(AttributeTables, DoNotMakeSparseAttributesDense) {
  for (const char* file : {"x.csv", "x.npy"}) {
    EXPECT_EQ(error_text<InvalidArgument>([&] { written(file, to_sparse(kDense)); }),
              std::string(file) + ": these attributes are sparse; write them as .svmlight, or the whole graph as .npz");
    EXPECT_FALSE(std::filesystem::exists(dir_ / file));
  }
}

TEST_F(AttributeTables, RefuseOtherEndings) {
  EXPECT_EQ(error_text<InvalidArgument>([&] { written("x.json", kDense); }),
            "x.json: the ending must be one of .npy .csv .tsv .svmlight");
  EXPECT_EQ(error_text<InvalidArgument>([&] { labels("y.npy", {.class_of = {0}, .class_names = {}}); }),
            "y.npy: the ending must be one of .csv .tsv");
}

TEST_F(AttributeTables, WriteClassesByNameAndLeaveUnlabelledNodesEmpty) {
  const Labels named{.class_of = {1, kUnlabelled, 0}, .class_names = {"red", "dark, blue"}};
  EXPECT_EQ(labels("y.csv", named), "node,label\n0,\"dark, blue\"\n1,\n2,red\n");
  const Labels numbered{.class_of = {1, kUnlabelled, 0}, .class_names = {}};
  EXPECT_EQ(labels("y.tsv", numbered, NodeNames({"a", "b", "c"})), "node\tlabel\na\t1\nb\t\nc\t0\n");
}

TEST_F(AttributeTables, WriteLabelsThatAreReadBack) {
  const Labels named{.class_of = {1, kUnlabelled, 0}, .class_names = {"blue", "red"}};
  write_labels(dir_ / "y.csv", named, {});
  EXPECT_EQ(read_labels(dir_ / "y.csv", RunContext()).labels, named);
}

}  // namespace
}  // namespace cgsd

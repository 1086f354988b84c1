#include "cgsd/io/datasets/attributes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/array_files.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/shared_data.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::npy;
using testing::npz_of;
using testing::raw;
using testing::TemporaryDirectory;

AttributeTable table_of(const std::string& bytes, const std::string& name = "attributes.csv") {
  const TemporaryDirectory dir;
  return read_attributes(dir.file(name, bytes), RunContext());
}
std::string attributes_error(const std::string& bytes, const std::string& name = "attributes.csv") {
  const std::string message = error_of([&] { table_of(bytes, name); });
  const std::size_t after = message.find(name);
  return after == std::string::npos ? message : message.substr(after);
}
const Attributes kMatrix = Matrix<float>(2, 2, {1, 2, 3, 4.5});

TEST(Attributes, ReadsTablesWithEverySeparatorAndHeading) {
  for (const std::string text :
       {"1,2\n3,4.5\n", "1\t2\n3\t4.5\n", "1 2\n  3   4.5\n", "1;2\n3;4.5", "x,y\n1,2\n3,4.5\n",
        "# saved by numpy\n1 2\n3 4.5\n", "\"x\",\"y\"\r\n1,2\r\n3,4.5\r\n", "1,y\n1,2\n3,4.5\n"}) {
    const AttributeTable table = table_of(text);
    EXPECT_EQ(table.attributes, kMatrix) << text;
    EXPECT_TRUE(table.ids.none()) << text;
  }
  EXPECT_EQ(table_of(testing::gzipped("1,2\n3,4.5\n"), "attributes.csv.gz").attributes, kMatrix);
}

TEST(Attributes, ReadsIdsWhereTheFirstColumnIsNamedSoOrIsText) {
  for (const std::string text : {"node,x,y\na,1,2\nb,3,4.5\n", "ID x y\na 1 2\nb 3 4.5\n", ",0,1\na,1,2\nb,3,4.5\n",
                                 "name\t0\t1\na\t1\t2\nb\t3\t4.5\n", "a,1,2\nb,3,4.5\n"}) {
    const AttributeTable table = table_of(text, "attributes.txt");
    EXPECT_EQ(table.attributes, kMatrix) << text;
    EXPECT_EQ(table.ids, NodeNames({"a", "b"})) << text;
  }
  EXPECT_EQ(table_of("node,x\n7,1\n5,2\n").ids, NodeNames({"7", "5"}));
}

TEST(Attributes, ReadsASingleColumn) {
  EXPECT_EQ(table_of("1\n2\n").attributes, Attributes(Matrix<float>(2, 1, {1, 2})));
  EXPECT_EQ(table_of("age\n1\n2\n").attributes, Attributes(Matrix<float>(2, 1, {1, 2})));
}

TEST(Attributes, PointsAtWhatIsWrongInATable) {
  EXPECT_EQ(attributes_error("x,y\n1,2\n3,z\n"), "attributes.csv:3:3: 'z' is not a number");
  EXPECT_EQ(attributes_error("1,2\n3,\n"), "attributes.csv:2:3: '' is not a number");
  EXPECT_EQ(attributes_error("1,2\n3, nan\n"), "attributes.csv:2:4: 'nan' is not a finite 32-bit number");
  EXPECT_EQ(attributes_error("1,inf\n"), "attributes.csv:1:3: 'inf' is not a finite 32-bit number");
  EXPECT_EQ(attributes_error("1,1e39\n"), "attributes.csv:1:3: '1e39' is not a finite 32-bit number");
  EXPECT_EQ(attributes_error("1,2\n3\n"), "attributes.csv:2: 1 cells, but the first row has 2");
  EXPECT_EQ(attributes_error("x,y\n1,2,3\n"), "attributes.csv:2: 3 cells, but the first row has 2");
  EXPECT_EQ(attributes_error("id,x\na,1\nb,2\na,3\n"), "attributes.csv:4: node 'a' already has a row, in line 2");
  EXPECT_EQ(attributes_error(""), "attributes.csv: the file is empty");
  EXPECT_EQ(attributes_error("x,y\n"), "attributes.csv:1: there is no row below the heading");
  EXPECT_EQ(attributes_error("1,\"2\n"), "attributes.csv:1:3: the quote is not closed");
  const TemporaryDirectory dir;
  EXPECT_THROW(read_attributes(dir / "absent.csv", RunContext()), IoError);
  EXPECT_THROW(read_attributes(dir.path(), RunContext()), IoError);
}

TEST(Attributes, RecognisesFormatsByContentWhateverTheName) {
  EXPECT_EQ(table_of(npy("<f8", "(2, 2)", raw<double>({1, 2, 3, 4.5}))).attributes, kMatrix);
  EXPECT_EQ(table_of(testing::gzipped(npy("<f4", "(2, 2)", raw<float>({1, 3, 2, 4.5}), true))).attributes, kMatrix);
  EXPECT_EQ(table_of(npz_of({{"node_features", npy("<f4", "(2, 2)", raw<float>({1, 2, 3, 4.5}))}})).attributes,
            kMatrix);
  EXPECT_TRUE(table_of("1 1:2\n0 2:3\n").attributes.is_sparse());
  EXPECT_TRUE(table_of("1\n0 2:3\n", "f.libsvm").attributes.is_sparse());
}

TEST(Attributes, ReadsSparseMatricesAndNamesFromArchives) {
  const auto ints = [](const std::vector<std::int32_t>& values) {
    return npy("<i4", "(" + std::to_string(values.size()) + ",)", raw(values));
  };
  const SparseRows expected{4, {0, 1, 2}, {3, 0}, {0.5, 2}};
  const std::string data = npy("<f4", "(2,)", raw<float>({0.5, 2}));
  EXPECT_EQ(table_of(npz_of({{"indices", ints({3, 0})},
                             {"indptr", ints({0, 1, 2})},
                             {"format", npy("|S3", "()", "csr")},
                             {"shape", ints({2, 4})},
                             {"data", data}}))
                .attributes.sparse(),
            expected);
  const AttributeTable named = table_of(npz_of({{"features_indices", ints({3, 0})},
                                                {"features_indptr", ints({0, 1, 2})},
                                                {"features_shape", ints({2, 4})},
                                                {"features_data", data},
                                                {"node_names", npy("|S1", "(2,)", "ab")}}));
  EXPECT_EQ(named.attributes.sparse(), expected);
  EXPECT_EQ(named.ids, NodeNames({"a", "b"}));
}

TEST(Attributes, RefusesArraysThatAreNoAttributes) {
  const std::string one = npy("<f4", "(1, 1)", raw<float>({1}));
  EXPECT_EQ(attributes_error(npz_of({{"other", one}})), "attributes.csv: there are no attributes; there are: 'other'");
  EXPECT_EQ(attributes_error(npy("<f4", "(7, 0)", "")), "attributes.csv: there are no attributes in the file");
  EXPECT_THAT(attributes_error(npy("<f4", "(1,)", raw<float>({1}))), HasSubstr("attributes must be a matrix"));
  EXPECT_EQ(attributes_error(npz_of({{"node_features", one}, {"node_names", npy("|S1", "(2,)", "ab")}})),
            "attributes.csv: 2 node names for 1 rows of attributes");
  EXPECT_EQ(attributes_error(npz_of({{"node_features", one}, {"node_names", npy("|S1", "(2,)", "aa")}})),
            "attributes.csv: node_names: the name 'a' occurs twice");
}

TEST(Attributes, ReadsTheFormatItIsToldAndNoOther) {
  const TemporaryDirectory dir;
  const auto file = dir.file("f", "1 1:2\n");
  EXPECT_THROW(read_attributes(file, RunContext(), AttributeFormat::text), ParseError);
  EXPECT_THROW(read_attributes(file, RunContext(), AttributeFormat::npy), ParseError);
  EXPECT_THROW(read_attributes(file, RunContext(), AttributeFormat::npz), ParseError);
  EXPECT_EQ(read_attributes(file, RunContext(), AttributeFormat::svmlight).attributes.cols(), 1u);
}

TEST(Attributes, NamesWhatItDoesNotRead) {
  EXPECT_THAT(attributes_error(std::string("PAR1") + std::string(40, '\0') + "PAR1", "p.parquet"),
              HasSubstr("looks like Parquet, which cgsd does not read; in Python: "));
}

TEST(Attributes, SurvivesThousandsOfDamages) {
  const testing::MemoryCap cap(std::uint64_t{256} << 20);
  const RunContext run;
  const testing::MemoryFile file("f.csv");
  const std::vector<std::string> originals = {"node,x,y\na,1,2\n\"b\",3,4.5\n", "1 2\n3 4.5\n",
                                              npy("<f4", "(2, 2)", raw<float>({1, 2, 3, 4.5}))};
  for (std::uint64_t i = 0; i < 6000; ++i) {
    const auto& path = file.holding(testing::damaged(originals[i % originals.size()], i));
    testing::expect_result_or_error([&] { read_attributes(path, run); }, i);
  }
}

TEST(Attributes, ReadsTheAttributesOfADataset) {
  CGSD_NEEDS_SHARED_DATA("data/cora.npz", cora);
  EXPECT_EQ(read_attributes(cora, RunContext()).attributes.cols(), 1433u);
  CGSD_NEEDS_SHARED_DATA("data/karate.npz", karate);
  EXPECT_THAT(error_of([&] { read_attributes(karate, RunContext()); }),
              HasSubstr("there are no attributes in the file"));
}

}  // namespace
}  // namespace cgsd

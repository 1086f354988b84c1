#include "cgsd/io/datasets/recognise.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"
#include "cgsd/io/bytes/zip_writer.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/gzip.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;

class Recognise : public ::testing::Test {
 protected:
  GraphFormat format(std::string_view name, std::string_view bytes) const {
    return recognise_format(dir_.file(name, bytes));
  }
  std::string refusal(std::string_view name, std::string_view bytes) const {
    return error_text([&] { format(name, bytes); });
  }
  TemporaryDirectory dir_;
};

TEST_F(Recognise, KnowsFormatsByTheirFirstWords) {
  for (const char* name : {"g", "g.txt", "g.csv"}) {
    EXPECT_EQ(format(name, "<?xml version='1.0'?>\n<gexf>"), GraphFormat::gexf);
    EXPECT_EQ(format(name, "<?xml version='1.0'?>\n<graphml>"), GraphFormat::graphml);
    EXPECT_EQ(format(name, "# made by hand\ngraph [\n"), GraphFormat::gml);
    EXPECT_EQ(format(name, "Creator \"igraph\"\nVersion 1\ngraph\n[\n"), GraphFormat::gml);
    EXPECT_EQ(format(name, " {\"nodes\": []}"), GraphFormat::json);
    EXPECT_EQ(format(name, "[{\"source\": 1}]"), GraphFormat::json);
    EXPECT_EQ(format(name, "*Vertices 3\n"), GraphFormat::pajek);
    EXPECT_EQ(format(name, "% people\n*network people\n*vertices 3\n"), GraphFormat::pajek);
    EXPECT_EQ(format(name, "\x89HDF\r\n\x1a\n"), GraphFormat::h5ad);
    EXPECT_EQ(format(name, testing::gzipped("*Vertices 3\n")), GraphFormat::pajek);
  }
}

TEST_F(Recognise, LooksAtLinesIfWordsDoNotTell) {
  EXPECT_EQ(format("g", "0 1 {'weight': 2.0}\n"), GraphFormat::networkx_edgelist);
  EXPECT_EQ(format("g", "a b {}\n"), GraphFormat::networkx_edgelist);
  EXPECT_EQ(format("g", "_id,_labels,_start,_end,_type\n"), GraphFormat::neo4j);
  EXPECT_EQ(format("g", ":START_ID,:END_ID,:TYPE\n"), GraphFormat::neo4j);
  EXPECT_EQ(format("g", "0 1 2 3\n1 2\n2\n"), GraphFormat::adjacency_list);
  EXPECT_EQ(format("g.adjlist", "0 1\n1 2\n"), GraphFormat::adjacency_list);
}

TEST_F(Recognise, TakesOtherTextForAnEdgeList) {
  for (const char* text : {"", "0 1\n", "0,1,2\n", "graph,node\na,b\n", "source,target,a,b,c\n", "version 1\n2 3\n",
                           "0 1\n2\n", "a b c d\ne f g h\n"}) {
    EXPECT_EQ(format("g", text), GraphFormat::edge_list) << text;
  }
}

TEST_F(Recognise, SaysWhatAFileIsThatItDoesNotRead) {
  EXPECT_THAT(refusal("g.parquet", "PAR1...."), HasSubstr("g.parquet: looks like Parquet"));
  EXPECT_THAT(refusal("g.txt", "digraph {\n"), HasSubstr("looks like DOT"));
  EXPECT_THAT(refusal("g", "# GMT\na 2\nb {}\nc {'weight': 2}\n"), HasSubstr("multi-line adjacency list of networkx"));
  const std::vector<ZipContent> workbook = {{"xl/workbook.xml", "<x/>"}};
  write_zip(dir_ / "g.xlsx", workbook);
  EXPECT_THAT(error_text([&] { recognise_format(dir_ / "g.xlsx"); }), HasSubstr("an Excel file"));
}

// Once the first bytes were shown as they are, in a message about a node id.
TEST_F(Recognise, CallsRandomBytesWhatTheyAre) {
  RandomSequence random(RandomStream(5).named("bytes"));
  for (int round = 0; round < 50; ++round) {
    std::string bytes = "r";  // no magic
    for (int i = 0; i < 2000; ++i) bytes += static_cast<char>(random.below(256));
    EXPECT_THAT(refusal("g", bytes), HasSubstr("g: this is no text and no binary format that cgsd knows"));
  }
}

}  // namespace
}  // namespace cgsd

#include "cgsd/io/datasets/foreign_format.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/random.hpp"
#include "cgsd/io/bytes/zip_writer.hpp"

#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;
using testing::TemporaryDirectory;
using namespace std::string_literals;

std::string said(const std::string& head, const char* name = "people.bin") {
  return foreign_format(name, head).value_or("nothing");
}

TEST(ForeignFormat, NamesWhatItSeesAndTheLineThatConvertsIt) {
  EXPECT_EQ(said("PAR1\x15\x04", "people.parquet"),
            "looks like Parquet, which cgsd does not read; in Python: import pandas as pd; "
            "pd.read_parquet(\"people.parquet\").to_csv(\"people.csv\", index=False)");
  EXPECT_EQ(said("strict digraph G {\n a -> b;\n}\n", "people.dot"),
            "looks like DOT (Graphviz), which cgsd does not read; in Python: import networkx as nx; "
            "nx.write_graphml(nx.nx_pydot.read_dot(\"people.dot\"), \"people.graphml\")");
  EXPECT_THAT(said("\x80\x04\x95..."), HasSubstr("a Python pickle"));
  EXPECT_THAT(said("\x80\x04\x95..."), HasSubstr("pickle.load(open(\"people.bin\", \"rb\"))"));
}

TEST(ForeignFormat, KnowsWhatPeopleGiveByMistake) {
  EXPECT_THAT(said("ARROW1\0\0"s), HasSubstr("Arrow"));
  EXPECT_THAT(said("SQLite format 3\0\x10"s), HasSubstr("SQLite"));
  EXPECT_THAT(said("%PDF-1.7"), HasSubstr("PDF"));
  EXPECT_THAT(said("\n<!DOCTYPE HTML>\n<html>"), HasSubstr("web page"));
  EXPECT_THAT(said("RDX3\nX\n"), HasSubstr("R workspace"));
  EXPECT_THAT(said("\xfd"
                   "7zXZ"),
              HasSubstr("xz -dc \"people.bin\" | cgsd"));
  EXPECT_THAT(said("nodedef>name VARCHAR\n"), HasSubstr("GDF"));
  EXPECT_THAT(said("MATLAB 5.0 MAT-file"), HasSubstr("MATLAB"));
  EXPECT_THAT(said(std::string(257, 'x') + "ustar\0"s + std::string(200, ' ')), HasSubstr("tar archive"));
  EXPECT_THAT(said("# a\nb\n", "g.lgl"), HasSubstr("LGL"));
}

TEST(ForeignFormat, HasNothingToSayOfOurOwn) {
  for (const char* head : {"", "0,1\n", "graph [\n directed 0\n", "Creator \"x\"\ngraph\n[", "{\"nodes\": []}",
                           "*Vertices 3\n", "<graphml>", "%%MatrixMarket", "digraph,graph\na,b\n"}) {
    EXPECT_EQ(said(head), "nothing") << head;
  }
}

TEST(ForeignFormat, KeepsItsMessageOnOneLine) {
  EXPECT_EQ(said("PAR1", "a\nb\x1b[31m").find_first_of("\n\x1b"), std::string::npos);
}

TEST(ForeignFormat, TellsArchivesByWhatIsInThem) {
  const TemporaryDirectory dir;
  const auto archive = [&](const std::string& member) {
    const std::vector<ZipContent> contents = {{member, "x"}};
    write_zip(dir / "a.zip", contents);
    return foreign_archive(dir / "a.zip");
  };
  EXPECT_THAT(archive("xl/workbook.xml"), HasSubstr("pd.read_excel(\"a.zip\")"));
  EXPECT_THAT(archive("people/data.pkl"), HasSubstr("PyTorch"));
  EXPECT_THAT(archive("edges.csv"), HasSubstr("unpack it first"));
}

TEST(ForeignFormat, KnowsTextFromBytes) {
  RandomSequence random(RandomStream(3).named("bytes"));
  std::string bytes;
  for (int i = 0; i < 1000; ++i) bytes += static_cast<char>(1 + random.below(255));
  EXPECT_TRUE(is_binary(bytes));
  EXPECT_TRUE(is_binary("a\0b"s));
  EXPECT_FALSE(is_binary("a,b\r\n\tD\xf6rte\n"));
  EXPECT_FALSE(is_binary(""));
}

}  // namespace
}  // namespace cgsd

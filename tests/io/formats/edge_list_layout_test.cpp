#include "cgsd/io/formats/edge_list_layout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::error_text;
using testing::TemporaryDirectory;

struct Read {
  EdgeListLayout layout;
  std::string rest;  // what was not consumed
  std::uint64_t lines = 0;
};

class EdgeListLayouts : public ::testing::Test {
 protected:
  Read read(std::string_view bytes, const WeightColumn& weights = {}) const {
    const RunContext run;
    TextBatches batches(dir_.file("e.csv", bytes), run);
    EdgeListLayout layout = read_edge_list_layout(batches, weights);
    return {layout, std::string(batches.text()), batches.lines_consumed()};
  }
  std::string error(std::string_view bytes, const WeightColumn& weights = {}) const {
    return error_text([&] { read(bytes, weights); });
  }
  TemporaryDirectory dir_;
};

TEST_F(EdgeListLayouts, StopBeforeTheFirstEdge) {
  const Read plain = read("# a comment\n\n0 1\n1 2\n");
  EXPECT_TRUE(plain.layout.has_data);
  EXPECT_EQ(plain.rest, "0 1\n1 2\n");
  EXPECT_EQ(plain.lines, 2u);
  const Read headed = read("source,target\n# a comment\n0,1\n");
  EXPECT_EQ(headed.rest, "# a comment\n0,1\n");
  EXPECT_EQ(headed.lines, 1u);
}

TEST_F(EdgeListLayouts, OfAFileWithoutDataSaySo) {
  for (const char* text : {"", "\n\n", "# cgsd nodes=4 directed=false\n", "% a\n// b\n"}) {
    EXPECT_FALSE(read(text).layout.has_data) << text;
  }
  EXPECT_EQ(read("# cgsd nodes=4 directed=false\n").layout.nodes, 4u);
}

TEST_F(EdgeListLayouts, ReadOurCommentLine) {
  const EdgeListLayout full = read("# cgsd nodes=2708 colour=red ids=name delimiter=space\na,b c\n").layout;
  EXPECT_EQ(full.nodes, 2708u);
  EXPECT_TRUE(full.ids_are_names);
  EXPECT_EQ(full.format.delimiter, Delimiter::blanks);
  EXPECT_EQ(full.format.fields, 2u);
  const EdgeListLayout none = read("# nodes=2708 ids=name\n0 1\n").layout;
  EXPECT_FALSE(none.nodes.has_value()) << "a comment of another program";
  EXPECT_FALSE(none.ids_are_names);
}

// Two names that are a known pair of columns are an edge where the file says that there is no header row.
TEST_F(EdgeListLayouts, TakeNoHeaderWhereBlanksAreDeclared) {
  EXPECT_EQ(read("# cgsd delimiter=space\nu v\na b\n").rest, "u v\na b\n");
  EXPECT_EQ(read("u v\na b\n").rest, "a b\n");
}

TEST_F(EdgeListLayouts, RefuseAnImpossibleNumberOfNodes) {
  EXPECT_EQ(error("# cgsd nodes=-1\n0 1\n"), "e.csv:1:8: 'nodes=-1' is not a possible number of nodes");
  EXPECT_EQ(error("#\n# cgsd nodes=2147483648\n"), "e.csv:2:8: 'nodes=2147483648' is not a possible number of nodes");
  EXPECT_EQ(error("# cgsd nodes=\n"), "e.csv:1:8: 'nodes=' is not a possible number of nodes");
  EXPECT_EQ(error("# cgsd nodes=5x\n"), "e.csv:1:8: 'nodes=5x' is not a possible number of nodes");
  EXPECT_EQ(read("# cgsd nodes=2147483647\n").layout.nodes, 2147483647u);
}

TEST_F(EdgeListLayouts, FindColumnsByNameWhateverTheirSpelling) {
  const EdgeListLayout layout = read("Weight,To Node,colour,FROM_node\n1,2,red,3\n").layout;
  EXPECT_EQ(layout.format.source, 3u);
  EXPECT_EQ(layout.format.target, 1u);
  EXPECT_EQ(layout.format.weight, 0u);
  EXPECT_EQ(layout.format.fields, 4u);
}

TEST_F(EdgeListLayouts, PreferTheMoreTellingPair) {
  const EdgeListLayout layout = read("u,v,target,source\n1,2,3,4\n").layout;
  EXPECT_EQ(layout.format.source, 3u);
  EXPECT_EQ(layout.format.target, 2u);
  EXPECT_FALSE(layout.format.weight.has_value());
}

TEST_F(EdgeListLayouts, TakeWordsAboveNumbersForAHeaderAndTheFirstTwoColumns) {
  const Read headed = read("citing;cited;w\n\n% note\n7;9;0.5\n");
  EXPECT_EQ(headed.rest, "\n% note\n7;9;0.5\n");
  EXPECT_EQ(headed.layout.format.delimiter, Delimiter::semicolon);
  EXPECT_EQ(headed.layout.format.source, 0u);
  EXPECT_EQ(headed.layout.format.target, 1u);
  EXPECT_EQ(headed.layout.format.weight, 2u);
  EXPECT_EQ(read("anna;ben\n").rest, "anna;ben\n") << "nothing follows";
  EXPECT_EQ(read("anna;ben\ncarl;dora\n").rest, "anna;ben\ncarl;dora\n");
  EXPECT_EQ(read("anna;5\n7;9\n").rest, "anna;5\n7;9\n") << "a number stands in the first line";
}

// "person,colleague,hours" above names was once refused, since 'hours' is no weight.
TEST_F(EdgeListLayouts, TakeAWordAboveAWeightForAHeader) {
  using ::testing::ElementsAre;
  const Read headed = read("person,colleague,hours\nAda,Ben,3\n");
  EXPECT_EQ(headed.rest, "Ada,Ben,3\n");
  EXPECT_THAT(headed.layout.account, ElementsAre("column 'hours' ignored"));
  EXPECT_EQ(read("person,colleague,hours\nAda,Ben,3\n", {.wanted = "hours"}).layout.format.weight, 2u);
  EXPECT_EQ(read("Ada,Ben,\nCarl,Dora,3\n").rest, "Ada,Ben,\nCarl,Dora,3\n") << "a missing weight is no heading";
}

TEST_F(EdgeListLayouts, TakeAThirdColumnForTheWeight) {
  EXPECT_EQ(read("0\t1\t0.5\n").layout.format.weight, 2u);
  EXPECT_FALSE(read("0\t1\n").layout.format.weight.has_value());
}

TEST_F(EdgeListLayouts, CountTheLinesOfAHeaderInQuotes) {
  const Read headed = read("source,\"a\nb\",target\n1,2,3\n");
  EXPECT_EQ(headed.rest, "1,2,3\n");
  EXPECT_EQ(headed.lines, 2u);
  EXPECT_EQ(headed.layout.format.target, 2u);
}

TEST_F(EdgeListLayouts, RefuseLinesThatAreNoEdges) {
  EXPECT_EQ(error("# a\nalone\n"), "e.csv:2:1: line has 1 field; an edge has at least 2");
  EXPECT_EQ(error("1,2,3,4\n"),
            "e.csv:1:1: line has 4 fields; without a header row there may be 2 or 3 (source, target, weight), or "
            "--weights N names the column");
  EXPECT_EQ(error(std::string(70'000, ',') + "\n"), "e.csv:1:1: line has 70001 fields; at most 65536 are possible");
}

TEST_F(EdgeListLayouts, SurviveThousandsOfDamages) {
  const std::string bytes = "# cgsd nodes=30 ids=name\n\nFrom,\"to\",weight\n1,2,0.5\n\"a\"\"b\",c,1\n";
  const testing::MemoryFile file("e.csv");
  for (std::uint64_t number = 0; number < 5000; ++number) {
    const std::string damaged = testing::damaged(bytes, number);
    testing::expect_result_or_error(
        [&] {
          const RunContext run;
          TextBatches batches(file.holding(damaged), run);
          const EntryFormat format = read_edge_list_layout(batches).format;
          EXPECT_LT(std::max(format.source, format.target), std::max<std::size_t>(2, format.fields));
        },
        number);
  }
}

TEST_F(EdgeListLayouts, TakeTheColumnOfWeightsThatIsAskedFor) {
  constexpr const char* kTable = "source,target,Since,weight\n0,1,1999,2.5\n";
  EXPECT_EQ(read(kTable).layout.format.weight, 3u);
  EXPECT_EQ(read(kTable, {"since"}).layout.format.weight, 2u);
  EXPECT_EQ(read(kTable, {"3"}).layout.format.weight, 2u);
  EXPECT_EQ(read(kTable, {.wanted = "", .ignored = true}).layout.format.weight, std::nullopt);
  EXPECT_EQ(read("0 1 7 2.5\n", {"4"}).layout.format.weight, 3u);
  EXPECT_EQ(read("0 1 7 2.5\n", {.wanted = "", .ignored = true}).layout.format.weight, std::nullopt);
}

TEST_F(EdgeListLayouts, FindWeightsByTheirUsualNames) {
  for (const char* name : {"weight", "Weight", "value", "count", "strength", "edge_weight"}) {
    EXPECT_EQ(read(std::string("source,target,") + name + "\n0,1,2\n").layout.format.weight, 2u) << name;
  }
}

TEST_F(EdgeListLayouts, SayWhichColumnsTheyIgnoreAndWhichTheyGuess) {
  using ::testing::ElementsAre;
  EXPECT_THAT(read("source,target,since,weight\n0,1,1999,2\n").layout.account, ElementsAre("column 'since' ignored"));
  EXPECT_THAT(read("a,source,target,b\n0,1,2,3\n").layout.account, ElementsAre("columns 'a', 'b' ignored"));
  EXPECT_THAT(read("0 1 2\n").layout.account, ElementsAre("the third column is the weight"));
  EXPECT_THAT(read("source,target,weight\n0,1,2\n").layout.account, ElementsAre());
  EXPECT_THAT(read("0 1\n").layout.account, ElementsAre());
}

TEST_F(EdgeListLayouts, RefuseAColumnOfWeightsThatIsNotThere) {
  using ::testing::HasSubstr;
  EXPECT_THAT(error("source,target,since\n0,1,9\n", {"weihgt"}),
              HasSubstr("e.csv:1:1: --weights 'weihgt': no such column; the columns are 'source', 'target', 'since'"));
  EXPECT_THAT(error("0 1 2\n", {"4"}), HasSubstr("there are 3 columns"));
  EXPECT_THAT(error("0 1 2\n", {"weight"}), HasSubstr("no header row"));
}

TEST_F(EdgeListLayouts, KnowTheDirectionThatOurCommentLineStates) {
  EXPECT_EQ(read("# cgsd nodes=4 directed=true\n0 1\n").layout.directed, true);
  EXPECT_EQ(read("# cgsd nodes=4 directed=false\n0 1\n").layout.directed, false);
  EXPECT_EQ(read("0 1\n").layout.directed, std::nullopt);
}

}  // namespace
}  // namespace cgsd

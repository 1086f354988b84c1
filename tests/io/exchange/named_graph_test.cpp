#include "cgsd/io/exchange/named_graph.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/error_text.hpp"
#include "tests/support/hostile.hpp"
#include "tests/support/table_cells.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd {
namespace {

using testing::cells;
using ::testing::ElementsAre;
using testing::error_text;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

NamedGraph graph_with(const GraphReadOptions& options) {
  return NamedGraph(options, [] { return FilePosition{"g", 7, 8}; });
}

TEST(NamedGraph, CallsNodesByTheirLabelIfIdsAreOnlyNumbers) {
  const GraphReadOptions options;
  for (const char* id : {"4", "n4"}) {
    NamedGraph graph = graph_with(options);
    graph.add_node(id);
    graph.set(graph.column("Label"), "Anna");
    const GraphContents contents = graph.take(RunContext());
    EXPECT_EQ(contents.names, NodeNames({"Anna"}));
    EXPECT_TRUE(contents.table.none()) << "a name is no attribute";
  }
  NamedGraph words = graph_with(options);
  words.add_node("anna_b");
  words.set(words.column("label"), "Anna");
  const GraphContents contents = words.take(RunContext());
  EXPECT_EQ(contents.names, NodeNames({"anna_b"}));
  EXPECT_THAT(cells(contents, "label"), ElementsAre("Anna"));
}

TEST(NamedGraph, MatchesKnownNamesByIdOrByLabel) {
  const NodeNames known({"Ben", "Cem", "Anna"});
  GraphReadOptions options;
  options.known_names = &known;
  NamedGraph graph = graph_with(options);
  for (const char* person : {"Anna", "Ben"}) {
    graph.add_node(person == std::string("Anna") ? "1" : "2");
    graph.set(graph.column("name"), person);
    graph.set(graph.column("initial"), std::string(1, person[0]));
  }
  graph.add_edge("1", "2");
  const GraphContents contents = graph.take(RunContext());
  EXPECT_EQ(contents.names, known);
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{2, 0}));
  EXPECT_THAT(cells(contents, "initial"), ElementsAre("B", "", "A"));
  NamedGraph stranger = graph_with(options);
  stranger.add_node("Dora");
  EXPECT_EQ(error_text([&] { stranger.take(RunContext()); }), "g:7:8: node id 'Dora' is not in the node table");
}

// Two nodes have the places 0 and 1.
TEST(NamedGraph, TakesEndsOfEdgesForPlacesOnlyIfAllCanBe) {
  const GraphReadOptions options;
  const auto of_edge = [&options](const char* source, const char* target) {
    NamedGraph graph = graph_with(options);
    graph.allow_places();
    graph.add_node("anna");
    graph.add_node("ben");
    graph.add_edge(source, target);
    return graph.take(RunContext());
  };
  EXPECT_THAT(of_edge("0", "1").list.entries, ElementsAre(Entry{0, 1}));
  EXPECT_THROW(of_edge("0", "2"), ParseError) << "there is no third node";
  EXPECT_THROW(of_edge("-1", "1"), ParseError);
  EXPECT_THROW(of_edge("anna", "1"), ParseError) << "one end is a name";
  EXPECT_THROW(of_edge("1", "anna"), ParseError);
}

TEST(NamedGraph, TakesValuesForWeightsOnlyIfAllAreNumbers) {
  const GraphReadOptions options;
  for (const char* second : {"3", "friend"}) {
    NamedGraph graph = graph_with(options);
    graph.add_node("a");
    graph.add_edge("a", "a");
    graph.set_weight(weight_name("Value"), "2");
    graph.add_edge("a", "a");
    graph.set_weight(WeightName::value, second);
    const GraphContents contents = graph.take(RunContext());
    if (second == std::string("3")) {
      EXPECT_THAT(contents.list.weights, ElementsAre(2.0, 3.0));
    } else {
      EXPECT_THAT(contents.list.weights, IsEmpty());
      EXPECT_THAT(contents.account, ElementsAre("values of edges left out: 'value'"));
    }
  }
}

// 65,000 names of values on the first of a million nodes would otherwise become half a terabyte of empty cells.
TEST(NamedGraph, GivesNoMemoryForValuesThatAreNotThere) {
  const GraphReadOptions options;
  const testing::MemoryCap cap(std::uint64_t{1} << 30);
  NamedGraph graph = graph_with(options);
  graph.add_node("first");
  for (int i = 0; i < 3'000; ++i) graph.set(graph.column("c" + std::to_string(i)), "x");
  for (int i = 0; i < 100'000; ++i) graph.add_node("n" + std::to_string(i));
  EXPECT_THAT(error_text([&] { graph.take(RunContext()); }), HasSubstr("3,000 names of values for 100,001 nodes"));
}

TEST(NamedGraph, KeepsTheFirstOfTwoValues) {
  const GraphReadOptions options;
  NamedGraph graph = graph_with(options);
  graph.add_node("a");
  graph.set(graph.column("x"), "");
  graph.set(graph.column("x"), "1");
  graph.set(graph.column("x"), "2");
  EXPECT_THAT(cells(graph.take(RunContext()), "x"), ElementsAre("1"));
}

TEST(NamedGraph, KeepsColumnsOfOneNameApartByTheirOrigin) {
  const GraphReadOptions options;
  NamedGraph graph = graph_with(options);
  EXPECT_NE(graph.column("class"), graph.column("class", "cgsd.class"));
  EXPECT_EQ(graph.column("class"), graph.column("class"));
}

TEST(NamedGraph, HasNoMoreNamesOfValuesThanAreSensible) {
  const GraphReadOptions options;
  NamedGraph graph = graph_with(options);
  EXPECT_EQ(error_text([&] {
              for (int i = 0; i <= 1 << 16; ++i) graph.column(std::to_string(i), "o");
            }),
            "g:7:8: more than 65,536 names of values");
}

TEST(NamedGraph, AddsANodeThatAnEdgeHasNamed) {
  const GraphReadOptions options;
  NamedGraph graph = graph_with(options);
  graph.add_edge("a", "b");
  for (const char* id : {"b", "a", "b"}) graph.add_unless_there(id);
  const GraphContents contents = graph.take(RunContext());
  EXPECT_EQ(contents.names, NodeNames({"b", "a"}));
  EXPECT_THAT(contents.list.entries, ElementsAre(Entry{1, 0}));
}

// Programs write the id again as a label, name, id or value; under other names a copy is a value like others.
TEST(NamedGraph, DropsCopiesOfIdsUnderTheUsualNames) {
  const GraphReadOptions options;
  for (const char* name : {"label", "Name", "ID", "value", "code"}) {
    NamedGraph graph = graph_with(options);
    for (const char* id : {"a", "b"}) {
      graph.add_node(id);
      graph.set(graph.column(name), id);
    }
    EXPECT_EQ(graph.take(RunContext()).table.none(), name != std::string("code")) << name;
  }
}

TEST(NamedGraph, FindsEndsOfEdgesByLabelBesideIds) {
  const GraphReadOptions options;
  const auto of_edges = [&](const char* last) {
    NamedGraph graph = graph_with(options);
    graph.add_edge("Anna", "2");
    graph.add_edge("Ben", last);
    for (const char* id : {"1", "2"}) {
      graph.add_node(id);
      graph.set(graph.column("name"), id == std::string("1") ? "Anna" : "Ben");
    }
    return graph.take(RunContext());
  };
  EXPECT_THAT(of_edges("1").list.entries, ElementsAre(Entry{0, 1}, Entry{1, 0}));
  EXPECT_EQ(error_text([&] { of_edges("Cem"); }), "g:7:8: the edge names node 'Cem', which does not exist");
}

TEST(NamedGraph, OfNothingIsEmpty) {
  const GraphReadOptions options;
  NamedGraph graph = graph_with(options);
  graph.column("label");
  EXPECT_EQ(graph.take(RunContext()).list.nodes, 0U);
}

}  // namespace
}  // namespace cgsd

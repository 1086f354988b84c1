// Graph files as people have them (tests/data/make_formats.py), each read as a person would expect.
#include "cgsd/io/datasets/read_contents.hpp"

#include <fstream>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "cgsd/io/text/table_reader.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/shared_data.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using testing::error_text;
using ::testing::HasSubstr;

const std::vector<std::string> kPeople = {"Anna", "Ben", "Cem", "Dörte", "Eva", "Finn"};
struct Tie {
  NodeId u;
  NodeId v;
  double weight;
};
const std::vector<Tie> kTies = {{0, 1, 2.0}, {0, 2, 1.0}, {1, 2, 0.5}, {3, 4, 3.0},
                                {3, 5, 1.5}, {4, 5, 1.0}, {2, 3, 0.25}};

fs::path fixtures() { return testing::source_path("tests/data/formats"); }

Json expectations() {
  std::ifstream in(fixtures() / "expected.json");
  return Json::parse(in);
}

GraphContents contents_of(const fs::path& file) {
  return read_contents(file, recognise_format(file), {}, RunContext());
}

// The person that each node is.
std::vector<NodeId> people_of(const GraphContents& contents, bool named) {
  std::vector<NodeId> person;
  for (NodeId node = 0; node < contents.list.nodes; ++node) {
    if (!named) {
      person.push_back(node);
      continue;
    }
    const auto found = std::find(kPeople.begin(), kPeople.end(), contents.names.name(node));
    person.push_back(static_cast<NodeId>(found - kPeople.begin()));
  }
  return person;
}

void check_edges(const GraphContents& contents, const std::vector<NodeId>& person, const Json& expected) {
  const bool weighted = expected.at("weights").get<bool>();
  ASSERT_EQ(contents.list.weights.size(), weighted ? contents.list.entries.size() : 0u);
  const std::size_t times = expected.value("both_ways", false) ? 2 : 1;
  ASSERT_EQ(contents.list.entries.size(), times * kTies.size());
  std::map<std::pair<NodeId, NodeId>, double> found;
  for (std::size_t i = 0; i < contents.list.entries.size(); ++i) {
    const NodeId u = person[contents.list.entries[i].source];
    const NodeId v = person[contents.list.entries[i].target];
    found[{std::min(u, v), std::max(u, v)}] = weighted ? contents.list.weights[i] : 1.0;
  }
  for (const Tie& tie : kTies) {
    ASSERT_TRUE(found.contains({tie.u, tie.v})) << tie.u << " " << tie.v;
    EXPECT_EQ((found[{tie.u, tie.v}]), weighted ? tie.weight : 1.0);
  }
}

void check_columns(const GraphContents& contents, const std::vector<NodeId>& person, const Json& columns) {
  std::set<std::string> names;
  for (const TextColumn& column : contents.table.columns) {
    names.insert(column.name);
    ASSERT_TRUE(columns.contains(column.name)) << column.name;
    ASSERT_EQ(column.cells.size(), kPeople.size());
    for (NodeId node = 0; node < person.size(); ++node) {
      const Json& value = columns.at(column.name).at(person[node]);
      if (value.is_number()) {
        EXPECT_EQ(float_cell(column.cells[node]), value.get<float>()) << column.name;
      } else {
        EXPECT_EQ(column.cells[node], value.get<std::string>());
      }
    }
  }
  EXPECT_EQ(names.size(), columns.size());
}

TEST(ReadContents, FindsInFilesOfOtherProgramsWhatTheyHold) {
  const Json all = expectations();
  EXPECT_GE(all.size(), 30u);
  for (const auto& [name, expected] : all.items()) {
    SCOPED_TRACE(name);
    const fs::path file = fixtures() / name;
    if (expected.contains("refused")) {
      EXPECT_THAT(error_text([&, &path = file] { recognise_format(path); }),
                  HasSubstr("looks like " + expected.at("refused").get<std::string>()));
      continue;
    }
    EXPECT_EQ(name_of(recognise_format(file)), expected.at("format").get<std::string>());
    const GraphContents contents = contents_of(file);
    ASSERT_EQ(contents.list.nodes, kPeople.size());
    const bool named = expected.value("named", true);
    EXPECT_EQ(contents.names.none(), !named);
    const std::vector<NodeId> person = people_of(contents, named);
    ASSERT_EQ(std::set<NodeId>(person.begin(), person.end()).size(), kPeople.size());
    check_edges(contents, person, expected);
    check_columns(contents, person, expected.at("columns"));
    if (expected.contains("directed")) {
      EXPECT_EQ(contents.directed, expected.at("directed").get<bool>());
    }
  }
}

}  // namespace
}  // namespace cgsd

#include "cgsd/experiment/cell.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace cgsd {
namespace {

CellRecord some_cell() {
  CellRecord cell;
  cell.key = {"DGI", "cora", 18446744073709551615u};
  cell.overrides = {"dgi.epochs=3"};
  cell.nmi = 0.1 + 0.2;
  cell.ami = 1.0 / 3.0;
  cell.ari = -0.01;
  cell.accuracy = 1.0;
  cell.communities = 7;
  cell.seconds = 1e-5;
  cell.peak_memory = 123456789;
  cell.fingerprint = "0123456789abcdef";
  cell.data = "fedcba9876543210";
  cell.version = "0.1.0";
  return cell;
}

TEST(Cell, ComesBackFromItsLineToTheLastBit) {
  const CellRecord cell = some_cell();
  const auto back = parse_cell(cell_line(cell));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->key, cell.key);
  EXPECT_EQ(back->overrides, cell.overrides);
  EXPECT_EQ(back->data, cell.data);
  EXPECT_EQ(back->nmi, cell.nmi);
  EXPECT_EQ(back->ami, cell.ami);
  EXPECT_EQ(back->peak_memory, cell.peak_memory);
  EXPECT_TRUE(std::isnan(back->modularity));
  EXPECT_EQ(cell_line(*back), cell_line(cell));
  EXPECT_EQ(cell_line(cell).find('\n'), std::string::npos);
}

TEST(Cell, KeepsTheReasonOfAFailureAndNoFigures) {
  CellRecord cell = some_cell();
  cell.state = CellState::timed_out;
  cell.reason = "stopped after 3 s";
  cell.peak_memory.reset();
  const auto back = parse_cell(cell_line(cell));
  ASSERT_TRUE(back);
  EXPECT_EQ(back->state, CellState::timed_out);
  EXPECT_EQ(back->reason, "stopped after 3 s");
  EXPECT_FALSE(back->peak_memory);
  EXPECT_TRUE(std::isnan(value_of(*back, Metric::nmi)));
  EXPECT_TRUE(std::isnan(value_of(*back, Metric::seconds)));
}

TEST(Cell, IsNothingWherePartOfTheLineIsMissing) {
  const std::string line = cell_line(some_cell());
  for (std::size_t length = 0; length < line.size(); ++length) {
    EXPECT_FALSE(parse_cell(line.substr(0, length))) << length;
  }
  EXPECT_FALSE(parse_cell("{}"));
  EXPECT_FALSE(parse_cell("[1]"));
  EXPECT_FALSE(parse_cell(std::string(40, '\0')));
  std::string other = line;
  other.replace(other.find("\"done\""), 6, "\"lost\"");
  EXPECT_FALSE(parse_cell(other));
}

TEST(Cell, IsNothingIfAnyByteOfWhatItTellsWasChanged) {
  CellRecord cell;
  cell.key = {"louvain", "karate", 3};
  cell.nmi = 0.5;
  const std::string line = cell_line(cell);
  ASSERT_TRUE(parse_cell(line));
  const std::size_t name = line.find("checksum");
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i >= name && i < name + 8) continue;  // another name: as if there were none
    std::string changed = line;
    changed[i] = changed[i] == '7' ? '8' : '7';
    EXPECT_FALSE(parse_cell(changed)) << changed;
  }
}

// Versions before the checksum wrote none.
TEST(Cell, IsReadWithoutAChecksum) {
  CellRecord cell;
  cell.nmi = 0.5;
  const std::string line = cell_line(cell);
  const auto parsed = parse_cell(line.substr(0, line.find(",\"checksum\"")) + "}");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->nmi, 0.5);
}

TEST(Cell, HasAValuePerMetric) {
  const CellRecord cell = some_cell();
  EXPECT_EQ(value_of(cell, Metric::ari), -0.01);
  EXPECT_EQ(value_of(cell, Metric::communities), 7.0);
  EXPECT_EQ(value_of(cell, Metric::peak_memory), 123456789.0);
  EXPECT_TRUE(std::isnan(value_of(cell, Metric::modularity)));
}

TEST(Cell, ReasonsAreOneLine) { EXPECT_EQ(one_line(" bad\tnews \n more"), "badnews"); }

}  // namespace
}  // namespace cgsd

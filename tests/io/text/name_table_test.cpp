#include "cgsd/io/text/name_table.hpp"

#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace cgsd {
namespace {

RC_GTEST_PROP(NameTable, NumbersLikeAMap, (std::vector<std::string> names)) {
  std::map<std::string, NodeId> expected;
  NameTable table;
  for (const std::string& name : names) {
    const NodeId number = expected.emplace(name, static_cast<NodeId>(expected.size())).first->second;
    RC_ASSERT(table.insert(name) == number);
  }
  RC_ASSERT(table.size() == expected.size());
  for (const auto& [name, number] : expected) {
    RC_ASSERT(table.find(name) == number);
    RC_ASSERT(table.names().view(number) == name);
    RC_ASSERT(table.find(name + "?") == (expected.count(name + "?") ? expected[name + "?"] : NameTable::kAbsent));
  }
}

TEST(NameTable, InsertsAllOfAnotherTable) {
  NameTable table;
  NameTable other;
  for (int i = 0; i < 50'000; ++i) table.insert(fmt::format("node{}", 2 * i));
  for (int i = 50'000; i-- > 0;) other.insert(fmt::format("node{}", 3 * i));
  const std::vector<NodeId> numbers = table.insert_all(other);
  ASSERT_EQ(numbers.size(), 50'000u);
  NodeId next = 50'000;
  for (NodeId i = 0; i < other.size(); ++i) {
    const int value = 3 * (49'999 - static_cast<int>(i));
    const bool old = value % 2 == 0 && value < 100'000;
    EXPECT_EQ(numbers[i], old ? static_cast<NodeId>(value / 2) : next++);
    EXPECT_EQ(table.names().view(numbers[i]), other.names().view(i));
  }
}

TEST(NameTable, FindsNamesOfAnyLength) {
  const std::string long_name(20'000'000, 'x');
  NameTable table;
  EXPECT_EQ(table.find("x"), NameTable::kAbsent);
  EXPECT_EQ(table.insert(long_name), 0u);
  EXPECT_EQ(table.insert(""), 1u);
  EXPECT_EQ(table.insert(long_name + "y"), 2u);
  EXPECT_EQ(table.find(long_name), 0u);
  EXPECT_EQ(table.find(""), 1u);
  EXPECT_EQ(table.find(long_name + "y"), 2u);
}

TEST(NameTable, FindsTheFirstOfEqualNames) {
  const NameTable table(NodeNames({"a", "b", "a"}));
  EXPECT_EQ(table.size(), 3u);
  EXPECT_EQ(table.find("a"), 0u);
  EXPECT_EQ(NameTable(NodeNames()).find("a"), NameTable::kAbsent);
}

}  // namespace
}  // namespace cgsd

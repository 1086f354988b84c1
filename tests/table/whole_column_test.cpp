#include "cgsd/table/whole_column.hpp"

#include <gtest/gtest.h>

#include "tests/graph/thread_processes.hpp"
#include "tests/table/tables.hpp"

namespace cgsd {
namespace {

TEST(WholeColumn, IsTheOwnOneOfOneProcess) {
  const TextColumn own = testing::column("c", {"a", "", "bc"});
  TextColumn room;
  EXPECT_EQ(&column_of_all(own, room, RunContext()), &own);
}

TEST(WholeColumn, HasTheCellsOfAllProcessesInTheirOrder) {
  const std::vector<std::vector<std::string>> cells = {{"a", "", "bc"}, {}, {"", "d"}};
  testing::run_processes(3, [&](const RunContext& run, testing::ThreadProcesses& processes) {
    const TextColumn own = testing::column("c", cells[static_cast<std::size_t>(processes.rank())]);
    TextColumn room;
    EXPECT_EQ(column_of_all(own, room, run), testing::column("c", {"a", "", "bc", "", "d"}));
  });
}

}  // namespace
}  // namespace cgsd

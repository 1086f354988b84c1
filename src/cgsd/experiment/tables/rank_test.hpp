// Do methods differ over several datasets, by their ranks? Friedman's test on the datasets' means and Nemenyi's between
// each two (stats/friedman.hpp).
//
// Methods with a missing figure are left out. Nothing comes back if fewer than two methods or datasets are left, or if the
// table holds several metrics, or one of which neither way is better.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cgsd/experiment/tables/table.hpp"
#include "cgsd/stats/friedman.hpp"

namespace cgsd {

struct RankTest {
  std::vector<std::string> methods;  // as the table lists them
  Friedman test;
  Nemenyi pairs;
};

std::optional<RankTest> rank_test(const ResultTable& table, double level = 0.05);

}  // namespace cgsd

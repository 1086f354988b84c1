// The page of a comparison: its tables, the scores of every cell as boxes, and the ranks of the methods over datasets.
//
//   entries  one per method, dataset and metric: mean ± standard error, best, and what is missing (experiment/tables)
//   boxes    the five numbers of the scores over the seeds (stats/sample_summary.hpp), and the scores
//   ranks    per metric, over two or more datasets: Friedman's and Nemenyi's tests (experiment/tables/rank_test.hpp)
//
// Promises: the same cells give the same bytes. Cost: that of the tests.
#pragma once

#include <span>
#include <string>

#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"

namespace cgsd {

struct ComparisonContents {
  const ExperimentSpec& spec;
  std::span<const CellRecord> cells;
  std::string command;  // that repeats it
  std::string version;
};

std::string comparison_page(const ComparisonContents& comparison);

}  // namespace cgsd

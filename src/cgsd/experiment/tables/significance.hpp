// Which differences in a table are more than chance: marks for its entries and remarks that explain them.
//
//   marks  against one method, per metric and dataset: paired t-test over the seeds, two-sided, p-values after Holm's
//          correction over the other methods; "↑" or "↓" if the adjusted p is below the level. (Wilcoxon's exact test
//          cannot go below 1/16 with five seeds.) Methods with a missing cell, and differences that are the same for
//          every seed (no chance in them), are not tested.
//   ranks  over two or more datasets: Friedman's test on the datasets' means, mean ranks, Nemenyi's critical
//          difference; methods with a missing figure are left out
//
// Throws InvalidArgument if `against` is no method of the experiment. Cost: that of the tests.
#pragma once

#include <span>
#include <string>

#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"
#include "cgsd/experiment/tables/table.hpp"

namespace cgsd {

struct SignificanceOptions {
  std::string against;  // a method's label
  double level = 0.05;
};

void mark_significance(const ExperimentSpec& spec, std::span<const CellRecord> cells,
                       const SignificanceOptions& options, ResultTable& table);

}  // namespace cgsd

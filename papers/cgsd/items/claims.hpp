// The item `claims`: sentences of the text and of captions that no table judges. Pure functions of what other items
// measured: they run the same cells, so that a figure is the same wherever it is shown.
#pragma once

#include <span>
#include <vector>

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/growth.hpp"
#include "papers/cgsd/item_report.hpp"
#include "papers/cgsd/items/curvature_figure.hpp"
#include "papers/cgsd/items/dataset_facts.hpp"

namespace cgsd {

struct ScoredItem {
  ItemSpec spec;
  CellScores scores;
};

struct ClaimInputs {
  ScoredItem main;
  ScoredItem sweep;
  ScoredItem grid;
  ScoredItem large;
  CellScores own;  // Squirrel
  std::vector<DatasetFacts> facts;
  std::vector<CurvatureOfCommunities> splits;
  CostGrowth costs;
  std::vector<Claim> elsewhere;  // of the items that were used
};

ItemReport claims_report(const ItemSpec& spec, const ClaimInputs& inputs);

}  // namespace cgsd

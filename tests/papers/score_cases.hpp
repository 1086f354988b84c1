// Scores made by hand for the tests of tables that are built from cells.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "papers/cgsd/cell_scores.hpp"
#include "papers/cgsd/item_report.hpp"

namespace cgsd::testing {

// value(method, dataset, seed); NaN: the cell failed.
template <class Value>
CellScores scores_of(const ExperimentSpec& spec, Value&& value) {
  std::vector<CellRecord> cells;
  for (const CellKey& key : cells_of(spec)) {
    CellRecord cell;
    cell.key = key;
    cell.nmi = value(key.method, key.dataset, static_cast<double>(key.seed));
    if (cell.nmi != cell.nmi) {
      cell.state = CellState::failed;
      cell.reason = "needs attributes";
    }
    cells.push_back(cell);
  }
  return {spec, cells};
}

inline const Claim& claim(const ItemReport& report, std::string_view part) {
  static const Claim kNone{.text = "", .verdict = ClaimVerdict::cannot_be_checked, .evidence = ""};
  const auto found =
      std::ranges::find_if(report.claims, [&](const Claim& c) { return c.text.find(part) != std::string::npos; });
  EXPECT_NE(found, report.claims.end()) << part;
  return found == report.claims.end() ? kNone : *found;
}

}  // namespace cgsd::testing

// The figures of our statements one by one, each with its bounds and what became of it.
#pragma once

#include <limits>
#include <string>
#include <vector>

#include "papers/cgsd/statements/statements.hpp"

namespace cgsd {

struct StatementFigure {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

  std::string dataset{};
  std::string statement{};  // "curvature bounds"
  std::string quantity{};   // "lowest curvature"
  double measured = kNone;
  double at_least = kNone;  // NaN: no such bound
  double at_most = kNone;
  int digits = 4;  // shown
  Verdict verdict = Verdict::premise_not_met;
};

std::vector<StatementFigure> figures_of(const Statements& statements, const std::string& dataset);

}  // namespace cgsd

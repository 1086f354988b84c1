// Measured figures beside printed ones, as a table: text, Markdown, LaTeX, or CSV in full precision.
//
// A line per figure: row, what, measured ± standard error, printed, difference, agreement, note.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "papers/cgsd/verdict.hpp"

namespace cgsd {

struct ComparedFigure {
  std::string row{};     // "Cornell"
  std::string column{};  // "CGSD, CSpec"
  Measured measured{};
  std::optional<Printed> printed{};
  int digits = 3;      // shown
  std::string note{};  // why there is no figure, or what is to be said about it

  FigureAgreement agreement() const { return cgsd::agreement(measured, printed); }
};

struct Comparison {
  std::string row_name = "dataset";
  std::string column_name = "method";
  std::vector<ComparedFigure> figures{};
  std::vector<std::string> remarks{};
};

// Of the figures that are both measured and printed.
struct AgreementCount {
  std::size_t agree = 0;
  std::size_t compared = 0;

  // Do all agree? Nothing if there is nothing to compare.
  std::optional<bool> all() const { return compared == 0 ? std::nullopt : std::optional(agree == compared); }
};
AgreementCount count_agreement(std::span<const ComparedFigure> figures);

std::string comparison_text(const Comparison& comparison);
std::string comparison_markdown(const Comparison& comparison);
std::string comparison_latex(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);

}  // namespace cgsd

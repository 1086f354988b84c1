// Tables as text for the terminal, Markdown or LaTeX (booktabs); or as CSV and JSON, one row per figure.
//
// A value is "0.053 ± 0.017"; the best is marked * (bold in Markdown and LaTeX); what a paper prints follows in
// brackets; a missing value is "–"; raised numbers refer to the notes below. CSV and JSON have full precision.
#pragma once

#include <array>
#include <span>
#include <string>

#include "cgsd/core/options.hpp"
#include "cgsd/experiment/tables/table.hpp"

namespace cgsd {

enum class TableFormat { text, csv, json, markdown, latex };
constexpr auto enum_names(TableFormat) {
  using F = TableFormat;
  return std::array{EnumName<F>{F::text, "text"}, EnumName<F>{F::csv, "csv"}, EnumName<F>{F::json, "json"},
                    EnumName<F>{F::markdown, "markdown"}, EnumName<F>{F::latex, "latex"}};
}

// Text is at most `width` columns wide, unless one column of the table is: those that do not fit stand below.
std::string formatted(std::span<const ResultTable> tables, TableFormat format, std::size_t width = 80);

std::string to_text(std::span<const ResultTable> tables, std::size_t width = 80);
std::string to_markdown(std::span<const ResultTable> tables);
std::string to_latex(std::span<const ResultTable> tables);
std::string to_csv(std::span<const ResultTable> tables);
std::string to_json(std::span<const ResultTable> tables);

}  // namespace cgsd

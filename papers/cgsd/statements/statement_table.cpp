#include "papers/cgsd/statements/statement_table.hpp"

#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "cgsd/io/text/delimited.hpp"

#include "papers/cgsd/text_table.hpp"
#include "papers/cgsd/verdict.hpp"

namespace cgsd {
namespace {

std::string bound_text(const StatementFigure& f) {
  const std::string least = rounded_text(f.at_least, f.digits);
  const std::string most = rounded_text(f.at_most, f.digits);
  if (std::isnan(f.at_least) && std::isnan(f.at_most)) return "–";
  if (std::isnan(f.at_least)) return "≤ " + most;
  if (std::isnan(f.at_most)) return "≥ " + least;
  return fmt::format("{} … {}", least, most);
}

ReportTable table_of(std::span<const StatementFigure> figures) {
  ReportTable table{.header = {"dataset", "statement", "quantity", "measured", "bound", "verdict"},
                    .is_number = {false, false, false, true, false, false},
                    .grouped = 2};
  for (const StatementFigure& f : figures)
    table.rows.push_back({f.dataset, f.statement, f.quantity, rounded_text(f.measured, f.digits), bound_text(f),
                          std::string(name_of(f.verdict))});
  return table;
}

}  // namespace

std::string statements_text(std::span<const StatementFigure> figures) {
  ReportTable table = table_of(figures);
  const auto without_names = [](auto& line) { line.erase(line.begin(), line.begin() + 2); };
  without_names(table.header);
  without_names(table.is_number);
  table.grouped = 0;
  for (auto& row : table.rows) without_names(row);
  std::istringstream lines(table_text(table));
  std::string line;
  std::getline(lines, line);
  std::string out = line + "\n";
  for (std::size_t i = 0; i < figures.size(); ++i) {
    const StatementFigure& f = figures[i];
    if (i == 0 || f.dataset != figures[i - 1].dataset || f.statement != figures[i - 1].statement)
      out += fmt::format("{}, {}\n", f.dataset, f.statement);
    std::getline(lines, line);
    out += line + "\n";
  }
  return out;
}

std::string statements_markdown(std::span<const StatementFigure> figures) { return table_markdown(table_of(figures)); }

std::string statements_latex(std::span<const StatementFigure> figures) { return table_latex(table_of(figures)); }

std::string statements_csv(std::span<const StatementFigure> figures) {
  std::string out = "dataset,statement,quantity,measured,at_least,at_most,verdict\n";
  for (const StatementFigure& f : figures) {
    const std::string fields[] = {f.dataset,
                                  f.statement,
                                  f.quantity,
                                  number_field(f.measured),
                                  number_field(f.at_least),
                                  number_field(f.at_most),
                                  std::string(name_of(f.verdict))};
    append_csv_line(out, fields);
  }
  return out;
}

}  // namespace cgsd

#include "papers/cgsd/theorems/judged_statement.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cgsd/experiment/tables/escape.hpp"
#include "cgsd/io/text/delimited.hpp"

#include "papers/cgsd/text_table.hpp"
#include "papers/cgsd/verdict.hpp"

namespace cgsd {
namespace {

std::string figure_text(double value, const StatementColumn& column) {
  if (!std::isfinite(value) || !column.significant) return rounded_text(value, column.digits);
  return fmt::format("{:.{}g}", value, column.digits);
}

ReportTable table_of(const JudgedStatement& statement) {
  ReportTable table{.header = {"graph"}, .is_number = {false}, .grouped = 0};
  for (const StatementColumn& column : statement.columns) {
    table.header.push_back(column.name);
    table.is_number.push_back(true);
  }
  table.header.insert(table.header.end(), {"premise", "conclusion"});
  table.is_number.insert(table.is_number.end(), {false, false});
  for (const StatementLine& line : statement.lines) {
    std::vector<std::string> row = {line.graph};
    for (std::size_t i = 0; i < statement.columns.size(); ++i)
      row.push_back(figure_text(line.figures[i], statement.columns[i]));
    row.insert(row.end(), {premise_text(line), conclusion_text(line)});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string premise_text(const StatementLine& line) {
  if (!line.premise) return "–";
  return *line.premise ? "met" : "not met";
}

std::string conclusion_text(const StatementLine& line) {
  if (!line.conclusion) return "–";
  return *line.conclusion ? "holds" : "fails";
}

std::string judged_text(std::span<const JudgedStatement> statements) {
  std::string out;
  for (const JudgedStatement& s : statements) {
    out += fmt::format("{}{}\n{}\n{}{}", out.empty() ? "" : "\n", s.name, paragraph(s.printed, 2),
                       table_text(table_of(s)), paragraph(s.legend, 2));
  }
  return out;
}

std::string judged_markdown(std::span<const JudgedStatement> statements) {
  std::string out;
  for (const JudgedStatement& s : statements) {
    out += fmt::format("{}### {}\n\n> {}\n\n{}\n{}\n", out.empty() ? "" : "\n", escaped_markdown(s.name),
                       escaped_markdown(s.printed), table_markdown(table_of(s)), escaped_markdown(s.legend));
  }
  return out;
}

std::string judged_latex(std::span<const JudgedStatement> statements) {
  std::string out;
  for (const JudgedStatement& s : statements) out += (out.empty() ? "" : "\n") + table_latex(table_of(s));
  return out;
}

std::string judged_csv(std::span<const JudgedStatement> statements) {
  std::string out = "statement,graph,quantity,value,premise,conclusion\n";
  for (const JudgedStatement& s : statements) {
    for (const StatementLine& line : s.lines) {
      for (std::size_t i = 0; i < s.columns.size(); ++i) {
        const std::string fields[] = {s.name,
                                      line.graph,
                                      s.columns[i].name,
                                      number_field(line.figures[i]),
                                      premise_text(line),
                                      conclusion_text(line)};
        append_csv_line(out, fields);
      }
    }
  }
  return out;
}

}  // namespace cgsd

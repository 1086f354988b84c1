#include "papers/cgsd/comparison.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/experiment/tables/escape.hpp"
#include "cgsd/io/text/delimited.hpp"

#include "papers/cgsd/text_table.hpp"

namespace cgsd {
namespace {

double difference(const ComparedFigure& figure) {
  return figure.printed ? figure.measured.value - figure.printed->value : Measured::kNone;
}

std::vector<std::string> line_of(const ComparedFigure& figure) {
  const FigureAgreement found = figure.agreement();
  const bool has_difference = agrees(found).has_value();
  return {figure.row,
          figure.column,
          measured_text(figure.measured, figure.digits),
          figure.printed ? rounded_text(figure.printed->value, figure.printed->digits) : "–",
          has_difference ? signed_text(difference(figure), std::max(figure.digits, figure.printed->digits)) : "–",
          has_difference || found == FigureAgreement::not_measured || found == FigureAgreement::one_run
              ? std::string(name_of(found))
              : "–",
          figure.note};
}

ReportTable table_of(const Comparison& c) {
  ReportTable table{.header = {c.row_name, c.column_name, "measured", "printed", "difference", "agreement", ""},
                    .is_number = {false, false, true, true, true, false, false}};
  for (const ComparedFigure& figure : c.figures) table.rows.push_back(line_of(figure));
  return table;
}

}  // namespace

AgreementCount count_agreement(std::span<const ComparedFigure> figures) {
  AgreementCount count;
  for (const ComparedFigure& figure : figures) {
    const std::optional<bool> found = agrees(figure.agreement());
    if (!found) continue;
    ++count.compared;
    if (*found) ++count.agree;
  }
  return count;
}

std::string comparison_text(const Comparison& comparison) {
  std::string out = table_text(table_of(comparison));
  for (const std::string& remark : comparison.remarks) out += paragraph(remark, 2);
  return out;
}

std::string comparison_markdown(const Comparison& comparison) {
  std::string out = table_markdown(table_of(comparison));
  for (const std::string& remark : comparison.remarks) out += "\n" + escaped_markdown(remark) + "\n";
  return out;
}

// Without the notes.
std::string comparison_latex(const Comparison& comparison) {
  ReportTable table = table_of(comparison);
  table.header.pop_back();
  table.is_number.pop_back();
  for (std::vector<std::string>& row : table.rows) row.pop_back();
  return table_latex(table);
}

std::string comparison_csv(const Comparison& comparison) {
  std::string out = fmt::format("{},{},measured,standard_error,runs,printed,difference,agreement,note\n",
                                comparison.row_name, comparison.column_name);
  for (const ComparedFigure& figure : comparison.figures) {
    const std::string fields[] = {figure.row,
                                  figure.column,
                                  number_field(figure.measured.value),
                                  number_field(figure.measured.standard_error),
                                  std::to_string(figure.measured.runs),
                                  figure.printed ? number_field(figure.printed->value) : "",
                                  number_field(difference(figure)),
                                  std::string(name_of(figure.agreement())),
                                  figure.note};
    append_csv_line(out, fields);
  }
  return out;
}

}  // namespace cgsd

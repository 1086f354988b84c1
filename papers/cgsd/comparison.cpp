#include "papers/cgsd/comparison.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/io/text/delimited.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kColumns = 7;
using Line = std::array<std::string, kColumns>;

double difference(const ComparedFigure& figure) {
  return figure.printed ? figure.measured.value - figure.printed->value : Measured::kNone;
}

Line head(const Comparison& c) {
  return {c.row_name, c.column_name, "measured", "printed", "difference", "agreement", ""};
}

Line line_of(const ComparedFigure& figure) {
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

std::vector<Line> lines_of(const Comparison& comparison) {
  std::vector<Line> lines;
  for (const ComparedFigure& figure : comparison.figures) lines.push_back(line_of(figure));
  return lines;
}

std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xc0u) != 0x80u; }));
}

bool is_right(std::size_t column) { return column >= 2 && column <= 4; }

std::string padded(const Line& line, const std::array<std::size_t, kColumns>& widths) {
  std::string out;
  for (std::size_t i = 0; i < kColumns; ++i) {
    const std::string blanks(widths[i] - std::min(widths[i], width_of(line[i])), ' ');
    out += "  " + (is_right(i) ? blanks + line[i] : line[i] + blanks);
  }
  out.erase(out.find_last_not_of(' ') + 1);
  return out + "\n";
}

std::string latex_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : std::string(); }

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
  std::vector<Line> lines = lines_of(comparison);
  lines.insert(lines.begin(), head(comparison));
  std::array<std::size_t, kColumns> widths{};
  for (const Line& line : lines) {
    for (std::size_t i = 0; i < kColumns; ++i) widths[i] = std::max(widths[i], width_of(line[i]));
  }
  std::string out;
  std::string row_before;
  for (Line& line : lines) {
    const std::string row = line[0];
    if (row == row_before) line[0].clear();
    out += padded(line, widths);
    row_before = row;
  }
  for (const std::string& remark : comparison.remarks) out += fmt::format("  {}\n", remark);
  return out;
}

std::string comparison_markdown(const Comparison& comparison) {
  const auto row = [](const Line& line) {
    std::string out = "|";
    for (const std::string& field : line) out += " " + escaped_markdown(field) + " |";
    return out + "\n";
  };
  std::string out = row(head(comparison)) + "| --- | --- | ---: | ---: | ---: | --- | --- |\n";
  for (const Line& line : lines_of(comparison)) out += row(line);
  for (const std::string& remark : comparison.remarks) out += "\n" + escaped_markdown(remark) + "\n";
  return out;
}

std::string comparison_latex(const Comparison& comparison) {
  const auto row = [](const Line& line) {
    std::vector<std::string> fields;
    for (std::size_t i = 0; i + 1 < kColumns; ++i) fields.push_back(latex_text(line[i]));
    return fmt::format("  {} \\\\\n", fmt::join(fields, " & "));
  };
  std::string out = "\\begin{tabular}{llrrrl}\n  \\toprule\n" + row(head(comparison)) + "  \\midrule\n";
  for (const Line& line : lines_of(comparison)) out += row(line);
  return out + "  \\bottomrule\n\\end{tabular}\n";
}

std::string comparison_csv(const Comparison& comparison) {
  std::string out = fmt::format("{},{},measured,standard_error,runs,printed,difference,agreement,note\n",
                                comparison.row_name, comparison.column_name);
  for (const ComparedFigure& figure : comparison.figures) {
    const std::string fields[] = {figure.row,
                                  figure.column,
                                  number(figure.measured.value),
                                  number(figure.measured.standard_error),
                                  std::to_string(figure.measured.runs),
                                  figure.printed ? number(figure.printed->value) : "",
                                  number(difference(figure)),
                                  std::string(name_of(figure.agreement())),
                                  figure.note};
    std::string line;
    for (const std::string& field : fields) {
      if (!line.empty()) line += ',';
      if (!field.empty()) append_field(line, field, Delimiter::comma);
    }
    out += line + "\n";
  }
  return out;
}

std::string escaped_markdown(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("|*_`<\\[]").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

}  // namespace cgsd

// Tables for LaTeX: booktabs, one table environment each, notes below the tabular.
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/experiment/tables/escape.hpp"
#include "cgsd/experiment/tables/table_format.hpp"

namespace cgsd {
namespace {

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
}

// What value_text and remarks spell in Unicode.
std::string plain(std::string text) {
  replace_all(text, "−", "$-$");
  replace_all(text, "–", "--");
  replace_all(text, "±", "$\\pm$");
  replace_all(text, "×", "$\\times$");
  replace_all(text, "≥", "$\\geq$");
  return text;
}

std::string cell(const TableEntry& e) {
  const std::string mean = plain(value_text(e.metric, e.summary.mean));
  std::string out = e.best ? fmt::format("\\textbf{{{}}}", mean) : mean;
  if (!std::isnan(e.summary.standard_error)) {
    out += " $\\pm$ " + plain(value_text(e.metric, e.summary.standard_error, e.summary.mean));
  }
  if (!e.mark.empty()) out += fmt::format("\\textsuperscript{{{}}}", escaped_latex(e.mark));
  std::vector<std::size_t> numbers;
  for (const std::size_t note : e.notes) numbers.push_back(note + 1);
  if (!numbers.empty()) out += fmt::format("\\textsuperscript{{{}}}", fmt::join(numbers, ","));
  if (e.paper) out += fmt::format(" [{}]", plain(value_text(e.metric, *e.paper)));
  return out;
}

std::string grid(const ResultTable& table) {
  std::string out = fmt::format("\\begin{{tabular}}{{l{}}}\n\\toprule\n{}", std::string(table.columns.size(), 'r'),
                                escaped_latex(table.corner));
  for (const std::string& column : table.columns) out += " & " + escaped_latex(column);
  out += " \\\\\n\\midrule\n";
  for (std::size_t r = 0; r < table.rows.size(); ++r) {
    out += escaped_latex(table.rows[r]);
    for (std::size_t c = 0; c < table.columns.size(); ++c) out += " & " + cell(table.at(r, c));
    out += " \\\\\n";
  }
  return out + "\\bottomrule\n\\end{tabular}\n";
}

std::string environment(const ResultTable& table) {
  const std::string remarks = plain(escaped_latex(fmt::format("{}", fmt::join(table.remarks, "; "))));
  std::string out =
      fmt::format("\\begin{{table}}\n\\centering\n\\caption{{{}: {}.}}\n", escaped_latex(table.title), remarks);
  if (!table.rows.empty()) out += grid(table);
  for (std::size_t i = 0; i < table.notes.size(); ++i) {
    out +=
        fmt::format("\n{{\\footnotesize \\textsuperscript{{{}}} {}}}\n", i + 1, plain(escaped_latex(table.notes[i])));
  }
  return out + "\\end{table}\n";
}

}  // namespace

std::string to_latex(std::span<const ResultTable> tables) {
  std::string out = "% needs \\usepackage{booktabs}\n";
  for (const ResultTable& table : tables) out += "\n" + environment(shortened(table));
  return out;
}

}  // namespace cgsd

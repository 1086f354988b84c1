// A statement of the paper as it is printed, and what became of it on each graph. Tables as text, Markdown, LaTeX, CSV.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace cgsd {

struct StatementColumn {
  std::string name;
  int digits = 4;            // after the point
  bool significant = false;  // so many digits in all: for what may be tiny
};

struct StatementLine {
  std::string graph;
  std::vector<double> figures;       // one per column; NaN: none
  std::optional<bool> premise{};     // met; nothing: there is no premise
  std::optional<bool> conclusion{};  // holds; nothing: cannot be told
};

struct JudgedStatement {
  std::string name{};     // "Lemma 1 (suppression)"
  std::string printed{};  // as the paper has it
  std::string legend{};   // what the columns are
  std::vector<StatementColumn> columns{};
  std::vector<StatementLine> lines{};
};

std::string judged_text(std::span<const JudgedStatement> statements);
std::string judged_markdown(std::span<const JudgedStatement> statements);
std::string judged_latex(std::span<const JudgedStatement> statements);
// A line per figure, in full precision.
std::string judged_csv(std::span<const JudgedStatement> statements);

std::string premise_text(const StatementLine& line);     // "met", "not met", "–"
std::string conclusion_text(const StatementLine& line);  // "holds", "fails", "–"

}  // namespace cgsd

// The figures of our statements as a table: text, Markdown, LaTeX, or CSV in full precision.
#pragma once

#include <span>
#include <string>

#include "papers/cgsd/statements/statement_figures.hpp"

namespace cgsd {

// Names of dataset and statement stand on lines of their own: a hundred columns are enough.
std::string statements_text(std::span<const StatementFigure> figures);
std::string statements_markdown(std::span<const StatementFigure> figures);
std::string statements_latex(std::span<const StatementFigure> figures);
std::string statements_csv(std::span<const StatementFigure> figures);

}  // namespace cgsd

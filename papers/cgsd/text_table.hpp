// Tables of texts for the terminal, Markdown and LaTeX (booktabs), and lines of CSV.
//
// In text, cells of the first `grouped` columns are left blank if they repeat those of the line above.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

struct TextTable {
  std::vector<std::string> header;
  std::vector<bool> is_number;  // by column: to the right
  std::size_t grouped = 1;
  std::vector<std::vector<std::string>> rows{};
};

std::string table_text(const TextTable& table);
std::string table_markdown(const TextTable& table);
std::string table_latex(const TextTable& table);

// Fields joined by commas, quoted if they have to be, with the end of the line.

// For Markdown: what would otherwise be a mark-up sign.
std::string escaped_markdown(std::string_view text);

}  // namespace cgsd

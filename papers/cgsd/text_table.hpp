// Tables of texts for the terminal, Markdown and LaTeX (booktabs).
//
// In text, cells of the first `grouped` columns are left blank if they repeat those of the line above.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

struct ReportTable {
  std::vector<std::string> header;
  std::vector<bool> is_number;  // by column: to the right
  std::size_t grouped = 1;
  std::vector<std::vector<std::string>> rows{};
};

std::string table_text(const ReportTable& table);
std::string table_markdown(const ReportTable& table);
std::string table_latex(const ReportTable& table);

// Words in lines of at most 96 columns, each after `indent` blanks, with a line end.
std::string paragraph(std::string_view text, std::size_t indent);

}  // namespace cgsd

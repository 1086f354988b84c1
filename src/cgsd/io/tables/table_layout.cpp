#include "cgsd/io/tables/table_layout.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "cgsd/core/text.hpp"
#include "cgsd/io/text/table_reader.hpp"
#include "cgsd/table/cell_dates.hpp"
#include "cgsd/table/cell_values.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kSampled = 50;  // rows

using Rows = std::vector<std::vector<std::string>>;

// The first rows, parted by `delimiter`; fewer if a quote is wrong.
Rows sample(std::string_view rest, Delimiter delimiter) {
  constexpr std::size_t kFields = 1024;
  Rows rows;
  std::vector<Field> fields;
  std::string scratch;
  while (!rest.empty() && rows.size() < kSampled) {
    if (is_blank_or_comment(rest.substr(0, rest.find('\n')))) {
      rest.remove_prefix(rest.find('\n') + 1);
      continue;
    }
    const Record record = split_record(rest, delimiter, fields, kFields);
    if (record.status != RecordStatus::complete) return {};
    auto& row = rows.emplace_back();
    for (const Field& field : fields) row.emplace_back(field.value(scratch));
    rest.remove_prefix(record.length);
  }
  return rows;
}

bool is_even(const Rows& rows) {
  if (rows.empty() || rows.front().size() < 2) return false;
  return std::all_of(rows.begin(), rows.end(), [&](const auto& row) { return row.size() == rows.front().size(); });
}

// Whether commas stand in numbers only, where they are decimal.
bool has_decimal_commas(const Rows& rows) {
  bool any = false;
  for (const auto& row : rows) {
    for (const std::string& cell : row) {
      if (cell.find(',') == std::string::npos) continue;
      if (!number_of(cell, NumberStyle::decimal_comma)) return false;
      any = true;
    }
  }
  return any;
}

bool is_number(std::string_view cell) {
  return number_of(cell, NumberStyle::plain) || number_of(cell, NumberStyle::decimal_point) ||
         number_of(cell, NumberStyle::decimal_comma);
}

// A value of which the kind is plain, so that a word above it is a heading.
bool is_typed(std::string_view cell) {
  const auto is_date = [&](DateOrder order) { return days_of(cell, order).has_value(); };
  return is_number(cell) || is_infinite(cell) || is_number_with_unit(cell) || yes_or_no(cell) ||
         is_date(DateOrder::year_first) || is_date(DateOrder::day_first) || is_date(DateOrder::month_first) ||
         vector_of(cell).has_value();
}

enum class Says { heading, data, nothing };

Says column_says(const Rows& rows, std::size_t column, const IsNode& is_node) {
  const std::string& first = rows.front()[column];
  std::size_t present = 0;
  std::size_t typed = 0;
  std::size_t numbers = 0;
  std::size_t nodes = 0;
  for (std::size_t row = 1; row < rows.size(); ++row) {
    if (column >= rows[row].size() || is_missing(rows[row][column])) continue;
    const std::string& cell = rows[row][column];
    ++present;
    typed += is_typed(cell) ? 1 : 0;
    numbers += is_number(cell) ? 1 : 0;
    nodes += is_node && is_node(cell) ? 1 : 0;
  }
  if (present == 0 || is_missing(first)) return Says::nothing;
  if (nodes > 0 && nodes * 2 >= present && is_node(first)) return Says::data;
  const bool letter = yes_or_no(first) && numbers == present;  // y above numbers is a heading
  if ((!is_typed(first) || letter) && (typed == present || (nodes > 0 && nodes * 2 >= present))) return Says::heading;
  return is_number(first) && numbers == present ? Says::data : Says::nothing;
}

bool differs_from_all(const Rows& rows) {
  std::set<std::string> seen;
  for (std::size_t column = 0; column < rows.front().size(); ++column) {
    const std::string& first = rows.front()[column];
    if (is_missing(first) || is_number(first) || !seen.insert(first).second) return false;
    for (std::size_t row = 1; row < rows.size(); ++row) {
      if (column < rows[row].size() && rows[row][column] == first) return false;
    }
  }
  return true;
}

}  // namespace

Delimiter table_delimiter(std::string_view rows, const std::string& ending) {
  const Rows by_semicolon = sample(rows, Delimiter::semicolon);
  const bool even_semicolon = is_even(by_semicolon);
  if (even_semicolon && has_decimal_commas(by_semicolon)) return Delimiter::semicolon;
  const bool csv = ending == ".csv";
  for (const Delimiter delimiter : {csv ? Delimiter::comma : Delimiter::tab, csv ? Delimiter::tab : Delimiter::comma}) {
    if (is_even(sample(rows, delimiter))) return delimiter;
  }
  if (even_semicolon) return Delimiter::semicolon;
  const std::string_view first = rows.substr(0, rows.find('\n'));
  for (const Delimiter delimiter : {Delimiter::tab, Delimiter::comma, Delimiter::semicolon}) {
    if (first.find(static_cast<char>(delimiter)) != std::string_view::npos) return delimiter;
  }
  const Rows by_blanks = sample(rows, Delimiter::blanks);
  if (by_blanks.size() > 1 && is_even({by_blanks.begin() + 1, by_blanks.end()})) return Delimiter::blanks;
  const bool numbers = !by_blanks.empty() && std::all_of(by_blanks[0].begin(), by_blanks[0].end(), is_number);
  return is_even(by_blanks) || numbers ? Delimiter::blanks : Delimiter::tab;  // of texts: a single column
}

std::optional<Delimiter> take_separator_line(std::string_view& rows) {
  const std::string_view line = trimmed(rows.substr(0, rows.find('\n')));
  if (line.size() < 4 || line.size() > 5 || lower_case(line.substr(0, 4)) != "sep=") return std::nullopt;
  std::optional<Delimiter> found = line.size() == 4 ? std::optional(Delimiter::tab) : std::nullopt;
  for (const Delimiter delimiter : {Delimiter::comma, Delimiter::semicolon}) {
    if (line.back() == static_cast<char>(delimiter)) found = delimiter;
  }
  if (found) rows.remove_prefix(rows.find('\n') + 1);
  return found;
}

bool has_heading(const std::vector<std::vector<std::string>>& rows, const IsNode& is_node) {
  const std::vector<std::string>& first = rows.front();
  bool data = false;
  bool heading = first.size() > 1 && names_nodes(first.front());
  for (std::size_t column = 0; column < first.size(); ++column) {
    const Says said = column_says(rows, column, is_node);
    heading = heading || said == Says::heading;
    data = data || said == Says::data;
  }
  if (rows.size() == 1) return std::none_of(first.begin(), first.end(), is_number);
  if (heading) return true;
  return !data && differs_from_all(rows);
}

}  // namespace cgsd

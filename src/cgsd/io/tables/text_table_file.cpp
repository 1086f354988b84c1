#include "cgsd/io/tables/text_table_file.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/text/unicode_text.hpp"
#include "cgsd/table/cell_values.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kMaxCells = std::size_t{1} << 20;  // of a row: cells take more memory than the text they stand in
constexpr std::size_t kHeadingRows = 200;                // rows that tell a heading
constexpr std::size_t kStopInterval = 1024;              // rows

// Blank or a comment, which begins with #.
bool is_skipped(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.empty() || line.starts_with('#');
}

bool all_empty(const std::vector<Field>& fields) {
  return std::all_of(fields.begin(), fields.end(), [](const Field& field) { return trimmed(field.text).empty(); });
}

}  // namespace

TextTableFile::TextTableFile(const std::filesystem::path& file, const IsNode& is_node, const RunContext& run)
    : TextTableFile(file, unicode_text(read_whole(file, run), file.string()), is_node, run) {}

TextTableFile::TextTableFile(const std::filesystem::path& file, std::string text, const IsNode& is_node,
                             const RunContext& run)
    : file_(file.string()), text_(std::move(text)) {
  read_layout(file, is_node);
  read_rows(line_, run);
  check_headings();
  drop_empty_columns(run);
}

TextTableFile::TextTableFile(const TextTableFile& head, const std::string& rows, std::uint64_t line,
                             const RunContext& run)
    : file_(head.file_),
      text_(head.heading_text() + rows),
      delimiter_(head.delimiter_),
      heading_(head.heading_),
      cells_(head.cells_),
      line_(head.heading_ ? head.heading_place_.line : line),
      short_heading_(head.short_heading_) {
  read_rows(line, run);
  check_headings();
  drop_empty_columns(run);
}

std::string TextTableFile::heading_text() const {
  if (!heading_) return {};
  std::vector<Field> fields;
  const std::string_view rest = std::string_view(text_).substr(heading_place_.begin);
  return std::string(rest.substr(0, split_record(rest, delimiter_, fields, kMaxCells).length));
}

std::uint64_t TextTableFile::lines_before_rows() const {
  if (!heading_) return rows_.front().line - 1;
  const std::string heading = heading_text();
  return heading_place_.line - 1 + static_cast<std::uint64_t>(std::count(heading.begin(), heading.end(), '\n'));
}

// The next record that is not skipped; false at the end.
bool TextTableFile::next(std::vector<Field>& fields) {
  while (at_ < text_.size()) {
    const std::string_view rest = std::string_view(text_).substr(at_);
    const std::string_view line = rest.substr(0, rest.find('\n'));
    if (is_skipped(line)) {
      at_ += line.size() + 1;
      ++line_;
      continue;
    }
    const Record record = split_record(rest, delimiter_, fields, kMaxCells);
    record_ = {at_, line_};
    if (record.status == RecordStatus::quote_left_open) throw error_behind(record.fault, "the quote is not closed");
    if (record.status == RecordStatus::text_after_quote)
      throw error_behind(record.fault, "there is more text after the closing quote");
    if (record.fields > kMaxCells)
      throw ParseError({file_, line_, 1}, fmt::format("more than {} cells in one row", grouped(kMaxCells)));
    const std::string_view whole = rest.substr(0, record.length);
    line_ += static_cast<std::uint64_t>(std::count(whole.begin(), whole.end(), '\n'));
    at_ += record.length;
    return true;
  }
  return false;
}

void TextTableFile::read_layout(const std::filesystem::path& file, const IsNode& is_node) {
  std::string_view rest = text_;
  while (!rest.empty() && is_skipped(rest.substr(0, rest.find('\n')))) {
    rest.remove_prefix(rest.find('\n') + 1);
    ++line_;
  }
  if (rest.empty()) throw ParseError({file_, 1, 1}, "the file is empty");
  const auto separator = take_separator_line(rest);
  if (separator) ++line_;
  at_ = text_.size() - rest.size();
  delimiter_ = separator ? *separator : table_delimiter(rest, format_ending(file));

  const Place begin{at_, line_};
  std::vector<std::vector<std::string>> rows;
  std::vector<Field> fields;
  std::string scratch;
  while (rows.size() < kHeadingRows && next(fields)) {
    auto& row = rows.emplace_back();
    for (const Field& field : fields) row.emplace_back(trimmed(field.value(scratch)));
  }
  if (rows.empty()) throw ParseError({file_, 1, 1}, "the file is empty");
  cells_ = rows.front().size();
  const bool blanks_or_tab = delimiter_ == Delimiter::blanks || delimiter_ == Delimiter::tab;
  const auto one_more = [&](const auto& row) { return row.size() == cells_ + 1; };
  if (blanks_or_tab && rows.size() > 1 && std::all_of(rows.begin() + 1, rows.end(), one_more)) {
    rows.front().insert(rows.front().begin(), std::string());
    short_heading_ = true;
    ++cells_;
  }
  heading_ = short_heading_ || has_heading(rows, is_node);
  at_ = begin.begin;
  line_ = begin.line;
}

// `first_line` is that of the first row or, if that is more, what follows the heading.
void TextTableFile::read_rows(std::uint64_t first_line, const RunContext& run) {
  table_.columns.resize(cells_);
  for (std::size_t i = 0; i < cells_; ++i) columns_.push_back(i);
  std::vector<Field> fields;
  std::size_t empty = 0;
  bool first = heading_;
  while (next(fields)) {
    if (rows_.size() % kStopInterval == 0) run.check_stop();
    if (first) {
      take_heading(fields);
      first = false;
      line_ = std::max(line_, first_line);
    } else if (cells_ > 1 && all_empty(fields)) {
      ++empty;
    } else {
      take_row(fields);
    }
  }
  if (rows_of_all(run, rows_.size()) == 0)
    throw ParseError({file_, record_.line, 1}, "there is no row below the heading");
  empty = rows_of_all(run, empty);
  if (empty > 0) account_.push_back(fmt::format("{} empty row{} skipped", grouped(empty), empty == 1 ? "" : "s"));
}

void TextTableFile::take_heading(const std::vector<Field>& fields) {
  heading_place_ = record_;
  std::string scratch;
  const std::size_t shift = short_heading_ ? 1 : 0;
  for (std::size_t i = 0; i < fields.size() && i + shift < cells_; ++i)
    table_.columns[i + shift].name = as_utf8(trimmed(fields[i].value(scratch)));
}

void TextTableFile::take_row(const std::vector<Field>& fields) {
  if (fields.size() != cells_) {
    const char* place =
        fields.size() > cells_ ? fields[cells_].place() : fields.back().text.data() + fields.back().text.size();
    throw error_behind(place,
                       fmt::format("{} cells, but the first row has {}", grouped(fields.size()), grouped(cells_)));
  }
  std::string scratch;
  for (std::size_t i = 0; i < cells_; ++i) table_.columns[i].cells.append(trimmed(fields[i].value(scratch)));
  rows_.push_back(record_);
}

void TextTableFile::check_headings() const {
  std::map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    const std::string& name = table_.columns[i].name;
    if (name.empty() || seen.emplace(name, i).second) continue;
    throw error_at(CellFault::kHeading, i,
                   fmt::format("two columns are named {}: rename one of them", in_quotes(name)));
  }
}

// Delimiters at the ends of rows make columns without a heading or a value; headings that lack are numbers.
void TextTableFile::drop_empty_columns(const RunContext& run) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < table_.columns.size(); ++i) {
    const TextList& cells = table_.columns[i].cells;
    if (table_.columns.size() > 1 && table_.columns[i].name.empty()) {
      bool empty = true;
      for (std::size_t row = 0; empty && row < cells.size(); ++row) empty = cells[row].empty();
      if (!any_over_processes(run, !empty)) continue;
    }
    if (kept != i) table_.columns[kept] = std::move(table_.columns[i]);
    columns_[kept++] = i;
  }
  if (kept == 0) throw error_at(CellFault::kHeading, 0, "there is nothing in the table");
  for (std::size_t i = 1; heading_ && i < kept; ++i) {
    std::string& name = table_.columns[i].name;
    if (name.empty()) name = fmt::format("column {}", columns_[i] + 1);
  }
  if (kept == table_.columns.size()) return;
  const std::size_t dropped = table_.columns.size() - kept;
  account_.push_back(fmt::format("{} empty column{} ignored", grouped(dropped), dropped == 1 ? "" : "s"));
  table_.columns.resize(kept);
}

TextTableFile::Place TextTableFile::place_of(const char* place, Place from) const {
  const auto at = static_cast<std::size_t>(place - text_.data());
  const std::string_view before = std::string_view(text_).substr(from.begin, at - from.begin);
  const std::size_t newline = before.rfind('\n');
  const auto lines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  return {newline == std::string_view::npos ? before.size() : before.size() - newline - 1, from.line + lines};
}

ParseError TextTableFile::error_behind(const char* place, const std::string& what) const {
  const Place found = place_of(place, record_);
  return {{file_, found.line, found.begin + 1}, what};
}

ParseError TextTableFile::error_at(std::size_t row, std::size_t column, const std::string& what) const {
  const Place from = row == CellFault::kHeading ? (heading_        ? heading_place_
                                                   : rows_.empty() ? Place{0, 1}
                                                                   : rows_.front())
                                                : rows_[row];
  std::vector<Field> fields;
  split_record(std::string_view(text_).substr(from.begin), delimiter_, fields, kMaxCells);
  std::size_t cell = column < columns_.size() ? columns_[column] : column;
  if (row == CellFault::kHeading && heading_ && short_heading_ && cell > 0) --cell;
  if (cell >= fields.size()) return {{file_, from.line, 1}, what};
  const Place found = place_of(fields[cell].place(), from);
  return {{file_, found.line, found.begin + 1}, what};
}

}  // namespace cgsd

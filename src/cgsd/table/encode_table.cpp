#include "cgsd/table/encode_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/table/cell_fault.hpp"
#include "cgsd/table/table_account.hpp"
#include "cgsd/table/words.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kStopInterval = 4096;  // rows

std::vector<std::size_t> positions_of(const TextTable& table, const ColumnEncoding& column) {
  for (const std::size_t position : column.positions) {
    if (position >= table.columns.size())
      throw InvalidArgument(fmt::format("there is no column {}: the table has {}", position + 1, table.columns.size()));
  }
  return column.positions;
}

}  // namespace

ColumnEncoder::ColumnEncoder(const ColumnEncoding& encoding, const TextTable& table, std::vector<std::size_t> columns,
                             bool raw)
    : encoding_(encoding), table_(table), columns_(std::move(columns)), raw_(raw) {
  for (std::size_t i = 0; i < encoding.levels.size(); ++i)
    level_.emplace(encoding.levels[i], static_cast<std::uint32_t>(i));
}

void ColumnEncoder::encode(std::size_t row, Values& out) {
  out.clear();
  switch (encoding_.kind) {
    case ColumnKind::category:
      encode_level(row, out);
      break;
    case ColumnKind::list:
      encode_items(row, out);
      break;
    case ColumnKind::words:
      encode_words(row, out);
      break;
    case ColumnKind::vector:
      columns_.size() > 1 || encoding_.positions.size() > 1 ? encode_vector(row, out) : encode_cell_vector(row, out);
      break;
    default:
      encode_number(row, out);
  }
  for (auto& [attribute, value] : out) value *= encoding_.weight;
  std::erase_if(out, [](const auto& entry) { return entry.second == 0.0; });
}

// A cell of a number, a date, or yes and no, which is not missing.
double ColumnEncoder::number(std::size_t row, std::size_t source) const {
  const std::string_view text = cell(row, source);
  const auto fault = [&](const char* what) {
    return CellFault(row, columns_[source],
                     fmt::format("{} is not {}, as {} holds them", in_quotes(text), what, encoding_.title()));
  };
  if (encoding_.kind == ColumnKind::yes_no) {
    if (const auto yes = yes_or_no(text)) return *yes ? 1.0 : 0.0;
    if (text == "0" || text == "1") return text == "1" ? 1.0 : 0.0;
    throw fault("yes or no");
  }
  if (encoding_.kind == ColumnKind::date) {
    if (const auto days = days_of(text, encoding_.order)) return *days;
    throw fault("a date");
  }
  if (raw_ && encoding_.style == NumberStyle::plain) {
    if (const auto value = plain_float(text)) return static_cast<double>(*value);
  }
  const auto value = number_of(text, encoding_.style);
  if (!value) throw fault(is_infinite(text) ? "a finite number" : "a number");
  if (raw_ && std::abs(*value) > static_cast<double>(std::numeric_limits<float>::max()))
    throw fault("a finite 32-bit number");
  return *value;
}

void ColumnEncoder::mark_missing(Values& out) {
  ++filled_;
  if (encoding_.missing) out.emplace_back(static_cast<std::uint32_t>(encoding_.width() - 1), 1.0);
}

void ColumnEncoder::encode_number(std::size_t row, Values& out) {
  const bool absent = is_missing(cell(row, 0));
  const double value = absent ? encoding_.fill[0] : number(row, 0);
  out.emplace_back(0, (value - encoding_.mean) * encoding_.scale);
  if (absent) mark_missing(out);
}

void ColumnEncoder::encode_level(std::size_t row, Values& out) {
  const std::string_view text = trimmed(cell(row, 0));
  if (is_missing(text)) {
    mark_missing(out);
    return;
  }
  const auto found = level_.find(text);
  if (found != level_.end()) {
    out.emplace_back(found->second, 1.0);
  } else if (encoding_.other) {
    out.emplace_back(static_cast<std::uint32_t>(encoding_.levels.size()), 1.0);
  } else {
    ++unknown_;
  }
}

void ColumnEncoder::encode_items(std::size_t row, Values& out) {
  const std::string_view text = cell(row, 0);
  if (is_missing(text)) {
    mark_missing(out);
    return;
  }
  for (const std::string_view item : list_items(text, encoding_.separator)) {
    const auto found = level_.find(item);
    if (found != level_.end()) out.emplace_back(found->second, 1.0);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
}

void ColumnEncoder::encode_words(std::size_t row, Values& out) {
  const std::string_view text = cell(row, 0);
  if (is_missing(text)) {
    mark_missing(out);
    return;
  }
  std::map<std::uint32_t, double> counts;
  for (const std::string& word : words_of(text)) {
    const auto found = level_.find(word);
    if (found != level_.end()) counts[found->second] += 1.0;
  }
  if (raw_) {
    out.assign(counts.begin(), counts.end());
    return;
  }
  double squares = 0.0;
  for (auto& [word, value] : counts) {
    value *= encoding_.idf[word];
    squares += value * value;
  }
  for (const auto& [word, value] : counts) out.emplace_back(word, value / std::sqrt(squares));
}

void ColumnEncoder::encode_vector(std::size_t row, Values& out) {
  bool absent = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const bool here = is_missing(cell(row, i));
    out.emplace_back(static_cast<std::uint32_t>(i), here ? encoding_.fill[i] : number(row, i));
    if (here && absent) ++filled_;
    if (here && !absent) absent = true;
  }
  if (absent) mark_missing(out);
}

void ColumnEncoder::encode_cell_vector(std::size_t row, Values& out) {
  const std::string_view text = cell(row, 0);
  const bool absent = is_missing(text);
  const auto values = absent ? std::optional(encoding_.fill) : vector_of(text);
  if (!values || values->size() != encoding_.fill.size()) {
    throw CellFault(row, columns_[0],
                    fmt::format("{} is not a vector of {} numbers, as {} holds them", in_quotes(text),
                                encoding_.fill.size(), encoding_.title()));
  }
  for (std::size_t i = 0; i < values->size(); ++i) out.emplace_back(static_cast<std::uint32_t>(i), (*values)[i]);
  if (absent) mark_missing(out);
}

std::vector<std::vector<std::size_t>> find_columns(const TextTable& table, const Encoding& encoding) {
  std::vector<std::vector<std::size_t>> found;
  std::vector<std::string> lacking;
  std::unordered_map<std::string_view, std::size_t> place;
  for (std::size_t i = 0; i < table.columns.size(); ++i) place.emplace(table.columns[i].name, i);
  for (const ColumnEncoding& column : encoding.columns) {
    if (!encoding.heading) {
      found.push_back(positions_of(table, column));
      continue;
    }
    std::vector<std::size_t>& here = found.emplace_back();
    for (const std::string& source : column.sources) {
      const auto at = place.find(source);
      if (at == place.end())
        lacking.push_back(in_quotes(source));
      else
        here.push_back(at->second);
    }
  }
  constexpr std::size_t kNamed = 5;
  if (!lacking.empty()) {
    const std::size_t named = std::min(lacking.size(), kNamed);
    throw InvalidArgument(
        fmt::format("the table lacks {} of the columns the communities were found with: {}{}", lacking.size(),
                    fmt::join(lacking.begin(), lacking.begin() + static_cast<std::ptrdiff_t>(named), ", "),
                    lacking.size() > named ? ", …" : ""));
  }
  return found;
}

namespace {

// Rows of attributes, in either form.
class AttributeRows {
 public:
  AttributeRows(std::size_t rows, std::size_t width, bool sparse) : sparse_(sparse) {
    rows_.cols = width;
    if (!sparse) dense_ = Matrix<float>(rows, width);
  }
  void put(std::size_t row, std::size_t attribute, float value) {
    if (!sparse_) {
      dense_(row, attribute) = value;
    } else if (value != 0.0F) {
      rows_.columns.push_back(static_cast<std::uint32_t>(attribute));
      rows_.values.push_back(value);
    }
  }
  void end_row() { rows_.offsets.push_back(rows_.columns.size()); }
  Attributes take() { return sparse_ ? Attributes(std::move(rows_)) : Attributes(std::move(dense_)); }

 private:
  bool sparse_;
  Matrix<float> dense_;
  SparseRows rows_;
};

// What was filled in a block, and what is not known to its encoding.
void give_account(const ColumnEncoder& encoder, const ColumnEncoding& column, TableAccount& account,
                  const RunContext& run) {
  const auto counted = [&](std::uint64_t n) { return fmt::format("{} of {}", grouped(n), column.title()); };
  const std::size_t filled = rows_of_all(run, encoder.filled());
  const std::size_t unknown = rows_of_all(run, encoder.unknown());
  if (filled > 0) account.add(column.fill.empty() ? "missing" : "filled", counted(filled));
  if (unknown > 0) account.add("not known", counted(unknown));
}

}  // namespace

EncodedTable encode_table(const TextTable& table, const Encoding& encoding, const RunContext& run) {
  auto columns = find_columns(table, encoding);
  std::vector<ColumnEncoder> encoders;
  for (std::size_t b = 0; b < encoding.columns.size(); ++b)
    encoders.emplace_back(encoding.columns[b], table, std::move(columns[b]), !encoding.common_scale);
  AttributeRows rows(table.rows(), encoding.width(), encoding.sparse);
  ColumnEncoder::Values values;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (row % kStopInterval == 0) run.check_stop();
    std::size_t first = 0;
    for (std::size_t b = 0; b < encoders.size(); ++b) {
      encoders[b].encode(row, values);
      for (const auto& [attribute, value] : values) rows.put(row, first + attribute, static_cast<float>(value));
      first += encoding.columns[b].width();
    }
    rows.end_row();
  }
  TableAccount account;
  for (std::size_t b = 0; b < encoders.size(); ++b) give_account(encoders[b], encoding.columns[b], account, run);
  return {rows.take(), account.clauses()};
}

}  // namespace cgsd

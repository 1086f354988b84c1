#include "cgsd/table/fit_encoding.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/table/cell_fault.hpp"
#include "cgsd/table/column_blocks.hpp"
#include "cgsd/table/encode_table.hpp"
#include "cgsd/table/fit_column.hpp"
#include "cgsd/table/table_account.hpp"
#include "cgsd/table/whole_column.hpp"

namespace cgsd {
namespace {

constexpr double kSparseShare = 0.2;      // of attributes that are not 0
constexpr std::size_t kSparseWidth = 64;  // narrower tables are dense
constexpr double kConstant = 1e-12;       // a variance below this share of the mean square is rounding

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Whether the numbers of a column can only be read with a decimal comma.
bool needs_decimal_comma(const TextColumn& column, const RunContext& run) {
  bool needed = false;
  bool other = false;
  for (std::size_t row = 0; !other && row < column.cells.size(); ++row) {
    const std::string_view cell = column.cells[row];
    if (is_missing(cell)) continue;
    other = !number_of(cell, NumberStyle::decimal_comma);
    needed = needed || (!number_of(cell, NumberStyle::plain) && !number_of(cell, NumberStyle::decimal_point));
  }
  return !any_over_processes(run, other) && any_over_processes(run, needed);
}

class TableFitter {
 public:
  TableFitter(const TextTable& table, const TableOptions& options, const RunContext& run)
      : table_(table), options_(options), run_(run), rows_(rows_of_all(run, table.rows())) {
    for (const TextColumn& column : table.columns) has_heading_ = has_heading_ || !column.name.empty();
    for (const TextColumn& column : table.columns)
      decimal_comma_ = decimal_comma_ || (wanted(column) && needs_decimal_comma(column, run));
  }

  FittedTable fit() {
    std::vector<std::optional<FittedColumn>> by_column(table_.columns.size());
    const std::vector<bool> taken = fit_blocks(by_column);
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      run_.check_stop();
      if (!taken[i] && wanted(table_.columns[i])) by_column[i] = fit_single(i);
    }
    for (auto& fitted : by_column) {
      if (fitted) keep(*std::move(fitted));
    }
    out_.encoding.heading = has_heading_;
    out_.encoding.common_scale = !as_given();
    balance();
    if (out_.encoding.none()) throw CellFault(CellFault::kHeading, 0, nothing_left());
    describe();
    return std::move(out_);
  }

 private:
  bool wanted(const TextColumn& column) const {
    if (contains(options_.ignore, column.name)) return false;
    return options_.columns.empty() || contains(options_.columns, column.name);
  }
  std::optional<ColumnKind> asked(const TextColumn& column) const {
    for (const auto& [name, kind] : options_.kinds) {
      if (name == column.name) return kind;
    }
    return std::nullopt;
  }
  NumberStyle style() const { return decimal_comma_ ? NumberStyle::decimal_comma : NumberStyle::plain; }

  bool holds_numbers(const TextColumn& column) const {
    bool any = false;
    bool other = false;
    for (std::size_t row = 0; !other && row < column.cells.size(); ++row) {
      if (is_missing(column.cells[row])) continue;
      any = true;
      other = !number_of(column.cells[row], style());
    }
    return !any_over_processes(run_, other) && any_over_processes(run_, any);
  }

  // Fits the vectors, and tells which columns they took.
  std::vector<bool> fit_blocks(std::vector<std::optional<FittedColumn>>& by_column) const {
    std::vector<std::string> headings;
    std::vector<bool> may;
    bool all = true;
    for (const TextColumn& column : table_.columns) {
      headings.push_back(column.name);
      may.push_back(wanted(column) && !asked(column) && holds_numbers(column));
      all = all && (may.back() || !column.name.empty());
    }
    // Without headings only a table of nothing but numbers is a vector: else its columns may be of any unit.
    for (std::size_t i = 0; !all && i < may.size(); ++i) may[i] = may[i] && !headings[i].empty();
    std::vector<bool> taken(may.size(), false);
    for (const auto& block : column_blocks(headings, may)) {
      if (std::any_of(block.begin(), block.end(), [&](std::size_t i) { return taken[i]; })) continue;
      for (const std::size_t i : block) taken[i] = true;
      by_column[block.front()] = fit_vector(table_, block, style(), run_);
    }
    return taken;
  }

  FittedColumn fit_single(std::size_t i) const {
    TextColumn room;
    const TextColumn& column = column_of_all(table_.columns[i], room, run_);
    const KindHints hints{asked(column), decimal_comma_, has_heading_ && !is_numbered_heading(column.name)};
    const KindFinding finding = recognise_column(column, i, hints);
    if (finding.ignored.empty()) return fit_column(column, i, finding, hints.asked.has_value());
    FittedColumn out;
    out.encoding.sources = {column.name};
    out.encoding.positions = {i};
    out.ignored = finding.ignored;
    return out;
  }

  void keep(FittedColumn fitted) {
    if (!fitted.ignored.empty()) {
      ignored_[fitted.ignored].push_back(fitted.encoding.title());
      return;
    }
    if (!fitted.topic.empty()) said_.add(fitted.topic, std::move(fitted.detail));
    out_.encoding.columns.push_back(std::move(fitted.encoding));
  }

  bool as_given() const {
    if (out_.encoding.columns.size() != 1) return false;
    const ColumnKind kind = out_.encoding.columns.front().kind;
    return kind == ColumnKind::number || kind == ColumnKind::vector || kind == ColumnKind::words ||
           kind == ColumnKind::list;
  }

  // Weighs each block such that its variances add up to 1, and leaves out what does not vary.
  void balance() {
    Encoding& e = out_.encoding;
    if (!e.common_scale) {
      for (ColumnEncoding& column : e.columns) {
        column.mean = 0.0;
        column.scale = 1.0;
      }
    }
    std::vector<ColumnEncoding> kept;
    double stored = 0.0;
    bool texts = false;
    for (ColumnEncoding& column : e.columns) {
      run_.check_stop();
      if (!e.common_scale && column.kind != ColumnKind::words && column.kind != ColumnKind::list) {
        kept.push_back(std::move(column));
        continue;
      }
      const double variance = total_variance(column, stored);
      if (!(variance > 0.0)) {
        ignored_["does not vary"].push_back(column.title());
        continue;
      }
      if (e.common_scale) column.weight = 1.0 / std::sqrt(variance);
      texts = texts || !column.levels.empty();
      kept.push_back(std::move(column));
    }
    e.columns = std::move(kept);
    const double all = static_cast<double>(rows_) * static_cast<double>(e.width());
    e.sparse = texts && e.width() >= kSparseWidth && stored < kSparseShare * all;
  }

  double total_variance(const ColumnEncoding& column, double& stored) const {
    std::vector<double> sum(column.width(), 0.0);
    std::vector<double> squares(column.width(), 0.0);
    ColumnEncoder encoder(column, table_, column.positions, !out_.encoding.common_scale);
    ColumnEncoder::Values values;
    double stored_here = 0.0;
    for (std::size_t row = 0; row < table_.rows(); ++row) {
      encoder.encode(row, values);
      for (const auto& [attribute, value] : values) {
        sum[attribute] += value;
        squares[attribute] += value * value;
      }
      stored_here += static_cast<double>(values.size());
    }
    sum_over_processes(run_, sum);
    sum_over_processes(run_, squares);
    stored += sum_over_processes(run_, stored_here);
    const auto rows = static_cast<double>(rows_);
    double total = 0.0;
    for (std::size_t j = 0; j < sum.size(); ++j) {
      const double variance = squares[j] / rows - (sum[j] / rows) * (sum[j] / rows);
      if (variance > kConstant * squares[j] / rows) total += variance;
    }
    return std::isfinite(total) ? total : 0.0;
  }

  std::string nothing_left() const {
    std::string why;
    for (const auto& [reason, titles] : ignored_)
      why += fmt::format("{}{} {}", why.empty() ? "" : "; ", listed(titles), reason);
    return fmt::format("no column is left as an attribute{}{}; --kind NAME=KIND takes one as it is",
                       why.empty() ? "" : ": ", why);
  }

  void describe() {
    std::map<ColumnKind, std::vector<const ColumnEncoding*>> by_kind;
    for (const ColumnEncoding& column : out_.encoding.columns) by_kind[column.kind].push_back(&column);
    for (const auto& [kind, columns] : by_kind) {
      std::vector<std::string> titles;
      std::size_t width = 0;
      for (const ColumnEncoding* column : columns) {
        titles.push_back(column->title());
        width += column->width();
      }
      if (const std::string said = kind_clause(kind, titles, width); !said.empty()) out_.account.push_back(said);
    }
    for (std::string& clause : said_.clauses()) out_.account.push_back(std::move(clause));
    for (const auto& [reason, titles] : ignored_) {
      out_.account.push_back(titles.size() == 1 ? fmt::format("column {} {}: ignored", titles[0], reason)
                                                : fmt::format("columns {} ignored: each {}", listed(titles), reason));
    }
    if (out_.encoding.common_scale) out_.account.emplace_back("columns put on a common scale");
  }

  std::string kind_clause(ColumnKind kind, const std::vector<std::string>& titles, std::size_t width) const {
    const char* s = titles.size() == 1 ? "" : "s";
    switch (kind) {
      case ColumnKind::number:
        return out_.encoding.common_scale ? fmt::format("{} number{}", grouped(titles.size()), s) : "";
      case ColumnKind::yes_no:
        return fmt::format("{} as yes or no", listed(titles));
      case ColumnKind::category:
        return fmt::format("{} categor{} → {} columns", titles.size(), titles.size() == 1 ? "y" : "ies",
                           grouped(width));
      case ColumnKind::date:
        return fmt::format("{} as date{}", listed(titles), s);
      case ColumnKind::words:
        return fmt::format("column{} {} as words → {} columns", s, listed(titles), grouped(width));
      case ColumnKind::list:
        return fmt::format("column{} {} as list{} → {} columns", s, listed(titles), s, grouped(width));
      case ColumnKind::vector:
        return out_.encoding.common_scale
                   ? fmt::format("{} as {}vector{}", listed(titles), titles.size() == 1 ? "a " : "", s)
                   : "";
    }
    return {};
  }

  const TextTable& table_;
  const TableOptions& options_;
  const RunContext& run_;
  std::size_t rows_;  // of all processes
  bool has_heading_ = false;
  bool decimal_comma_ = false;
  FittedTable out_;
  TableAccount said_;
  std::map<std::string, std::vector<std::string>> ignored_;  // reason → columns
};

}  // namespace

void check_names(const TableOptions& options, const TextTable& table) {
  std::vector<std::string> known;
  for (const TextColumn& column : table.columns) known.push_back(column.name);
  const auto check = [&](const char* option, const std::string& name) {
    if (name.empty() || contains(known, name)) return;
    const std::string near = nearest_word(name, known);
    std::vector<std::string> titles;
    titles.reserve(known.size());
    for (const std::string& title : known) titles.push_back(title.empty() ? "(no heading)" : in_quotes(title));
    throw InvalidArgument(fmt::format("{} {}: there is no such column{}; there are: {}", option, in_quotes(name),
                                      near.empty() ? "" : fmt::format(", did you mean {}?", in_quotes(near)),
                                      listed(titles)));
  };
  for (const std::string& name : options.columns) check("--columns", name);
  for (const std::string& name : options.ignore) check("--ignore", name);
  for (const auto& [name, kind] : options.kinds) check("--kind", name);
  check("--id-column", options.id_column);
}

FittedTable fit_encoding(const TextTable& table, const TableOptions& options, const RunContext& run) {
  return TableFitter(table, options, run).fit();
}

}  // namespace cgsd

#include "cgsd/table/fit_column.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/table/words.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kFrequent = 20;  // missing in one of so many rows: an attribute of its own
constexpr std::size_t kRare = 200;     // a level in fewer than one of so many rows is rare
constexpr std::size_t kLeastRows = 2;
constexpr std::size_t kMostWords = 5000;
constexpr const char* kDecimalCommas = "decimal commas";

using Counts = std::map<std::string, std::size_t, std::less<>>;

std::size_t least_rows(std::size_t rows) { return std::max(kLeastRows, (rows + kRare - 1) / kRare); }

double median(std::vector<double> values) {
  if (values.empty()) return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return 0.5 * (*middle + *std::max_element(values.begin(), middle));
}

class ColumnFitter {
 public:
  ColumnFitter(const TextColumn& column, std::size_t position, const KindFinding& finding, bool asked)
      : column_(column), finding_(finding), asked_(asked) {
    ColumnEncoding& e = out_.encoding;
    e.sources = {column_.name};
    e.positions = {position};
    e.kind = finding.kind;
    e.style = finding.style;
    e.order = finding.order;
    e.separator = finding.separator;
    for (std::size_t row = 0; row < column_.cells.size(); ++row) missing_ += is_missing(column_.cells[row]) ? 1 : 0;
    e.missing = missing_ > 0 && missing_ * kFrequent >= column_.cells.size();
  }

  FittedColumn fit() {
    switch (finding_.kind) {
      case ColumnKind::category:
        fit_category();
        break;
      case ColumnKind::list:
        fit_list();
        break;
      case ColumnKind::words:
        fit_words();
        break;
      case ColumnKind::vector:
        fit_cell_vector();
        break;
      default:
        fit_number();
    }
    return std::move(out_);
  }

 private:
  template <class Visit>
  void for_each_cell(Visit&& visit) const {
    for (std::size_t row = 0; row < column_.cells.size(); ++row) {
      if (!is_missing(column_.cells[row])) visit(column_.cells[row]);
    }
  }
  std::string title() const { return out_.encoding.title(); }
  std::string counted(std::size_t count) const { return fmt::format("{} of {}", grouped(count), title()); }
  void say(const char* topic, std::string detail) {
    out_.topic = topic;
    out_.detail = std::move(detail);
  }
  std::size_t rows() const { return column_.cells.size(); }

  double value(std::string_view cell) const {
    if (finding_.kind == ColumnKind::date) return *days_of(cell, finding_.order);
    if (finding_.kind == ColumnKind::number) return *number_of(cell, finding_.style);
    return yes_or_no(cell).value_or(cell == "1") ? 1.0 : 0.0;
  }

  void fit_number() {
    ColumnEncoding& e = out_.encoding;
    std::vector<double> values;
    for_each_cell([&](std::string_view cell) { values.push_back(value(cell)); });
    std::sort(values.begin(), values.end());  // sums that do not depend on the order of rows
    double sum = 0.0;
    for (const double x : values) sum += x;
    const double mean = sum / static_cast<double>(values.size());
    double squares = 0.0;
    for (const double x : values) squares += (x - mean) * (x - mean);
    const double deviation = std::sqrt(squares / static_cast<double>(values.size()));
    e.mean = mean;
    e.scale = deviation > 0.0 && std::isfinite(deviation) ? 1.0 / deviation : 1.0;
    e.fill = {finding_.kind == ColumnKind::yes_no ? mean : median(std::move(values))};
    if (!std::isfinite(mean) || !std::isfinite(deviation)) out_.ignored = "holds numbers too large to be compared";
    if (finding_.guessed_order) say("dates taken as day, month, year", title());
    if (finding_.style == NumberStyle::decimal_comma) say(kDecimalCommas, title());
    if (finding_.style == NumberStyle::decimal_point) say("groups of thousands", title());
  }

  void fit_category() {
    ColumnEncoding& e = out_.encoding;
    Counts counts;
    for_each_cell([&](std::string_view cell) { ++counts[std::string(trimmed(cell))]; });
    e.missing = missing_ > 0;
    std::size_t merged = 0;
    std::size_t merged_rows = 0;
    for (const auto& [level, count] : counts) {
      if (count >= least_rows(rows())) {
        e.levels.push_back(level);
        continue;
      }
      ++merged;
      merged_rows += count;
    }
    e.other = merged > 0;
    if (e.levels.empty() && !asked_) {
      out_.ignored = "holds no value often enough to tell rows apart";
    } else if (!asked_ && merged_rows * 2 > rows() - missing_) {
      out_.ignored = fmt::format("holds {} values, most of them rare", grouped(counts.size()));
    } else if (merged > 0) {
      say("rare values merged", counted(merged));
    }
  }

  // How many rows each of `texts_of` the cell occurs in.
  template <class TextsOf>
  Counts rows_with(TextsOf&& texts_of) const {
    Counts counts;
    for_each_cell([&](std::string_view cell) {
      std::set<std::string> seen;
      for (const auto& text : texts_of(cell)) seen.emplace(text);
      for (const std::string& text : seen) ++counts[text];
    });
    return counts;
  }

  void fit_list() {
    const Counts counts = rows_with([&](std::string_view cell) { return list_items(cell, finding_.separator); });
    std::size_t dropped = 0;
    for (const auto& [item, count] : counts) {
      if (count >= least_rows(rows()))
        out_.encoding.levels.push_back(item);
      else
        ++dropped;
    }
    if (out_.encoding.levels.empty()) out_.ignored = "holds no item in two rows";
    if (dropped > 0) say("rare items dropped", counted(dropped));
  }

  void fit_words() {
    constexpr std::size_t kFewRows = 10;
    ColumnEncoding& e = out_.encoding;
    const Counts counts = rows_with([](std::string_view cell) { return words_of(cell); });
    const std::size_t present = rows() - missing_;
    const std::size_t most = present < kFewRows ? present : present / 2;
    std::vector<std::pair<std::size_t, std::string_view>> found;
    for (const auto& [word, count] : counts) {
      if (count >= kLeastRows && count <= most) found.emplace_back(count, word);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    if (found.size() > kMostWords) {
      say("rarer words dropped", counted(found.size() - kMostWords));
      found.resize(kMostWords);
    }
    std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
    for (const auto& [count, word] : found) {
      e.levels.emplace_back(word);
      e.idf.push_back(std::log((1.0 + static_cast<double>(present)) / (1.0 + static_cast<double>(count))) + 1.0);
    }
    if (e.levels.empty()) out_.ignored = "holds no word in two rows";
  }

  void fit_cell_vector() {
    std::vector<std::vector<double>> numbers;
    for_each_cell([&](std::string_view cell) {
      const std::vector<double> values = *vector_of(cell);
      numbers.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) numbers[i].push_back(values[i]);
    });
    for (std::vector<double>& values : numbers)
      out_.encoding.fill.push_back(missing_ > 0 ? median(std::move(values)) : 0.0);
  }

  const TextColumn& column_;
  const KindFinding& finding_;
  bool asked_;
  std::size_t missing_ = 0;
  FittedColumn out_;
};

}  // namespace

FittedColumn fit_column(const TextColumn& column, std::size_t position, const KindFinding& finding, bool asked) {
  return ColumnFitter(column, position, finding, asked).fit();
}

FittedColumn fit_vector(const TextTable& table, const std::vector<std::size_t>& positions, NumberStyle style,
                        const RunContext& run) {
  FittedColumn out;
  ColumnEncoding& e = out.encoding;
  e.kind = ColumnKind::vector;
  e.style = style;
  e.positions = positions;
  std::vector<bool> incomplete(table.rows(), false);
  for (const std::size_t position : positions) {
    const TextColumn& column = table.columns[position];
    e.sources.push_back(column.name);
    std::vector<double> values;
    bool absent = false;
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
      if (!is_missing(column.cells[row])) continue;
      incomplete[row] = true;
      absent = true;
    }
    absent = any_over_processes(run, absent);
    for (std::size_t row = 0; absent && row < column.cells.size(); ++row) {
      if (!is_missing(column.cells[row])) values.push_back(*number_of(column.cells[row], style));
    }
    e.fill.push_back(absent ? median(gathered(run, std::span<const double>(values))) : 0.0);
  }
  const auto here = static_cast<std::size_t>(std::count(incomplete.begin(), incomplete.end(), true));
  const std::size_t rows = rows_of_all(run, here);
  e.missing = rows > 0 && rows * kFrequent >= rows_of_all(run, table.rows());
  if (style == NumberStyle::decimal_comma) {
    out.topic = kDecimalCommas;
    out.detail = e.title();
  }
  return out;
}

}  // namespace cgsd

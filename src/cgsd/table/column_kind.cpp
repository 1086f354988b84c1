#include "cgsd/table/column_kind.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/table/cell_fault.hpp"
#include "cgsd/table/column_heading.hpp"
#include "cgsd/table/text_kind.hpp"

namespace cgsd {
namespace {

constexpr double kMostly = 0.5;  // a share of cells from which on the others are a fault
constexpr double kUnits = 0.2;   // a share of cells from which on letters behind numbers are units and no typing errors
constexpr std::size_t kLeastCounted = 5;  // fewer numbers may count the rows by chance

class ColumnReader {
 public:
  ColumnReader(const TextColumn& column, std::size_t position, const KindHints& hints)
      : column_(column), position_(position), hints_(hints) {
    for (std::size_t row = 0; row < column.cells.size(); ++row) {
      if (!is_missing(column.cells[row])) rows_.push_back(row);
    }
  }

  KindFinding read() {
    if (rows_.empty()) return ignored("is empty");
    if (hints_.asked) return as_asked();
    count_values();
    if (values_.size() == 1 && rows_.size() == column_.cells.size()) return ignored("has the same value in every row");
    if (const auto found = typed()) return *found;
    if (holds_codes()) return text();
    refuse_mixtures();
    return text();
  }

 private:
  template <class Test>
  bool all(Test&& test) const {
    return std::all_of(rows_.begin(), rows_.end(), [&](std::size_t row) { return test(column_.cells[row]); });
  }
  template <class Test>
  double share(Test&& test) const {
    const auto count =
        std::count_if(rows_.begin(), rows_.end(), [&](std::size_t row) { return test(column_.cells[row]); });
    return static_cast<double>(count) / static_cast<double>(rows_.size());
  }
  template <class Test>
  std::size_t first_without(Test&& test) const {
    return *std::find_if_not(rows_.begin(), rows_.end(), [&](std::size_t row) { return test(column_.cells[row]); });
  }

  std::string title() const { return column_title(column_, position_); }
  static KindFinding ignored(std::string why) {
    KindFinding finding;
    finding.ignored = std::move(why);
    return finding;
  }
  static KindFinding of(ColumnKind kind) {
    KindFinding finding;
    finding.kind = kind;
    return finding;
  }
  CellFault fault(std::size_t row, const std::string& what) const { return {row, position_, what}; }

  void count_values() {
    for (const std::size_t row : rows_) ++values_[column_.cells[row]];
  }

  std::optional<KindFinding> typed() const {
    if (values_.size() > 1 && all([](auto cell) { return yes_or_no(cell).has_value(); })) return yes_no();
    if (auto dates = date()) return dates;
    if (holds_codes()) return std::nullopt;
    if (auto numbers = number()) return checked_number(*numbers);
    return vectors();
  }

  bool holds_codes() const {
    const auto is_digits = [](auto cell) { return cell.find_first_not_of("0123456789") == std::string_view::npos; };
    return all(is_digits) && share([](auto cell) { return is_code(cell); }) > 0.0;
  }

  std::optional<KindFinding> yes_no() const {
    const bool has_yes =
        std::any_of(rows_.begin(), rows_.end(), [&](auto row) { return *yes_or_no(column_.cells[row]); });
    const bool has_no =
        std::any_of(rows_.begin(), rows_.end(), [&](auto row) { return !*yes_or_no(column_.cells[row]); });
    return has_yes && has_no ? std::optional(of(ColumnKind::yes_no)) : std::nullopt;
  }

  std::optional<KindFinding> date() const {
    const auto fits = [&](DateOrder order) { return all([&](auto cell) { return days_of(cell, order).has_value(); }); };
    KindFinding finding = of(ColumnKind::date);
    for (const DateOrder order : {DateOrder::year_first, DateOrder::day_first, DateOrder::month_first}) {
      if (!fits(order)) continue;
      finding.order = order;
      finding.guessed_order = order == DateOrder::day_first && fits(DateOrder::month_first) &&
                              !all([](auto cell) { return days_of(cell, DateOrder::year_first).has_value(); });
      return finding;
    }
    return std::nullopt;
  }

  std::optional<KindFinding> number() const {
    KindFinding finding = of(ColumnKind::number);
    for (const NumberStyle style : styles()) {
      if (!all([&](auto cell) { return number_of(cell, style).has_value(); })) continue;
      finding.style = style;
      return finding;
    }
    return std::nullopt;
  }

  // A table has one decimal mark: where commas are needed, points part thousands if they can.
  std::vector<NumberStyle> styles() const {
    using S = NumberStyle;
    if (hints_.decimal_comma) return {S::decimal_comma, S::plain, S::decimal_point};
    return {S::plain, S::decimal_point, S::decimal_comma};
  }

  KindFinding checked_number(const KindFinding& finding) const {
    std::vector<double> values;
    for (const std::size_t row : rows_) values.push_back(*number_of(column_.cells[row], finding.style));
    std::sort(values.begin(), values.end());
    if (values.front() == values.back() && rows_.size() == column_.cells.size())
      return ignored("has the same value in every row");
    const bool different = std::adjacent_find(values.begin(), values.end()) == values.end();
    const bool whole = std::all_of(values.begin(), values.end(), [](double x) { return x == std::floor(x); });
    if (!hints_.may_count_rows || !different || !whole || values.size() < kLeastCounted) return finding;
    if (names_ids(column_.name)) return ignored("is named as an id and differs in every row");
    const double span = values.back() - values.front() + 1.0;
    if (span == static_cast<double>(values.size())) return ignored("counts the rows");
    return finding;
  }

  std::optional<KindFinding> vectors() const {
    const auto first = vector_of(column_.cells[rows_.front()]);
    if (!first || first->size() < 2) return std::nullopt;
    const auto fits = [&](auto cell) {
      const auto values = vector_of(cell);
      return values && values->size() == first->size();
    };
    return all(fits) ? std::optional(of(ColumnKind::vector)) : std::nullopt;
  }

  static bool is_number(std::string_view cell) {
    return number_of(cell, NumberStyle::plain) || number_of(cell, NumberStyle::decimal_point) ||
           number_of(cell, NumberStyle::decimal_comma);
  }

  // What to do about a cell that does not fit.
  std::string advice() const {
    if (column_.name.empty()) return "correct it, or name the columns and leave this one out with --ignore";
    const std::string quoted = in_quotes(column_.name);
    return fmt::format("correct it, or leave the column out (--ignore {0}) or say what it is (--kind {0}=category)",
                       std::string_view(quoted).substr(1, quoted.size() - 2));
  }

  void refuse_mixtures() const {
    const auto is_date = [](auto cell) {
      return days_of(cell, DateOrder::year_first) || days_of(cell, DateOrder::day_first) ||
             days_of(cell, DateOrder::month_first);
    };
    const auto is_vector = [](auto cell) {
      const auto values = vector_of(cell);
      return values && values->size() > 1;
    };
    const auto quoted = [&](std::size_t row) { return in_quotes(column_.cells[row]); };
    refuse_units();
    if (share(is_number) >= kMostly) refuse_numbers();
    if (share(is_date) >= kMostly) {
      const bool mixed = all(is_date);
      const std::size_t row = mixed ? rows_.front() : first_without(is_date);
      throw fault(row,
                  mixed ? fmt::format("the dates of {} are written in different orders: {}", title(), advice())
                        : fmt::format("{} is not a date, as most cells of {} are: {}", quoted(row), title(), advice()));
    }
    if (share(is_vector) >= kMostly) refuse_vectors();
  }

  void refuse_numbers() const {
    if (all(is_number))
      throw fault(rows_.front(),
                  fmt::format("the numbers of {} are written in different styles: {}", title(), advice()));
    const std::size_t row = first_without(is_number);
    const char* what = is_infinite(column_.cells[row]) ? "a finite number" : "a number";
    throw fault(row, fmt::format("{} is not {}, as most cells of {} are: {}", in_quotes(column_.cells[row]), what,
                                 title(), advice()));
  }

  void refuse_units() const {
    const auto has_unit = [](auto cell) { return is_number_with_unit(cell); };
    if (share(has_unit) < kUnits || share([&](auto cell) { return is_number(cell) || has_unit(cell); }) < kMostly)
      return;
    const std::size_t row = first_without([&](auto cell) { return !has_unit(cell); });
    throw fault(row, fmt::format("{} in {} is a number with a unit: write the number alone, or leave the column out "
                                 "(--ignore) or take it as text (--kind NAME=category)",
                                 in_quotes(column_.cells[row]), title()));
  }

  void refuse_vectors() const {
    const auto first = vector_of(column_.cells[rows_.front()]);
    for (const std::size_t row : rows_) {
      const auto values = vector_of(column_.cells[row]);
      if (first && values && values->size() == first->size()) continue;
      throw fault(row, fmt::format("{} is not a vector like the others of {}: {}", in_quotes(column_.cells[row]),
                                   title(), advice()));
    }
  }

  KindFinding text() const {
    std::vector<std::string_view> cells;
    for (const std::size_t row : rows_) cells.push_back(column_.cells[row]);
    return recognise_text(cells);
  }

  KindFinding as_asked() const {
    switch (*hints_.asked) {
      case ColumnKind::number:
        if (auto found = number()) return *found;
        demand([](auto cell) { return is_number(cell); }, "a number");
        throw fault(rows_.front(), fmt::format("the numbers of {} are written in different styles", title()));
      case ColumnKind::date:
        if (auto found = date()) return *found;
        demand([](auto cell) { return days_of(cell, DateOrder::year_first) || days_of(cell, DateOrder::day_first); },
               "a date");
        throw fault(rows_.front(), fmt::format("the dates of {} are written in different orders", title()));
      case ColumnKind::yes_no:
        demand([](auto cell) { return yes_or_no(cell) || cell == "0" || cell == "1"; }, "yes or no");
        break;
      case ColumnKind::vector:
        demand([](auto cell) { return vector_of(cell).has_value(); }, "a vector");
        if (auto found = vectors()) return *found;
        refuse_vectors();
        break;
      default:
        break;
    }
    KindFinding finding = of(*hints_.asked);
    for (const char separator : {',', '|', ';'}) {
      const auto has = [&](auto cell) { return cell.find(separator) != std::string_view::npos; };
      if (share(has) > 0.0) finding.separator = separator;
    }
    return finding;
  }

  template <class Test>
  void demand(Test&& test, const char* what) const {
    if (all(test)) return;
    const std::size_t row = first_without(test);
    throw fault(row,
                fmt::format("{} is not {}, which --kind says {} holds", in_quotes(column_.cells[row]), what, title()));
  }

  const TextColumn& column_;
  std::size_t position_;
  const KindHints& hints_;
  std::vector<std::size_t> rows_;  // with a value
  std::unordered_map<std::string_view, std::size_t> values_;
};

}  // namespace

KindFinding recognise_column(const TextColumn& column, std::size_t position, const KindHints& hints) {
  return ColumnReader(column, position, hints).read();
}

}  // namespace cgsd

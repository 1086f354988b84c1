#include "cgsd/summary/attribute_columns.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

// What is stored in a column.
struct Contents {
  std::uint64_t stored = 0;
  float value = 0.0F;  // the first that is not 0
  bool negative = false;
  bool varied = false;  // beyond that value and 0
};

std::vector<Contents> contents_of(AttributesView attributes) {
  std::vector<Contents> contents(attributes.cols());
  for (std::size_t i = 0; i < attributes.rows(); ++i) {
    for_each_stored(attributes, i, [&](std::size_t j, float x) {
      if (x == 0.0F) return;
      Contents& c = contents[j];
      if (c.stored++ == 0) c.value = x;
      c.negative = c.negative || x < 0.0F;
      c.varied = c.varied || x != c.value;
    });
  }
  return contents;
}

AttributeColumn column_of(const Contents& c, std::size_t rows) {
  const bool present = !c.negative && (!c.varied || c.stored * 2 <= rows);
  return {present ? TraitKind::share : TraitKind::number, present};
}

AttributeColumn column_of(const AttributeMeaning& m) {
  switch (m.role) {
    case AttributeRole::number:
      return {TraitKind::number, false, m.offset, m.unit};
    case AttributeRole::date:
      return {TraitKind::date, false, m.offset, m.unit};
    case AttributeRole::yes_no:
      return {TraitKind::share, false, m.offset, m.unit};
    default:
      return {TraitKind::share, true};
  }
}

std::string date_text(double days) {
  const std::chrono::sys_days day{std::chrono::days(static_cast<int>(std::floor(days)))};
  const std::chrono::year_month_day date(day);
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

// Two digits of the difference.
int decimals_for(double a, double b) {
  const double difference = std::abs(a - b);
  if (!(difference > 0.0)) return 2;
  return std::clamp(1 - static_cast<int>(std::floor(std::log10(difference))), 0, 6);
}

// 52, 0.31, 21,000; four digits stay together, since they may be a year.
std::string plain_number(double amount, int decimals) {
  constexpr double kGroupFrom = 10'000.0;
  constexpr double kGroupTo = 1e15;
  const double size = std::abs(amount);
  if (decimals > 0 || size < kGroupFrom || size > kGroupTo) return number_text(amount, decimals);
  return (amount < 0.0 ? "−" : "") + grouped(static_cast<unsigned long long>(std::llround(size)));
}

// "older", or "higher income".
std::string measured_words(const AttributeMeaning& m, const std::string& label, bool more) {
  if (m.role == AttributeRole::date) return (more ? "later " : "earlier ") + label;
  if (label == "age" || label == "Age") return more ? "older" : "younger";
  return (more ? "higher " : "lower ") + label;
}

}  // namespace

std::vector<AttributeColumn> attribute_columns(const DatasetView& data) {
  std::vector<AttributeColumn> columns;
  if (data.attribute_meanings.size() == data.input.attributes.cols()) {
    for (const AttributeMeaning& meaning : data.attribute_meanings) columns.push_back(column_of(meaning));
    return columns;
  }
  for (const Contents& c : contents_of(data.input.attributes))
    columns.push_back(column_of(c, data.input.attributes.rows()));
  return columns;
}

std::string attribute_name(const DatasetView& data, std::size_t column) {
  return column < data.attribute_names.size() ? data.attribute_names[column] : fmt::format("attribute {}", column);
}

std::string attribute_label(const DatasetView& data, std::size_t column) {
  if (column >= data.attribute_meanings.size()) return attribute_name(data, column);
  const AttributeMeaning& m = data.attribute_meanings[column];
  switch (m.role) {
    case AttributeRole::category:
      return fmt::format("{} {}", m.source, m.level);
    case AttributeRole::item:
    case AttributeRole::word:
      return m.level;
    case AttributeRole::missing:
      return fmt::format("{} missing", m.source);
    default:
      return m.source;
  }
}

std::string amount_text(TraitKind kind, double amount, double other) {
  switch (kind) {
    case TraitKind::date:
      return date_text(amount);
    case TraitKind::share:
      return number_text(100.0 * amount, std::min(1, decimals_for(100.0 * amount, 100.0 * other))) + " %";
    case TraitKind::number:
      return plain_number(amount, decimals_for(amount, other));
  }
  return {};
}

std::string compared(TraitKind kind, double inside, double outside) {
  return fmt::format("{} against {}", amount_text(kind, inside, outside), amount_text(kind, outside, inside));
}

std::string trait_words(const DatasetView& data, std::size_t column, const Trait& trait) {
  const bool has_meaning = column < data.attribute_meanings.size();
  const AttributeMeaning meaning = has_meaning ? data.attribute_meanings[column] : AttributeMeaning{};
  const std::string figures = compared(trait.kind, trait.inside, trait.outside);
  if (trait.kind != TraitKind::share)
    return fmt::format("{} ({})", measured_words(meaning, trait.label, trait.more()), figures);
  return fmt::format("{}{} ({})", trait.more() ? "" : "seldom ", trait.label, figures);
}

}  // namespace cgsd

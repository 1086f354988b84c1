#include "cgsd/table/encoding.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/table/column_heading.hpp"

namespace cgsd {
namespace {

std::string source_name(const ColumnEncoding& c, std::size_t i) {
  const bool named = i < c.sources.size() && !c.sources[i].empty();
  return named ? c.sources[i] : fmt::format("column {}", c.positions[i] + 1);
}

void append_names(const ColumnEncoding& c, std::vector<std::string>& names) {
  const std::string name = source_name(c, 0);
  switch (c.kind) {
    case ColumnKind::category:
    case ColumnKind::list:
      for (const std::string& level : c.levels) names.push_back(fmt::format("{}={}", name, level));
      break;
    case ColumnKind::words:
      for (const std::string& word : c.levels) names.push_back(fmt::format("{}:{}", name, word));
      break;
    case ColumnKind::vector:
      for (std::size_t i = 0; i < c.fill.size(); ++i)
        names.push_back(c.positions.size() > 1 ? source_name(c, i) : fmt::format("{}[{}]", name, i));
      break;
    default:
      names.push_back(name);
  }
  if (c.other) names.push_back(fmt::format("{}=other", name));
  if (c.missing) names.push_back(fmt::format("{} missing", name));
}

AttributeRole role_of(ColumnKind kind) {
  switch (kind) {
    case ColumnKind::category:
      return AttributeRole::category;
    case ColumnKind::list:
      return AttributeRole::item;
    case ColumnKind::words:
      return AttributeRole::word;
    case ColumnKind::yes_no:
      return AttributeRole::yes_no;
    case ColumnKind::date:
      return AttributeRole::date;
    default:
      return AttributeRole::number;
  }
}

// In the order of append_names. A stored number is (x − mean) · scale · weight.
void append_meanings(const ColumnEncoding& c, std::vector<AttributeMeaning>& meanings) {
  const AttributeRole role = role_of(c.kind);
  const double factor = c.scale * c.weight;
  const double unit = factor != 0.0 ? 1.0 / factor : 1.0;
  const bool counted = role == AttributeRole::number || role == AttributeRole::date || role == AttributeRole::yes_no;
  if (!counted) {
    for (const std::string& level : c.levels) meanings.push_back({role, source_name(c, 0), level});
  } else if (c.kind == ColumnKind::vector) {
    std::vector<std::string> names;
    append_names(c, names);
    for (std::size_t i = 0; i < c.fill.size(); ++i) meanings.push_back({role, names[i], {}, c.mean, unit});
  } else {
    meanings.push_back({role, source_name(c, 0), {}, c.mean, unit});
  }
  if (c.other) meanings.push_back({role, source_name(c, 0), "other"});
  if (c.missing) meanings.push_back({AttributeRole::missing, source_name(c, 0), {}});
}

void check(const ColumnEncoding& c) {
  const auto demand = [](bool holds, const char* what) {
    if (!holds) throw InvalidArgument(fmt::format("encoding: {}", what));
  };
  const bool levelled = c.kind == ColumnKind::category || c.kind == ColumnKind::list || c.kind == ColumnKind::words;
  demand(!c.positions.empty() && c.sources.size() == c.positions.size(), "sources and positions differ in number");
  demand(c.positions.size() == 1 || c.kind == ColumnKind::vector, "several sources");
  demand(levelled || !c.fill.empty(), "nothing to fill missing values with");
  demand(levelled || c.kind == ColumnKind::vector || c.fill.size() == 1, "several values to fill with");
  demand(c.positions.size() == 1 || c.fill.size() == c.positions.size(), "a vector of another length");
  demand(c.kind != ColumnKind::words || c.idf.size() == c.levels.size(), "words without weights");
  for (const std::vector<double>& numbers : {c.idf, c.fill, std::vector<double>{c.mean, c.scale, c.weight}}) {
    for (const double x : numbers) demand(std::isfinite(x), "a number that is not finite");
  }
}

}  // namespace

std::size_t ColumnEncoding::width() const {
  const std::size_t extra = (other ? 1u : 0u) + (missing ? 1u : 0u);
  switch (kind) {
    case ColumnKind::category:
    case ColumnKind::list:
    case ColumnKind::words:
      return levels.size() + extra;
    case ColumnKind::vector:
      return fill.size() + extra;
    default:
      return 1 + extra;
  }
}

std::string ColumnEncoding::title() const {
  const auto one = [&](std::size_t i) {
    return column_title({i < sources.size() ? sources[i] : std::string(), {}}, positions[i]);
  };
  return positions.size() == 1 ? one(0) : fmt::format("{} … {}", one(0), one(positions.size() - 1));
}

std::size_t Encoding::width() const {
  std::size_t width = 0;
  for (const ColumnEncoding& column : columns) width += column.width();
  return width;
}

std::vector<std::string> Encoding::attribute_names() const {
  std::vector<std::string> names;
  for (const ColumnEncoding& column : columns) append_names(column, names);
  return names;
}

std::vector<AttributeMeaning> Encoding::attribute_meanings() const {
  std::vector<AttributeMeaning> meanings;
  for (const ColumnEncoding& column : columns) append_meanings(column, meanings);
  return meanings;
}

void check(const Encoding& encoding) {
  for (const ColumnEncoding& column : encoding.columns) check(column);
}

}  // namespace cgsd

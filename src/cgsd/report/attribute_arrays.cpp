#include "cgsd/report/attribute_arrays.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "cgsd/io/text/json_number.hpp"
#include "cgsd/summary/attribute_columns.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;
constexpr std::size_t kNotHeld = std::numeric_limits<std::size_t>::max();

// How many numbers each column would take.
std::vector<std::uint64_t> numbers_in(const Dataset& data) {
  const AttributesView x = data.input.attributes;
  if (!x.is_sparse()) return std::vector<std::uint64_t>(x.cols(), x.rows());
  std::vector<std::uint64_t> count(x.cols(), 0);
  for (const std::uint32_t j : x.sparse().columns) ++count[j];
  return count;
}

// The place of each column among those that are held.
std::vector<std::size_t> places_of(const Dataset& data, const std::vector<std::string>& wanted) {
  const std::vector<std::uint64_t> numbers = numbers_in(data);
  const std::set<std::string> first(wanted.begin(), wanted.end());
  std::vector<bool> held(numbers.size(), false);
  std::uint64_t sum = 0;
  for (const bool in_first_round : {true, false}) {
    for (std::size_t j = 0; j < numbers.size(); ++j) {
      if (held[j] || first.contains(attribute_name(data, j)) != in_first_round) continue;
      if (sum + numbers[j] > kMostNumbers) continue;
      held[j] = true;
      sum += numbers[j];
    }
  }
  std::vector<std::size_t> place(numbers.size(), kNotHeld);
  std::size_t next = 0;
  for (std::size_t j = 0; j < numbers.size(); ++j)
    if (held[j]) place[j] = next++;
  return place;
}

struct Range {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
  void take(double x) {
    least = std::min(least, x);
    most = std::max(most, x);
  }
};

Json column_json(const Dataset& data, std::size_t j, const AttributeColumn& column, const Range& range) {
  Json json = {{"name", attribute_name(data, j)},   {"label", attribute_label(data, j)},
               {"kind", name_of(column.kind)},      {"zero", json_number(column.of_zero())},
               {"least", json_number(range.least)}, {"most", json_number(range.most)}};
  if (j >= data.attribute_meanings.size()) return json;
  const AttributeMeaning& meaning = data.attribute_meanings[j];
  json["role"] = name_of(meaning.role);
  json["source"] = meaning.source;
  json["level"] = meaning.level;
  return json;
}

// Numbers as they are added.
struct Held {
  std::vector<float> amounts;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> places;
};

Held held_sparse(AttributesView x, const std::vector<AttributeColumn>& columns, const std::vector<std::size_t>& place) {
  Held held;
  for (std::size_t v = 0; v < x.rows(); ++v) {
    const std::size_t before = held.places.size();
    for_each_stored(x, v, [&](std::size_t j, float stored) {
      const double amount = columns[j].amount(stored);
      if (place[j] == kNotHeld || amount == columns[j].of_zero()) return;
      held.places.push_back(static_cast<std::uint32_t>(place[j]));
      held.amounts.push_back(static_cast<float>(amount));
    });
    held.counts.push_back(static_cast<std::uint32_t>(held.places.size() - before));
  }
  return held;
}

Held held_dense(AttributesView x, const std::vector<AttributeColumn>& columns, const std::vector<std::size_t>& place) {
  Held held;
  for (std::size_t v = 0; v < x.rows(); ++v) {
    const auto row = x.dense().row(v);
    for (std::size_t j = 0; j < row.size(); ++j)
      if (place[j] != kNotHeld) held.amounts.push_back(static_cast<float>(columns[j].amount(row[j])));
  }
  return held;
}

std::vector<Range> ranges_of(AttributesView x, const std::vector<AttributeColumn>& columns) {
  std::vector<Range> ranges(columns.size());
  std::vector<std::uint64_t> stored_in(columns.size(), 0);
  for (std::size_t v = 0; v < x.rows(); ++v) {
    for_each_stored(x, v, [&](std::size_t j, float stored) {
      ranges[j].take(columns[j].amount(stored));
      ++stored_in[j];
    });
  }
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (stored_in[j] < x.rows()) ranges[j].take(columns[j].of_zero());
  return ranges;
}

}  // namespace

Json add_attribute_arrays(PackedArrays& arrays, const Dataset& data, const std::vector<std::string>& wanted) {
  const AttributesView x = data.input.attributes;
  if (x.none()) return nullptr;
  const std::vector<AttributeColumn> columns = attribute_columns(data);
  const std::vector<std::size_t> place = places_of(data, wanted);
  const std::vector<Range> ranges = ranges_of(x, columns);
  Json described = Json::array();
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (place[j] != kNotHeld) described.push_back(column_json(data, j, columns[j], ranges[j]));
  const std::size_t count = described.size();
  arrays.add("attribute_columns", described);
  const Held held = x.is_sparse() ? held_sparse(x, columns, place) : held_dense(x, columns, place);
  if (x.is_sparse()) {
    arrays.add("attribute_counts", std::span<const std::uint32_t>(held.counts));
    arrays.add("attribute_places", std::span<const std::uint32_t>(held.places));
  }
  if (!x.is_sparse() || !std::ranges::all_of(held.amounts, [](float a) { return a == 1.0F; }))
    arrays.add("attributes", std::span<const float>(held.amounts));
  return {{"sparse", x.is_sparse()}, {"columns", count}, {"left_out", columns.size() - count}};
}

}  // namespace cgsd

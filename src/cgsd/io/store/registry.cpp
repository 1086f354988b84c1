#include "cgsd/io/store/registry.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/built_in/built_in_records.hpp"

namespace cgsd {
namespace {

// "Roman-Empire" → "roman_empire"
std::string canonical(std::string_view name) {
  std::string out(trimmed(name));
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    if (c == '-') c = '_';
  }
  return out;
}

void compare(std::vector<std::string>& differences, std::string_view what, std::uint64_t found,
             std::uint64_t expected) {
  if (found == expected) return;
  differences.push_back(fmt::format("{} {} instead of {}", grouped(found), what, grouped(expected)));
}

std::vector<DatasetRecord> all_records() {
  std::vector<DatasetRecord> records(public_records().begin(), public_records().end());
  records.insert(records.end(), built_in_records().begin(), built_in_records().end());
  return records;
}

}  // namespace

std::span<const DatasetRecord> dataset_records() {
  static const std::vector<DatasetRecord> records = all_records();
  return records;
}

const DatasetRecord& dataset_record(std::string_view name) {
  const std::string wanted = canonical(name);
  std::vector<std::string> names;
  for (const DatasetRecord& record : dataset_records()) {
    if (wanted == record.name || (!record.alias.empty() && wanted == record.alias)) return record;
    names.emplace_back(record.name);
    if (!record.alias.empty()) names.emplace_back(record.alias);
  }
  constexpr std::size_t kLongestName = 64;  // a longer word is near to nothing
  const std::string near = wanted.size() > kLongestName ? std::string() : nearest_word(wanted, names);
  if (!near.empty()) {
    throw InvalidArgument(fmt::format("unknown dataset {}; did you mean '{}'?", in_quotes(name), near));
  }
  throw InvalidArgument(fmt::format("unknown dataset {}; known are {}", in_quotes(name), fmt::join(names, ", ")));
}

const DatasetForm* downloadable_form(const DatasetRecord& record) {
  const auto found = std::find_if(record.forms.begin(), record.forms.end(),
                                  [](const DatasetForm& form) { return !form.origin.empty(); });
  return found == record.forms.end() ? nullptr : &*found;
}

void verify_counts(const DatasetRecord& record, const DatasetForm& form, const DatasetCounts& found) {
  std::vector<std::string> differences;
  compare(differences, "nodes", found.nodes, record.expected.nodes);
  compare(differences, "edges", found.edges, record.expected.edges);
  compare(differences, "attributes", found.attributes, form.has_attributes ? record.expected.attributes : 0);
  compare(differences, "classes", found.classes, record.expected.classes);
  if (!differences.empty())
    throw ParseError({std::string(record.name)}, fmt::format("{}", fmt::join(differences, ", ")));
}

void verify_counts(const DatasetRecord& record, const DatasetCounts& found) {
  verify_counts(record, record.forms.front(), found);
}

}  // namespace cgsd

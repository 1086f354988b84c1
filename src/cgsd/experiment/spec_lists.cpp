#include "cgsd/experiment/spec_lists.hpp"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/store/dataset_name.hpp"

namespace cgsd {
namespace {

std::uint64_t whole_number(std::string_view text, std::string_view what) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw InvalidArgument(fmt::format("{}: {} is no whole number", what, in_quotes(text)));
  }
  return value;
}

std::vector<std::uint64_t> seeds_of(const SpecLists& lists) {
  constexpr std::uint64_t kMost = 1'000'000;
  std::vector<std::uint64_t> seeds;
  if (lists.seeds.find(',') != std::string::npos) {
    for (const std::string& word : split_list(lists.seeds)) seeds.push_back(whole_number(word, "seeds"));
    return seeds;
  }
  const std::uint64_t count = whole_number(lists.seeds, "seeds");
  if (count < 1 || count > kMost) throw InvalidArgument(fmt::format("seeds = {}: must be in [1, {}]", count, kMost));
  for (std::uint64_t i = 0; i < count; ++i) seeds.push_back(lists.first_seed + i);
  return seeds;
}

std::vector<std::string> fast_methods() {
  std::vector<std::string> names;
  for (const MethodRecord& record : method_records()) {
    if (!record.learned) names.emplace_back(record.name);
  }
  return names;
}

void add_method(const std::string& name, std::vector<MethodEntry>& entries) {
  if (name != "all" && name != "fast") {
    entries.push_back({name, name, {}});
    return;
  }
  for (const std::string& member : name == "all" ? method_names() : fast_methods()) {
    const auto same = [&](const MethodEntry& entry) { return entry.method == member; };
    if (std::none_of(entries.begin(), entries.end(), same)) entries.push_back({member, member, {}});
  }
}

DatasetEntry dataset_entry(const std::string& data, const std::vector<DatasetEntry>& before) {
  DatasetEntry entry;
  entry.data = data;
  entry.label = is_dataset_name(data) ? data : label_of_path(data);
  const auto taken = [&](const DatasetEntry& other) { return other.label == entry.label; };
  if (std::any_of(before.begin(), before.end(), taken)) entry.label = data;
  return entry;
}

void apply_setting(const std::string& setting, std::vector<MethodEntry>& entries) {
  const auto [path, value] = split_assignment(setting);
  std::vector<std::string> names;
  for (MethodEntry& entry : entries) {
    names.push_back(entry.method);
    if (!path.starts_with(entry.method + ".")) continue;
    const std::string option(path.substr(entry.method.size() + 1));
    const bool is_full_name = option == "communities" || method_record(entry.method).family == Family::cgsd;
    entry.overrides.push_back(fmt::format("{}={}", is_full_name ? option : std::string(path), value));
    return;
  }
  throw InvalidArgument(fmt::format("setting {} belongs to none of the methods {}; the form is METHOD.option=value",
                                    in_quotes(setting), fmt::join(names, ", ")));
}

}  // namespace

std::vector<std::string> split_list(std::string_view text) {
  std::vector<std::string> words;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view word = trimmed(text.substr(0, comma));
    if (word.empty()) throw InvalidArgument("a list has an empty entry");
    words.emplace_back(word);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return words;
}

ExperimentSpec spec_from_lists(const SpecLists& lists) {
  ExperimentSpec spec;
  for (const std::string& name : lists.methods) add_method(name, spec.methods);
  for (const std::string& data : lists.data) spec.datasets.push_back(dataset_entry(data, spec.datasets));
  spec.seeds = seeds_of(lists);
  for (const std::string& setting : lists.settings) apply_setting(setting, spec.methods);
  check(spec);
  return spec;
}

}  // namespace cgsd

#include "cgsd/experiment/spec.hpp"

#include <algorithm>
#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/store/dataset_name.hpp"
#include "cgsd/io/store/registry.hpp"

namespace cgsd {
namespace {

// One line of UTF-8: it must come back from a JSON file and fit into a table.
bool is_a_line(const std::string& text) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  return decode_utf8(text).has_value() && std::none_of(text.begin(), text.end(), is_control);
}

template <class Entry>
void check_labels(const std::vector<Entry>& entries, std::string_view what) {
  if (entries.empty()) throw InvalidArgument(fmt::format("there are no {}s", what));
  std::set<std::string> seen;
  for (const Entry& entry : entries) {
    if (entry.label.empty()) throw InvalidArgument(fmt::format("a {} has no label", what));
    if (!is_a_line(entry.label)) {
      throw InvalidArgument(fmt::format("{} {}: a label must be one line of text", what, in_quotes(entry.label)));
    }
    if (seen.insert(entry.label).second) continue;
    throw InvalidArgument(
        fmt::format("two {}s are called {}: their cells could not be told apart; give one another label", what,
                    in_quotes(entry.label)));
  }
}

void check_options(const MethodEntry& entry) {
  try {
    configured(entry, 1);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("method {}: {}", in_quotes(entry.label), error.what()));
  }
  std::set<std::string_view> seen;
  for (const std::string& assignment : entry.overrides) {
    const std::string_view name = split_assignment(assignment).first;
    if (seen.insert(name).second) continue;
    throw InvalidArgument(fmt::format("method {}: option {} is set twice", in_quotes(entry.label), in_quotes(name)));
  }
}

void check_generated(const DatasetEntry& entry) {
  if (!entry.data.empty() || !entry.directed_data.empty() || !entry.attributes.empty() || !entry.labels.empty()) {
    throw InvalidArgument(fmt::format("dataset {}: generated data leave no room for files", in_quotes(entry.label)));
  }
  if (entry.sbm->realisations < 1) {
    throw InvalidArgument(fmt::format("dataset {}: realisations = {}: must be at least 1", in_quotes(entry.label),
                                      entry.sbm->realisations));
  }
  SbmOptions options;
  try {
    for (const std::string& assignment : entry.sbm->options) set_option(options, assignment);
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("dataset {}: sbm: {}", in_quotes(entry.label), error.what()));
  }
}

void check_dataset(const DatasetEntry& entry) {
  if (entry.sbm) return check_generated(entry);
  if (entry.data.empty()) throw InvalidArgument(fmt::format("dataset {} names no data", in_quotes(entry.label)));
  for (const std::string* name : {&entry.data, &entry.directed_data, &entry.attributes, &entry.labels}) {
    if (!decode_utf8(*name)) throw InvalidArgument(fmt::format("{} is not UTF-8", in_quotes(*name)));
  }
  if (is_dataset_name(entry.data)) dataset_record(entry.data);
  if (entry.communities < 0) {
    throw InvalidArgument(
        fmt::format("dataset {}: communities = {}: must be at least 0", in_quotes(entry.label), entry.communities));
  }
}

void check_seeds(const std::vector<std::uint64_t>& seeds) {
  if (seeds.empty()) throw InvalidArgument("there are no seeds");
  std::set<std::uint64_t> seen;
  for (const std::uint64_t seed : seeds) {
    if (!seen.insert(seed).second) throw InvalidArgument(fmt::format("seed {} is there twice", seed));
  }
}

template <class Entry>
bool has_label(const std::vector<Entry>& entries, const std::string& label) {
  return std::any_of(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.label == label; });
}

void check_paper(const ExperimentSpec& spec) {
  for (const PaperValue& value : spec.paper) {
    if (!has_label(spec.methods, value.method)) {
      throw InvalidArgument(fmt::format("paper: the experiment has no method {}", in_quotes(value.method)));
    }
    if (!has_label(spec.datasets, value.dataset)) {
      throw InvalidArgument(fmt::format("paper: the experiment has no dataset {}", in_quotes(value.dataset)));
    }
  }
}

}  // namespace

std::string label_of_path(const std::string& path) {
  std::filesystem::path name = std::filesystem::path(path).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  name = name.filename();
  if (name.extension() == ".gz") name = name.stem();
  return name.stem().string();
}

std::vector<CellKey> cells_of(const ExperimentSpec& spec) {
  std::vector<CellKey> cells;
  for (const DatasetEntry& dataset : spec.datasets) {
    for (const MethodEntry& method : spec.methods) {
      for (const std::uint64_t seed : spec.seeds) cells.push_back({method.label, dataset.label, seed});
    }
  }
  return cells;
}

void check(const ExperimentSpec& spec) {
  check_labels(spec.methods, "method");
  check_labels(spec.datasets, "dataset");
  check_seeds(spec.seeds);
  for (const MethodEntry& entry : spec.methods) check_options(entry);
  for (const DatasetEntry& entry : spec.datasets) check_dataset(entry);
  check_paper(spec);
}

}  // namespace cgsd

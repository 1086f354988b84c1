#include "cgsd/experiment/dataset_source.hpp"

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/class_count.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/datasets/input_hash.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/store/dataset_name.hpp"
#include "cgsd/io/store/registry.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

bool is_there(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(path, ignored);
}

// As given, or below one of the data directories.
fs::path resolved(const std::string& path, const StoreLocations& locations) {
  if (is_there(path) || fs::path(path).is_absolute()) return path;
  for (const auto& directory : {locations.given, locations.environment}) {
    if (directory && is_there(*directory / path)) return *directory / path;
  }
  return path;
}

Dataset generated(const GeneratedData& source, std::uint64_t realisation, const RunContext& run) {
  SbmOptions options;
  for (const std::string& assignment : source.options) set_option(options, assignment);
  return stochastic_block_model(options, run.with_seed(realisation));
}

// Both entries of an undirected edge, now on their own.
Graph in_both_directions(GraphView graph) {
  const auto copy = [](auto values) { return std::vector(values.begin(), values.end()); };
  return {copy(graph.offsets()), copy(graph.targets()), copy(graph.weights()), /*directed=*/true};
}

void check_path(const std::string& path, const StoreLocations& locations) {
  const fs::path found = resolved(path, locations);
  if (!is_there(found)) throw IoError::from_errno(found.string(), ENOENT);
}

void check_data(const std::string& data, const StoreLocations& locations) {
  if (!is_dataset_name(data)) return check_path(data, locations);
  const DatasetRecord& record = dataset_record(data);
  if (find_dataset(record, locations)) return;
  throw IoError(fmt::format("{} is not on this machine: cgsd data fetch {} downloads it", record.name, record.name));
}

}  // namespace

void check_is_there(const DatasetEntry& entry, const StoreLocations& locations) {
  if (entry.sbm) return;
  check_data(entry.data, locations);
  if (!entry.directed_data.empty()) check_data(entry.directed_data, locations);
  if (!entry.attributes.empty()) check_path(entry.attributes, locations);
  if (!entry.labels.empty()) check_path(entry.labels, locations);
}

std::vector<std::string> missing_parts(const DatasetEntry& entry, const StoreLocations& locations) {
  std::vector<std::string> missing;
  if (entry.sbm) return missing;
  for (const std::string* part : {&entry.data, &entry.directed_data, &entry.attributes, &entry.labels}) {
    if (part->empty()) continue;
    const bool is_name = (part == &entry.data || part == &entry.directed_data) && is_dataset_name(*part);
    const bool found =
        is_name ? find_dataset(dataset_record(*part), locations).has_value() : is_there(resolved(*part, locations));
    if (!found) missing.push_back(*part);
  }
  return missing;
}

GraphForm graph_form(const DatasetEntry& entry, bool directed, std::uint64_t seed) {
  const auto realisations = static_cast<std::uint64_t>(entry.sbm ? entry.sbm->realisations : 1);
  return {entry.directed.value_or(directed), seed % realisations};
}

Dataset load_entry(const DatasetEntry& entry, const GraphForm& form, const StoreLocations& locations,
                   const RunContext& run) {
  const bool directed = entry.directed.value_or(form.directed);
  if (entry.sbm) {
    Dataset data = generated(*entry.sbm, form.realisation, run);
    if (directed) data.input.graph = in_both_directions(data.input.graph);
    return data;
  }
  LoadRequest request;
  request.build.directed = directed && !entry.both_ways;
  const std::string& data = directed && !entry.directed_data.empty() ? entry.directed_data : entry.data;
  if (!entry.attributes.empty()) request.attributes = resolved(entry.attributes, locations);
  if (!entry.labels.empty()) request.labels = resolved(entry.labels, locations);
  const auto read = [&] {
    if (is_dataset_name(data)) return load_known_dataset(data, locations, request, run).data;
    request.graph = resolved(data, locations);
    return load_dataset(request, run).data;
  };
  Dataset dataset = read();
  if (directed && entry.both_ways) dataset.input.graph = in_both_directions(dataset.input.graph);
  return dataset;
}

std::int32_t communities_of(const DatasetEntry& entry, const Dataset& data) {
  return entry.communities > 0 ? entry.communities : classes_with_nodes(data.labels);
}

std::string fingerprint(const Dataset& data) {
  constexpr std::size_t kDigits = 16;
  Sha256 hash;
  update(hash, data.input);
  const auto& classes = data.labels.class_of;
  hash.update({reinterpret_cast<const char*>(classes.data()), classes.size() * sizeof(std::int32_t)});
  return hash.hex().substr(0, kDigits);
}

}  // namespace cgsd

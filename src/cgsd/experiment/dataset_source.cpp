#include "cgsd/experiment/dataset_source.hpp"

#include <cerrno>
#include <filesystem>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/input_hash.hpp"
#include "cgsd/io/load.hpp"
#include "cgsd/io/registry.hpp"

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
  check_data(entry.data, locations);
  if (!entry.directed_data.empty()) check_data(entry.directed_data, locations);
  if (!entry.features.empty()) check_path(entry.features, locations);
  if (!entry.labels.empty()) check_path(entry.labels, locations);
}

Dataset load_entry(const DatasetEntry& entry, bool directed, const StoreLocations& locations, const RunContext& run) {
  LoadRequest request;
  request.build.directed = entry.directed.value_or(directed);
  const std::string& data = request.build.directed && !entry.directed_data.empty() ? entry.directed_data : entry.data;
  if (!entry.features.empty()) request.features = resolved(entry.features, locations);
  if (!entry.labels.empty()) request.labels = resolved(entry.labels, locations);
  if (is_dataset_name(data)) return load_known_dataset(data, locations, request, run).data;
  request.graph = resolved(data, locations);
  return load_dataset(request, run).data;
}

std::int32_t communities_of(const DatasetEntry& entry, const Dataset& data) {
  return entry.communities > 0 ? entry.communities : data.labels.classes();
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

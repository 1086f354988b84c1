#include "cgsd/io/store/dataset_store.hpp"

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/store/recorded_checksum.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

std::vector<fs::path> paths_in(const fs::path& folder, const DatasetForm& form) {
  std::vector<fs::path> paths;
  for (const DatasetFile& file : form.files) paths.push_back(folder / file.name);
  return paths;
}

LocatedDataset located(const DatasetRecord& record, const DatasetForm& form, DatasetPlace place,
                       const fs::path& folder) {
  LocatedDataset found{&record, &form, place, {}, paths_in(folder, form)};
  if (form.format != DatasetFormat::builtin) {
    found.path = form.format == DatasetFormat::geom_gcn ? folder : found.files.front();
  }
  return found;
}

std::optional<LocatedDataset> find_in(const fs::path& directory, DatasetPlace place, const DatasetRecord& record) {
  for (const DatasetForm& form : record.forms) {
    for (const std::string_view folder : form.folders) {
      const std::vector<fs::path> paths = paths_in(directory / folder, form);
      if (std::all_of(paths.begin(), paths.end(), is_file)) return located(record, form, place, directory / folder);
    }
  }
  return {};
}

void check_directory(const fs::path& directory, std::string_view what) {
  std::error_code ignored;
  if (fs::is_directory(directory, ignored)) return;
  const bool exists = fs::exists(directory, ignored);
  throw InvalidArgument(
      fmt::format("{} {} {}", what, directory.string(), exists ? "is not a directory" : "does not exist"));
}

std::optional<LocatedDataset> find_with_the_user(const DatasetRecord& record, const StoreLocations& locations) {
  if (record.forms.front().format == DatasetFormat::builtin) {
    return located(record, record.forms.front(), DatasetPlace::builtin, {});
  }
  if (locations.given) {
    check_directory(*locations.given, "the data directory");
    if (auto found = find_in(*locations.given, DatasetPlace::given, record)) return found;
  }
  if (locations.environment) {
    check_directory(*locations.environment, "the data directory of CGSD_DATA");
    if (auto found = find_in(*locations.environment, DatasetPlace::environment, record)) return found;
  }
  return {};
}

std::optional<fs::path> absolute_only(const std::optional<std::string>& value) {
  if (!value || !fs::path(*value).is_absolute()) return {};
  return fs::path(*value);
}

std::optional<std::string> variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

std::string address_of(const DatasetFile& file, const DatasetForm& form, const FetchOptions& options) {
  std::string base = options.base_url.empty() ? std::string(form.origin) : options.base_url;
  if (!base.ends_with('/')) base += '/';
  return base.append(file.name);
}

DownloadOptions download_options(const DatasetFile& file, std::string sha256, const FetchOptions& options) {
  DownloadOptions wanted{
      .sha256 = std::move(sha256), .expected_bytes = {}, .max_bytes = options.max_bytes, .transfer = options.transfer};
  if (file.bytes > 0) wanted.expected_bytes = wanted.max_bytes = file.bytes;
  return wanted;
}

bool has_right_size(const fs::path& path, const DatasetFile& file) {
  std::error_code ignored;
  return is_file(path) && (file.bytes == 0 || fs::file_size(path, ignored) == file.bytes);
}

struct WayOfFile {
  std::string url;
  fs::path target;
};

// Whether its checksum was not known before. A correct file is left alone.
bool fetch_file(const WayOfFile& way, const DatasetFile& file, const FetchOptions& options, const RunContext& run) {
  const auto& [url, target] = way;
  std::string sha256(file.sha256.empty() ? recorded_checksum(target, run) : file.sha256);
  const bool is_new = sha256.empty();
  if (!is_new || !has_right_size(target, file)) {
    const Stage stage = run.stage(fmt::format("download {}", file.name));
    download(url, target, download_options(file, std::move(sha256), options), stage);
  }
  if (is_new) record_checksum(target, run);
  return is_new;
}

}  // namespace

StoreLocations locations_from(std::optional<fs::path> given, const StoreEnvironment& environment) {
  StoreLocations locations;
  locations.given = std::move(given);
  if (environment.cgsd_data && !environment.cgsd_data->empty()) locations.environment = *environment.cgsd_data;
  if (const auto cache_home = absolute_only(environment.xdg_cache_home)) {
    locations.cache = *cache_home / "cgsd" / "data";
  } else if (const auto home = absolute_only(environment.home)) {
    locations.cache = *home / ".cache" / "cgsd" / "data";
  }
  return locations;
}

StoreLocations default_locations(std::optional<fs::path> given) {
  return locations_from(
      std::move(given),
      {.cgsd_data = variable("CGSD_DATA"), .xdg_cache_home = variable("XDG_CACHE_HOME"), .home = variable("HOME")});
}

std::optional<LocatedDataset> find_dataset(const DatasetRecord& record, const StoreLocations& locations) {
  if (auto found = find_with_the_user(record, locations)) return found;
  if (locations.cache.empty()) return {};
  return find_in(locations.cache, DatasetPlace::cache, record);
}

LocatedDataset fetch_dataset(const DatasetRecord& record, const StoreLocations& locations, const FetchOptions& options,
                             const RunContext& run) {
  validate(options);
  if (auto found = find_with_the_user(record, locations)) return *std::move(found);
  const DatasetForm* form = downloadable_form(record);
  if (form == nullptr) throw InvalidArgument(fmt::format("{} cannot be downloaded", record.name));
  if (locations.cache.empty()) {
    throw InvalidArgument("no place for downloads: set HOME, or XDG_CACHE_HOME, to an absolute path");
  }
  const fs::path folder = locations.cache / form->folders.front();
  make_output_directory(folder);
  LocatedDataset fetched = located(record, *form, DatasetPlace::cache, folder);
  for (std::size_t i = 0; i < form->files.size(); ++i) {
    const DatasetFile& file = form->files[i];
    const bool is_new = fetch_file({address_of(file, *form, options), fetched.files[i]}, file, options, run);
    if (is_new) fetched.first_seen.push_back(fetched.files[i]);
  }
  return fetched;
}

}  // namespace cgsd

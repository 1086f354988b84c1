#include "cgsd/io/results/run_files.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/io/text/json_file.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

using Json = nlohmann::ordered_json;

// A file in the directory or in a folder of it: a manifest that somebody edited must not lead anywhere else, nor a link.
bool lies_within(const fs::path& directory, const fs::path& file) {
  if (!file.has_filename() || file.is_absolute() || file == kManifestName || file.lexically_normal() != file ||
      *file.begin() == "..")
    return false;
  fs::path folder = directory;
  for (const fs::path& part : file.parent_path()) {
    folder /= part;
    if (!fs::is_directory(fs::symlink_status(folder))) return false;
  }
  return !fs::is_directory(fs::symlink_status(directory / file));
}

}  // namespace

RunFiles::RunFiles(fs::path directory) : directory_(std::move(directory)) { make_output_directory(directory_); }

fs::path RunFiles::add(const fs::path& name) {
  if (name.has_parent_path()) make_output_directory(directory_ / name.parent_path());
  return written_.emplace_back(directory_ / name);
}

void RunFiles::commit(Json& manifest, const RunContext& run) {
  Json& outputs = manifest["outputs"] = Json::array();
  for (const UnfinishedFile& file : together_.waiting()) {
    const std::string name = fs::path(file.name()).lexically_relative(directory_).string();
    outputs.push_back({{"file", name}, {"bytes", file.bytes()}, {"sha256", file.sha256()}});
  }
  write_file(add(kManifestName), json_text(manifest));
  const FileDescriptor lock = locked_directory(directory_);
  const std::vector<DataFile> before = run_outputs(directory_, run);
  remove_output(directory_ / kManifestName);
  for (const DataFile& old : before) {
    const fs::path file = directory_ / old.file;
    if (std::ranges::find(written_, file) != written_.end() || !lies_within(directory_, old.file)) continue;
    remove_output(file);
    std::error_code still_used;
    if (file.parent_path() != directory_) fs::remove(file.parent_path(), still_used);
  }
  for (const fs::path& file : written_) make_output_directory(file.parent_path());  // another run may have removed it
  together_.commit();
}

std::vector<DataFile> run_outputs(const fs::path& directory, const RunContext& run) {
  const fs::path manifest = directory / kManifestName;
  if (!fs::is_regular_file(manifest)) return {};
  const nlohmann::json json = read_json(manifest, run);
  std::vector<DataFile> outputs;
  try {
    if (json.is_object() && json.value("schema", "") == kRunSchema && json.contains("outputs")) {
      for (const nlohmann::json& f : json.at("outputs"))
        outputs.push_back(
            {f.at("file").get<std::string>(), f.at("bytes").get<std::uint64_t>(), f.at("sha256").get<std::string>()});
    }
  } catch (const nlohmann::json::exception&) {
    throw ParseError({manifest.string()}, "a member of `outputs` is missing, or not what it should be");
  }
  return outputs;
}

void check_output(const fs::path& directory, const std::string& file, const RunContext& run) {
  for (const DataFile& output : run_outputs(directory, run)) {
    const fs::path path = directory / file;
    if (output.file != file) continue;
    const bool same =
        fs::is_regular_file(path) && fs::file_size(path) == output.bytes && sha256_of_file(path, run) == output.sha256;
    if (same) return;
    throw InvalidArgument(
        fmt::format("{} is not the file that {} beside it tells of: it was edited, or the results of two runs are "
                    "mixed; run cgsd detect again",
                    path.string(), kManifestName));
  }
}

}  // namespace cgsd

#include "cgsd/io/results/run_record.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/io/text/json_file.hpp"

namespace cgsd {
namespace fs = std::filesystem;
namespace {

using SortedJson = nlohmann::json;

RunRecord record_from(const SortedJson& json, const std::string& file) {
  if (!json.is_object() || json.value("schema", "") != kRunSchema)
    throw ParseError({file}, "this is not the manifest of a run, or one of an older cgsd; run cgsd detect again");
  if (json.at("schema_version") != kRunVersion)
    throw ParseError({file}, fmt::format("version {} of the form; this program reads version {}",
                                         json.at("schema_version").dump(), kRunVersion));
  RunRecord record;
  json.at("method").get_to(record.method);
  const SortedJson& data = json.at("data");
  data.at("arguments").get_to(record.arguments);
  for (const SortedJson& f : data.at("files"))
    record.files.push_back(
        {f.at("file").get<std::string>(), f.at("bytes").get<std::uint64_t>(), f.at("sha256").get<std::string>()});
  record.explanation = json.value("explanation", "");
  return record;
}

}  // namespace

RunRecord read_run_record(const fs::path& run, const RunContext& context) {
  const fs::path file = fs::is_directory(run) ? run / "manifest.json" : run;
  if (!fs::exists(file)) throw IoError(fmt::format("{}: there is no run here; cgsd detect writes one", file.string()));
  const SortedJson json = read_json(file, context);
  try {
    RunRecord record = record_from(json, file.string());
    record.directory = file.parent_path();
    return record;
  } catch (const SortedJson::exception&) {
    throw ParseError({file.string()}, "a member is missing, or not what it should be");
  }
}

void check_unchanged(const RunRecord& record, const RunContext& context) {
  for (const DataFile& f : record.files) {
    if (!fs::is_regular_file(f.file)) {
      throw InvalidArgument(
          fmt::format("{}, which the run read, is not there: start cgsd in the directory of the run", f.file));
    }
    if (fs::file_size(f.file) != f.bytes || sha256_of_file(f.file, context) != f.sha256)
      throw InvalidArgument(fmt::format("{} has changed since the run: run cgsd detect again", f.file));
  }
}

}  // namespace cgsd

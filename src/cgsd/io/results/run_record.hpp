// What a later command needs of an earlier run: its manifest.json, read back.
//
// A run is named by its directory or by the manifest in it. Everything is checked: the form and its version, and that the
// data files still have the bytes that the run read (SHA-256), by `check_unchanged`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

struct RunRecord {
  std::filesystem::path directory;
  std::string method;
  std::vector<std::string> arguments;  // of the command line, those that say how the data were read
  std::vector<DataFile> files;
  std::string explanation;  // how the communities were found; may be empty
};

// Throws IoError if there is none, ParseError for a file that is none, or of another version.
RunRecord read_run_record(const std::filesystem::path& run, const RunContext& context);

// Throws InvalidArgument that names the first file that is missing or has changed.
void check_unchanged(const RunRecord& record, const RunContext& context);

}  // namespace cgsd

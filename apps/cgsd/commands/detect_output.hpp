// Where the results of `cgsd detect` go, from what was given as -o:
//
//   nothing    the directory NAME.cgsd, or NAME.METHOD.cgsd if the method is not the default: no method replaces the
//              results of another
//   FILE.csv   (.tsv, .json, and .gz) that file: the communities and nothing else
//   -          standard output, likewise; the report goes to standard error
//   DIR        that directory. If it holds results of another method, it is refused unless --overwrite is given
#pragma once

#include <filesystem>

#include "apps/cgsd/commands/detect_request.hpp"

namespace cgsd::app {

enum class OutputKind { directory, file, standard_output };

struct OutputTarget {
  OutputKind kind = OutputKind::directory;
  std::filesystem::path path;  // of standard output: as it can be opened

  // Where files beside the communities belong.
  std::filesystem::path directory() const;
};

// Where the page goes, if one is wanted; empty: none is.
std::filesystem::path report_file(const OutputTarget& target, const DetectArguments& arguments);

OutputTarget output_target(const DetectArguments& arguments, std::string_view method);

// Throws before anything is computed: InvalidArgument for results of another method in the way or further files that have
// no place, IoError if nothing can be written there.
void check_target(const OutputTarget& target, const DetectArguments& arguments, const Request& request,
                  const RunContext& run);

}  // namespace cgsd::app

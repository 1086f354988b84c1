// manifest.json: everything that is needed to understand a result and to get it again.
//
// Version, preset, options, seed; the data with the SHA-256 of every file that was read; communities and, where c was
// chosen, the eigenvalues and gaps it was chosen by; quality; stability, where measured; losses and gradient norms of
// every epoch; residuals; seconds per stage and peak memory. The file is accepted by read_option_file, so a run can be
// repeated from it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/core/stage_record.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/stability.hpp"
#include "cgsd/metrics/scores.hpp"

namespace cgsd {

struct DataFile {
  std::filesystem::path file;
  std::uint64_t bytes = 0;
  std::string sha256;
};

// Of the regular files among `files`; a pipe cannot be read twice and is left out.
std::vector<DataFile> data_files(const std::vector<std::filesystem::path>& files, const RunContext& run);

struct Manifest {
  std::string version;
  std::string method = "cgsd";
  std::string preset;  // of cgsd
  std::uint64_t seed = 0;
  std::string data_name;
  std::string data_format;
  std::vector<DataFile> files;
  std::vector<std::pair<std::string, OptionValue>> options;
  Scores scores{};
  std::optional<Stability> stability{};  // where it was measured
  std::vector<StageTime> stages;
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  // bytes; 0: not known
};

std::string manifest_json(const Manifest& manifest, const AttributedGraph& input, const Detection& detection);
std::string manifest_json(const Manifest& manifest, const AttributedGraph& input, const MethodResult& result);

}  // namespace cgsd

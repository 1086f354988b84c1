// A Summary as JSON: the manifest of a run, and what --json prints. Everything that is needed to understand a result
// and to get it again.
//
// Version, method, options, seed; the data with the SHA-256 of every file that was read; communities and, if their
// number was chosen, what it was chosen by; quality; decisions; stability, if measured; losses and gradient norms of
// every epoch; residuals; warnings; seconds per stage and peak memory. NaN and infinities are null. The text is
// accepted by read_option_file, so a run can be repeated from it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/summary/summary.hpp"

namespace cgsd {

inline constexpr const char* kRunSchema = "cgsd.run";  // docs/output_files.md
inline constexpr int kRunVersion = 1;

nlohmann::ordered_json summary_json(const Summary& summary);
nlohmann::ordered_json graph_json(const GraphFacts& facts);
nlohmann::ordered_json homophily_json(const Homophily& homophily);

// Indented, ending in a line break; text that is not UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json& json);

// Of the regular files among `files`; a pipe cannot be read twice and is left out.
std::vector<DataFile> data_files(const std::vector<std::filesystem::path>& files, const RunContext& run);

}  // namespace cgsd

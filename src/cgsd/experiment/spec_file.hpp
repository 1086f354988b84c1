// An experiment as a JSON file:
//
//   {"name": "main table",
//    "methods": ["kmeans", {"method": "paper", "label": "CGSD", "options": {"trained.epochs": 50}}],
//    "datasets": ["cora", {"data": "texas", "directed_data": "geom-gcn/texas", "label": "Texas", "communities": 5}],
//    "seeds": 5,                                             // 0 … 4; or a list of seeds
//    "paper": {"nmi": {"CGSD": {"cora": 0.050}}}}            // metric → method → dataset → printed value
//
// A dataset may also have "directed", "both_ways", "attributes" and "labels"; a generated one has {"label": "h = 0.2",
// "sbm": {"heterophily": 0.2}, "realisations": 10} in place of "data". "reproduction" is for the check of a
// paper (papers/cgsd/item_spec.hpp). Anything else, and anything wrong, is a ParseError of one line: where the file
// stops being JSON, or which part is unknown, missing or there twice.
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "cgsd/core/context.hpp"
#include "cgsd/experiment/spec.hpp"

namespace cgsd {

ExperimentSpec read_spec(const std::filesystem::path& file, const RunContext& run);

// `file` is for messages.
ExperimentSpec parse_spec(std::string_view text, const std::string& file);

// The datasets of an experiment alone. Throws InvalidArgument.
std::vector<DatasetEntry> parse_datasets(const nlohmann::ordered_json& experiment);

// The one spelling of an experiment: parse_spec reads it back to the same.
std::string spec_json(const ExperimentSpec& spec);

}  // namespace cgsd

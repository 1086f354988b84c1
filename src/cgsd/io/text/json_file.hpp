// A JSON file of ours, read back: a manifest, communities, options.
//
// Members are kept sorted, so an object with very many of them costs n log n (an ordered one costs n² to read). Throws
// ParseError for what is not JSON, IoError for what cannot be read.
#pragma once

#include <filesystem>

#include <nlohmann/json_fwd.hpp>

#include "cgsd/core/context.hpp"

namespace cgsd {

nlohmann::json read_json(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd

// The checksum of a download of which the registry knows none: recorded when the file first came, so that a change is noticed.
//
// It lies beside the file as NAME.sha256, in the form that `sha256sum -c` reads. A record that is not one throws ParseError.
#pragma once

#include <filesystem>
#include <string>

#include "cgsd/core/context.hpp"

namespace cgsd {

std::string recorded_checksum(const std::filesystem::path& file, const RunContext& run);  // empty: there is none
void record_checksum(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd

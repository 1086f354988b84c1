// Option values from a file, in one of two forms:
//
//   lines  name = value, one per line; # begins a comment; empty lines are skipped
//   JSON   a manifest.json of an earlier run ("method", "preset", "seed" and everything in "options"), or an object
//          {name: value}
//
// Comes back: names and values as text, in the order of the lines, with the line each came from; those of JSON by name, with
// line 0.
// core/options.hpp interprets the names.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"

namespace cgsd {

struct OptionSetting {
  std::string name;
  std::string value;
  std::uint64_t line = 0;
};

std::vector<OptionSetting> read_option_file(const std::filesystem::path& file, const RunContext& run);

// Sets every one of `settings`, those first that decide which other options there are; a refused one is a ParseError with
// the file and line it stands in.
void apply_settings(const OptionLister& list, const std::vector<OptionSetting>& settings,
                    const std::filesystem::path& file);

}  // namespace cgsd

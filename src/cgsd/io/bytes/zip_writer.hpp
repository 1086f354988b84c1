// Writes zip archives (and with them .npz).
//
// Entries are deflated, or stored if that would save less than a tenth of their bytes, as with numbers that are mostly
// noise: they are then read and written several times as fast. Dated 1980-01-01 as NumPy does, so equal contents give
// equal bytes, at any number of threads; the file appears whole or not at all (io/bytes/atomic_file).
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "cgsd/core/context.hpp"

namespace cgsd {

struct ZipContent {
  std::string name;
  std::string bytes;
};
void write_zip(const std::filesystem::path& target, std::span<const ZipContent> contents,
               const RunContext& run = RunContext());

}  // namespace cgsd

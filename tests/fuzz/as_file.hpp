// The bytes of a target as a file in memory, of one name for as long as the process lives.
#pragma once

#include <filesystem>
#include <string>

#include "tests/fuzz/targets.hpp"

namespace cgsd::fuzz {

std::filesystem::path own_directory();  // emptied when the process ends

// Writes the bytes to NAME there.
std::filesystem::path as_file(Bytes bytes, const std::string& name);

}  // namespace cgsd::fuzz

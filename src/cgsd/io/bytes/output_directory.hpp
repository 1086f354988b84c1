// Where results are written. A long computation asks first whether its results could be kept at all.
#pragma once

#include <filesystem>

#include "cgsd/io/bytes/file_descriptor.hpp"

namespace cgsd {

// Throws IoError, naming what is in the way, if `directory` is not there and cannot be made, is no directory, or
// cannot be written to. Makes nothing.
void check_output_directory(const std::filesystem::path& directory);

// With all that it lies in. Throws IoError, naming the directory.
void make_output_directory(const std::filesystem::path& directory);

// Until it is dropped, others who ask for it wait: those who replace the files of one directory follow each other. A file
// system without locks has none to wait for. Throws IoError.
FileDescriptor locked_directory(const std::filesystem::path& directory);

// A file that may not be there. Throws IoError.
void remove_output(const std::filesystem::path& file);

// The directory a file lies in: "." if only a name is given.
std::filesystem::path directory_of(const std::filesystem::path& file);

}  // namespace cgsd

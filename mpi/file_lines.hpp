// The lines of a plain text file, of which every rank reads a share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "cgsd/graph/processes.hpp"

namespace cgsd::mpi {

class FileLines {
 public:
  static constexpr std::size_t kPiece = std::size_t{1} << 23;  // bytes that are read at a time

  explicit FileLines(const std::filesystem::path& file);

  std::uint64_t size() const { return size_; }
  std::string read(std::uint64_t begin, std::uint64_t end);
  std::uint64_t line_from(std::uint64_t from);  // where the first line begins that starts at `from` or later
  std::uint64_t lines_before(std::uint64_t end);
  // Where the lines of this rank begin and end, of those after the first `heading`: as many bytes for each.
  std::pair<std::uint64_t, std::uint64_t> own_lines(std::uint64_t heading, const Processes& processes);

 private:
  std::string name_;
  std::ifstream in_;
  std::uint64_t size_;
};

// Throws ParseError for gzip and UTF-16; `instead` is what to do about it.
void check_plain_text(const std::filesystem::path& file, const std::string& instead);

}  // namespace cgsd::mpi

// Text files line by line. Understands \n and \r\n, a missing last newline, a UTF-8 byte-order mark, and gzip.
// Errors are made here too, so that each one carries file, line and column.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

class LineReader {
 public:
  explicit LineReader(const std::filesystem::path& file);

  // The next line without its end; valid until the next call. False after the last line.
  bool next(std::string_view& line);
  // The line returned last together with the one after it, for a quote that spans both; its number stays. False after
  // the last line.
  bool extend(std::string_view& line);

  const std::string& file() const { return file_; }
  std::uint64_t line_number() const { return line_number_; }  // of the line returned last
  ParseError error(const std::string& what) const { return {{file_, line_number_}, what}; }
  // `token` must be a part of the line returned last: its place gives the column.
  ParseError error_at(std::string_view token, const std::string& what) const;

 private:
  bool refill();
  bool take(std::string_view& line, std::size_t known);

  std::string file_;
  std::unique_ptr<ByteSource> source_;
  std::string buffer_;
  std::size_t position_ = 0;
  std::string_view line_;
  std::uint64_t line_number_ = 0;
  std::uint64_t lines_taken_ = 0;
  bool at_end_ = false;
};

}  // namespace cgsd

// A text file in large batches of whole lines, for parsers that work on many lines at once.
//
//   TextBatches batches(file, run);
//   do { … parse batches.text() …; batches.consume(bytes, lines); } while (batches.refill());
//
// Promises: text() ends in a newline (one is added if the file's last line has none), a byte-order mark is dropped,
// gzip is undone. What was not consumed comes back at the front of the next batch. Memory: one batch, or the longest
// line if that is longer; a line of kLongestLine bytes or more is a ParseError. Reading on heeds a stop request.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

class TextBatches {
 public:
  static constexpr std::size_t kBatch = std::size_t{1} << 23;
  static constexpr std::size_t kLongestLine = std::size_t{1} << 27;

  TextBatches(const std::filesystem::path& file, const RunContext& run);

  // The lines read and not yet consumed. Valid until refill() or next_line().
  std::string_view text() const { return {buffer_.get() + begin_, lines_end_ - begin_}; }
  // The next `bytes` bytes, which hold `lines` newlines, are done with.
  void consume(std::size_t bytes, std::uint64_t lines);
  // Reads on; false if the file has nothing further (text() is then what is left).
  bool refill();
  // Takes one line, without its end, from the front. False after the last.
  bool next_line(std::string_view& line);

  const std::string& file() const { return file_; }
  std::uint64_t lines_consumed() const { return lines_; }
  bool at_end() const { return at_end_; }
  // Bytes of the file if they are known beforehand (a plain file on disk), else 0.
  std::uint64_t size_on_disk() const { return size_on_disk_; }

  // An error at a place in the current batch, consumed or not.
  ParseError error_at(const char* place, const std::string& what) const;

 private:
  void read_more();
  void make_room();

  const RunContext& run_;
  std::string file_;
  std::unique_ptr<ByteSource> source_;
  std::uint64_t size_on_disk_ = 0;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;      // first byte not consumed
  std::size_t lines_end_ = 0;  // end of the last whole line
  std::size_t filled_ = 0;
  std::uint64_t lines_ = 0;               // newlines consumed so far
  std::uint64_t lines_before_batch_ = 0;  // newlines before buffer_[0]
  bool at_end_ = false;
};

// Cuts text that ends in a newline into pieces of about `size` bytes, each of whole lines.
std::vector<std::string_view> line_blocks(std::string_view text, std::size_t size);

}  // namespace cgsd

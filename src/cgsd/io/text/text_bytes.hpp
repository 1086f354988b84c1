// The bytes of a text file one at a time, with a look at the next: for formats that are read character by character.
#pragma once

#include <filesystem>
#include <memory>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/bytes/byte_source.hpp"

namespace cgsd {

class TextBytes {
 public:
  TextBytes(const std::filesystem::path& file, const RunContext& run);

  int peek() { return used_ < filled_ || refill() ? static_cast<unsigned char>(buffer_[used_]) : -1; }  // −1 at the end
  void drop() { ++used_; }  // the byte that peek() showed

 private:
  bool refill();

  std::unique_ptr<ByteSource> source_;
  const RunContext& run_;
  std::vector<char> buffer_;
  std::size_t filled_ = 0;
  std::size_t used_ = 0;
};

}  // namespace cgsd

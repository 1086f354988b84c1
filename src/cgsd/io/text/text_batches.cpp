#include "cgsd/io/text/text_batches.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/core/utf8.hpp"
#include "cgsd/io/text/text_source.hpp"

namespace cgsd {
namespace {

std::uint64_t plain_size(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored) || is_gzip(file)) return 0;
  const auto size = std::filesystem::file_size(file, ignored);
  return ignored ? 0 : size;
}

}  // namespace

TextBatches::TextBatches(const std::filesystem::path& file, const RunContext& run)
    : run_(run), file_(file.string()), source_(open_text(file)), size_on_disk_(plain_size(file)) {
  capacity_ = kBatch;
  buffer_ = std::make_unique_for_overwrite<char[]>(capacity_ + 1);
  read_more();
  if (text().starts_with(kByteOrderMark)) begin_ = kByteOrderMark.size();
}

void TextBatches::consume(std::size_t bytes, std::uint64_t lines) {
  begin_ += bytes;
  lines_ += lines;
}

// Moves what is left to the front; where that still fills the buffer, a line is longer than it.
void TextBatches::make_room() {
  const std::size_t kept = filled_ - begin_;
  if (kept >= kLongestLine) {
    throw ParseError({file_, lines_ + 1}, fmt::format("line is longer than {} bytes", grouped(kLongestLine)));
  }
  if (kept > capacity_ / 2) {
    auto larger = std::make_unique_for_overwrite<char[]>(2 * capacity_ + 1);
    std::memcpy(larger.get(), buffer_.get() + begin_, kept);
    buffer_ = std::move(larger);
    capacity_ *= 2;
  } else {
    std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
  }
  begin_ = 0;
  filled_ = kept;
  lines_before_batch_ = lines_;
}

void TextBatches::read_more() {
  const std::size_t wanted = capacity_ - filled_;
  const std::size_t got = source_->read({buffer_.get() + filled_, wanted});
  filled_ += got;
  at_end_ = got < wanted;
  if (at_end_ && filled_ > begin_ && buffer_[filled_ - 1] != '\n') buffer_[filled_++] = '\n';
  const std::string_view all(buffer_.get(), filled_);
  const std::size_t newline = all.rfind('\n');
  lines_end_ = newline == std::string_view::npos || newline < begin_ ? begin_ : newline + 1;
}

bool TextBatches::refill() {
  if (at_end_) return false;
  do {
    run_.check_stop();
    make_room();
    read_more();
  } while (text().empty() && !at_end_);
  return true;
}

bool TextBatches::next_line(std::string_view& line) {
  if (text().empty() && (!refill() || text().empty())) return false;
  line = text().substr(0, text().find('\n'));
  consume(line.size() + 1, 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return true;
}

ParseError TextBatches::error_at(const char* place, const std::string& what) const {
  const std::string_view before(buffer_.get(), static_cast<std::size_t>(place - buffer_.get()));
  const auto newlines = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  std::size_t line_begin = before.rfind('\n') + 1;  // npos + 1 = 0
  if (lines_before_batch_ + newlines == 0 && before.starts_with(kByteOrderMark)) line_begin = kByteOrderMark.size();
  return {{file_, lines_before_batch_ + newlines + 1, before.size() - line_begin + 1}, what};
}

std::vector<std::string_view> line_blocks(std::string_view text, std::size_t size) {
  std::vector<std::string_view> blocks;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (size < text.size()) end = std::min(text.find('\n', size - 1), text.size() - 1) + 1;
    blocks.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return blocks;
}

}  // namespace cgsd

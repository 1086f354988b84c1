#include "cgsd/io/text/line_reader.hpp"

#include "cgsd/core/utf8.hpp"
#include "cgsd/io/text/text_source.hpp"

namespace cgsd {
namespace {
constexpr std::size_t kChunk = std::size_t{1} << 18;
}  // namespace

LineReader::LineReader(const std::filesystem::path& file) : file_(file.string()), source_(open_text(file)) {
  refill();
  if (buffer_.starts_with(kByteOrderMark)) position_ = kByteOrderMark.size();
}

// Keeps what has not been handed out and adds a chunk behind it.
bool LineReader::refill() {
  if (at_end_) return false;
  buffer_.erase(0, position_);
  position_ = 0;
  const std::size_t kept = buffer_.size();
  const std::size_t wanted = std::max(kChunk, kept);  // a line longer than a chunk is read in doubling steps
  buffer_.resize(kept + wanted);
  const std::size_t got = source_->read(std::span(buffer_).subspan(kept));
  buffer_.resize(kept + got);
  at_end_ = got < wanted;
  return got > 0;
}

bool LineReader::next(std::string_view& line) {
  if (!take(line, 0)) return false;
  line_number_ = lines_taken_;
  return true;
}

bool LineReader::extend(std::string_view& line) {
  const auto begin = static_cast<std::size_t>(line_.data() - buffer_.data());
  const std::size_t known = position_ - begin;
  position_ = begin;
  return take(line, known);
}

// The text up to the first line end behind `known` bytes, which were handed out before. If nothing is left, false.
bool LineReader::take(std::string_view& line, std::size_t known) {
  std::size_t searched = known;
  std::size_t newline = 0;
  while ((newline = buffer_.find('\n', position_ + searched)) == std::string::npos) {
    searched = buffer_.size() - position_;
    if (refill()) continue;
    if (searched == known) {
      line_ = std::string_view(buffer_).substr(position_, line_.size());  // refilling may have moved it
      position_ += known;
      line = line_;
      return false;
    }
    newline = buffer_.size();
    break;
  }
  line_ = std::string_view(buffer_).substr(position_, newline - position_);
  position_ = std::min(newline + 1, buffer_.size());
  if (line_.ends_with('\r')) line_.remove_suffix(1);
  ++lines_taken_;
  line = line_;
  return true;
}

ParseError LineReader::error_at(std::string_view token, const std::string& what) const {
  const auto column = static_cast<std::uint64_t>(token.data() - line_.data()) + 1;
  return {{file_, line_number_, column}, what};
}

}  // namespace cgsd

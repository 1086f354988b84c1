#include "cgsd/io/text/text_bytes.hpp"

#include "cgsd/io/text/text_source.hpp"

namespace cgsd {

TextBytes::TextBytes(const std::filesystem::path& file, const RunContext& run)
    : source_(open_text(file)), run_(run), buffer_(std::size_t{1} << 16) {}

bool TextBytes::refill() {
  run_.check_stop();
  filled_ = source_->read(buffer_);
  used_ = 0;
  return filled_ > 0;
}

}  // namespace cgsd

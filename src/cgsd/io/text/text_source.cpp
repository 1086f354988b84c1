#include "cgsd/io/text/text_source.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kHead = 64;

bool is_high_surrogate(char32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
bool is_low_surrogate(char32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }

class Utf16Text final : public ByteSource {
 public:
  Utf16Text(std::unique_ptr<ByteSource> inner, Utf16 order) : inner_(std::move(inner)), order_(order) {}

  std::size_t read(std::span<char> buffer) override {
    while (ready_.size() - used_ < buffer.size() && !at_end_) decode_some();
    const std::size_t count = std::min(buffer.size(), ready_.size() - used_);
    std::copy_n(ready_.begin() + static_cast<std::ptrdiff_t>(used_), count, buffer.begin());
    used_ += count;
    return count;
  }

 private:
  void decode_some() {
    ready_.erase(0, used_);
    used_ = 0;
    std::string units(std::size_t{1} << 16, '\0');
    units.resize(inner_->read(units));
    at_end_ = units.size() < (std::size_t{1} << 16);
    for (std::size_t i = 0; i + 1 < units.size(); i += 2) add(unit_at(units, i));
    if (units.size() % 2 == 1) append_utf8(ready_, kReplacement);
    if (at_end_ && high_ != 0) append_utf8(ready_, kReplacement);
  }

  char32_t unit_at(std::string_view units, std::size_t i) const {
    const auto first = static_cast<unsigned char>(units[i]);
    const auto second = static_cast<unsigned char>(units[i + 1]);
    const bool little = order_ == Utf16::little_endian;
    return static_cast<char32_t>(little ? first | (second << 8) : second | (first << 8));
  }

  void add(char32_t unit) {
    constexpr char32_t kMark = 0xfeff;
    const bool first = std::exchange(at_begin_, false);
    if (first && unit == kMark) return;
    if (high_ != 0 && is_low_surrogate(unit)) {
      append_utf8(ready_, 0x10000 + ((high_ - 0xd800) << 10) + (unit - 0xdc00));
      high_ = 0;
      return;
    }
    if (high_ != 0) append_utf8(ready_, kReplacement);
    high_ = is_high_surrogate(unit) ? unit : 0;
    if (high_ == 0 && !append_utf8(ready_, unit)) append_utf8(ready_, kReplacement);
  }

  std::unique_ptr<ByteSource> inner_;
  Utf16 order_;
  std::string ready_;
  std::size_t used_ = 0;
  char32_t high_ = 0;  // waits for its other half
  bool at_begin_ = true;
  bool at_end_ = false;
};

}  // namespace

Utf16 looks_like_utf16(std::string_view bytes) {
  if (bytes.starts_with("\xff\xfe")) return Utf16::little_endian;
  if (bytes.starts_with("\xfe\xff")) return Utf16::big_endian;
  if (bytes.size() < 4) return Utf16::no;
  // Plain letters and digits have a zero in every second place.
  bool little = true;
  bool big = true;
  for (std::size_t i = 0; i + 1 < std::min(bytes.size(), kHead); i += 2) {
    little = little && bytes[i] != '\0' && bytes[i + 1] == '\0';
    big = big && bytes[i] == '\0' && bytes[i + 1] != '\0';
  }
  return little ? Utf16::little_endian : big ? Utf16::big_endian : Utf16::no;
}

std::unique_ptr<ByteSource> open_text(const std::filesystem::path& file) {
  auto source = open_bytes(file);
  std::string head(kHead, '\0');
  head.resize(source->read(head));
  const Utf16 order = looks_like_utf16(head);
  auto whole = resumed(std::move(head), std::move(source));
  if (order == Utf16::no) return whole;
  return std::make_unique<Utf16Text>(std::move(whole), order);
}

std::string first_text(const std::filesystem::path& file, std::size_t count) {
  std::string text(count, '\0');
  text.resize(open_text(file)->read(text));
  return text;
}

}  // namespace cgsd

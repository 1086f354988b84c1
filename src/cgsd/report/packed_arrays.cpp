#include "cgsd/report/packed_arrays.hpp"

#include <bit>

#include <zlib.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

static_assert(std::endian::native == std::endian::little, "pages hold little-endian numbers");

constexpr std::size_t kAlignment = 4;

template <class T>
std::string_view bytes_of(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};  // NOLINT: numbers as bytes
}

std::string compressed(const std::string& bytes) {
  uLongf size = compressBound(static_cast<uLong>(bytes.size()));
  std::string out(size, '\0');
  const auto* from = reinterpret_cast<const Bytef*>(bytes.data());                 // NOLINT: zlib's type of bytes
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()), &size, from,  // NOLINT: likewise
                               static_cast<uLong>(bytes.size()), Z_DEFAULT_COMPRESSION);
  if (status != Z_OK) throw Error("the data of the page cannot be compressed: out of memory");
  out.resize(size);
  return out;
}

}  // namespace

void PackedArrays::append(const std::string& name, const char* type, std::string_view bytes, std::size_t elements) {
  bytes_.resize((bytes_.size() + kAlignment - 1) / kAlignment * kAlignment, '\0');
  directory_[name] = {type, bytes_.size(), elements};
  bytes_ += bytes;
}

void PackedArrays::add(const std::string& name, std::span<const std::uint8_t> values) {
  append(name, "u8", bytes_of(values), values.size());
}
void PackedArrays::add(const std::string& name, std::span<const std::uint16_t> values) {
  append(name, "u16", bytes_of(values), values.size());
}
void PackedArrays::add(const std::string& name, std::span<const std::uint32_t> values) {
  append(name, "u32", bytes_of(values), values.size());
}
void PackedArrays::add(const std::string& name, std::span<const std::int32_t> values) {
  append(name, "i32", bytes_of(values), values.size());
}
void PackedArrays::add(const std::string& name, std::span<const float> values) {
  append(name, "f32", bytes_of(values), values.size());
}
void PackedArrays::add(const std::string& name, const nlohmann::ordered_json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  append(name, "json", text, text.size());
}

std::string PackedArrays::packed() const { return base64(compressed(bytes_)); }

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t held = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < 3; ++k) word = word << 8U | (k < held ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += k <= held ? kDigits[word >> (18U - 6U * k) & 63U] : '=';
  }
  return text;
}

}  // namespace cgsd

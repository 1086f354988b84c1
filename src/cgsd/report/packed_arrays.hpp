// Arrays of numbers, and texts, as one compressed text that a page can hold.
//
// All arrays stand one behind the other, little-endian, each at a multiple of 4 bytes; the whole is a zlib stream (RFC
// 1950) in base64 (RFC 4648). The directory says where each is: name → [type, first byte, elements], with the types u8,
// u16, u32, i32, f32 and json (a JSON text in UTF-8; elements are its bytes). Promises: the same arrays give the same text.
// Cost: that of zlib at level 6, about 30 MB/s.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace cgsd {

class PackedArrays {
 public:
  void add(const std::string& name, std::span<const std::uint8_t> values);
  void add(const std::string& name, std::span<const std::uint16_t> values);
  void add(const std::string& name, std::span<const std::uint32_t> values);
  void add(const std::string& name, std::span<const std::int32_t> values);
  void add(const std::string& name, std::span<const float> values);
  void add(const std::string& name, const nlohmann::ordered_json& json);

  bool has(const std::string& name) const { return directory_.contains(name); }
  const nlohmann::ordered_json& directory() const { return directory_; }
  std::string packed() const;

 private:
  void append(const std::string& name, const char* type, std::string_view bytes, std::size_t elements);

  nlohmann::ordered_json directory_ = nlohmann::ordered_json::object();
  std::string bytes_;
};

std::string base64(std::string_view bytes);

}  // namespace cgsd

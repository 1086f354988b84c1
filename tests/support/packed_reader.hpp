// What a page holds, read back by other means than the page does: facts by the JSON library, arrays by zlib.
#pragma once

#include <cstring>
#include <stdexcept>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <zlib.h>

#include "cgsd/report/packed_arrays.hpp"

namespace cgsd::testing {

inline std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  unsigned bits = 0;
  unsigned held = 0;
  for (const char c : text) {
    if (c == '=') break;
    bits = bits << 6U | static_cast<unsigned>(digits.find(c));
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += static_cast<char>(bits >> held & 0xffU);
  }
  return out;
}

class PackedReader {
 public:
  PackedReader(nlohmann::ordered_json directory, const std::string& packed) : directory_(std::move(directory)) {
    const std::string stream = from_base64(packed);
    bytes_.resize(64U << 20U);
    uLongf size = bytes_.size();
    const int status = uncompress(reinterpret_cast<Bytef*>(bytes_.data()), &size,
                                  reinterpret_cast<const Bytef*>(stream.data()), static_cast<uLong>(stream.size()));
    if (status != Z_OK) throw std::runtime_error("not a zlib stream");
    bytes_.resize(size);
  }
  explicit PackedReader(const PackedArrays& arrays) : PackedReader(arrays.directory(), arrays.packed()) {}

  bool has(const std::string& name) const { return directory_.contains(name); }
  template <class T>
  std::vector<T> numbers(const std::string& name) const {
    const auto& entry = directory_.at(name);
    std::vector<T> out(entry.at(2).get<std::size_t>());
    std::memcpy(out.data(), bytes_.data() + entry.at(1).get<std::size_t>(), out.size() * sizeof(T));
    return out;
  }
  nlohmann::ordered_json json(const std::string& name) const {
    const auto& entry = directory_.at(name);
    return nlohmann::ordered_json::parse(bytes_.substr(entry.at(1).get<std::size_t>(), entry.at(2).get<std::size_t>()));
  }

 private:
  nlohmann::ordered_json directory_;
  std::string bytes_;
};

// The text of the element <script … id="ID">.
inline std::string script_of(const std::string& page, const std::string& id) {
  const std::size_t at = page.find("id=\"" + id + "\">");
  if (at == std::string::npos) throw std::runtime_error("no element " + id);
  const std::size_t begin = page.find('>', at) + 1;
  return page.substr(begin, page.find("</script", begin) - begin);
}

inline nlohmann::ordered_json facts_of_page(const std::string& page) {
  return nlohmann::ordered_json::parse(script_of(page, "facts"));
}

inline PackedReader arrays_of_page(const std::string& page) {
  return {facts_of_page(page).at("arrays"), script_of(page, "arrays")};
}

}  // namespace cgsd::testing

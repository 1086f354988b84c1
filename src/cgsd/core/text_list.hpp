// Many short texts in one piece: a million names are two allocations.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

class TextList {
 public:
  bool empty() const { return size() == 0; }
  std::size_t size() const { return offsets_.size() - 1; }
  std::string_view operator[](std::size_t i) const {
    return std::string_view(text_).substr(offsets_[i], offsets_[i + 1] - offsets_[i]);
  }
  void append(std::string_view text) {
    text_ += text;
    offsets_.push_back(text_.size());
  }
  bool operator==(const TextList&) const = default;

 private:
  std::string text_;
  std::vector<std::uint64_t> offsets_ = {0};
};

}  // namespace cgsd

#include "cgsd/table/words.hpp"

#include <optional>

#include "cgsd/core/utf8.hpp"

namespace cgsd {
namespace {

bool is_between(char32_t point, char32_t first, char32_t last) { return point >= first && point <= last; }

bool is_letter_or_digit(char32_t p) {
  if (p < 0x80) return is_between(p, '0', '9') || is_between(p, 'a', 'z') || is_between(p, 'A', 'Z');
  const bool latin_sign = is_between(p, 0x80, 0xbf) && p != 0xaa && p != 0xb5 && p != 0xba;
  const bool sign = latin_sign || p == 0xd7 || p == 0xf7 || is_between(p, 0x2000, 0x2bff) ||
                    is_between(p, 0x3000, 0x3004) || is_between(p, 0x3008, 0x3020) || p == 0x30fb || p == 0xfeff ||
                    is_between(p, 0xff00, 0xff0f) || is_between(p, 0xff1a, 0xff20) || is_between(p, 0x1f000, 0x1faff);
  return !sign;
}

bool has_no_blanks(char32_t p) {
  return is_between(p, 0x3040, 0x30ff) || is_between(p, 0x3400, 0x4dbf) || is_between(p, 0x4e00, 0x9fff) ||
         is_between(p, 0x20000, 0x2ffff);
}

char32_t lower(char32_t p) {
  if (is_between(p, 'A', 'Z') || (is_between(p, 0xc0, 0xde) && p != 0xd7)) return p + 0x20;
  if (is_between(p, 0x391, 0x3a9)) return p + 0x20;
  if (is_between(p, 0x410, 0x42f)) return p + 0x20;
  if (is_between(p, 0x400, 0x40f)) return p + 0x50;
  // Latin Extended-A: capitals and small letters take turns, with two shifts between.
  const bool even_capital = is_between(p, 0x100, 0x137) || is_between(p, 0x14a, 0x177);
  const bool odd_capital = is_between(p, 0x139, 0x148) || is_between(p, 0x179, 0x17e);
  if ((even_capital && p % 2 == 0) || (odd_capital && p % 2 == 1)) return p + 1;
  return p;
}

class WordCollector {
 public:
  std::vector<std::string> collect(std::string_view text) {
    while (!text.empty()) {
      const char32_t byte = static_cast<unsigned char>(text.front());
      const std::optional<char32_t> point = take_code_point(text);
      take(point.value_or(byte));  // a byte of another encoding: most likely a letter of Latin-1
    }
    end_word();
    return std::move(words_);
  }

 private:
  void take(char32_t point) {
    if (!is_letter_or_digit(point)) {
      end_word();
      return;
    }
    if (has_no_blanks(point) != pairs_) end_word();
    pairs_ = has_no_blanks(point);
    std::string letter;
    append_utf8(letter, lower(point));
    if (pairs_ && !last_.empty()) words_.push_back(last_ + letter);
    last_ = letter;
    word_ += letter;
  }

  void end_word() {
    const bool lone = word_ == last_;
    if (!word_.empty() && (!pairs_ || lone)) words_.push_back(word_);
    word_.clear();
    last_.clear();
    pairs_ = false;
  }

  std::vector<std::string> words_;
  std::string word_;
  std::string last_;
  bool pairs_ = false;
};

}  // namespace

std::vector<std::string> words_of(std::string_view text) { return WordCollector().collect(text); }

}  // namespace cgsd

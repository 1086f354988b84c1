#include "cgsd/io/exchange/json_events.hpp"

#include <cstdint>
#include <iterator>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/io/text/text_bytes.hpp"

namespace cgsd {

// The characters of the file, with NaN and Infinity outside of texts rewritten to null.
class JsonChars {
 public:
  JsonChars(const std::filesystem::path& file, const RunContext& run) : bytes_(file, run) { advance(); }

  bool at_end() const { return current_ < 0; }
  char current() const { return static_cast<char>(current_); }
  // Of the character before the current one, which is the last that the parser has seen.
  std::uint64_t line() const { return seen_line_; }
  std::uint64_t column() const { return seen_column_; }

  void advance() {
    if (replacement_ != nullptr && *++replacement_ != '\0') {
      current_ = static_cast<unsigned char>(*replacement_);
      return;
    }
    replacement_ = nullptr;
    seen_line_ = line_;
    seen_column_ = column_;
    current_ = take();
    if (in_text_) {
      if (escaped_) {
        escaped_ = false;
      } else if (current_ == '\\') {
        escaped_ = true;
      } else if (current_ == '"') {
        in_text_ = false;
      }
      return;
    }
    if (current_ == '"') in_text_ = true;
    if (current_ == 'N') replace("aN");
    if (current_ == 'I') replace("nfinity");
    if (current_ == '-' && peek() == 'I') replace("Infinity");
  }

 private:
  // If `rest` follows, the word is null. If only a part of it does, the file is malformed either way.
  void replace(std::string_view rest) {
    for (const char c : rest) {
      if (peek() != static_cast<unsigned char>(c)) return;
      take();
    }
    replacement_ = "null";
    current_ = 'n';
  }

  int peek() { return bytes_.peek(); }

  int take() {
    const int c = peek();
    if (c < 0) return c;
    bytes_.drop();
    if (last_was_newline_) {
      ++line_;
      column_ = 0;
    }
    last_was_newline_ = c == '\n';
    ++column_;
    return c;
  }

  TextBytes bytes_;
  int current_ = -1;
  const char* replacement_ = nullptr;
  bool in_text_ = false;
  bool escaped_ = false;
  bool last_was_newline_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 0;
  std::uint64_t seen_line_ = 1;
  std::uint64_t seen_column_ = 0;
};

namespace {

// What the parser of nlohmann asks of an input.
class CharIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  explicit CharIterator(JsonChars* chars = nullptr) : chars_(chars) {}
  char operator*() const { return chars_->current(); }
  CharIterator& operator++() {
    chars_->advance();
    return *this;
  }
  CharIterator operator++(int) {
    const CharIterator before = *this;
    chars_->advance();
    return before;
  }
  bool operator==(const CharIterator& other) const { return at_end() == other.at_end(); }
  bool operator!=(const CharIterator& other) const { return !(*this == other); }

 private:
  bool at_end() const { return chars_ == nullptr || chars_->at_end(); }
  JsonChars* chars_;
};

// "[json.exception…] parse error at line 1, column 2: syntax error while parsing value - invalid literal; last read: 'x'"
// → "invalid literal; last read: 'x'", safe to print.
std::string reason(std::string_view what) {
  const std::size_t dash = what.find(" - ");
  if (dash != std::string_view::npos) what.remove_prefix(dash + 3);
  std::string text;
  for (const char c : what.substr(0, 120)) text += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  return text;
}

class Events final : public nlohmann::json_sax<nlohmann::json> {
 public:
  Events(JsonHandler& handler, const JsonChars& chars, std::string file)
      : handler_(handler), chars_(chars), file_(std::move(file)) {}

  bool null() override { return plain({}); }
  bool boolean(bool value) override { return plain(value ? "true" : "false"); }
  bool number_integer(number_integer_t value) override { return plain(fmt::format_int(value).str()); }
  bool number_unsigned(number_unsigned_t value) override { return plain(fmt::format_int(value).str()); }
  bool number_float(number_float_t, const string_t& spelled) override { return plain(spelled); }
  bool string(string_t& text) override { return plain(text); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return deeper(false); }
  bool start_array(std::size_t) override { return deeper(true); }
  bool end_object() override { return shallower(); }
  bool end_array() override { return shallower(); }
  bool key(string_t& name) override {
    handler_.key(name);
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
    throw ParseError({file_, chars_.line(), chars_.column()},
                     fmt::format("not well-formed JSON: {}", reason(error.what())));
  }

 private:
  bool plain(std::string_view text) {
    handler_.value(text);
    return true;
  }
  bool deeper(bool array) {
    constexpr int kDeepest = 1000;
    if (++depth_ > kDeepest) throw ParseError({file_, chars_.line(), chars_.column()}, "nested deeper than 1,000");
    handler_.begin(array);
    return true;
  }
  bool shallower() {
    --depth_;
    handler_.end();
    return true;
  }

  JsonHandler& handler_;
  const JsonChars& chars_;
  std::string file_;
  int depth_ = 0;
};

}  // namespace

FilePosition JsonHandler::position() const {
  if (chars_ == nullptr) return {file_};
  return {file_, chars_->line(), chars_->column()};
}

void read_json(const std::filesystem::path& file, JsonHandler& handler, const RunContext& run) {
  JsonChars chars(file, run);
  handler.file_ = file.string();
  handler.chars_ = &chars;
  Events events(handler, chars, file.string());
  try {
    nlohmann::json::sax_parse(CharIterator(&chars), CharIterator(), &events);
  } catch (...) {
    handler.chars_ = nullptr;
    throw;
  }
  handler.chars_ = nullptr;
}

}  // namespace cgsd

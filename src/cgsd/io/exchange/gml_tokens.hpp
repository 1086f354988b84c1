// The tokens of GML: words, numbers, texts in quotes, brackets; # begins a comment line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/io/text/text_bytes.hpp"

namespace cgsd {

enum class GmlToken { word, number, text, open, close, end };

class GmlTokens {
 public:
  GmlTokens(const std::filesystem::path& file, const RunContext& run);

  GmlToken next();
  const std::string& text() const { return text_; }  // of a word, number or text; entities undone, UTF-8
  // Where the last token began.
  FilePosition position() const { return {file_, token_line_, token_column_}; }
  ParseError error(const std::string& what) const { return {position(), what}; }

 private:
  int peek() { return bytes_.peek(); }
  int take();
  void skip_blanks();
  GmlToken quoted();
  GmlToken plain();

  std::string file_;
  TextBytes bytes_;
  std::uint64_t line_ = 1;
  std::uint64_t column_ = 1;
  std::uint64_t token_line_ = 0;
  std::uint64_t token_column_ = 0;
  std::string text_;
};

// Undoes &quot; &amp; &lt; &gt; &apos; &nbsp; &#228; and &#xe4;; what is none of these stays as it is.
std::string without_entities(std::string_view text);
// UTF-8 as it is; anything else taken for ISO 8859-1.
std::string utf8_or_latin1(std::string_view bytes);

}  // namespace cgsd

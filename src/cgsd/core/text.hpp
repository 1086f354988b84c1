// Small pieces of text work shared by options, readers and the command line.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace cgsd {

std::string_view trimmed(std::string_view text);

// The candidate that is at most two edits away from `word`, or "" if none is: for "did you mean …?".
std::string nearest_word(std::string_view word, std::span<const std::string> candidates);

// A token of user input made safe for a one-line message: quoted, control characters escaped, cut at 40 characters.
std::string in_quotes(std::string_view token);

// 1234567 → "1,234,567"
std::string grouped(unsigned long long number);

// With so many decimals, a minus sign of its own ("−0.5"), none before a zero; "–" for NaN.
std::string number_text(double value, int decimals);

// The words of `text` in lines of at most `width` columns. The first line begins in column `indent`, where the caller
// is already; the others after as many blanks. A unit ("%", "ms", "s", "MB") stays with its number, and a word that is
// longer than a line has one of its own. Without a line end at the end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent = 0);

// `text` if it fits into `width` columns, else as much of it as does, and "…".
std::string shortened(std::string_view text, std::size_t width);

}  // namespace cgsd

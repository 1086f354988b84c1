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

}  // namespace cgsd

// The words of a text, whatever its language.
//
// A word is a run of letters and digits; everything outside ASCII is a letter but for punctuation, symbols and blanks of
// Unicode. Letters of the Latin, Greek and Cyrillic alphabets become lower case. Chinese and Japanese put no blanks between
// words: there, every two neighbouring characters are a word (a lone character is one too).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cgsd {

std::vector<std::string> words_of(std::string_view text);

}  // namespace cgsd

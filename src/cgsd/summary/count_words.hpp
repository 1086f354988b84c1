// How many communities were chosen and why, in plain words; empty if the number was asked for.
#pragma once

#include <string>

#include "cgsd/detect/count/community_count.hpp"

namespace cgsd {

// "6; 5 to 8 are nearly as good", or "none beyond chance".
std::string count_phrase(const CommunityCount& count);

// The reasons: one or two sentences.
std::string count_words(const CommunityCount& count);

}  // namespace cgsd

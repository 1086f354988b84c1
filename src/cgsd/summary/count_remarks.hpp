// What has to be said of the number of communities: the number asked for needs no method (1, or one per node), the
// method takes none, or it came back with another number, and why. Nothing if the answer is what was asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cgsd/detect/method.hpp"

namespace cgsd {

struct CountOutcome {
  const MethodRecord& method;
  std::int64_t asked = 0;  // 0: no number was asked for
  std::int64_t found = 0;
  std::int64_t nodes = 0;
  std::int64_t components = 0;  // of the graph
};

std::vector<std::string> count_remarks(const CountOutcome& outcome);

// "No communities beyond chance", if the number was counted and nothing stood out.
std::vector<std::string> count_remarks(const CommunityCount& count);

}  // namespace cgsd

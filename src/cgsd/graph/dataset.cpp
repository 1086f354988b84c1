#include "cgsd/graph/dataset.hpp"

#include <algorithm>

namespace cgsd {

NodeNames::NodeNames(const std::vector<std::string>& names) {
  for (const std::string& name : names) append(name);
}

std::int32_t Labels::classes() const {
  return class_of.empty() ? 0 : 1 + *std::max_element(class_of.begin(), class_of.end());
}

}  // namespace cgsd

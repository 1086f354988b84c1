// What to do with a graph, in a few plain sentences, from the figures of its diagnosis: whether edges help, harm or add
// nothing beside attributes; whether classes follow them; whether the printed gate and curvature can be relied on.
#pragma once

#include <string>
#include <vector>

#include "cgsd/diagnosis/diagnosis.hpp"

namespace cgsd {

std::vector<std::string> advice(const Diagnosis& diagnosis);

}  // namespace cgsd

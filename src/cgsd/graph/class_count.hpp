// How many classes have a node. Labels number their classes from 0, but a file may begin with 1 or leave numbers out.
#pragma once

#include <cstdint>

#include "cgsd/graph/dataset.hpp"

namespace cgsd {

std::int32_t classes_with_nodes(const Labels& labels);

}  // namespace cgsd

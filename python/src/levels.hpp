// Nested communities for Python.
#pragma once

#include "cgsd/levels/levels.hpp"

#include "python/src/arrays.hpp"
#include "python/src/casters.hpp"

namespace cgsd::python {

// One dictionary per community: community, parent, children, level, size, end; ids as people see them.
nb::list nested_communities(const Levels& levels);
// The id of each node's community on a level.
NumpyVector<std::int32_t> ids_at(const Levels& levels, std::int32_t level);

}  // namespace cgsd::python

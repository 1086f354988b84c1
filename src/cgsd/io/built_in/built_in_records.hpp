// What the registry says of the datasets that are part of cgsd (built_in_dataset.hpp).
#pragma once

#include <span>

#include "cgsd/io/store/registry.hpp"

namespace cgsd {

std::span<const DatasetRecord> built_in_records();

}  // namespace cgsd

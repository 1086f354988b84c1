// Like large_vector.hpp, without zeros: for values that are all written before they are read, by several threads at best.
#pragma once

#include <cstddef>
#include <memory>

#include "cgsd/core/large_vector.hpp"

namespace cgsd {

template <class T>
std::unique_ptr<T[]> large_array(std::size_t count) {
  std::unique_ptr<T[]> values = std::make_unique_for_overwrite<T[]>(count);
  prefer_large_pages(values.get(), count * sizeof(T));
  return values;
}

}  // namespace cgsd

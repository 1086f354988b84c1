// Renumbers the ends of entries: entry ← (new_label(source), new_label(target)), in parallel.
#pragma once

#include <vector>

#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/builder.hpp"

namespace cgsd {

template <class NewLabel>
void relabel(std::vector<Entry>& entries, NewLabel&& new_label, const RunContext& run) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  parallel_for(run, entries.size(), kBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) entries[i] = {new_label(entries[i].source), new_label(entries[i].target)};
  });
}

}  // namespace cgsd

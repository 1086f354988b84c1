// How much memory a run may take: what --memory-limit says, else what the machine has left.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace cgsd::app {

// 500M, 8G, 8GB, 1.5T or a number of bytes, in powers of 1000. Throws InvalidArgument.
std::uint64_t parse_size(std::string_view text);

// What the machine, and the group of processes that this one belongs to, has left; 0: not known.
std::uint64_t available_memory();

// Refuses a run that needs more. `asked` is that of --memory-limit; without it the memory of the machine is the limit.
void check_memory(std::uint64_t need, const std::optional<std::uint64_t>& asked);

}  // namespace cgsd::app

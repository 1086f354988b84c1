// The most memory this process had resident at once, since it was last reset (Linux: VmHWM of /proc/self/status, reset
// by writing 5 to /proc/self/clear_refs). Nothing is guessed: if the system gives no figure, there is none.
#pragma once

#include <cstdint>
#include <optional>

namespace cgsd {

bool reset_peak_memory();                    // false: the system does not allow it. Gives unused memory back first.
std::optional<std::uint64_t> peak_memory();  // bytes

}  // namespace cgsd

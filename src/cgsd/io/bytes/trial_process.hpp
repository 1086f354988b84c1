// Runs something that may crash in a process of its own first: a library that is not made for malicious files.
//
//   if (!survives([&] { read(file); }, limits, run)) throw ParseError(…);
//   read(file);                                    // the same bytes, the same way: it ends well here too
//
// The child is a copy of this process with a single thread; `action` must not use the workers of a RunContext. What it throws,
// returns or prints does not matter. Cost: the work of `action` once more.
#pragma once

#include <chrono>
#include <functional>

#include "cgsd/core/context.hpp"

namespace cgsd {

// False if a signal ended the child or it took longer than `most`. Throws Cancelled on a stop request, IoError if no process
// can be made.
bool survives(const std::function<void()>& action, std::chrono::milliseconds most, const RunContext& run);

}  // namespace cgsd

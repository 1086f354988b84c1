// A call of the library from Python: on a thread of its own, without the GIL, ended by Ctrl-C.
//
//   timed = call({.seed = 7, .threads = 0, .progress = None}, [&](const RunContext& run) { result = …(run); });
//
// The thread that called waits for it, runs Python's signal handlers twenty times a second and hands progress to a callable
// (stage: str, fraction: float). What a handler or the callable raises stops the work and is raised to the caller.
// After a fork the threads of oneTBB are gone: the child works on one thread, which gives the same bits.
#pragma once

#include <cstdint>
#include <functional>

#include "cgsd/core/context.hpp"
#include "cgsd/summary/summary.hpp"

#include "python/src/casters.hpp"

namespace cgsd::python {

namespace nb = nanobind;

struct CallSettings {
  std::uint64_t seed = 0;
  int threads = 0;  // 0: all
  nb::object progress = nb::none();
};

Timing call(const CallSettings& settings, const std::function<void(const RunContext&)>& body);

// The errors of the library as ValueError, OSError and KeyboardInterrupt, with its text.
void translate_errors();

// For os.register_at_fork.
void remember_fork();

}  // namespace cgsd::python

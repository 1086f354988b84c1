// Out of memory is one line on standard error and exit code 1, however little is left.
//
// The first allocation that fails gives back a reserve: destructors that allocate (JSON's do) and the clean-up of
// temporary files live on it. If an exception cannot pass all the same, in a destructor or before main(), the handler
// of std::terminate writes the line without allocating and ends the process. Both are in place before any other object
// of the program exists.
#pragma once

namespace cgsd::app {

// Writes the line; allocates nothing.
void say_out_of_memory() noexcept;

}  // namespace cgsd::app

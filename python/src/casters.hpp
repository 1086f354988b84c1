// How the types of the standard library become Python's; every source of the module must see the same.
#pragma once

// IWYU pragma: begin_exports
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
// IWYU pragma: end_exports

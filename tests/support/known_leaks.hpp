// For the leak sanitizer: fontconfig, which librsvg sets text with, keeps its lists of fonts until the end. To be
// included by the source with `main`; without the sanitizer nobody calls it.
#pragma once

// NOLINTNEXTLINE: the name is the sanitizer's
extern "C" inline __attribute__((used)) const char* __lsan_default_suppressions() { return "leak:libfontconfig\n"; }

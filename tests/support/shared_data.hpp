// Real data beside the project. A test that needs a file begins with
//   CGSD_NEEDS_SHARED_DATA("data/cora.npz", path);
// and is skipped with a visible note on a machine that has only the project.
#pragma once

#include <filesystem>

#include <gtest/gtest.h>

namespace cgsd::testing {
std::filesystem::path source_path(const char* name);  // a file of the project
std::filesystem::path shared_path(const char* name);
}  // namespace cgsd::testing

#define CGSD_NEEDS_SHARED_DATA(name, variable)                               \
  const std::filesystem::path variable = ::cgsd::testing::shared_path(name); \
  if (!std::filesystem::exists(variable)) GTEST_SKIP() << "needs " << variable << ", which is not here"

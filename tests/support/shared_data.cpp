#include "tests/support/shared_data.hpp"

namespace cgsd::testing {

std::filesystem::path source_path(const char* name) { return std::filesystem::path(CGSD_SOURCE_DIR) / name; }
std::filesystem::path shared_path(const char* name) { return source_path("../shared") / name; }

}  // namespace cgsd::testing

#include "cgsd/io/bytes/shared_library.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

#include "tests/support/error_text.hpp"

namespace cgsd {
namespace {

using ::testing::HasSubstr;

struct Mathematics {
  SharedLibrary library{"libm.so.6", "roots"};
  CGSD_LOADED(cbrtf);
};

TEST(SharedLibrary, CallsAFunctionByItsName) { EXPECT_EQ(Mathematics().cbrtf(27.0F), 3.0F); }

TEST(SharedLibrary, NamesWhatIsMissingAndWhatForInOneLine) {
  const auto library = [] { SharedLibrary("libnone.so.7", "PNG figures"); };
  EXPECT_THAT(testing::error_text<Error>(library), HasSubstr("PNG figures: libnone.so.7 cannot be loaded"));
  const auto function = [] { SharedLibrary("libm.so.6", "roots").address("no_such_root"); };
  EXPECT_EQ(testing::error_text<Error>(function),
            "roots: libm.so.6 has no no_such_root; install the release that cgsd was built with");
}

}  // namespace
}  // namespace cgsd

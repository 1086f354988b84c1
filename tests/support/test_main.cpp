// oneTBB caps threads at the number of cores; tests must really run on four, whatever the machine.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include "tests/support/known_leaks.hpp"

int main(int argc, char** argv) {
  const oneapi::tbb::global_control four_threads(oneapi::tbb::global_control::max_allowed_parallelism, 4);
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}

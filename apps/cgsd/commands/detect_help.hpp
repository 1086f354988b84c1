// What is told of `cgsd detect` below its options: examples, the methods and their options.
#pragma once

#include "apps/cgsd/shell/description.hpp"

namespace cgsd::app {

Details detect_details();

}  // namespace cgsd::app

// What an action that must fail says.
#pragma once

#include <string>

#include <gtest/gtest.h>

#include "cgsd/core/error.hpp"

namespace cgsd::testing {

// The message of the Expected error that `action` throws, without the directory of the file: "edges.csv:2:3: …".
template <class Expected = ParseError, class Action>
std::string error_text(Action&& action) {
  try {
    action();
  } catch (const Expected& error) {
    const std::string what = error.what();
    const std::size_t place_end = what.find(": ");
    const std::size_t slash = what.rfind('/', place_end);
    return slash == std::string::npos ? what : what.substr(slash + 1);
  } catch (const std::exception& error) {
    ADD_FAILURE() << "another error: " << error.what();
    return {};
  }
  ADD_FAILURE() << "no error";
  return {};
}

}  // namespace cgsd::testing

// The test of a graph format: bytes are written to a file of the name given and read by `Read`.
//
//   class Gml : public testing::FormatTest<read_gml> { protected: Gml() : FormatTest("g.gml") {} };
#pragma once

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace cgsd::testing {

template <auto Read>
class FormatTest : public ::testing::Test {
 protected:
  explicit FormatTest(std::string_view name) : name_(name) {}

  GraphContents read(std::string_view bytes, const GraphReadOptions& options = {}) const {
    return Read(dir_.file(name_, bytes), options, RunContext());
  }
  std::string error(std::string_view bytes, const GraphReadOptions& options = {}) const {
    return error_text([&] { read(bytes, options); });
  }

  TemporaryDirectory dir_;

 private:
  std::string name_;
};

}  // namespace cgsd::testing

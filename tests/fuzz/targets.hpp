// What is fuzzed, in one table: a name, and what is done with the bytes. A target returns whatever the bytes are; only errors of
// core/error.hpp are swallowed. Anything else (a crash, another exception, too much memory) is a finding.
//
// Readers get the bytes as a file, parsers as a text; the rest builds a small attributed graph from them (graph_of.hpp).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cgsd::fuzz {

using Bytes = std::span<const std::uint8_t>;

struct Target {
  std::string_view name;
  void (*run)(Bytes bytes);
};

std::vector<Target> reader_targets();
std::vector<Target> parser_targets();
std::vector<Target> method_targets();

std::vector<Target> targets();  // all of them

// Runs one; errors of core/error.hpp are a good end.
void try_out(const Target& target, Bytes bytes);

}  // namespace cgsd::fuzz

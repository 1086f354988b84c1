// How many nodes a file may claim: a few bytes must not make us allocate a gigabyte of empty rows.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cgsd/core/error.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

inline constexpr std::size_t kFreeNodes = std::size_t{1} << 20;  // any file may have as many
inline constexpr std::size_t kNodesPerEntry = 64;                // and this many more for each entry

// Throws ParseError if `nodes`, as declared at `where`, is not justified by `entries`.
void check_declared_nodes(const FilePosition& where, std::uint64_t nodes, std::size_t entries);

// Throws ParseError if the caller knows the number of nodes and it is another.
void check_expected_nodes(const FilePosition& where, std::uint64_t nodes, const GraphReadOptions& options);

}  // namespace cgsd

// Attributes in the format of SVMlight and LIBSVM, one node per line:
//   label index:value index:value … # comment
//
// The label (a number, or several joined by commas) must be there but is no attribute and is dropped; so is qid:number.
// Indices count from 1, unless a 0 occurs anywhere in the file: then from 0. They may stand in any order; one that
// occurs twice in a line, a value that is not finite and anything else is a ParseError with line and column.
// Lines that are empty or hold only a comment are skipped. The result is sparse; stored zeros stay.
#pragma once

#include <filesystem>
#include <string_view>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

SparseRows read_svmlight(const std::filesystem::path& file, const RunContext& run);

// Whether text that begins like this is SVMlight: decided by the first line with more than a label.
bool looks_like_svmlight(std::string_view first_bytes);

}  // namespace cgsd

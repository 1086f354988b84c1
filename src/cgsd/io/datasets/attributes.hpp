// Node attributes from a file of their own.
//
//   text      a table (io/text/table_reader), one row per node, numbers only. The first row is a heading if its first
//             cell is node, id, name, node_id or empty, or if a cell behind the first is not a number. A first column
//             with one of those names, or that is text in a table without a heading, holds node ids; else rows are in
//             node order. A table of a single column has a heading if its first cell is not a number, and no ids.
//   npy       an (n, d) array
//   npz       of SciPy (save_npz), or with node_features / features_* and, optionally, node_names
//   svmlight  io/formats/svmlight
//
// Detected by content, then by ending (.svmlight, .libsvm, .svm); gzip is recognised by content. Text and dense arrays
// give dense attributes, the others sparse ones. What is not finite, rows of unequal length, repeated ids, an empty
// file: a ParseError with file, line and column.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/io/datasets/node_alignment.hpp"

namespace cgsd {

enum class AttributeFormat { automatic, text, npy, npz, svmlight };
constexpr auto enum_names(AttributeFormat) {
  return std::array{EnumName<AttributeFormat>{AttributeFormat::automatic, "auto", "told by content and ending"},
                    EnumName<AttributeFormat>{AttributeFormat::text, "text", "CSV, TSV or columns separated by blanks"},
                    EnumName<AttributeFormat>{AttributeFormat::npy, "npy", "a NumPy array"},
                    EnumName<AttributeFormat>{AttributeFormat::npz, "npz", "a SciPy matrix or a dataset"},
                    EnumName<AttributeFormat>{AttributeFormat::svmlight, "svmlight", "SVMlight or LIBSVM"}};
}

// Told by content and ending; never automatic.
AttributeFormat attribute_format(const std::filesystem::path& file);

AttributeTable read_attributes(const std::filesystem::path& file, const RunContext& run,
                               AttributeFormat format = AttributeFormat::automatic);

}  // namespace cgsd

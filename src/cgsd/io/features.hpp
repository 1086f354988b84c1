// Node features from a file of their own.
//
//   text       a table (io/table_reader), one row per node, numbers only. The first row is a heading if its first cell
//              is node, id, name, node_id or empty, or if a cell behind the first is not a number. A first column with
//              one of those names, or that is text in a table without a heading, holds node ids; else rows are in node
//              order. A table of a single column has a heading where its first cell is not a number, and no ids.
//   npy        an (n, d) array                        npz   of SciPy (save_npz), or with node_features / features_*
//   and, svmlight   io/svmlight                                  optionally, node_names
// Detected by content, then by ending (.svmlight, .libsvm, .svm); gzip is undone on the way. Text and dense arrays give
// dense features, the others sparse ones. What is not finite, rows of unequal length, repeated ids, an empty file: a
// ParseError with file, line and column.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/io/node_alignment.hpp"

namespace cgsd {

enum class FeatureFormat { automatic, text, npy, npz, svmlight };
constexpr auto enum_names(FeatureFormat) {
  return std::array{EnumName<FeatureFormat>{FeatureFormat::automatic, "auto", "told by content and ending"},
                    EnumName<FeatureFormat>{FeatureFormat::text, "text", "CSV, TSV or columns separated by blanks"},
                    EnumName<FeatureFormat>{FeatureFormat::npy, "npy", "a NumPy array"},
                    EnumName<FeatureFormat>{FeatureFormat::npz, "npz", "a SciPy matrix or a dataset"},
                    EnumName<FeatureFormat>{FeatureFormat::svmlight, "svmlight", "SVMlight or LIBSVM"}};
}

FeatureTable read_features(const std::filesystem::path& file, const RunContext& run,
                           FeatureFormat format = FeatureFormat::automatic);

}  // namespace cgsd

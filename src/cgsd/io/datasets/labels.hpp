// Node labels (ground truth) from a file of their own.
//
//   text  a table (io/text/table_reader): one column (class, in node order) or two (node, class). The first row is a
//         heading if its first of two cells is node, id, name, node_id or empty, if its last is label(s), class,
//         community, cluster, category, target or y, or if its last is not an integer while those of all other rows
//         are. Of a table that cgsd wrote (node, community, confidence, …) the first two columns count.
//   npy   (n) integers or strings
//   npz   with node_labels and, optionally, node_names and class_names
//
// Classes: −1 or an empty cell means no label. Integers below the number of rows are class numbers as they are. Other
// integers (1000, 2000, …) and texts are names: they are numbered in ascending order, so the numbers do not depend on
// the order of rows. A node with two rows, a row of the wrong length, an empty file: a ParseError with file and line.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/datasets/node_alignment.hpp"

namespace cgsd {

// Classes by their names or numbers, as above; an empty text is none.
Labels labels_of_texts(std::vector<std::string> texts);

LabelTable read_labels(const std::filesystem::path& file, const RunContext& run);

}  // namespace cgsd

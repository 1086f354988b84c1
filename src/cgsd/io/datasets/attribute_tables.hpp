// Attributes and labels as files of their own, in forms that io/datasets/attributes and io/datasets/labels read back.
//
//   attributes  .npy, .csv, .tsv (dense only); .svmlight, .svm (either): 1-based index:value pairs after a 0
//   labels      .csv, .tsv: node, label; an unlabelled node has an empty label
//
// Text tables begin with a heading; a column `node` holds the names if nodes have names. Sparse attributes are not made
// dense: asking for that is an InvalidArgument. Floats in their shortest form that reads back to the same value.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

void write_attributes(const std::filesystem::path& target, AttributesView attributes, const NodeNames& names,
                      const RunContext& run);
void write_labels(const std::filesystem::path& target, const Labels& labels, const NodeNames& names);

}  // namespace cgsd

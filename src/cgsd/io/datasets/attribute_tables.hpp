// Attributes and labels as files of their own, in forms that io/datasets/attributes and io/datasets/labels read back.
//
//   attributes  .npy, .csv, .tsv (dense only); .svmlight, .svm (either): 1-based index:value pairs after a 0
//   labels      .csv, .tsv: node, label; an unlabelled node has an empty label
//
// Text tables begin with a heading: the names of the columns, or f0, f1, … if they have none; a column `node` holds the
// names of the nodes if they have names. Sparse attributes are not made
// dense: asking for that is an InvalidArgument. Floats in their shortest form that reads back to the same value.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "cgsd/core/context.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

struct TableNames {
  const NodeNames& nodes;
  std::span<const std::string> columns{};  // none, or one for each attribute
};

void write_attributes(const std::filesystem::path& target, AttributesView attributes, const TableNames& names,
                      const RunContext& run);
void write_labels(const std::filesystem::path& target, const Labels& labels, const NodeNames& names);

}  // namespace cgsd

// What a LoadRequest asks of a table, and what a table gives to a LoadedDataset.
#pragma once

#include "cgsd/core/context.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/tables/table_attributes.hpp"

namespace cgsd {

// Whether the attributes are a table of texts, which is joined and encoded, rather than an array of numbers.
bool has_text_table(const LoadRequest& request);

// What --labels names is a file if there is one of that name, else a column.
bool labels_are_a_file(const LoadRequest& request);

TableRequest table_request(const LoadRequest& request);

// True if the table had the labels that were asked for.
bool take_table(TableAttributes found, LoadedDataset& loaded);

// Attributes and labels from files of their own, for a graph that is there already.
void replace_attributes(const LoadRequest& request, LoadedDataset& loaded, const RunContext& run);

// The same graph with further nodes, which have no edges.
Graph with_isolated_nodes(const Graph& graph, NodeId nodes);

}  // namespace cgsd

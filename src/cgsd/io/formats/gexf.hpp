// Writes GEXF 1.2 (https://gexf.net), the format of Gephi.
//
// Nodes: id = 0-based number, label = name (the number if there are no names), attributes class and community if
// given. Edges: weight if the graph has weights, attribute curvature if given; each undirected edge once.
// Characters that XML cannot hold become U+FFFD.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_annotations.hpp"

namespace cgsd {

void write_gexf(const std::filesystem::path& file, const Dataset& dataset, const GraphAnnotations& annotations,
                const RunContext& run);

}  // namespace cgsd

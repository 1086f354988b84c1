// Pajek networks (.net): *Vertices, *Arcs, *Edges, *Arcslist, *Edgeslist, *Matrix.
//
// Reading: vertices 1 … n, their labels name them if each has its own. Values after the shape ("club Officer", as networkx
// writes them) become columns of GraphContents::table; coordinates and Pajek's own words for drawing are left out. Arcs are
// directed, edges are not. Sections of other kinds (*Partition, *Vector) are left out and named in the account.
// Writing: labels in quotes, weights behind the ends; a label that holds a quote is an InvalidArgument. The format holds
// neither attributes nor classes.
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_pajek(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

void write_pajek(const std::filesystem::path& file, const Dataset& dataset, const RunContext& run);

}  // namespace cgsd

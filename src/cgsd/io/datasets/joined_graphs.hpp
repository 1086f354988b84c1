// Several graph files as one graph: layers of the same nodes.
//
//   nodes    are the same if they have the same name, or the same number if no file has names; those of the first file
//            come first
//   weights  of an edge that several files have add up, whatever its direction; an edge without a weight weighs 1. If
//            no file has weights and no edge is in two files, the graph has none
//   within   a file, loops, repeats and directions are what graph/builder.hpp makes of them
//
// Attributes and labels inside a file are those of the first, and then the others may not name further nodes. The
// account says how many edges each file has and how many are in several.
#pragma once

#include <filesystem>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

struct GraphLayer {
  std::filesystem::path file;
  GraphContents contents;
};

struct JoinedGraphs {
  GraphContents contents;  // `list` is empty: it became the graph
  BuiltGraph built;
};

// `layers` is not empty. Throws ParseError with the file that does not fit.
JoinedGraphs join_graphs(std::vector<GraphLayer> layers, const BuildOptions& build, const RunContext& run);

}  // namespace cgsd

// From a list of entries (u,v) to a Graph, with an account of what was done to them.
//
// How: both ends of every entry are sorted into buckets of neighbouring nodes (counted and placed block by block, so
// without atomics and in the order of the entries); the rows of a bucket then fit into the cache, where they are
// filled, sorted and merged. Weights: repeats of one entry add up; the two directions of an edge are joined by their
// maximum. Promises: the same bits at any number of threads. Cost: O(n + m log d_max), 24 bytes per entry beside the
// result.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/graph.hpp"

namespace cgsd {

struct Entry {
  NodeId source;
  NodeId target;
  bool operator==(const Entry&) const = default;
};

struct EntryList {
  NodeId nodes = 0;
  std::vector<Entry> entries;
  std::vector<double> weights;  // empty, or one per entry
};

struct BuildOptions {
  bool directed = false;  // keep the entries as directed, with their loops and repeats
  bool binary = false;    // ignore weights
};

inline void describe(OptionVisitor& v, BuildOptions& o) {
  v.flag("directed", o.directed,
         "keep directed entries with their loops and repeats instead of joining both directions");
  v.flag("binary", o.binary, "ignore edge weights");
}

// entries_read = self_loops_dropped + repeats_merged + directions_joined + edges of the graph
struct BuildReport {
  std::uint64_t entries_read = 0;
  std::uint64_t self_loops_dropped = 0;
  std::uint64_t repeats_merged = 0;     // further copies of an entry in the same direction
  std::uint64_t directions_joined = 0;  // pairs listed both ways
};

struct BuiltGraph {
  Graph graph;
  BuildReport report;
};

// Throws InvalidArgument for a node ≥ list.nodes, for more than kMaxNodes nodes and for a weight that is not finite.
BuiltGraph build_graph(const EntryList& list, const BuildOptions& options, const RunContext& run);

}  // namespace cgsd

// How much memory the default needs for a graph, before it starts: an estimate.
//
// Comes back: bytes of the whole process at its peak, and of which the peak is made; nothing for other methods, whose need
// is not known. What is added up, n nodes and E entries (two an edge):
//
//   graph       8 n + 4 E, with weights three times 8 E and two copies of the entries
//   attributes  4 a number if dense, 8 a number that is not 0 else
//   encoding    in each normalisation 4 n · min(columns, svd.rank); two blocks of 16 vectors; the embedding twice. If the
//               communities are counted, the halves of the data as well, which are as large as the data
//   rewiring    a random copy of the graph, if the communities are counted or the graph has weights: a list of its edges, 4 E,
//               with weights 8 E; 12 E to build from it; and the copy. What the swaps need is gone by then, and is not more
//   rounding    12 n k for the lists of k neighbours, or 8 n c for the vote that comes after them; 12 · 1.6 n k for their graph, the
//               embedding and its parts
//
// The width w of the embedding is not known before: c − 1 directions in each normalisation and of the edges, of c = 17
// communities if they are counted. Measured peaks are between half of the estimate and its double (docs/performance.md).
// Cost: O(1), but for the numbers that are not 0.
#pragma once

#include <cstdint>
#include <optional>

#include "cgsd/detect/detect_options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct MemoryNeed {
  std::uint64_t input = 0;     // graph and attributes
  std::uint64_t rewiring = 0;  // beside them, before the encoding
  std::uint64_t encoding = 0;  // beside them
  std::uint64_t rounding = 0;  // the same, after the encoding

  std::uint64_t bytes() const;  // at the peak, with the program itself
};

std::optional<MemoryNeed> memory_need(const AttributedGraphView& input, const DetectOptions& options);

}  // namespace cgsd

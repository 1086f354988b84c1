// What a row of attributes without any value says of its node.
//
// Data may be missing: then the row says nothing, and edges place the node. Or there was nothing to count, as on a page
// without any of the words, which is a trait that pages share. Neighbours tell: with b = 1 for blank rows and −1 for others,
// blank rows are alike if edges join b with b by |z| > 3 more or less than degrees alone would (edge_agreement.hpp), and
// unknown otherwise. Weights of edges take no part: they are judged by stalks.
//
// Promises: the same bits at any number of threads; rows of all processes. Cost: O(n + m + numbers stored).
#pragma once

#include <cstdint>

#include "cgsd/attributes/stalks.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct BlankRowCheck {
  BlankRows are = BlankRows::unknown;
  std::uint64_t rows = 0;     // that are blank, of all processes
  double significance = 0.0;  // z
};

BlankRowCheck check_blank_rows(const AttributedGraphView& input, const RunContext& run);

}  // namespace cgsd

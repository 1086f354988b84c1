// How firmly a partition stands: it is made again and again, and compared with itself.
//
//   seeds       made with seed + 1, …, seed + runs: what chance decides inside the method
//   attributes  made with the same seed from d attribute columns drawn with replacement (the bootstrap; a column drawn
//               twice stands twice): what single columns decide. Left out if there are no attributes, or the method
//               does not use them
//   ari         adjusted Rand index of each such partition with the given one (metrics/agreement.hpp)
//   node        share of all those runs in which a node stays with its community, under the one-to-one matching of
//               communities that keeps most nodes (metrics/accuracy.hpp)
//
// If the number of communities is chosen, it is chosen again every time. Columns drawn twice repeat their
// noise, so bootstraps may look less stable than new data. No label is read.
// Promises: the same bits at any number of threads; sparse attributes stay sparse. Cost: 2 · runs times the method.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"

namespace cgsd {

struct StabilityOptions {
  std::int32_t runs = 0;
};

inline void describe(OptionVisitor& v, StabilityOptions& o) {
  v.number("runs", o.runs, {0, 10'000},
           "find the communities again with so many other seeds and as many samples of columns");
}

// A partition, and how another one is made in the same way.
struct RepeatablePartition {
  const Partition& partition;
  std::function<Partition(const AttributedGraphView&, const RunContext&)> make;
  bool uses_attributes = true;
};

struct Repetitions {
  std::vector<double> ari;                // of each run
  std::vector<std::int32_t> communities;  // that it found

  bool none() const { return ari.empty(); }
  double mean() const;   // 1 if there was no run
  double least() const;  // likewise
};

struct Stability {
  Repetitions seeds;
  Repetitions attributes;    // none if they were not drawn
  std::vector<double> node;  // in [0, 1]; empty if there was no run

  double share_of_nodes(double at_least) const;  // whose stability is at least that
};

Stability stability(const AttributedGraphView& input, const RepeatablePartition& of, const StabilityOptions& options,
                    const RunContext& run);

}  // namespace cgsd

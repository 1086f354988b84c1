// What is kept of a detection so that new nodes can be placed into its communities (placement.hpp).
//
// The graph and the stalks, over which a new node's attributes are diffused; eigenvectors, to be continued; the
// embedding, among whose rows a new node has its nearest; those rows one step before the last of the smoothing; the
// centres of K-means. Detections by encoder = diffusion and rounding = smoothed have one, with any values of their
// options; others, and those of directed graphs, are an error.
// Size: about 4 · (3 width + 2 topology + 10) bytes a node and 8 an edge, before compression.
#pragma once

#include <cstdint>
#include <vector>

#include "cgsd/core/options.hpp"
#include "cgsd/detect/detect.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/table/encoding.hpp"

namespace cgsd {

// What was decided or measured once, as numbers; described, so that a file of them is read with every bound checked.
struct PlacementRules {
  SheafSign sign;
  double push = 0.8;            // how far unlike neighbours are pushed apart
  std::int32_t steps = 10;      // of pulling together
  double regulariser = 0.0;     // of the topology
  double topology_size = 0.0;   // root mean square of its rows
  double topology_share = 0.0;  // of eigenvectors, against the means over neighbours
  std::int32_t neighbours = 30;
  std::int32_t scale_neighbour = 7;
  std::int32_t smoothing_steps = 3;
  RowScaling row_scaling = RowScaling::half;
};

void describe(OptionVisitor& v, PlacementRules& r);

struct DetectionModel {
  PlacementRules rules;
  std::vector<StalkBlock> blocks;        // none: there were no attributes
  Graph graph;                           // undirected, with weights as the diffusion read them
  WeightMap weight_map;                  // how they became what they are
  Matrix<float> topology;                // n × used: TopologyBasis::rows
  std::vector<double> topology_offset;   // used
  std::vector<double> topology_values;   // used
  Matrix<float> embedding;               // n × (width + used), or one column of zeros
  Matrix<float> smoothed;                // the same shape, one step before the last
  std::vector<float> local_scale;        // n
  std::vector<float> reach;              // n: how far the last of a node's nearest is
  std::vector<std::int32_t> neighbours;  // n: degrees in the k-NN graph
  std::vector<float> gate;               // by the sum of the two degrees: the weight of an edge; empty: 1
  Matrix<double> centres;                // communities × columns of the embedding
  Partition communities;
  NodeNames names;    // none: numbers
  Encoding encoding;  // of the table that the attributes came from; none: they were numbers already

  NodeId nodes() const { return graph.nodes(); }
  std::size_t attributes() const { return blocks.empty() ? 0 : blocks.front().map.column_scale.size(); }
  std::size_t width() const {
    std::size_t columns = 0;
    for (const StalkBlock& block : blocks) columns += block.stalks.cols();
    return columns;
  }
};

// Throws InvalidArgument for a detection that new nodes cannot be placed into. `names` and `encoding` are left to the caller.
DetectionModel make_model(const Detection& detection, const AttributedGraphView& input, const DetectOptions& options,
                          const RunContext& run);

// What make_model would refuse, before any work.
void check_placeable(const DetectOptions& options);

// Throws InvalidArgument with what is wrong if the parts of a model do not fit together.
void check(const DetectionModel& model);

}  // namespace cgsd

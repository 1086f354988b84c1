#include "cgsd/detect/detection_model.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/ranks.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/rounding/smoothing.hpp"

namespace cgsd {
namespace {

std::vector<float> to_floats(const std::vector<double>& values) { return {values.begin(), values.end()}; }

std::vector<std::int32_t> degrees_of(GraphView graph) {
  std::vector<std::int32_t> degrees;
  for (NodeId u = 0; u < graph.nodes(); ++u) degrees.push_back(static_cast<std::int32_t>(graph.degree(u)));
  return degrees;
}

// The rank of an edge by its Forman curvature 4 − s, as a share of all: by s, the sum of the degrees of its ends.
std::vector<float> gate_by_degree_sum(GraphView graph) {
  std::vector<std::uint64_t> count(1, 0);
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      const EntryIndex sum = graph.degree(u) + graph.degree(v);
      if (sum >= count.size()) count.resize(sum + 1, 0);
      ++count[sum];
    }
  }
  std::vector<float> gate(count.size());
  double above = 0.0;
  for (std::size_t sum = count.size(); sum-- > 0;) {
    const auto here = static_cast<double>(count[sum]);
    gate[sum] = static_cast<float>(mid_rank(above, here) / std::max<double>(1.0, static_cast<double>(graph.entries())));
    above += here;
  }
  for (float& g : gate) g = std::min(g, 1.0F);
  return gate;
}

// The parts of a detection by the closed-form encoder and the smoothed rounding, with their options.
struct Parts {
  const Diffusion& encoded;
  const DiffusionOptions& encoder;
  const SmoothedRounding& rounded;
  const SmoothedOptions& rounding;
};

PlacementRules rules_of(const Parts& p) {
  const TopologyBasis& basis = p.encoded.topology.basis;
  return {.sign = p.encoded.sign,
          .push = p.encoder.push,
          .steps = p.encoder.steps,
          .regulariser = basis.regulariser,
          .topology_size = basis.root_mean_square,
          .topology_share = basis.share,
          .neighbours = std::max(1, p.rounded.smoothed.affinity.neighbours),
          .scale_neighbour = p.rounding.affinity.scale_neighbour,
          .smoothing_steps = p.rounded.smoothed.steps,
          .row_scaling = p.rounding.row_scaling};
}

void demand(bool holds, const std::string& what) {
  if (!holds) throw InvalidArgument(what);
}

template <class T>
void demand_size(const T& values, std::size_t wanted, const char* name) {
  demand(values.size() == wanted, fmt::format("{}: {} values, not {}", name, values.size(), wanted));
}

template <class T>
void demand_shape(const Matrix<T>& m, std::size_t rows, std::size_t cols, const char* name) {
  demand(m.rows() == rows && m.cols() == cols,
         fmt::format("{}: shape ({}, {}), not ({}, {})", name, m.rows(), m.cols(), rows, cols));
}

void check_node_values(const DetectionModel& m) {
  const std::size_t n = m.nodes();
  demand_size(m.local_scale, n, "local_scale");
  demand_size(m.reach, n, "reach");
  demand_size(m.neighbours, n, "neighbours");
  demand_size(m.communities.community_of, n, "community");
  if (!m.names.none()) demand(m.names.size() == n, fmt::format("node_names: {} names, not {}", m.names.size(), n));
  demand(std::ranges::all_of(m.local_scale, [](float s) { return std::isfinite(s) && s > 0.0F; }),
         "local_scale: must be above 0");
  demand(std::ranges::all_of(m.reach, [](float r) { return std::isfinite(r) && r >= 0.0F; }),
         "reach: must be at least 0");
  demand(std::ranges::all_of(m.neighbours, [](std::int32_t k) { return k >= 0; }), "neighbours: must be at least 0");
  demand(std::ranges::all_of(m.gate, [](float g) { return g > 0.0F && g <= 1.0F; }), "gate: must be in (0, 1]");
  demand(std::ranges::all_of(m.communities.community_of,
                             [&](std::int32_t c) { return c >= 0 && c < m.communities.communities; }),
         fmt::format("community: must be in [0, {}]", m.communities.communities - 1));
}

void check_blocks(const DetectionModel& m) {
  for (const StalkBlock& block : m.blocks) {
    const std::size_t width = block.stalks.cols();
    demand_size(block.map.column_scale, m.attributes(), "column_scale");
    demand_size(block.map.mean, m.attributes(), "column_mean");
    demand_shape(block.map.directions, m.attributes(), width, "directions");
    demand_shape(block.stalks, m.nodes(), width, "stalks");
    demand(std::isfinite(block.scale) && block.scale >= 0.0, "scale: must be at least 0");
  }
}

}  // namespace

void describe(OptionVisitor& v, PlacementRules& r) {
  v.number("use", r.sign.use, {0.0, 1.0}, "how far edges are used");
  v.number("push_apart", r.sign.push, {0.0, 1.0}, "of that, to push neighbours apart");
  v.number("pull_together", r.sign.pull, {0.0, 1.0}, "of that, to pull neighbours together");
  v.flag("opposite", r.sign.opposite, "neighbours pull with the opposite sign");
  v.number("push", r.push, {0.0, 1.0}, "how far unlike neighbours are pushed apart");
  v.number("steps", r.steps, {1, 100}, "how far attributes are passed on between like neighbours, in steps");
  v.number("regulariser", r.regulariser, {0.0, 1e10}, "of the topology");
  v.number("topology_size", r.topology_size, {0.0, 1e10}, "root mean square of its rows");
  v.number("topology_share", r.topology_share, {0.0, 1.0}, "of eigenvectors, against that of the neighbours' mean");
  v.number("neighbours", r.neighbours, {1, 1000}, "nearest neighbours per node");
  v.number("scale_neighbour", r.scale_neighbour, {1, 1000}, "whose distance is a node's unit");
  v.number("smoothing_steps", r.smoothing_steps, {0, 1000}, "steps of the power iteration");
  v.choice("row_scaling", r.row_scaling, "what K-means was given of a row");
}

void check_placeable(const DetectOptions& options) {
  const auto refuse = [](bool other, const char* what) {
    if (other) throw InvalidArgument(fmt::format("a model for placing new nodes needs {}", what));
  };
  refuse(!std::holds_alternative<DiffusionOptions>(options.encoder), "encoder = diffusion");
  refuse(!std::holds_alternative<SmoothedOptions>(options.rounding), "rounding = smoothed");
  refuse(options.directed, "directed = false");
}

DetectionModel make_model(const Detection& detection, const AttributedGraphView& input, const DetectOptions& options,
                          const RunContext& run) {
  check_placeable(options);
  const Parts parts{std::get<Diffusion>(detection.encoded), std::get<DiffusionOptions>(options.encoder),
                    std::get<SmoothedRounding>(detection.rounded), std::get<SmoothedOptions>(options.rounding)};
  const Diffusion& diffusion = parts.encoded;
  const auto& [affinity, steps, points] = parts.rounded.smoothed;
  DetectionModel m;
  const GraphRead read(input.graph, detection.weights, run);
  const GraphView graph = read.view();
  m.rules = rules_of(parts);
  m.blocks = diffusion.blocks;
  m.graph = Graph(graph);
  m.weight_map = read.map();
  m.topology = diffusion.topology.basis.rows;
  if (m.topology.rows() == 0) m.topology = Matrix<float>(m.nodes(), 0);
  m.topology_offset = diffusion.topology.basis.offset;
  m.topology_values = diffusion.topology.values;
  m.embedding = diffusion.embedding;
  m.smoothed = smoothed(m.embedding, affinity, std::max(0, steps - 1), run);
  m.local_scale = to_floats(affinity.local_scale);
  m.reach = to_floats(affinity.reach);
  m.neighbours = degrees_of(affinity.graph);
  if (parts.rounding.affinity.gate == NeighbourGate::rank) m.gate = gate_by_degree_sum(affinity.graph);
  m.centres = parts.rounded.clustering.centres;
  m.communities = detection.communities();
  return m;
}

void check(const DetectionModel& m) {
  validate(m.rules);
  const std::size_t n = m.nodes();
  demand(n > 0, "the model has no nodes");
  demand(!m.graph.directed(), "the model's graph is directed");
  demand(weight_fault(m.graph).empty(), "edge_weights: must be at least 0");
  const WeightMap& map = m.weight_map;
  demand(std::isfinite(map.unit) && map.unit > 0.0 && map.power >= 0 && map.power <= 3 &&
             std::isfinite(map.form_unit) && map.form_unit > 0.0,
         "weight_map: must be a unit above 0, a power up to 3 and another unit");
  check_blocks(m);
  demand_shape(m.topology, n, m.topology.cols(), "topology");
  demand_size(m.topology_offset, m.topology.cols(), "topology_offset");
  demand_size(m.topology_values, m.topology.cols(), "topology_values");
  demand(std::ranges::all_of(m.topology_values, [](double x) { return std::isfinite(x) && x != 0.0; }),
         "topology_values: must not be 0");
  demand(m.topology.cols() == 0 || m.rules.regulariser > 0.0, "regulariser: must be above 0");
  const std::size_t columns = std::max<std::size_t>(1, m.width() + m.topology.cols());
  demand_shape(m.embedding, n, columns, "embedding");
  demand_shape(m.smoothed, n, columns, "smoothed");
  demand(m.communities.communities > 0, "there are no communities");
  demand_shape(m.centres, static_cast<std::size_t>(m.communities.communities), columns, "centres");
  check_node_values(m);
  check(m.encoding);
  demand(m.encoding.none() || m.encoding.width() == m.attributes(),
         fmt::format("encoding: {} attributes, not {}", m.encoding.width(), m.attributes()));
}

}  // namespace cgsd

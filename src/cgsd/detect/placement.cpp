#include "cgsd/detect/placement.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cgsd/clustering/nearest_centre.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/detect/block_vote.hpp"
#include "cgsd/detect/neighbour_smoothing.hpp"
#include "cgsd/graph/attribute_fault.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

void check(const NewNodes& nodes, const DetectionModel& model) {
  if (nodes.count > kMaxNodes - model.nodes())
    throw InvalidArgument(fmt::format("{} new nodes are too many for a graph of {}", nodes.count, model.nodes()));
  const NodeId all = model.nodes() + nodes.count;
  for (const Entry& edge : nodes.edges) {
    if (std::max(edge.source, edge.target) < all) continue;
    throw InvalidArgument(fmt::format("an edge names node {}, but there are {} known and {} new nodes",
                                      std::max(edge.source, edge.target), model.nodes(), nodes.count));
  }
  if (!nodes.weights.empty() && nodes.weights.size() != nodes.edges.size())
    throw InvalidArgument(fmt::format("weights: {} values for {} edges", nodes.weights.size(), nodes.edges.size()));
  const bool usable = std::ranges::all_of(nodes.weights, [](double w) { return std::isfinite(w) && w >= 0.0; });
  if (model.graph.weighted() && !usable) throw InvalidArgument("weights: must be at least 0");
  if (!nodes.has_attributes.empty() && nodes.has_attributes.size() != nodes.count)
    throw InvalidArgument(
        fmt::format("has_attributes: {} values for {} nodes", nodes.has_attributes.size(), nodes.count));
  if (nodes.attributes.none()) return;
  if (nodes.attributes.cols() != model.attributes())
    throw InvalidArgument(fmt::format("attributes: {} columns, but the communities were found with {}",
                                      nodes.attributes.cols(), model.attributes()));
  const Graph no_edges(std::vector<EntryIndex>(nodes.count + std::size_t{1}, 0), {}, {}, false);
  if (const std::string fault = attribute_fault({no_edges, nodes.attributes}); !fault.empty())
    throw InvalidArgument(fault);
}

// The known graph with the new nodes behind its own. Weights are those of the model, 1 in the mean.
Graph extended_graph(const DetectionModel& model, const NewNodes& nodes, const RunContext& run) {
  EntryList list{.nodes = model.nodes() + nodes.count, .entries = {}, .weights = {}};
  const bool weighted = model.graph.weighted();
  for (NodeId u = 0; u < model.nodes(); ++u) {
    for (EntryIndex i = model.graph.row_begin(u); i < model.graph.row_end(u); ++i) {
      const NodeId v = model.graph.targets()[i];
      if (u >= v) continue;
      list.entries.push_back({u, v});
      if (weighted) list.weights.push_back(model.graph.weights()[i]);
    }
  }
  for (std::size_t i = 0; i < nodes.edges.size(); ++i) {
    const Entry edge = nodes.edges[i];
    const double weight = nodes.weights.empty() ? 1.0 : model.weight_map(nodes.weights[i]);
    if (std::max(edge.source, edge.target) < model.nodes() || (weighted && weight == 0.0)) continue;
    list.entries.push_back(edge);
    if (weighted) list.weights.push_back(weight);
  }
  return build_graph(list, {}, run).graph;
}

// Where the graph has no attributes, its edges are what a new node's coordinates are made of.
PlacedBy basis_of(const DetectionModel& model, const NewNodes& nodes, GraphView graph, NodeId added) {
  const bool attributes = model.width() > 0 && !nodes.attributes.none() &&
                          (nodes.has_attributes.empty() || nodes.has_attributes[added] != 0);
  const bool edges = graph.degree(model.nodes() + added) > 0;
  if (attributes) return edges ? PlacedBy::both : PlacedBy::attributes;
  return edges ? PlacedBy::edges : PlacedBy::nothing;
}

bool by_attributes(PlacedBy by) { return by == PlacedBy::attributes || by == PlacedBy::both; }

// The stalks of all nodes in one normalisation: new ones without attributes have 0.
Matrix<float> extended_stalks(const StalkBlock& block, const NewNodes& nodes, const Placement& placement,
                              const RunContext& run) {
  const std::size_t known = block.stalks.rows();
  Matrix<float> z(known + nodes.count, block.stalks.cols());
  std::ranges::copy(block.stalks.values(), z.values().begin());
  if (nodes.attributes.none()) return z;
  Matrix<float> added = map_rows(nodes.attributes, block.map, run);
  if (block.map.unit_rows()) scale_rows_to_unit_length(added, run);
  for (NodeId i = 0; i < nodes.count; ++i)
    if (by_attributes(placement.by[i])) std::ranges::copy(added.row(i), z.row(known + i).begin());
  return z;
}

// The rows of the new nodes in the embedding.
Matrix<float> new_rows(const DetectionModel& model, const NewNodes& nodes, const Placement& placement, GraphView graph,
                       const RunContext& run) {
  const PlacementRules& r = model.rules;
  Matrix<float> rows(nodes.count, model.embedding.cols());
  std::size_t column = 0;
  for (const StalkBlock& block : model.blocks) {
    if (block.stalks.cols() == 0) continue;
    const FilterPlan plan{block.map.unit_rows(), r.sign, r.push, {.steps = r.steps, .measured = model.nodes()}};
    const Matrix<float> y = filtered_stalks(graph, extended_stalks(block, nodes, placement, run), plan, run);
    const auto scale = static_cast<float>(block.scale);
    for (std::size_t i = 0; i < nodes.count; ++i) {
      for (std::size_t j = 0; j < y.cols(); ++j) rows(i, column + j) = scale * y(model.nodes() + i, j);
    }
    column += y.cols();
  }
  const TopologyBasis basis{model.topology, model.topology_offset, r.regulariser, r.topology_size, r.topology_share};
  const Matrix<float> t = continued_coordinates(basis, model.topology_values, graph, run);
  for (std::size_t i = 0; i < nodes.count; ++i)
    std::ranges::copy(t.row(i), rows.row(i).begin() + static_cast<std::ptrdiff_t>(column));
  return rows;
}

void check_finite(const Matrix<float>& rows) {
  if (std::ranges::all_of(rows.values(), [](float x) { return std::isfinite(x); })) return;
  throw InvalidArgument("attributes: values this far from the known ones overflow; scale them down");
}

void go_to_nearest_centre(const DetectionModel& model, const Matrix<double>& points, Placement& placement,
                          const RunContext& run) {
  const std::vector<NearestCentre> nearest = nearest_centres(points, model.centres, run);
  for (std::size_t i = 0; i < nearest.size(); ++i) {
    const double first = std::sqrt(nearest[i].squared);
    const double second = std::sqrt(nearest[i].second);
    placement.community[i] = static_cast<std::int32_t>(nearest[i].centre);
    placement.confidence[i] = second > 0.0 ? std::clamp(1.0 - first / second, 0.0, 1.0) : 0.0;
  }
}

// Whether coordinates say where a node belongs, or its neighbours are to be asked.
bool has_coordinates(const DetectionModel& model, GraphView graph, NodeId added, PlacedBy by) {
  if (by_attributes(by)) return true;
  if (by == PlacedBy::nothing || model.width() > 0 || model.topology.cols() == 0) return false;
  return graph.neighbours(model.nodes() + added).front() < model.nodes();
}

// Nodes that wait are placed by their neighbours' communities, those next to placed nodes first.
void vote(const DetectionModel& model, GraphView graph, std::vector<NodeId> waiting, Placement& placement,
          const RunContext& run) {
  const BlockVote ask(graph, model.communities, run);
  const auto community_of = [&](NodeId v) {
    return v < model.nodes() ? model.communities.community_of[v] : placement.community[v - model.nodes()];
  };
  std::vector<std::pair<NodeId, Vote>> found(1);
  while (!found.empty()) {
    found.clear();
    for (const NodeId i : waiting) {
      std::vector<std::int32_t> around;
      for (const NodeId v : graph.neighbours(model.nodes() + i))
        if (community_of(v) != kNoCommunity) around.push_back(community_of(v));
      if (!around.empty()) found.emplace_back(i, ask(around));
    }
    for (const auto& [i, result] : found) {
      placement.community[i] = result.community;
      placement.confidence[i] = result.margin;
    }
    std::erase_if(waiting, [&](NodeId i) { return placement.community[i] != kNoCommunity; });
  }
  for (const NodeId i : waiting) placement.by[i] = PlacedBy::nothing;
}

}  // namespace

Placement place(const DetectionModel& model, const NewNodes& nodes, const RunContext& run) {
  check(model);
  check(nodes, model);
  const Graph graph = extended_graph(model, nodes, run);
  Placement placement{std::vector<std::int32_t>(nodes.count, kNoCommunity), std::vector<double>(nodes.count, 0.0), {}};
  for (NodeId i = 0; i < nodes.count; ++i) placement.by.push_back(basis_of(model, nodes, graph, i));
  const Matrix<float> rows = new_rows(model, nodes, placement, graph, run);
  check_finite(rows);
  const Matrix<float> smooth = smoothed_among_known(model, rows, run);
  go_to_nearest_centre(model, scaled_rows(smooth, model.rules.row_scaling, run), placement, run);
  std::vector<NodeId> waiting;
  for (NodeId i = 0; i < nodes.count; ++i) {
    if (has_coordinates(model, graph, i, placement.by[i])) continue;
    placement.community[i] = kNoCommunity;
    placement.confidence[i] = 0.0;
    waiting.push_back(i);
  }
  vote(model, graph, std::move(waiting), placement, run);
  return placement;
}

}  // namespace cgsd

// Why a node is in its community: its confidence, its neighbours, and its attributes against those of its community and
// of the next best one (of all other nodes, if there is none).
//
// Evidence of an attribute is what it adds to ln P(node | own) − ln P(node | next best), attributes taken one by one:
//   share   ln of the two shares, each (have + ½) / (nodes + 1); only of what the node has, and of a no as well as a yes
//   number  ((x − mean of the next best)² − (x − mean of the own)²) / 2 variance of all nodes, x cut at three deviations
// Comes back: at most five attributes for the own community and five against it, the strongest first, none below .1; all
// in plain words too. This weighs what can be seen; the method itself may have weighed it otherwise.
// Promises: the same at any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cgsd/detect/confidence.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/summary/set_apart.hpp"

namespace cgsd {

// A partition, as it was found.
struct FoundCommunities {
  const Partition& partition;
  const Confidence& confidence;
  const std::vector<std::int32_t>& ids;  // what the communities are called
};

// Neighbours in one community, or in all others.
struct NeighbourGroup {
  std::uint64_t count = 0;
  double weight = 0.0;             // of the edges to them
  std::vector<std::string> names;  // at most five, by falling weight
};

struct AttributeEvidence {
  std::string attribute;
  std::string label;
  TraitKind kind = TraitKind::number;
  double value = 0.0;     // the node's; 1 or 0 of a share
  double own = 0.0;       // mean or share in its community
  double other = 0.0;     // and in the next best, or in the rest
  double evidence = 0.0;  // above 0: speaks for the own community
  std::string words;
};

struct NodeExplanation {
  std::string node;
  std::int32_t community = 0;  // id
  std::uint64_t size = 0;
  double confidence = 0.0;  // NaN: none
  double less_sure = 0.0;   // share of the other nodes of the community whose confidence is lower; NaN: none
  std::int32_t other = -1;  // the id of the next best; −1: none
  std::uint64_t other_size = 0;
  std::uint64_t neighbours = 0;
  NeighbourGroup in_own;
  NeighbourGroup in_other;
  NeighbourGroup elsewhere;
  std::vector<AttributeEvidence> speaks_for;
  std::vector<AttributeEvidence> speaks_against;
  std::string place;          // where it is and how surely, in a plain sentence
  std::string neighbourhood;  // where its neighbours are, likewise
};

// For many nodes: what concerns all of them is added up once. Cost: O(numbers stored + communities · attributes), then
// O(degree + attributes) for a node. What it was made of must outlive it.
class NodeExplainer {
 public:
  NodeExplainer(const DatasetView& data, const FoundCommunities& found);
  ~NodeExplainer();
  NodeExplainer(const NodeExplainer&) = delete;
  NodeExplainer& operator=(const NodeExplainer&) = delete;

  // Throws InvalidArgument for a node that the graph does not have.
  NodeExplanation explain(NodeId node) const;

 private:
  struct Figures;
  DatasetView data_;
  FoundCommunities found_;
  std::unique_ptr<const Figures> figures_;
};

// For one node.
NodeExplanation explain_node(const DatasetView& data, const FoundCommunities& found, NodeId node);

// The node of that name. Throws InvalidArgument with the nearest name, or what nodes are called.
NodeId find_node(const DatasetView& data, const std::string& name);

}  // namespace cgsd

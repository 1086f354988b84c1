#include "tests/fuzz/graph_of.hpp"

#include <array>

#include "cgsd/graph/builder.hpp"

namespace cgsd::fuzz {
namespace {

constexpr std::size_t kMostNodes = 24;
constexpr std::size_t kMostEntries = 80;

float number_from(Taker& bytes) {
  constexpr std::array kExtremes = {0.0F, 1e-38F, 1e-45F, 1e15F, -1e15F, 1e30F, -1e30F, 3e38F};
  const std::uint8_t byte = bytes.byte();
  return byte < kExtremes.size() ? kExtremes[byte] : (static_cast<float>(byte) - 130.0F) / 16.0F;
}

Graph graph_from(Taker& bytes, NodeId nodes) {
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  const bool weighted = bytes.below(3) == 0;
  const std::size_t entries = bytes.below(kMostEntries);
  for (std::size_t i = 0; i < entries && !bytes.empty(); ++i) {
    const auto source = static_cast<NodeId>(bytes.below(nodes));
    list.entries.push_back({source, static_cast<NodeId>(bytes.below(nodes))});
    if (weighted) list.weights.push_back(1e-3 + static_cast<double>(bytes.byte()));
  }
  return build_graph(list, {}, RunContext({.workers = 1})).graph;
}

}  // namespace

std::uint8_t Taker::byte() {
  if (bytes_.empty()) return 0;
  const std::uint8_t first = bytes_.front();
  bytes_ = bytes_.subspan(1);
  return first;
}

Dataset dataset_from(Taker& bytes) {
  Dataset data;
  const auto nodes = static_cast<NodeId>(1 + bytes.below(kMostNodes));
  data.input.graph = graph_from(bytes, nodes);
  const std::size_t columns = bytes.below(6);
  if (columns > 0) {
    Matrix<float> values(nodes, columns);
    for (float& value : values.values()) value = number_from(bytes);
    data.input.attributes = bytes.below(2) == 0 ? Attributes(values) : Attributes(to_sparse(values));
  }
  return data;
}

}  // namespace cgsd::fuzz

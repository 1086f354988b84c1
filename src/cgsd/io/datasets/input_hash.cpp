#include "cgsd/io/datasets/input_hash.hpp"

#include <fmt/format.h>

namespace cgsd {
namespace {

template <class T>
void update_values(Sha256& hash, std::span<const T> values) {
  hash.update(std::string_view(reinterpret_cast<const char*>(values.data()), values.size_bytes()));
}

void update_attributes(Sha256& hash, AttributesView attributes) {
  if (attributes.none()) return;
  hash.update(
      fmt::format("{}x{} {}\n", attributes.rows(), attributes.cols(), attributes.is_sparse() ? "sparse" : "dense"));
  if (attributes.is_sparse()) {
    update_values<std::uint64_t>(hash, attributes.sparse().offsets);
    update_values<std::uint32_t>(hash, attributes.sparse().columns);
    update_values<float>(hash, attributes.sparse().values);
  } else {
    update_values<float>(hash, attributes.dense().values());
  }
}

}  // namespace

void update(Sha256& hash, const AttributedGraphView& input) {
  hash.update(input.graph.directed() ? "directed\n" : "undirected\n");
  update_values<EntryIndex>(hash, input.graph.offsets());
  update_values<NodeId>(hash, input.graph.targets());
  update_values<double>(hash, input.graph.weights());
  update_attributes(hash, input.attributes);
}

}  // namespace cgsd

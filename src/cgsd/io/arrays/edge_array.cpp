#include "cgsd/io/arrays/edge_array.hpp"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/arrays/npy_values.hpp"

namespace cgsd {
namespace {

bool is_transposed(const NpyArray& edges) {
  if (edges.shape.size() == 2 && edges.shape[1] == 2) return false;
  if (edges.shape.size() == 2 && edges.shape[0] == 2) return true;
  throw edges.error(fmt::format("edges must have the shape (m, 2) or (2, m), not {}", shape_text(edges.shape)));
}

// The integers of an array; those of 64 bits, as nearly all files have them, where they stand.
class Integers {
 public:
  explicit Integers(const NpyArray& array)
      : array_(array), as_they_stand_(array.type.kind == NpyKind::signed_integer && array.type.size == 8) {
    if (!as_they_stand_) converted_ = integer_values(array);
  }
  std::size_t size() const { return static_cast<std::size_t>(array_.elements()); }
  std::int64_t operator[](std::size_t i) const {
    if (!as_they_stand_) return converted_[i];
    std::int64_t value = 0;
    std::memcpy(&value, array_.bytes.data() + i * sizeof value, sizeof value);
    return value;
  }

 private:
  const NpyArray& array_;
  bool as_they_stand_;
  std::vector<std::int64_t> converted_;
};

NodeId checked_id(std::int64_t id, std::optional<std::uint64_t> nodes, const NpyArray& edges, std::uint64_t row) {
  if (id < 0) throw edges.error(fmt::format("row {}: node id {} is negative", row, id));
  if (nodes && static_cast<std::uint64_t>(id) >= *nodes) {
    throw edges.error(fmt::format("row {}: node id {} ≥ node count {}", row, id, *nodes));
  }
  if (id >= std::int64_t{kMaxNodes}) {
    throw edges.error(
        fmt::format("row {}: node id {} is too large; at most {} nodes are possible", row, id, kMaxNodes));
  }
  return static_cast<NodeId>(id);
}

}  // namespace

void check_node_count(std::uint64_t nodes, std::uint64_t entries, const ArrayOrigin& origin) {
  constexpr std::uint64_t kAlwaysPlausible = std::uint64_t{1} << 24;
  constexpr std::uint64_t kNodesPerEntry = 1024;
  if (nodes > kMaxNodes) {
    throw origin.error(fmt::format("{} nodes are too many; at most {} are possible", nodes, kMaxNodes));
  }
  if (nodes > kAlwaysPlausible && nodes / kNodesPerEntry > entries) {
    throw origin.error(
        fmt::format("{} nodes are not plausible for a file of {} entries", grouped(nodes), grouped(entries)));
  }
}

std::optional<std::uint64_t> expected_nodes(const GraphReadOptions& options) {
  if (options.expected_nodes) return *options.expected_nodes;
  if (options.known_names != nullptr && !options.known_names->none()) return options.known_names->size();
  return std::nullopt;
}

EntryList entries_of(const NpyArray& edges, std::optional<std::uint64_t> nodes) {
  const bool transposed = is_transposed(edges);
  const Integers ids(edges);
  const std::size_t count = ids.size() / 2;
  EntryList list;
  list.entries.resize(count);
  NodeId largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const NodeId source = checked_id(ids[transposed ? i : 2 * i], nodes, edges, i);
    const NodeId target = checked_id(ids[transposed ? count + i : 2 * i + 1], nodes, edges, i);
    list.entries[i] = {source, target};
    largest = std::max({largest, source, target});
  }
  const std::uint64_t found = count == 0 ? 0 : std::uint64_t{largest} + 1;
  if (!nodes) check_node_count(found, count, edges.origin);
  list.nodes = static_cast<NodeId>(nodes.value_or(found));
  return list;
}

GraphContents read_npy_graph(const std::filesystem::path& file, const GraphReadOptions& options,
                             const RunContext& run) {
  GraphContents contents;
  contents.list = entries_of(read_npy(file, run), expected_nodes(options));
  return contents;
}

}  // namespace cgsd

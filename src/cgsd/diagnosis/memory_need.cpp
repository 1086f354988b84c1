#include "cgsd/diagnosis/memory_need.hpp"

#include <algorithm>
#include <variant>

namespace cgsd {
namespace {

constexpr std::uint64_t kProgram = 40'000'000;  // code, libraries, buffers
constexpr std::uint64_t kVectors = 2 * 16;      // of the eigensolver
constexpr std::int32_t kCounted = 17;           // communities, if the number is not known
constexpr std::uint64_t kBuilder = 12;          // of an entry, while a graph is built from a list of its edges
constexpr double kJoined = 1.6;                 // entries of the graph of neighbours, for one of a list

std::uint64_t graph_bytes(GraphView graph) {
  const std::uint64_t plain = 8 * std::uint64_t{graph.nodes()} + 4 * graph.entries();
  return graph.weighted() ? 3 * plain + 3 * 8 * graph.entries() : plain;
}

std::uint64_t rewiring_bytes(GraphView graph) {
  const std::uint64_t list = graph.weighted() ? 8 : 4;
  const std::uint64_t copy = graph.weighted() ? 12 : 4;
  return 8 * std::uint64_t{graph.nodes()} + (list + kBuilder + copy) * graph.entries();
}

std::uint64_t attribute_bytes(AttributesView attributes) {
  const std::uint64_t number = attributes.is_sparse() ? 8 : 4;
  return number * attributes.values().size();
}

}  // namespace

std::uint64_t MemoryNeed::bytes() const { return kProgram + input + std::max({rewiring, encoding, rounding}); }

std::optional<MemoryNeed> memory_need(const AttributedGraphView& input, const DetectOptions& options) {
  const auto* encoder = std::get_if<DiffusionOptions>(&options.encoder);
  const auto* smoothed = std::get_if<SmoothedOptions>(&options.rounding);
  if (encoder == nullptr || smoothed == nullptr) return std::nullopt;
  const std::uint64_t n = input.graph.nodes();
  const std::uint64_t columns = input.attributes.cols();
  const std::uint64_t normalisations = columns > kFewColumns ? 2 : std::min<std::uint64_t>(columns, 1);
  const bool counted = options.communities == 0;
  const auto c = static_cast<std::uint64_t>(counted ? kCounted : options.communities);
  const std::uint64_t signals =
      std::min({columns, std::max<std::uint64_t>(c - 1, 8), static_cast<std::uint64_t>(encoder->width)});
  const std::uint64_t width = normalisations * signals + c - 1;
  MemoryNeed need{.input = graph_bytes(input.graph) + attribute_bytes(input.attributes)};
  if (counted || input.graph.weighted()) need.rewiring = rewiring_bytes(input.graph);
  const std::uint64_t scores = std::min(columns, static_cast<std::uint64_t>(encoder->svd.rank));
  need.encoding = 4 * n * (normalisations * scores + kVectors + 2 * width);
  if (input.attributes.is_sparse()) need.encoding += 2 * attribute_bytes(input.attributes);  // scaled, both ways
  if (counted) need.encoding += need.input + 4 * n * 2 * width;
  const auto k = static_cast<double>(knn_among(*smoothed, n, 0).neighbours);
  const double lists = static_cast<double>(n) * 12.0 * k;
  const double vote = 4.0 * 2.0 * static_cast<double>(n * c);
  need.rounding = static_cast<std::uint64_t>(lists * kJoined + std::max(lists, vote)) + 4 * n * 2 * width;
  return need;
}

}  // namespace cgsd

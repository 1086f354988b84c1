#include "cgsd/graph/input_checks.hpp"

#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/attribute_fault.hpp"

namespace cgsd {

void check_communities(std::string_view method, std::int32_t communities, std::size_t nodes) {
  if (communities == 0)
    throw InvalidArgument(fmt::format("{}: communities = 0: give the number to find (-k C)", method));
  if (std::cmp_greater(communities, nodes)) {
    throw InvalidArgument(fmt::format("{}: communities = {}: more than the {} nodes", method, communities, nodes));
  }
}

void check_undirected(std::string_view method, GraphView graph) {
  if (!graph.directed()) return;
  throw InvalidArgument(fmt::format("{}: needs an undirected graph; leave --directed out", method));
}

void check_attributes(std::string_view method, const AttributedGraphView& input) {
  if (input.attributes.none())
    throw InvalidArgument(fmt::format("{}: needs attributes, but the graph has none", method));
  if (const std::string fault = attribute_fault(input); !fault.empty()) {
    throw InvalidArgument(fmt::format("{}: {}", method, fault));
  }
}

}  // namespace cgsd

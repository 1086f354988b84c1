#include "cgsd/detect/weight_clause.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {

std::string weight_clause(const MethodRecord& method, GraphView graph, const std::function<std::string(NodeId)>& name) {
  if (!graph.weighted() || method.edges == Need::no) return {};
  if (!method.uses_weights) return fmt::format("{} ignores the weights of the edges", method.name);
  const std::string fault = weight_fault(graph, name);
  if (!fault.empty()) throw InvalidArgument(fmt::format("{}: {}", method.name, fault));
  return method.family == Family::cgsd ? "" : fmt::format("{} counts edges by their weights", method.name);
}

}  // namespace cgsd

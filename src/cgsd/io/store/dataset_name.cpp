#include "cgsd/io/store/dataset_name.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "cgsd/io/formats/geom_gcn.hpp"
#include "cgsd/io/formats/planetoid.hpp"
#include "cgsd/io/store/registry.hpp"

namespace cgsd {
namespace {

namespace fs = std::filesystem;

bool could_be_name(const std::string& graph) { return graph.find_first_of("/.") == std::string::npos; }

bool is_known(const std::string& name) {
  return std::ranges::any_of(dataset_records(),
                             [&](const DatasetRecord& record) { return name == record.name || name == record.alias; });
}

}  // namespace

bool is_dataset_name(const std::string& graph) {
  std::error_code ignored;
  if (!could_be_name(graph)) return false;
  if (!fs::exists(graph, ignored)) return true;
  const bool holds_none = fs::is_directory(graph, ignored) && !is_geom_gcn(graph) && !is_planetoid(graph);
  return holds_none && is_known(graph);
}

std::optional<std::string> hidden_dataset(const std::string& graph) {
  if (!could_be_name(graph) || is_dataset_name(graph) || !is_known(graph)) return {};
  std::error_code ignored;
  return fmt::format("{} is the {} of that name here, not the dataset that cgsd knows", graph,
                     fs::is_directory(graph, ignored) ? "directory" : "file");
}

}  // namespace cgsd

#include "cgsd/io/built_in/built_in_dataset.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/graph/karate.hpp"
#include "cgsd/io/built_in/embedded_files.hpp"
#include "cgsd/io/tables/loaded_table.hpp"

namespace cgsd {
namespace {

Dataset made(const DatasetRecord& record, const RunContext& run) {
  if (record.name == "karate") return karate_club(run);
  return stochastic_block_model(blocks_options(record.heterophilic), run.with_seed(0));
}

std::filesystem::path path_of(const DatasetRecord& record, const DatasetFile& file) {
  return embedded_path(fmt::format("{}/{}", record.name, file.name));
}

// Ties, attributes and labels, in this order. What the user gives takes the place of the last two.
LoadedDataset tables(const DatasetRecord& record, const LoadRequest& request, const RunContext& run) {
  const auto files = record.forms.front().files;
  LoadRequest own = request;
  own.graph = path_of(record, files[0]);
  own.format = GraphFormat::edge_list;
  if (!own.attributes) own.attributes = path_of(record, files[1]);
  if (!own.labels) own.labels = path_of(record, files[2]);
  LoadedDataset loaded = load_dataset(own, run);
  loaded.format = GraphFormat::builtin;
  std::erase_if(loaded.files, [](const auto& file) { return embedded_file(file).has_value(); });
  return loaded;
}

}  // namespace

SbmOptions blocks_options(bool unlike) {
  SbmOptions options{.nodes = 300, .communities = 3, .heterophily = 0.2, .mean_degree = 12.0, .dimensions = 32};
  options.coupling = Coupling::independent;
  options.signal = 0.5;
  if (!unlike) return options;
  options.nodes = 600;
  options.communities = 4;
  options.heterophily = 0.9;
  options.mean_degree = 20.0;
  return options;
}

LoadedDataset load_built_in(const DatasetRecord& record, const LoadRequest& request, const RunContext& run) {
  if (!record.forms.front().files.empty()) return tables(record, request, run);
  LoadedDataset loaded{GraphFormat::builtin, made(record, run), {}};
  if (request.attributes) loaded.files.push_back(*request.attributes);
  if (labels_are_a_file(request)) loaded.files.push_back(*request.labels);
  replace_attributes(request, loaded, run);
  return loaded;
}

}  // namespace cgsd

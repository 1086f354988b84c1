#include "python/src/tables.hpp"

#include "cgsd/core/error.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/graph/generators.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/store/dataset_name.hpp"
#include "cgsd/io/store/dataset_store.hpp"
#include "cgsd/io/store/registry.hpp"

#include "python/src/call.hpp"

namespace cgsd::python {
namespace {

const char* word(Need need) { return need == Need::no ? "not used" : need == Need::optional ? "optional" : "required"; }

nb::str text(std::string_view view) { return nb::str(view.data(), view.size()); }

nb::object python_value(const OptionValue& value) {
  return std::visit([](const auto& v) -> nb::object { return nb::cast(v); }, value);
}

LoadRequest load_request(const FileRequest& r) {
  LoadRequest request;
  request.graph = r.graph;
  if (r.attributes) request.attributes = *r.attributes;
  if (r.labels) request.labels = *r.labels;
  request.format = parse_choice<GraphFormat>("format", r.format);
  request.build = {.directed = r.directed, .binary = r.binary};
  request.table.columns = r.only;
  request.table.ignore = r.ignore;
  for (const auto& [column, kind] : r.kinds)
    request.table.kinds.emplace_back(column, parse_choice<ColumnKind>("kinds", kind));
  return request;
}

}  // namespace

nb::list method_table() {
  nb::list rows;
  for (const MethodRecord& m : method_records()) {
    nb::dict row;
    row["method"] = text(m.name);
    row["family"] = text(name_of(m.family));
    row["attributes"] = word(m.attributes);
    row["edges"] = word(m.edges);
    row["communities"] = word(m.communities);
    row["weights"] = m.uses_weights;
    row["learned"] = m.learned;
    row["embedding"] = m.makes_embedding;
    row["what"] = text(m.what);
    row["source"] = text(m.source);
    row["cost"] = text(m.cost);
    rows.append(row);
  }
  return rows;
}

nb::list option_table(const std::string& method) {
  nb::list rows;
  ConfiguredMethod configuration = configured(method);
  for (const Option& option : configuration.options()) {
    if (option.name == "communities") continue;
    nb::dict row;
    row["option"] = option.name;
    row["type"] = option.type;
    row["default"] = python_value(option.get());
    row["allowed"] = option.allowed;
    row["meaning"] = option.help;
    rows.append(row);
  }
  return rows;
}

nb::list dataset_table() {
  const StoreLocations locations = default_locations();
  nb::list rows;
  for (const DatasetRecord& d : dataset_records()) {
    nb::dict row;
    row["dataset"] = text(d.name);
    row["nodes"] = d.expected.nodes;
    row["edges"] = d.expected.edges;
    row["attributes"] = d.expected.attributes;
    row["classes"] = d.expected.classes;
    row["here"] = find_dataset(d, locations).has_value();
    row["description"] = text(d.description);
    row["licence"] = text(d.licence);
    rows.append(row);
  }
  return rows;
}

std::shared_ptr<Data> read_data(const FileRequest& r) {
  const LoadRequest request = load_request(r);
  auto data = std::make_shared<Data>();
  LoadedDataset loaded;
  call({0, r.threads}, [&](const RunContext& run) {
    std::optional<std::filesystem::path> directory;
    if (r.directory) directory = *r.directory;
    loaded = is_dataset_name(r.graph) ? load_known_dataset(r.graph, default_locations(directory), request, run)
                                      : load_dataset(request, run);
  });
  if (auto hidden = hidden_dataset(r.graph)) loaded.data.account.push_back(*std::move(hidden));
  data->format = std::string(name_of(loaded.format));
  data->name = r.graph;
  data->take(std::move(loaded.data), std::move(loaded.encoding));
  return data;
}

std::shared_ptr<Data> planted_partition(const std::vector<std::string>& options, std::uint64_t seed) {
  SbmOptions sbm;
  for (const std::string& assignment : options) set_option(sbm, assignment);
  auto data = std::make_shared<Data>();
  Dataset made;
  call({seed, 0}, [&](const RunContext& run) { made = stochastic_block_model(sbm, run); });
  data->take(std::move(made), {});
  data->name = "planted partition";
  return data;
}

}  // namespace cgsd::python

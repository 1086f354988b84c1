#include "python/src/model.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/table/encode_table.hpp"

#include "python/src/call.hpp"

namespace cgsd::python {
namespace {

Attributes attributes_of(const Newcomers& given, const Encoding& encoding) {
  if (!given.table.empty()) {
    if (encoding.none()) throw InvalidArgument("the model knows attributes as numbers: give an array, not a table");
    return encode_table(table_of(given.table), encoding, RunContext({.workers = 1})).attributes;
  }
  if (given.dense) {
    return Attributes(AttributesView(
        MatrixView<float>(given.dense->shape(0), given.dense->shape(1), {given.dense->data(), given.dense->size()})));
  }
  if (!given.sparse) return {};
  const Data::SparseArrays& s = *given.sparse;
  SparseRows rows{.cols = s.width, .offsets = {}, .columns = {}, .values = {}};
  rows.offsets.assign(s.offsets.data(), s.offsets.data() + s.offsets.size());
  rows.columns.assign(s.columns.data(), s.columns.data() + s.columns.size());
  rows.values.assign(s.values.data(), s.values.data() + s.values.size());
  return rows;
}

NewNodes new_nodes(const Newcomers& given, const DetectionModel& model) {
  NewNodes nodes;
  nodes.count = static_cast<NodeId>(given.count);
  nodes.attributes = attributes_of(given, model.encoding);
  if (!given.sources || !given.targets) return nodes;
  const std::uint64_t all = model.nodes() + given.count;
  for (std::size_t i = 0; i < given.sources->size(); ++i) {
    const std::int64_t u = given.sources->data()[i];
    const std::int64_t v = given.targets->data()[i];
    for (const std::int64_t node : {u, v}) {
      if (node < 0 || static_cast<std::uint64_t>(node) >= all)
        throw InvalidArgument(
            fmt::format("an edge names node {}: {} are known and {} are new", node, model.nodes(), given.count));
    }
    nodes.edges.push_back({static_cast<NodeId>(u), static_cast<NodeId>(v)});
  }
  if (given.weights) nodes.weights.assign(given.weights->data(), given.weights->data() + given.weights->size());
  return nodes;
}

}  // namespace

Model::Model(const Run& run, int threads) {
  const std::string why = run.why_no_model();
  if (!why.empty()) throw InvalidArgument(why);
  const DetectOptions options = *run.method().detect_options();
  call({run.seed(), threads}, [&](const RunContext& context) {
    const AttributedGraphView input = run.data().view();
    saved_ = {detection_fingerprint(input, options, context),
              make_model(*run.result().detection, input, options, context)};
  });
  saved_.model.names = run.data().beside().names;
  saved_.model.encoding = run.data().encoding();
}

Model::Model(const std::string& file) {
  call({}, [&](const RunContext& run) { saved_ = read_model(file, run); });
}

void Model::save(const std::string& file) const {
  call({}, [&](const RunContext& run) { write_model(file, saved_, run); });
}

std::vector<std::string> Model::names() const {
  std::vector<std::string> names;
  if (saved_.model.names.none()) return names;
  for (NodeId v = 0; v < saved_.model.nodes(); ++v) names.push_back(saved_.model.names.name(v));
  return names;
}

Placement Model::place(const Newcomers& given, int threads) const {
  const NewNodes nodes = new_nodes(given, saved_.model);
  Placement placement;
  call({0, threads}, [&](const RunContext& run) { placement = cgsd::place(saved_.model, nodes, run); });
  return placement;
}

}  // namespace cgsd::python

// Every method on small graphs of any shape, and what is done with its result.
#include <cmath>
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/placement.hpp"
#include "cgsd/diagnosis/diagnosis.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/levels/levels.hpp"
#include "cgsd/summary/summary.hpp"

#include "tests/fuzz/graph_of.hpp"

namespace cgsd::fuzz {
namespace {

const RunContext& alone() {
  static const RunContext run({.workers = 1});
  return run;
}

void demand(bool is_so) {
  if (!is_so) std::abort();
}

// As many communities as it says, each node in one, and no number without a value.
void check(const MethodResult& found, NodeId nodes) {
  demand(found.partition.community_of.size() == nodes);
  for (const std::int32_t c : found.partition.community_of) demand(c >= 0 && c < found.partition.communities);
  for (const float x : found.coordinates().values()) demand(std::isfinite(x));
}

// Training that takes a moment only.
ConfiguredMethod quick(const MethodRecord& record) {
  ConfiguredMethod method(record);
  for (const Option& option : method.options())
    if (option.name.ends_with("epochs")) option.set("2");
  return method;
}

ConfiguredMethod method_from(Taker& bytes, std::size_t among) {
  ConfiguredMethod method = quick(method_records()[bytes.below(among)]);
  method.communities = static_cast<std::int32_t>(bytes.below(6));
  return method;
}

void methods(Bytes bytes) {
  Taker taker(bytes);
  const ConfiguredMethod method = method_from(taker, method_records().size());
  const Dataset data = dataset_from(taker);
  check(method.run(data.input, alone()), data.input.graph.nodes());
}

void levels(Bytes bytes) {
  Taker taker(bytes);
  const ConfiguredMethod method = method_from(taker, method_records().size());
  const LevelOptions options{.max_size = static_cast<std::int64_t>(taker.below(8)),
                             .min_size = static_cast<std::int64_t>(1 + taker.below(3))};
  const Dataset data = dataset_from(taker);
  const MethodResult found = method.run(data.input, alone());
  const Levels nested = find_levels(data.input, {method, found}, options, alone());
  demand(nested.leaf_of.size() == data.input.graph.nodes());
  for (std::int32_t level = 0; level < nested.levels; ++level)
    demand(nested.communities_at(level).size() == data.input.graph.nodes());
}

void summary(Bytes bytes) {
  Taker taker(bytes);
  const ConfiguredMethod method = method_from(taker, method_records().size());
  const Dataset data = dataset_from(taker);
  const MethodResult found = method.run(data.input, alone());
  RunFacts facts;
  facts.method = method.record().name;
  demand(!summary_json(summarise(std::move(facts), data, found, alone())).dump().empty());
}

NewNodes new_nodes_from(Taker& taker, const Dataset& data) {
  NewNodes added;
  added.count = static_cast<NodeId>(1 + taker.below(4));
  const std::size_t columns = data.input.attributes.cols();
  if (columns > 0 && taker.below(4) > 0) {
    Matrix<float> rows(added.count, columns);
    for (float& value : rows.values()) value = static_cast<float>(taker.byte());
    added.attributes = rows;
  }
  const std::size_t all = data.input.graph.nodes() + added.count;
  for (std::size_t i = taker.below(6); i > 0; --i) {
    const auto source = static_cast<NodeId>(taker.below(all));
    added.edges.push_back({source, static_cast<NodeId>(taker.below(all))});
  }
  return added;
}

void placement(Bytes bytes) {
  Taker taker(bytes);
  const ConfiguredMethod method = method_from(taker, 1);  // the default
  const Dataset data = dataset_from(taker);
  const MethodResult found = method.run(data.input, alone());
  const DetectionModel model = make_model(*found.detection, data.input, *method.detect_options(), alone());
  const Placement placed = place(model, new_nodes_from(taker, data), alone());
  for (const double confidence : placed.confidence) demand(confidence >= 0.0 && confidence <= 1.0);
}

void diagnosis(Bytes bytes) {
  Taker taker(bytes);
  const ConfiguredMethod method = method_from(taker, 1);
  const Dataset data = dataset_from(taker);
  const MethodResult found = method.run(data.input, alone());
  diagnose({data.input, data.labels, found.partition.community_of, std::get<Diffusion>(found.detection->encoded)},
           alone());
}

}  // namespace

std::vector<Target> method_targets() {
  return {{"methods", methods},
          {"levels", levels},
          {"summary", summary},
          {"placement", placement},
          {"diagnosis", diagnosis}};
}

}  // namespace cgsd::fuzz

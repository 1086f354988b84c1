#include "cgsd/detect/detect.hpp"

#include <utility>

#include "cgsd/detect/count_communities.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {

namespace {

std::optional<WeightChoice> choice_of_weights(const AttributedGraphView& input, const DetectOptions& options,
                                              const RunContext& run) {
  const auto* diffusion = std::get_if<DiffusionOptions>(&options.encoder);
  if (diffusion == nullptr || !input.graph.weighted()) return std::nullopt;
  Graph room;
  const GraphView graph = in_mean_weights(input.graph, "default", room);
  if (!graph.weighted()) return WeightChoice{};  // all are equal
  return choose_weights({graph, input.attributes}, *diffusion, run.stage("weights"));
}

}  // namespace

GraphView graph_read(GraphView graph, const std::optional<WeightChoice>& weights, Graph& room) {
  if (!weights) return graph;
  const GraphView in_mean = in_mean_weights(graph, "default", room);
  return weights->used ? in_mean : without_weights(in_mean);
}

Detection detect(const AttributedGraphView& given, const DetectOptions& options, const RunContext& run,
                 TrainingHooks hooks) {
  check(options, given);
  Detection d;
  d.weights = choice_of_weights(given, options, run);
  Graph room;
  const AttributedGraphView input{graph_read(given.graph, d.weights, room), given.attributes};
  d.count = options.communities > 0 ? asked_for(options.communities) : count_communities(input, options, run);
  const std::int32_t c = d.count.communities;
  d.encoded = encode(input, options.encoder, c, run, std::move(hooks));
  d.rounded = round(input, d.encoded, c, options.rounding, run);
  return d;
}

}  // namespace cgsd

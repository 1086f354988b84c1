#include "cgsd/detect/detect.hpp"

#include <utility>

#include "cgsd/detect/count/count_communities.hpp"
#include "cgsd/detect/count/kept_count.hpp"
#include "cgsd/detect/edge_refinement.hpp"
#include "cgsd/detect/kept_encoding.hpp"

namespace cgsd {

namespace {

std::optional<WeightChoice> choice_of_weights(const AttributedGraphView& input, const DetectOptions& options,
                                              const RunContext& run) {
  const auto* diffusion = std::get_if<DiffusionOptions>(&options.encoder);
  if (diffusion == nullptr || !input.graph.weighted()) return std::nullopt;
  Graph room;
  const GraphView graph = in_mean_weights(input.graph, "default", room, run);
  const SameGhosts ghosts(graph, input.graph, run);
  if (!graph.weighted()) return WeightChoice{.form = WeightForm::none};  // all are equal
  return choose_weights({graph, input.attributes}, *diffusion, run.stage("weights"));
}

}  // namespace

GraphRead::GraphRead(GraphView graph, const std::optional<WeightChoice>& weights, const RunContext& run)
    : view_(graph) {
  if (!weights) return;
  map_ = mean_weight_map(graph, run);
  view_ = in_mean_weights(graph, "default", in_mean_, run);
  map_.power = power_of(weights->form);
  view_ = in_saturated_weights(view_, formed_, map_, run);
  if (weights->form == WeightForm::none) view_ = without_weights(view_);
  ghosts_.emplace(view_, graph, run);
}

Detection detect(const AttributedGraphView& given, const DetectOptions& options, const RunContext& run,
                 TrainingHooks hooks) {
  check(options, given, run);
  Detection d;
  d.weights = choice_of_weights(given, options, run);
  const GraphRead graph(given.graph, d.weights, run);
  const AttributedGraphView input{graph.view(), given.attributes};
  SharedWork work;
  d.count = options.communities > 0
                ? asked_for(options.communities)
                : kept_stage(run, "count", [&] { return count_communities(input, options, work, run); });
  const std::int32_t c = d.count.communities;
  if (work.serves(c, run.seed())) {
    d.encoded = kept_stage(run, "encoded", [&] { return std::move(*work.diffusion); });
  } else {
    work.diffusion.reset();
    d.encoded = encode(input, options.encoder, {c, &work.spectra}, run, std::move(hooks));
  }
  work = {};
  d.rounded = round(input, d.encoded, c, options.rounding, run);
  refine_if_edges_decide(d, input.graph, run);
  return d;
}

}  // namespace cgsd

#include "cgsd/summary/summary.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cgsd/summary/count_remarks.hpp"
#include "cgsd/summary/explanation.hpp"
#include "cgsd/summary/level_explanation.hpp"

namespace cgsd {
namespace {

TrainingFacts facts_of(const Training<float>& t) {
  return {.epochs = t.state.epoch,
          .ending = std::string(name_of(t.ending)),
          .gate_open_share = t.open_share,
          .losses = t.state.losses,
          .gradient_norms = t.state.gradient_norms,
          .kept_epoch = t.state.best_epoch};
}

SpectrumFacts facts_of(const Spectrum& s) { return {s.values, s.residuals, s.components, s.products, s.converged}; }

KmeansFacts facts_of(const KmeansResult& k) {
  return {k.inertia, k.iterations, k.restart, k.starts, k.near_best, k.converged};
}

void decide(Summary& s, Decision decision) {
  if (!decision.words.empty() || !decision.figures.empty()) s.decisions.push_back(std::move(decision));
}

void add(Summary& s, const Diffusion& d) {
  s.diffusion = facts_of(d);
  decide(s, attribute_decision(*s.diffusion));
  decide(s, blank_row_decision(*s.diffusion));
  decide(s, edge_decision(*s.diffusion));
  decide(s, structure_decision(*s.diffusion));
}

void add(Summary& s, const TrainedEncoding& e) {
  s.training = facts_of(e.training);
  if (e.training.ending != TrainingEnd::loss_not_finite) return;
  s.warnings.push_back(
      fmt::format("training stopped after {} epochs because the loss was no longer finite; "
                  "the communities come from the last finite state",
                  e.training.state.epoch));
}

}  // namespace

void add(Summary& s, const Detection& d) {
  s.count = d.count;
  s.weights = d.weights;
  if (d.weights) decide(s, weight_decision(*d.weights));
  std::visit([&s](const auto& encoded) { add(s, encoded); }, d.encoded);
  if (const auto* spectral = std::get_if<SpectralRounding>(&d.rounded)) {
    s.spectrum = facts_of(spectral->spectrum);
    if (!spectral->spectrum.converged)
      s.warnings.emplace_back("the eigenvectors did not converge; the manifest has their residuals");
  }
  if (const auto* smoothed = std::get_if<SmoothedRounding>(&d.rounded))
    s.neighbours = smoothed->smoothed.affinity.neighbours;
  s.kmeans = facts_of(clustering_of(d.rounded));
  decide(s, rounding_decision(*s.kmeans));
}

namespace {

// The number of communities that the options ask for; 0 if they ask for none.
std::int64_t number_asked_for(const OptionValues& options) {
  const auto found = std::ranges::find(options, "communities", &OptionValues::value_type::first);
  return found == options.end() ? 0 : std::get<std::int64_t>(found->second);
}

void remark_on_count(Summary& s) {
  const auto add_all = [&s](const std::vector<std::string>& remarks) {
    s.warnings.insert(s.warnings.end(), remarks.begin(), remarks.end());
  };
  if (s.count) add_all(count_remarks(*s.count));
  if (s.run.method.empty()) return;
  add_all(count_remarks({.method = method_record(s.run.method),
                         .asked = number_asked_for(s.run.options),
                         .found = static_cast<std::int64_t>(s.communities.size()),
                         .nodes = static_cast<std::int64_t>(s.graph.nodes),
                         .components = static_cast<std::int64_t>(s.graph.components)}));
}

}  // namespace

DiffusionFacts facts_of(const Diffusion& d) {
  std::vector<BlockFacts> blocks;
  for (const StalkBlock& block : d.blocks) blocks.push_back({block.map.metric, block.stalks.cols(), block.share});
  return {.blanks = d.blanks,
          .candidates = d.candidates,
          .chosen = d.chosen,
          .blocks = std::move(blocks),
          .width = d.width,
          .signals = d.signals,
          .overlap = d.overlap,
          .agreement = d.agreement,
          .sign = d.sign,
          .beyond_bulk = d.topology.beyond_bulk,
          .clarity = d.topology.clarity,
          .unconfirmed = d.topology.unconfirmed,
          .alone = d.topology.alone,
          .decides = d.topology.decides,
          .assortative = d.topology.assortative,
          .eigenvalues = d.topology.values,
          .weights = d.topology.weights};
}

std::string Summary::explanation() const {
  std::string text;
  for (const Decision& decision : decisions) {
    if (!decision.words.empty()) text += (text.empty() ? "" : " ") + decision.words;
  }
  return text;
}

Summary summarise(RunFacts run_facts, const DatasetView& data, const MethodResult& result, const RunContext& run) {
  const GraphView graph = data.input.graph;
  const Stage stage = run.stage("scoring");
  Summary s;
  s.run = std::move(run_facts);
  s.graph = graph_facts(data, stage);
  s.confidence = confidence(graph, result, stage);
  s.communities = community_facts(data, result.partition, s.confidence, stage);
  s.next_community_id = result.partition.communities;
  s.quality = scores(graph, result.partition.community_of, data.labels, stage);
  s.losses = result.losses;
  s.evidence = result.evidence;
  if (result.detection) add(s, *result.detection);
  if (graph.entries() == 0)
    s.warnings.emplace_back("the graph has no edges: communities come from the attributes alone");
  remark_on_count(s);
  return s;
}

void add(Summary& summary, const Stability& stability) {
  summary.stability = stability;
  decide(summary, stability_decision(stability));
}

void add(Summary& summary, Levels levels) {
  for (const NestedCommunity& c : levels.communities)
    summary.next_community_id = std::max(summary.next_community_id, c.id + 1);
  summary.levels = std::move(levels);
  decide(summary, {.topic = "levels", .words = level_explanation(*summary.levels)});
}

void add(Summary& summary, PreviousFacts previous) {
  for (std::size_t c = 0; c < summary.communities.size(); ++c) summary.communities[c].id = previous.continuity.ids[c];
  summary.next_community_id = std::max(summary.next_community_id, previous.continuity.next_id);
  summary.previous = std::move(previous);
  decide(summary, {.topic = "previous", .words = continuity_explanation(*summary.previous, summary.run.method)});
}

}  // namespace cgsd

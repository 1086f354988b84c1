#include "cgsd/summary/summary.hpp"

#include <utility>

#include <fmt/format.h>

#include "cgsd/summary/explanation.hpp"

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

void decide(Summary& s, std::string topic, std::string words) {
  if (!words.empty()) s.decisions.push_back({std::move(topic), std::move(words)});
}

void add(Summary& s, const Diffusion& d) {
  s.diffusion = facts_of(d);
  decide(s, "attributes", attribute_explanation(*s.diffusion));
  decide(s, "structure", structure_explanation(*s.diffusion));
}

void add(Summary& s, const TrainedEncoding& e) {
  s.training = facts_of(e.training);
  if (e.training.ending != TrainingEnd::loss_not_finite) return;
  s.warnings.push_back(
      fmt::format("training stopped after {} epochs because the loss was no longer finite; "
                  "the communities come from the last finite state",
                  e.training.state.epoch));
}

void add(Summary& s, const Detection& d) {
  s.count = d.count;
  s.weights = d.weights;
  if (d.weights) decide(s, "weights", weight_explanation(*d.weights));
  std::visit([&s](const auto& encoded) { add(s, encoded); }, d.encoded);
  if (const auto* spectral = std::get_if<SpectralRounding>(&d.rounded)) {
    s.spectrum = facts_of(spectral->spectrum);
    if (!spectral->spectrum.converged)
      s.warnings.emplace_back("the eigenvectors did not converge; the manifest has their residuals");
  }
  s.kmeans = facts_of(clustering_of(d.rounded));
  decide(s, "rounding", rounding_explanation(*s.kmeans));
}

}  // namespace

DiffusionFacts facts_of(const Diffusion& d) {
  std::vector<BlockFacts> blocks;
  for (const StalkBlock& block : d.blocks) blocks.push_back({block.map.metric, block.stalks.cols(), block.share});
  return {.candidates = d.candidates,
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
          .assortative = d.topology.assortative,
          .eigenvalues = d.topology.values,
          .weights = d.topology.weights};
}

std::string Summary::explanation() const {
  std::string text;
  for (const Decision& decision : decisions) text += (text.empty() ? "" : " ") + decision.words;
  return text;
}

Summary summarise(RunFacts run_facts, const Dataset& data, const MethodResult& result, const RunContext& run) {
  const GraphView graph = data.input.graph;
  const Stage stage = run.stage("scoring");
  Summary s;
  s.run = std::move(run_facts);
  s.graph = graph_facts(data, stage);
  s.confidence = confidence(graph, result, stage);
  s.communities = community_facts(data, result.partition, s.confidence, stage);
  s.quality = scores(graph, result.partition.community_of, data.labels, stage);
  s.losses = result.losses;
  s.evidence = result.evidence;
  if (result.detection) add(s, *result.detection);
  if (graph.entries() == 0)
    s.warnings.emplace_back("the graph has no edges: communities come from the attributes alone");
  return s;
}

void add(Summary& summary, const Stability& stability) {
  summary.stability = stability;
  decide(summary, "stability", stability_explanation(stability));
}

}  // namespace cgsd

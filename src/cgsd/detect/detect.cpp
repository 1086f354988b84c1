#include "cgsd/detect/detect.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/ranks.hpp"
#include "cgsd/graph/attribute_fault.hpp"
#include "cgsd/rounding/smoothing.hpp"
#include "cgsd/spectral/embedding.hpp"
#include "cgsd/spectral/laplacian.hpp"
#include "cgsd/spectral/self_tuning.hpp"

namespace cgsd {
namespace {

// The columns of S: c, or as many communities as there may be where c is yet to be found.
EncoderOptions encoder_options(const DetectOptions& options, NodeId nodes) {
  EncoderOptions encoder = options.encoder;
  encoder.communities = options.communities > 0 ? options.communities
                                                : std::min(options.max_communities, static_cast<std::int32_t>(nodes));
  return encoder;
}

// Where c is yet to be found, what the edges say of it serves, 0 included.
DiffusionOptions diffusion_options(const DetectOptions& options, const TopologyCount& topology) {
  DiffusionOptions diffusion = options.diffusion;
  diffusion.communities = options.communities > 0 ? options.communities : topology.communities;
  return diffusion;
}

// How many eigenvectors after the first become coordinates. At least one: with none, every node is the same point.
std::size_t spectral_width(const DetectOptions& options, std::int32_t communities) {
  const auto c = static_cast<std::size_t>(communities);
  return std::max<std::size_t>(1, options.spectral_width == SpectralWidth::communities ? c : c - 1);
}

SpectrumOptions spectrum_options(const DetectOptions& options) {
  SpectrumOptions spectrum = options.spectrum;
  const bool asked = options.communities > 0;
  const std::size_t vectors =
      asked ? spectral_width(options, options.communities)
            : static_cast<std::size_t>(options.max_communities);  // the gap after the last needs one more
  spectrum.eigenpairs = 1 + static_cast<std::int32_t>(vectors);
  return spectrum;
}

KmeansOptions kmeans_options(const DetectOptions& options, std::int32_t communities) {
  KmeansOptions kmeans = options.kmeans;
  kmeans.clusters = communities;
  return kmeans;
}

bool needs_spectrum(const DetectOptions& options) { return options.cut == Cut::cspec || options.communities == 0; }
bool counts_by_all_criteria(const DetectOptions& options) {
  return options.communities == 0 && options.encoding == Encoding::diffused && options.cut == Cut::smoothed;
}
bool needs_affinity(const DetectOptions& options) { return options.cut != Cut::kmeans || needs_spectrum(options); }

// The rank of an edge by its curvature, as a share of all, in (0, 1): hubs' edges come last.
std::vector<double> rank_gate(const Graph& graph, const RunContext& run) {
  std::vector<double> gate = mid_ranks(edge_curvature(graph, {}, run), run);
  for (double& g : gate) g /= static_cast<double>(gate.size());
  return gate;
}

// A community has n / c nodes on average: a node that is smoothed with more neighbours than that leaves its own.
KnnOptions knn_options(const DetectOptions& options, std::size_t nodes) {
  KnnOptions knn = options.knn;
  if (options.cut == Cut::smoothed && options.communities > 0) {
    const auto others = static_cast<std::int32_t>(nodes) / options.communities - 1;
    knn.neighbours = std::clamp(others, 1, knn.neighbours);
  }
  return knn;
}

Affinity neighbour_affinity(const Matrix<float>& embedding, const CurvedGraph& original, const DetectOptions& options,
                            const RunContext& run) {
  const KnnLists lists = nearest_neighbours(embedding, knn_options(options, embedding.rows()), run.stage("neighbours"));
  Graph knn = knn_graph(lists, run);
  const Stage stage = run.stage("affinity");
  if (options.affinity.kind == AffinityKind::curvature)
    return curvature_affinity(std::move(knn), embedding, original, options.affinity, stage);
  Affinity affinity =
      self_tuning_affinity(std::move(knn), {lists.ids, lists.distances}, options.affinity.scale_neighbour, stage);
  if (options.affinity.gate == NeighbourGate::rank) weigh_entries(affinity, rank_gate(affinity.graph, stage), stage);
  return affinity;
}

// With fewer than two nodes to a community there is nothing to smooth over.
std::int32_t smoothing_steps(const DetectOptions& options, NodeId nodes) {
  return options.communities > 0 && std::cmp_less(nodes, 2 * std::int64_t{options.communities})
             ? 0
             : options.smoothing_steps;
}

std::span<const double> considered_eigenvalues(const Spectrum& spectrum, const DetectOptions& options) {
  const auto most = static_cast<std::size_t>(options.max_communities) + 1;
  return std::span(spectrum.values).first(std::min(most, spectrum.values.size()));
}

Training<float> train_encoder(const EncoderInput& input, const DetectOptions& options, TrainingHooks hooks,
                              const RunContext& run) {
  const EncoderOptions encoder = encoder_options(options, input.graph.nodes());
  // Only where the very first loss is not finite has training nothing to go back to.
  const auto checked = [](Training<float> training) {
    const auto values = training.embedding.values();
    if (std::all_of(values.begin(), values.end(), [](float x) { return std::isfinite(x); })) return training;
    throw InvalidArgument("attributes: values this large overflow in the encoder; scale them down");
  };
  auto begin = hooks.resume ? std::move(*hooks.resume) : initial_state<float>(input, encoder, run);
  return checked(train<float>(input, encoder, std::move(begin), hooks.after_epoch, run));
}

// Diffusion makes do with the graph alone; what is trained needs some attributes.
const Attributes& encoder_attributes(const AttributedGraph& input, const DetectOptions& options, Attributes& made,
                                     const RunContext& run) {
  if (options.encoding == Encoding::diffused && options.attributes == AttributeSource::automatic)
    return input.attributes;
  return attributes_of(input, options.attributes, made, run.stage("attributes"));
}

// To what the eigengap says, what edges, attributes and the points say; and the choice. Without attributes the points
// are eigenvectors of the graph, and c groups span c − 1 of them: more are pieces of a group.
void add_criteria(Detection& d, TopologyCount topology, std::int32_t most, const RunContext& run) {
  d.count.topology = std::move(topology);
  d.count.attributes = count_by_attributes(d.diffusion.signals, most);
  const bool no_attributes = d.diffusion.width == 0;
  const auto told_apart = static_cast<std::int32_t>(d.points.cols()) + 1;
  d.count.stability =
      count_by_stability(d.points, stability_candidates(d.count, no_attributes ? std::min(most, told_apart) : most),
                         run.stage("stability"));
  choose(d.count);
}

}  // namespace

void describe(OptionVisitor& v, DetectOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; 0: they are counted");
  v.number("max_communities", o.max_communities, {2, 10'000}, "most that may be chosen where communities = 0");
  v.flag("directed", o.directed, "work on the directed entries as given, loops included");
  v.choice("attributes", o.attributes, "where a node's attributes come from");
  v.group("curvature", o.curvature);
  v.choice("encoding", o.encoding, "how attributes and edges become coordinates");
  v.group("diffusion", o.diffusion, {"communities"});
  v.group("encoder", o.encoder, {"communities"});
  v.group("knn", o.knn);
  v.group("affinity", o.affinity);
  v.group("spectrum", o.spectrum, {"eigenpairs"});
  v.choice("spectral_width", o.spectral_width, "how many eigenvectors after the first become coordinates");
  v.choice("cut", o.cut, "what is cut into communities");
  v.number("smoothing_steps", o.smoothing_steps, {0, 1000}, "smoothed: steps of the power iteration");
  v.choice("row_scaling", o.row_scaling, "smoothed: what K-means is given of a row");
  v.group("kmeans", o.kmeans, {"clusters"});
}

void check(const DetectOptions& options, const AttributedGraph& input) {
  validate(options);
  const Graph& graph = input.graph;
  if (graph.nodes() == 0) throw InvalidArgument("the graph has no nodes");
  if (std::cmp_greater(options.communities, graph.nodes())) {
    throw InvalidArgument(
        fmt::format("communities = {}: the graph has only {} nodes", options.communities, graph.nodes()));
  }
  if (graph.directed() && !options.directed) {
    throw InvalidArgument("directed = false: the graph was built with directed entries");
  }
  if (graph.entries() == 0 && input.attributes.none()) {
    throw InvalidArgument("the graph has neither edges nor attributes: there is nothing to find communities by");
  }
  if (const std::string fault = attribute_fault(input); !fault.empty()) throw InvalidArgument(fault);
}

// Algorithm 1. Every line of it is one line here, in the same order.
Detection detect(const AttributedGraph& input, const DetectOptions& options, const RunContext& run,
                 TrainingHooks hooks) {
  check(options, input);
  const Graph& graph = input.graph;
  Detection d;
  TopologyCount topology;
  const Attributes& attributes = encoder_attributes(input, options, d.made_attributes, run);
  d.curvature = edge_curvature(graph, options.curvature, run.stage("curvature"));
  if (options.encoding == Encoding::trained) {
    d.training = train_encoder({graph, attributes, d.curvature}, options, std::move(hooks), run.stage("training"));
  } else {
    if (counts_by_all_criteria(options))
      topology = count_by_topology(graph, options.max_communities, run.stage("topology"));
    d.diffusion = diffuse({graph, attributes}, diffusion_options(options, topology), run.stage("diffusion"));
  }
  const Matrix<float>& embedding = d.embedding();
  d.count.communities = options.communities;
  if (needs_affinity(options)) d.affinity = neighbour_affinity(embedding, {graph, d.curvature}, options, run);
  if (needs_spectrum(options)) {
    const NormalisedLaplacian laplacian(d.affinity.graph, d.affinity.log_weight, run);
    d.spectrum = smallest_eigenpairs(laplacian, spectrum_options(options), run.stage("spectrum"));
    if (options.communities == 0) d.count = count_by_eigengap(considered_eigenvalues(d.spectrum, options));
    d.points = spectral_points(d.spectrum, laplacian, 1, spectral_width(options, d.count.communities), run);
  }
  if (options.cut == Cut::smoothed) {
    const Stage stage = run.stage("smoothing");
    d.smoothing_steps = smoothing_steps(options, graph.nodes());
    d.points = scaled_rows(smoothed(embedding, d.affinity, d.smoothing_steps, stage), options.row_scaling, stage);
  }
  if (counts_by_all_criteria(options)) add_criteria(d, std::move(topology), options.max_communities, run);
  const KmeansOptions rounding = kmeans_options(options, d.count.communities);
  d.clustering = options.cut == Cut::kmeans ? kmeans(embedding, rounding, run.stage("k-means"))
                                            : kmeans(d.points, rounding, run.stage("k-means"));
  return d;
}

}  // namespace cgsd

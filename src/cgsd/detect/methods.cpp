#include "cgsd/detect/methods.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"

namespace cgsd {
namespace {

using Evidence = std::vector<std::pair<std::string, OptionValue>>;

constexpr MethodRecord kRecords[] = {
    {Method::kmeans, true, false, TakesCommunities::required, false, false, "K-means on the attributes", "Lloyd 1982"},
    {Method::louvain, false, true, TakesCommunities::no, false, false, "modularity, by local moving and aggregation",
     "Blondel et al. 2008"},
    {Method::leiden, false, true, TakesCommunities::optional, false, false, "modularity, communities connected",
     "Traag et al. 2019"},
    {Method::spectral, false, true, TakesCommunities::required, false, false, "normalised cuts of the graph",
     "Ng, Jordan & Weiss 2001"},
    {Method::dmon, true, true, TakesCommunities::required, true, true, "deep modularity network",
     "Tsitsulin et al. 2023"},
    {Method::mincut, true, true, TakesCommunities::required, true, true, "MinCut pooling", "Bianchi et al. 2020"},
    {Method::vgraph, false, true, TakesCommunities::required, true, true, "communities as causes of edges",
     "Sun et al. 2019"},
    {Method::agc, true, true, TakesCommunities::required, false, false, "adaptive graph convolution",
     "Zhang et al. 2019"},
    {Method::dgi, true, true, TakesCommunities::required, true, true, "deep graph infomax", "Veličković et al. 2019"},
    {Method::grace, true, true, TakesCommunities::required, true, true, "contrast of two views", "Zhu et al. 2020"},
    {Method::graphmae, true, true, TakesCommunities::required, true, true, "masked graph auto-encoder",
     "Hou et al. 2022"},
    {Method::ssgc, true, true, TakesCommunities::required, false, true, "simple spectral graph convolution",
     "Zhu & Koniusz 2021"},
    {Method::cca_ssg, true, true, TakesCommunities::required, true, true, "canonical correlation of two views",
     "Zhang et al. 2021"},
    {Method::ns4gc, true, true, TakesCommunities::required, true, true, "node similarity, sparse and aligned",
     "Liu et al. 2024"},
    {Method::knn_njw, true, false, TakesCommunities::required, false, false,
     "normalised cuts of the attributes' k-NN graph", "Ng, Jordan & Weiss 2001"},
};

std::string text(std::string_view words) { return std::string(words); }

void add(Evidence& evidence, const KmeansEvidence& kmeans) {
  evidence.emplace_back("kmeans.inertia", kmeans.inertia);
  evidence.emplace_back("kmeans.iterations", std::int64_t{kmeans.iterations});
  evidence.emplace_back("kmeans.converged", kmeans.converged);
}

void add(Evidence& evidence, const Spectrum& spectrum) {
  const auto worst = std::max_element(spectrum.residuals.begin(), spectrum.residuals.end());
  evidence.emplace_back("spectrum.largest_residual", worst == spectrum.residuals.end() ? 0.0 : *worst);
  evidence.emplace_back("spectrum.components", std::int64_t{spectrum.components});
  evidence.emplace_back("spectrum.converged", spectrum.converged);
}

// The method's own options with the common number of communities.
template <class Options>
Options with_communities(Options options, const MethodOptions& all) {
  options.communities = all.communities;
  return options;
}

MethodResult run_kmeans(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  AttributeKmeansResult r = attribute_kmeans(input, with_communities(o.kmeans, o), run);
  MethodResult result{std::move(r.partition), {}, {}, {}};
  add(result.evidence, r.kmeans);
  return result;
}

MethodResult run_louvain(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  LouvainResult r = louvain(input.graph, o.louvain, run);
  return {std::move(r.partition),
          {},
          {},
          {{"levels", std::int64_t{r.levels}},
           {"moves", static_cast<std::int64_t>(r.moves)},
           {"stop", text(name_of(r.stop))}}};
}

MethodResult run_leiden(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  LeidenOptions options = o.leiden;
  if (o.communities > 0) options.target_communities = o.communities;
  LeidenResult r = leiden(input.graph, options, run);
  return {std::move(r.partition),
          {},
          {},
          {{"resolution", r.resolution},
           {"iterations", std::int64_t{r.iterations}},
           {"resolutions_tried", std::int64_t{r.resolutions_tried}},
           {"target_distance", std::int64_t{r.target_distance}},
           {"stop", text(name_of(r.stop))}}};
}

MethodResult run_spectral(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  GraphSpectralResult r = graph_spectral(input.graph, with_communities(o.spectral, o), run);
  MethodResult result{std::move(r.partition), {}, {}, {}};
  add(result.evidence, r.spectrum);
  add(result.evidence, r.kmeans);
  return result;
}

MethodResult run_agc(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  AgcResult r = agc(input, with_communities(o.agc, o), run);
  MethodResult result{std::move(r.partition),
                      {},
                      {},
                      {{"steps", std::int64_t{r.steps}}, {"converged", r.converged}, {"stop", text(name_of(r.stop))}}};
  add(result.evidence, r.kmeans);
  return result;
}

Evidence evidence_of(const TrainingRecord& training) {
  return {{"epochs", std::int64_t{training.epochs}},
          {"kept_epoch", std::int64_t{training.kept_epoch}},
          {"stop", text(name_of(training.stop))}};
}

MethodResult learned(EmbeddingResult r) {
  Evidence evidence = evidence_of(r.training);
  return {std::move(r.partition), std::move(r.embedding), std::move(r.training.losses), std::move(evidence)};
}

MethodResult learned(AssignmentResult r) {
  Evidence evidence = evidence_of(r.training);
  return {std::move(r.partition), std::move(r.assignment), std::move(r.training.losses), std::move(evidence)};
}

MethodResult run_ssgc(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  SsgcResult r = ssgc(input, with_communities(o.ssgc, o), run);
  MethodResult result{std::move(r.partition), std::move(r.embedding), {}, {}};
  add(result.evidence, r.kmeans);
  return result;
}

MethodResult run_knn_njw(const AttributedGraph& input, const MethodOptions& o, const RunContext& run) {
  KnnNjwResult r = knn_njw(input, with_communities(o.knn_njw, o), run);
  MethodResult result{std::move(r.partition), {}, {}, {{"knn_edges", static_cast<std::int64_t>(r.knn_edges)}}};
  add(result.evidence, r.spectrum);
  add(result.evidence, r.kmeans);
  return result;
}

void check(const MethodRecord& record, const AttributedGraph& input, const MethodOptions& options) {
  const std::string_view name = name_of(record.method);
  if (input.graph.nodes() == 0) throw InvalidArgument(fmt::format("{}: the graph has no nodes", name));
  if (record.needs_attributes && input.attributes.none()) {
    throw InvalidArgument(fmt::format("{} needs attributes, and the input has none", name));
  }
  if (record.needs_edges && input.graph.entries() == 0) {
    throw InvalidArgument(fmt::format("{} needs edges, and the graph has none", name));
  }
  if (record.communities == TakesCommunities::required && options.communities == 0) {
    throw InvalidArgument(fmt::format("{} must be told how many communities there are", name));
  }
}

}  // namespace

std::span<const MethodRecord> method_records() { return kRecords; }

const MethodRecord& method_record(Method method) {
  return *std::find_if(std::begin(kRecords), std::end(kRecords),
                       [method](const MethodRecord& record) { return record.method == method; });
}

void describe(OptionVisitor& v, MethodOptions& o) {
  v.number("communities", o.communities, {0, 1'000'000}, "how many communities; 0: not given");
  v.group("kmeans", o.kmeans, {"communities"});
  v.group("louvain", o.louvain);
  v.group("leiden", o.leiden);
  v.group("spectral", o.spectral, {"communities"});
  v.group("dmon", o.dmon, {"communities"});
  v.group("mincut", o.mincut, {"communities"});
  v.group("vgraph", o.vgraph, {"communities"});
  v.group("agc", o.agc, {"communities"});
  v.group("dgi", o.dgi, {"communities"});
  v.group("grace", o.grace, {"communities"});
  v.group("graphmae", o.graphmae, {"communities"});
  v.group("ssgc", o.ssgc, {"communities"});
  v.group("cca-ssg", o.cca_ssg, {"communities"});
  v.group("ns4gc", o.ns4gc, {"communities"});
  v.group("knn-njw", o.knn_njw, {"communities"});
}

MethodResult run_method(Method method, const AttributedGraph& input, const MethodOptions& options,
                        const RunContext& run) {
  validate(options);
  check(method_record(method), input, options);
  switch (method) {
    case Method::kmeans:
      return run_kmeans(input, options, run);
    case Method::louvain:
      return run_louvain(input, options, run);
    case Method::leiden:
      return run_leiden(input, options, run);
    case Method::spectral:
      return run_spectral(input, options, run);
    case Method::dmon:
      return learned(dmon(input, with_communities(options.dmon, options), run));
    case Method::mincut:
      return learned(mincut(input, with_communities(options.mincut, options), run));
    case Method::vgraph:
      return learned(vgraph(input, with_communities(options.vgraph, options), run));
    case Method::graphmae:
      return learned(graphmae(input, with_communities(options.graphmae, options), run));
    case Method::dgi:
      return learned(dgi(input, with_communities(options.dgi, options), run));
    case Method::grace:
      return learned(grace(input, with_communities(options.grace, options), run));
    case Method::cca_ssg:
      return learned(cca_ssg(input, with_communities(options.cca_ssg, options), run));
    case Method::ns4gc:
      return learned(ns4gc(input, with_communities(options.ns4gc, options), run));
    case Method::agc:
      return run_agc(input, options, run);
    case Method::ssgc:
      return run_ssgc(input, options, run);
    case Method::knn_njw:
      return run_knn_njw(input, options, run);
  }
  throw InvalidArgument("no such method");
}

}  // namespace cgsd

#include "cgsd/detect/methods.hpp"

#include <algorithm>
#include <concepts>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/closed_form/agc.hpp"
#include "cgsd/closed_form/attribute_kmeans.hpp"
#include "cgsd/closed_form/graph_spectral.hpp"
#include "cgsd/closed_form/knn_njw.hpp"
#include "cgsd/closed_form/ms2cag.hpp"
#include "cgsd/closed_form/sagsc.hpp"
#include "cgsd/closed_form/ssgc.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/learned/cca_ssg.hpp"
#include "cgsd/learned/dgi.hpp"
#include "cgsd/learned/dmon.hpp"
#include "cgsd/learned/grace.hpp"
#include "cgsd/learned/graphmae.hpp"
#include "cgsd/learned/mincut.hpp"
#include "cgsd/learned/ns4gc.hpp"
#include "cgsd/learned/vgraph.hpp"
#include "cgsd/modularity/leiden.hpp"
#include "cgsd/modularity/louvain.hpp"

namespace cgsd {
namespace {

template <class Enum>
std::string text(Enum value) {
  return std::string(name_of(value));
}

void add(OptionValues& evidence, const KmeansEvidence& kmeans) {
  evidence.emplace_back("kmeans.inertia", kmeans.inertia);
  evidence.emplace_back("kmeans.iterations", std::int64_t{kmeans.iterations});
  evidence.emplace_back("kmeans.converged", kmeans.converged);
}

void add(OptionValues& evidence, const Spectrum& spectrum) {
  const auto worst = std::max_element(spectrum.residuals.begin(), spectrum.residuals.end());
  evidence.emplace_back("spectrum.largest_residual", worst == spectrum.residuals.end() ? 0.0 : *worst);
  evidence.emplace_back("spectrum.components", std::int64_t{spectrum.components});
  evidence.emplace_back("spectrum.converged", spectrum.converged);
}

void add(OptionValues& evidence, const TrainingRecord& training) {
  evidence.emplace_back("epochs", std::int64_t{training.epochs});
  evidence.emplace_back("kept_epoch", std::int64_t{training.kept_epoch});
  evidence.emplace_back("stop", text(training.stop));
}

// What is peculiar to one method; nothing unless it is listed here.
template <class Result>
OptionValues own_evidence(const Result&) {
  return {};
}
OptionValues own_evidence(const LouvainResult& r) {
  return {{"levels", std::int64_t{r.levels}}, {"moves", static_cast<std::int64_t>(r.moves)}, {"stop", text(r.stop)}};
}
OptionValues own_evidence(const LeidenResult& r) {
  return {{"resolution", r.resolution},
          {"iterations", std::int64_t{r.iterations}},
          {"resolutions_tried", std::int64_t{r.resolutions_tried}},
          {"target_distance", std::int64_t{r.target_distance}},
          {"stop", text(r.stop)}};
}
OptionValues own_evidence(const AgcResult& r) {
  return {{"steps", std::int64_t{r.steps}}, {"converged", r.converged}, {"stop", text(r.stop)}};
}
OptionValues own_evidence(const KnnNjwResult& r) { return {{"knn_edges", static_cast<std::int64_t>(r.knn_edges)}}; }

// Every method's result in one form: what it has of partition, embedding, training, spectrum and K-means.
template <class Result>
MethodResult in_one_form(Result r) {
  MethodResult out;
  out.evidence = own_evidence(r);
  if constexpr (requires { r.training; }) {
    add(out.evidence, r.training);
    out.losses = std::move(r.training.losses);
  }
  if constexpr (requires { r.spectrum; }) add(out.evidence, r.spectrum);
  if constexpr (requires { r.kmeans; }) {
    add(out.evidence, r.kmeans);
    out.shares = std::move(r.kmeans.shares);
  }
  if constexpr (requires { r.shares; }) out.shares = std::move(r.shares);
  if constexpr (requires { r.embedding; }) out.embedding = std::move(r.embedding);
  if constexpr (requires { r.assignment; }) {
    out.embedding = std::move(r.assignment);
    out.embedding_is_assignment = true;
  }
  out.partition = std::move(r.partition);
  return out;
}

// A method to compare with: its options are a group of its name, the number of communities is the common one.
template <class Options, auto Function>
class PlainBody final : public MethodBody {
 public:
  std::unique_ptr<MethodBody> copy() const override { return std::make_unique<PlainBody>(*this); }
  void describe_in(OptionVisitor& v, std::string_view name) override {
    if constexpr (requires { options_.communities; }) {
      v.group(name, options_, {"communities"});
    } else {
      v.group(name, options_);
    }
  }
  MethodResult run(const AttributedGraphView& input, std::int32_t communities, const RunContext& run,
                   TrainingHooks /*nothing to hook into*/) const override {
    Options options = options_;
    if constexpr (requires { options.communities; }) options.communities = communities;
    if constexpr (requires { options.target_communities; }) {
      if (communities > 0) options.target_communities = communities;
    }
    if constexpr (std::invocable<decltype(Function), GraphView, const Options&, const RunContext&>) {
      return in_one_form(Function(input.graph, options, run));
    } else {
      return in_one_form(Function(input, options, run));
    }
  }

 private:
  Options options_;
};

// A configuration of CGSD: its options stand alone.
template <Preset kPreset>
class CgsdBody final : public MethodBody {
 public:
  std::unique_ptr<MethodBody> copy() const override { return std::make_unique<CgsdBody>(*this); }
  void describe_in(OptionVisitor& v, std::string_view /*name*/) override { describe_but_communities(v, options_); }
  MethodResult run(const AttributedGraphView& input, std::int32_t communities, const RunContext& run,
                   TrainingHooks hooks) const override {
    DetectOptions options = options_;
    options.communities = communities;
    auto detection = std::make_shared<const Detection>(detect(input, options, run, std::move(hooks)));
    MethodResult out;
    out.partition = detection->communities();
    out.detection = std::move(detection);
    return out;
  }
  const DetectOptions* detect_options() const override { return &options_; }

 private:
  DetectOptions options_ = preset_options(kPreset);
};

template <class Body>
std::unique_ptr<MethodBody> make() {
  return std::make_unique<Body>();
}
template <class Options, auto Function>
constexpr auto kPlain = &make<PlainBody<Options, Function>>;

constexpr Need kNo = Need::no;
constexpr Need kMay = Need::optional;
constexpr Need kMust = Need::required;

// name, family · attributes, edges, communities · weights, direction, learned, embedding · what, source, cost · body
// clang-format off
constexpr MethodRecord kRecords[] = {
    {"default", Family::cgsd, kMay, kMay, kMay, true, false, false, true,
     "sheaf diffusion in closed form, smoothed over a k-NN graph", "this project", "O((m + nd) width + n log n)",
     &make<CgsdBody<Preset::standard>>},
    {"paper", Family::cgsd, kMay, kMay, kMay, false, false, true, true,
     "CGSD as its paper prints it", "Curvature-Guided Sheaf Diffusion", "O(epochs (m + nd) + n² width)",
     &make<CgsdBody<Preset::paper>>},
    {"authors", Family::cgsd, kMay, kMay, kMay, false, true, true, true,
     "CGSD as its authors' program computes it", "Curvature-Guided Sheaf Diffusion", "O(epochs (m + nd) + n² width)",
     &make<CgsdBody<Preset::authors>>},
    {"kmeans", Family::attributes, kMust, kNo, kMust, false, false, false, false,
     "K-means on the attributes", "Lloyd 1982", "O(n c d)",
     kPlain<AttributeKmeansOptions, attribute_kmeans>},
    {"louvain", Family::edges, kNo, kMust, kNo, true, false, false, false,
     "modularity, by local moving and aggregation", "Blondel et al. 2008", "O(m)",
     kPlain<LouvainOptions, louvain>},
    {"leiden", Family::edges, kNo, kMust, kMay, true, false, false, false,
     "modularity, communities connected", "Traag et al. 2019", "O(m)",
     kPlain<LeidenOptions, leiden>},
    {"spectral", Family::edges, kNo, kMust, kMust, true, false, false, false,
     "normalised cuts of the graph", "Ng, Jordan & Weiss 2001", "O(m c)",
     kPlain<GraphSpectralOptions, graph_spectral>},
    {"dmon", Family::learned, kMust, kMust, kMust, true, false, true, true,
     "deep modularity network", "Tsitsulin et al. 2023", "O(epochs (m + nd))",
     kPlain<DmonOptions, dmon>},
    {"mincut", Family::learned, kMust, kMust, kMust, true, false, true, true,
     "MinCut pooling", "Bianchi et al. 2020", "O(epochs (m + nd))",
     kPlain<MincutOptions, mincut>},
    {"vgraph", Family::learned, kNo, kMust, kMust, false, false, true, true,
     "communities as causes of edges", "Sun et al. 2019", "O(epochs m n)",
     kPlain<VgraphOptions, vgraph>},
    {"agc", Family::closed_form, kMust, kMust, kMust, true, false, false, false,
     "adaptive graph convolution", "Zhang et al. 2019", "O(steps n d²)",
     kPlain<AgcOptions, agc>},
    {"dgi", Family::learned, kMust, kMust, kMust, true, false, true, true,
     "deep graph infomax", "Veličković et al. 2019", "O(epochs (m + nd))",
     kPlain<DgiOptions, dgi>},
    {"grace", Family::learned, kMust, kMust, kMust, true, false, true, true,
     "contrast of two views", "Zhu et al. 2020", "O(epochs n²)",
     kPlain<GraceOptions, grace>},
    {"graphmae", Family::learned, kMust, kMust, kMust, false, false, true, true,
     "masked graph auto-encoder", "Hou et al. 2022", "O(epochs (m + nd))",
     kPlain<GraphmaeOptions, graphmae>},
    {"ssgc", Family::closed_form, kMust, kMust, kMust, true, false, false, true,
     "simple spectral graph convolution", "Zhu & Koniusz 2021", "O(steps m d)",
     kPlain<SsgcOptions, ssgc>},
    {"sagsc", Family::closed_form, kMust, kMust, kMust, true, false, false, true,
     "subspace clustering of smoothed attributes", "Fettal et al. 2023", "O(steps m d + n c²)",
     kPlain<SagscOptions, sagsc>},
    {"ms2cag", Family::closed_form, kMust, kMust, kMust, true, false, false, true,
     "modularity of the similarity of averaged attributes", "Lin et al. 2025", "O(steps m d + n d c)",
     kPlain<Ms2cagOptions, ms2cag>},
    {"cca-ssg", Family::learned, kMust, kMust, kMust, true, false, true, true,
     "canonical correlation of two views", "Zhang et al. 2021", "O(epochs (m + nd))",
     kPlain<CcaSsgOptions, cca_ssg>},
    {"ns4gc", Family::learned, kMust, kMust, kMust, true, false, true, true,
     "node similarity, sparse and aligned", "Liu et al. 2024", "O(epochs n²)",
     kPlain<Ns4gcOptions, ns4gc>},
    {"knn-njw", Family::attributes, kMust, kNo, kMust, false, false, false, false,
     "normalised cuts of the attributes' k-NN graph", "Ng, Jordan & Weiss 2001", "O(n² d)",
     kPlain<KnnNjwOptions, knn_njw>},
};
// clang-format on

}  // namespace

std::span<const MethodRecord> method_records() { return kRecords; }

std::vector<std::string> method_names() {
  std::vector<std::string> names;
  for (const MethodRecord& record : kRecords) names.emplace_back(record.name);
  return names;
}

const MethodRecord& method_record(std::string_view name) {
  const auto found = std::ranges::find(kRecords, name, &MethodRecord::name);
  if (found != std::end(kRecords)) return *found;
  const std::vector<std::string> names = method_names();
  const std::string near = nearest_word(name, names);
  throw InvalidArgument(near.empty()
                            ? fmt::format("unknown method {}; known are {}", in_quotes(name), fmt::join(names, ", "))
                            : fmt::format("unknown method {}; did you mean '{}'?", in_quotes(name), near));
}

ConfiguredMethod configured(std::string_view name) { return ConfiguredMethod(method_record(name)); }

RepeatablePartition repeatable(const ConfiguredMethod& method, const Partition& partition) {
  const auto again = [&method](const AttributedGraphView& input, const RunContext& run) {
    return method.run(input, run).partition;
  };
  return {partition, again, method.looks_at_attributes()};
}

}  // namespace cgsd

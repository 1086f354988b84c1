#include "cgsd/io/results/manifest.hpp"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "cgsd/detect/explanation.hpp"
#include "cgsd/io/bytes/sha256.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

// JSON has no NaN and no infinities.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

template <class Range, class Value>
Json list(const Range& range, Value&& value) {
  Json array = Json::array();
  for (const auto& element : range) array.push_back(value(element));
  return array;
}

Json numbers(const std::vector<double>& values) { return list(values, number); }

Json data_json(const Manifest& m, const AttributedGraph& input) {
  const auto file_json = [](const DataFile& f) {
    return Json{{"file", f.file.string()}, {"bytes", f.bytes}, {"sha256", f.sha256}};
  };
  Json attributes = nullptr;
  if (!input.attributes.none()) {
    attributes = {{"columns", input.attributes.cols()},
                  {"nonzeros", input.attributes.nonzeros()},
                  {"sparse", input.attributes.is_sparse()}};
  }
  return {{"name", m.data_name},          {"format", m.data_format},      {"files", list(m.files, file_json)},
          {"nodes", input.graph.nodes()}, {"edges", input.graph.edges()}, {"directed", input.graph.directed()},
          {"attributes", attributes}};
}

Json values_json(const std::vector<std::pair<std::string, OptionValue>>& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = std::visit([](const auto& v) { return Json(v); }, value);
  return object;
}

Json head_json(const Manifest& m, const AttributedGraph& input) {
  Json json = {{"cgsd", m.version}, {"method", m.method}};
  if (!m.preset.empty()) json["preset"] = m.preset;
  json["seed"] = m.seed;
  json["data"] = data_json(m, input);
  json["options"] = values_json(m.options);
  return json;
}

std::string finished(Json json, const Manifest& m) {
  Json stages = Json::object();
  for (const StageTime& stage : m.stages) stages[stage.stage] = stage.seconds;
  json["seconds"] = {{"total", m.seconds}, {"stages", stages}};
  json["peak_memory_bytes"] = m.peak_memory > 0 ? Json(m.peak_memory) : Json(nullptr);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

// What each criterion says: null where it abstains.
Json criteria_json(const CommunityCount& count) {
  const auto said = [](std::int32_t communities) { return communities > 0 ? Json(communities) : Json(nullptr); };
  return {{"eigengap", said(count.eigengap)},
          {"topology", said(count.topology.communities)},
          {"stability", said(count.stability.communities)},
          {"attributes", said(count.attributes.communities)}};
}

// Only where all criteria were asked.
void add_evidence(Json& communities, const CommunityCount& count) {
  communities["criteria"] = criteria_json(count);
  communities["topology"] = {{"beyond_bulk", count.topology.beyond_bulk},
                             {"disassortative", count.topology.disassortative},
                             {"strengths", numbers(count.topology.strengths)},
                             {"converged", count.topology.converged}};
  communities["stability"] = {{"candidates", count.stability.candidates},
                              {"strengths", numbers(count.stability.strengths)}};
  communities["attribute_signals"] = count.attributes.signals;
}

Json communities_json(const Detection& d) {
  const CommunityCount& count = d.count;
  Json communities = {{"count", d.communities().communities},
                      {"sizes", community_sizes(d.communities())},
                      {"wanted", count.communities},
                      {"wanted_by", name_of(count.reason)}};
  if (!count.chosen()) return communities;
  communities["eigenvalues"] = numbers(count.eigenvalues);
  communities["gaps"] = numbers(count.gaps);
  if (count.all_criteria) add_evidence(communities, count);
  return communities;
}

Json quality_json(const Scores& scores) {
  Json quality = {{"modularity", number(scores.cut.modularity)},
                  {"coverage", number(scores.cut.coverage)},
                  {"mean_conductance", number(scores.cut.mean_conductance)},
                  {"largest_conductance", number(scores.cut.largest_conductance)}};
  if (!scores.agreement) return quality;
  const Agreement& a = *scores.agreement;
  quality["labelled_nodes"] = a.nodes;
  quality["nmi"] = number(a.nmi);
  quality["ami"] = number(a.ami);
  quality["ari"] = number(a.ari);
  quality["accuracy"] = number(a.accuracy);
  quality["macro_f1"] = number(a.macro_f1);
  return quality;
}

Json training_json(const Training<float>& training) {
  const TrainingState<float>& state = training.state;
  const auto trace = [&](double LossRecord::*part) {
    return list(state.losses, [part](const LossRecord& record) { return number(record.*part); });
  };
  Json json = {{"epochs", state.epoch},
               {"ending", name_of(training.ending)},
               {"gate_open_share", number(training.open_share)},
               {"losses",
                {{"modularity", trace(&LossRecord::modularity)},
                 {"collapse", trace(&LossRecord::collapse)},
                 {"reconstruction", trace(&LossRecord::reconstruction)},
                 {"total", trace(&LossRecord::total)}}},
               {"gradient_norms", numbers(state.gradient_norms)}};
  if (state.best_epoch >= 0) json["kept_epoch"] = state.best_epoch;
  return json;
}

Json agreement_json(const EdgeAgreement& a) {
  return {{"edges", number(a.edges)},
          {"paths", number(a.paths)},
          {"distant", number(a.distant)},
          {"significance", number(a.significance)}};
}

Json diffusion_json(const Diffusion& d) {
  const Json candidates = list(d.candidates, [](const MetricEvidence& m) {
    Json json = {{"metric", name_of(m.metric)}, {"agreement", number(m.agreement.edges)}, {"signals", m.signals}};
    if (m.agreement.distant != 0.0) json["distant"] = number(m.agreement.distant);
    return json;
  });
  Json json = {{"candidates", candidates}, {"width", d.width}, {"signals", d.signals}, {"overlap", number(d.overlap)}};
  if (d.width > 0) {
    json["metric"] = name_of(d.candidates[d.chosen].metric);
    json["agreement"] = agreement_json(d.agreement);
    json["sign"] = {{"use", number(d.sign.use)},
                    {"push", number(d.sign.push)},
                    {"pull", number(d.sign.pull)},
                    {"strength", number(d.sign.strength)},
                    {"share", number(d.sign.share)}};
  }
  json["topology"] = {{"beyond_bulk", d.topology.beyond_bulk},     {"clarity", number(d.topology.clarity)},
                      {"unconfirmed", d.topology.unconfirmed},     {"alone", d.topology.alone},
                      {"eigenvalues", numbers(d.topology.values)}, {"weights", numbers(d.topology.weights)}};
  return json;
}

Json spectrum_json(const Spectrum& spectrum) {
  return {{"eigenvalues", numbers(spectrum.values)},
          {"residuals", numbers(spectrum.residuals)},
          {"components", spectrum.components},
          {"products", spectrum.products},
          {"converged", spectrum.converged}};
}

Json kmeans_json(const KmeansResult& kmeans) {
  return {{"inertia", number(kmeans.inertia)}, {"iterations", kmeans.iterations}, {"restart", kmeans.restart},
          {"starts", kmeans.starts},           {"near_best", kmeans.near_best},   {"converged", kmeans.converged}};
}

Json repetitions_json(const Repetitions& repetitions) {
  if (repetitions.none()) return nullptr;
  return {{"mean_ari", number(repetitions.mean())},
          {"least_ari", number(repetitions.least())},
          {"ari", numbers(repetitions.ari)},
          {"communities", repetitions.communities}};
}

// The share of a single node is in the table of communities.
void add_stability(Json& json, const Manifest& m) {
  if (!m.stability) return;
  const Stability& s = *m.stability;
  json["stability"] = {{"runs", s.seeds.ari.size()},
                       {"seeds", repetitions_json(s.seeds)},
                       {"attributes", repetitions_json(s.attributes)},
                       {"nodes_that_stay", number(s.share_of_nodes(0.9))}};
}

}  // namespace

std::vector<DataFile> data_files(const std::vector<std::filesystem::path>& files, const RunContext& run) {
  std::vector<DataFile> result;
  for (const auto& file : files) {
    if (!std::filesystem::is_regular_file(file)) continue;
    result.push_back({file, std::filesystem::file_size(file), sha256_of_file(file, run)});
  }
  return result;
}

std::string manifest_json(const Manifest& m, const AttributedGraph& input, const Detection& detection) {
  Json json = head_json(m, input);
  json["communities"] = communities_json(detection);
  json["quality"] = quality_json(m.scores);
  if (const std::string why = explanation(detection, m.stability); !why.empty()) json["explanation"] = why;
  add_stability(json, m);
  if (detection.training.embedding.rows() > 0) {
    json["training"] = training_json(detection.training);
  } else {
    json["diffusion"] = diffusion_json(detection.diffusion);
  }
  if (!detection.spectrum.values.empty()) json["spectrum"] = spectrum_json(detection.spectrum);
  json["kmeans"] = kmeans_json(detection.clustering);
  return finished(std::move(json), m);
}

std::string manifest_json(const Manifest& m, const AttributedGraph& input, const MethodResult& result) {
  Json json = head_json(m, input);
  json["communities"] = {{"count", result.partition.communities}, {"sizes", community_sizes(result.partition)}};
  json["quality"] = quality_json(m.scores);
  if (m.stability) json["explanation"] = explanation(*m.stability);
  add_stability(json, m);
  json["evidence"] = values_json(result.evidence);
  if (!result.losses.empty()) json["losses"] = numbers(result.losses);
  return finished(std::move(json), m);
}

}  // namespace cgsd

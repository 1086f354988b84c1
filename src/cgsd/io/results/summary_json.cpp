#include "cgsd/io/results/summary_json.hpp"

#include <nlohmann/json.hpp>

#include "cgsd/io/bytes/sha256.hpp"
#include "cgsd/io/results/communities_json.hpp"
#include "cgsd/io/results/levels_json.hpp"
#include "cgsd/io/text/json_number.hpp"
#include "cgsd/summary/count_words.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

template <class Range, class Value>
Json list(const Range& range, Value&& value) {
  Json array = Json::array();
  for (const auto& element : range) array.push_back(value(element));
  return array;
}

Json numbers(const std::vector<double>& values) { return list(values, json_number); }

Json values_json(const OptionValues& values) {
  Json object = Json::object();
  for (const auto& [name, value] : values) object[name] = json_value(value);
  return object;
}

Json data_json(const Summary& s) {
  const auto file_json = [](const DataFile& f) {
    return Json{{"file", f.file}, {"bytes", f.bytes}, {"sha256", f.sha256}};
  };
  Json json = {{"name", s.run.data_name},
               {"format", s.run.data_format},
               {"arguments", s.run.data_arguments},
               {"files", list(s.run.files, file_json)}};
  json.update(graph_json(s.graph));
  return json;
}

// What each criterion says: null if it abstains or was not asked.
Json criteria_json(const CommunityCount& count) {
  const auto said = [](std::int32_t communities) { return communities > 0 ? Json(communities) : Json(nullptr); };
  const std::int32_t halves = count.halves.none() ? 0 : count.halves.candidates[count.halves.best];
  return {{"halves", said(halves)},
          {"topology", said(count.topology.communities)},
          {"stability", said(count.stability.communities)},
          {"attributes", said(count.attributes.communities)},
          {"parts", said(count.parts.communities)}};
}

// Only if all criteria were asked.
void add_criteria(Json& communities, const CommunityCount& count) {
  communities["criteria"] = criteria_json(count);
  communities["nearly_as_good"] = {{"least", count.least}, {"most", count.most}};
  communities["beyond_chance"] = {{"any", count.chance.any()},
                                  {"attributes", json_number(count.chance.attributes)},
                                  {"edges", json_number(count.chance.edges)},
                                  {"both", json_number(count.chance.both)}};
  communities["halves"] = {{"candidates", count.halves.candidates},
                           {"fits", numbers(count.halves.fits)},
                           {"behind", numbers(count.halves.behind)},
                           {"errors", numbers(count.halves.errors)}};
  communities["topology"] = {{"beyond_bulk", count.topology.beyond_bulk},
                             {"disassortative", count.topology.disassortative},
                             {"strengths", numbers(count.topology.strengths)},
                             {"converged", count.topology.converged}};
  communities["stability"] = {{"candidates", count.stability.candidates},
                              {"strengths", numbers(count.stability.strengths)}};
  communities["attribute_signals"] = count.attributes.signals;
}

Json communities_json(const Summary& s) {
  Json communities = {
      {"count", s.communities.size()},
      {"ids", list(s.communities, [](const CommunityFacts& c) { return Json(c.id); })},
      {"sizes", list(s.communities, [](const CommunityFacts& c) { return Json(c.size); })},
      {"conductances", list(s.communities, [](const CommunityFacts& c) { return json_number(c.conductance); })},
      {"confidence_by", name_of(s.confidence.source)},
      {"list", community_list_json(s)}};
  if (!s.count) return communities;
  const CommunityCount& count = *s.count;
  communities["wanted"] = count.communities;
  communities["wanted_by"] = name_of(count.reason);
  if (!count.chosen()) return communities;
  communities["words"] = count_words(count);
  communities["eigenvalues"] = numbers(count.eigenvalues);
  communities["gaps"] = numbers(count.gaps);
  if (count.all_criteria) add_criteria(communities, count);
  return communities;
}

Json quality_json(const Scores& scores) {
  Json quality = {{"modularity", json_number(scores.cut.modularity)},
                  {"coverage", json_number(scores.cut.coverage)},
                  {"mean_conductance", json_number(scores.cut.mean_conductance)},
                  {"largest_conductance", json_number(scores.cut.largest_conductance)}};
  if (!scores.agreement) return quality;
  const Agreement& a = *scores.agreement;
  quality["labelled_nodes"] = a.nodes;
  quality["nmi"] = json_number(a.nmi);
  quality["ami"] = json_number(a.ami);
  quality["ari"] = json_number(a.ari);
  quality["accuracy"] = json_number(a.accuracy);
  quality["largest_class"] = json_number(a.largest_class);
  quality["macro_f1"] = json_number(a.macro_f1);
  return quality;
}

Json training_json(const TrainingFacts& training) {
  const auto trace = [&](double LossRecord::*part) {
    return list(training.losses, [part](const LossRecord& record) { return json_number(record.*part); });
  };
  Json json = {{"epochs", training.epochs},
               {"ending", training.ending},
               {"gate_open_share", json_number(training.gate_open_share)},
               {"losses",
                {{"modularity", trace(&LossRecord::modularity)},
                 {"collapse", trace(&LossRecord::collapse)},
                 {"reconstruction", trace(&LossRecord::reconstruction)},
                 {"total", trace(&LossRecord::total)}}},
               {"gradient_norms", numbers(training.gradient_norms)}};
  if (training.kept_epoch >= 0) json["kept_epoch"] = training.kept_epoch;
  return json;
}

Json agreement_json(const EdgeAgreement& a) {
  return {{"edges", json_number(a.edges)},
          {"paths", json_number(a.paths)},
          {"distant", json_number(a.distant)},
          {"significance", json_number(a.significance)}};
}

Json candidate_json(const MetricEvidence& m) {
  return {{"metric", name_of(m.metric)}, {"agreement", json_number(m.agreement.edges)}, {"signals", m.signals}};
}

Json block_json(const BlockFacts& b) {
  return {{"metric", name_of(b.metric)}, {"width", b.width}, {"share", json_number(b.share)}};
}

Json diffusion_json(const DiffusionFacts& d) {
  Json json = {{"candidates", list(d.candidates, candidate_json)},
               {"blocks", list(d.blocks, block_json)},
               {"width", d.width},
               {"signals", d.signals},
               {"overlap", json_number(d.overlap)}};
  if (d.blanks.rows > 0) {
    json["blank_rows"] = {
        {"rows", d.blanks.rows}, {"are", name_of(d.blanks.are)}, {"significance", json_number(d.blanks.significance)}};
  }
  if (d.width > 0) {
    json["metric"] = name_of(d.candidates[d.chosen].metric);
    json["agreement"] = agreement_json(d.agreement);
    json["sign"] = {{"use", json_number(d.sign.use)},
                    {"push", json_number(d.sign.push)},
                    {"pull", json_number(d.sign.pull)},
                    {"opposite", d.sign.opposite}};
  }
  json["topology"] = {{"beyond_bulk", d.beyond_bulk},
                      {"clarity", json_number(d.clarity)},
                      {"unconfirmed", d.unconfirmed},
                      {"alone", d.alone},
                      {"decides", d.decides},
                      {"assortative", d.assortative},
                      {"eigenvalues", numbers(d.eigenvalues)},
                      {"weights", numbers(d.weights)}};
  return json;
}

Json weights_json(const WeightChoice& w) {
  Json json = {{"form", name_of(w.form)}, {"by", name_of(w.by)}};
  if (w.by != WeightJudge::nothing) {
    for (const auto& entry : enum_names(w.form))
      json["figures"][std::string(entry.name)] = json_number(w.figures[static_cast<std::size_t>(entry.value)]);
  }
  return json;
}

Json spectrum_json(const SpectrumFacts& spectrum) {
  return {{"eigenvalues", numbers(spectrum.values)},
          {"residuals", numbers(spectrum.residuals)},
          {"components", spectrum.components},
          {"products", spectrum.products},
          {"converged", spectrum.converged}};
}

Json kmeans_json(const KmeansFacts& kmeans) {
  return {{"inertia", json_number(kmeans.inertia)},
          {"iterations", kmeans.iterations},
          {"restart", kmeans.restart},
          {"starts", kmeans.starts},
          {"near_best", kmeans.near_best},
          {"converged", kmeans.converged}};
}

Json repetitions_json(const Repetitions& repetitions) {
  if (repetitions.none()) return nullptr;
  return {{"mean_ari", json_number(repetitions.mean())},
          {"least_ari", json_number(repetitions.least())},
          {"ari", numbers(repetitions.ari)},
          {"communities", repetitions.communities}};
}

// The share of a single node is in the table of communities.
Json stability_json(const Stability& s) {
  return {{"runs", s.seeds.ari.size()},
          {"seeds", repetitions_json(s.seeds)},
          {"attributes", repetitions_json(s.attributes)},
          {"nodes_that_stay", json_number(s.share_of_nodes(0.9))}};
}

void add_evidence(Json& json, const Summary& s) {
  if (s.training) json["training"] = training_json(*s.training);
  if (s.weights) json["weights"] = weights_json(*s.weights);
  if (s.diffusion) json["diffusion"] = diffusion_json(*s.diffusion);
  if (s.spectrum) json["spectrum"] = spectrum_json(*s.spectrum);
  if (s.neighbours > 0) json["neighbours"] = s.neighbours;
  if (s.kmeans) json["kmeans"] = kmeans_json(*s.kmeans);
  if (!s.evidence.empty()) json["evidence"] = values_json(s.evidence);
  if (!s.losses.empty()) json["losses"] = numbers(s.losses);
}

}  // namespace

Json homophily_json(const Homophily& h) {
  return {{"edge", json_number(h.edge)},
          {"node", json_number(h.node)},
          {"adjusted", json_number(h.adjusted)},
          {"label_informativeness", json_number(h.label_informativeness)},
          {"labelled_edges", h.labelled_edges}};
}

Json graph_json(const GraphFacts& f) {
  Json json = {{"nodes", f.nodes},
               {"edges", f.edges},
               {"directed", f.directed},
               {"weighted", f.weighted},
               {"entries_read", f.report.entries_read},
               {"self_loops_dropped", f.report.self_loops_dropped},
               {"repeats_merged", f.report.repeats_merged},
               {"directions_joined", f.report.directions_joined},
               {"reading", f.account},
               {"degree",
                {{"mean", json_number(f.degrees.mean)},
                 {"median", json_number(f.degrees.median)},
                 {"minimum", f.degrees.minimum},
                 {"maximum", f.degrees.maximum}}},
               {"isolated", f.degrees.isolated},
               {"components", f.components},
               {"largest_component", f.largest_component},
               {"attributes", nullptr},
               {"classes", nullptr},
               {"homophily", nullptr}};
  if (f.attributes) {
    json["attributes"] = {{"columns", f.attributes->columns},
                          {"form", f.attributes->sparse ? "sparse" : "dense"},
                          {"nonzeros", f.attributes->nonzeros},
                          {"density", json_number(f.attributes->density)},
                          {"empty_rows", f.attributes->empty_rows}};
  }
  if (f.labels) {
    json["classes"] = {{"count", f.labels->classes_with_nodes()},
                       {"sizes", f.labels->class_sizes},
                       {"unlabelled", f.labels->unlabelled}};
    json["homophily"] = homophily_json(f.labels->homophily);
  }
  return json;
}

Json summary_json(const Summary& s) {
  Json json = {{"schema", kRunSchema},
               {"schema_version", kRunVersion},
               {"cgsd", s.run.version},
               {"method", s.run.method},
               {"seed", s.run.seed}};
  json["data"] = data_json(s);
  json["options"] = values_json(s.run.options);
  json["communities"] = communities_json(s);
  json["quality"] = quality_json(s.quality);
  if (!s.decisions.empty()) {
    json["explanation"] = s.explanation();
    json["decisions"] = list(s.decisions, [](const Decision& d) {
      return Json{{"topic", d.topic}, {"words", d.words}, {"figures", d.figures}};
    });
  }
  if (s.stability) json["stability"] = stability_json(*s.stability);
  if (s.previous) json["previous"] = previous_json(*s.previous);
  if (s.levels) json["levels"] = levels_json(*s.levels);
  json["next_community_id"] = s.next_community_id;
  add_evidence(json, s);
  json["warnings"] = s.warnings;
  Json stages = Json::object();
  for (const StageTime& stage : s.timing.stages) stages[stage.stage] = stage.seconds;
  json["seconds"] = {{"total", s.timing.seconds}, {"stages", stages}};
  json["peak_memory_bytes"] = s.timing.peak_memory > 0 ? Json(s.timing.peak_memory) : Json(nullptr);
  return json;
}

std::string json_text(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

std::vector<DataFile> data_files(const std::vector<std::filesystem::path>& files, const RunContext& run) {
  std::vector<DataFile> result;
  for (const auto& file : files) {
    if (!std::filesystem::is_regular_file(file)) continue;
    result.push_back({file.string(), std::filesystem::file_size(file), sha256_of_file(file, run)});
  }
  return result;
}

}  // namespace cgsd

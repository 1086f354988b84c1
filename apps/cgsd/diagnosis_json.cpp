#include <nlohmann/json.hpp>

#include "cgsd/diagnosis/advice.hpp"
#include "cgsd/io/results/summary_json.hpp"

#include "curvature_report.hpp"
#include "diagnosis_report.hpp"
#include "summary_text.hpp"

namespace cgsd::app {
namespace {

Json json_of(const OpenShares& shares) {
  return {{"at_least_0.01", to_json(shares.slightly)}, {"at_least_0.5", to_json(shares.half)}};
}

Json json_of(const Range& range) { return Json::array({to_json(range.low), to_json(range.high)}); }

Json json_of(const AttributeFigures& f) {
  if (f.metrics.empty()) return nullptr;
  Json metrics = Json::array();
  for (const MetricEvidence& m : f.metrics) {
    metrics.push_back({{"metric", name_of(m.metric)},
                       {"rho1", to_json(m.agreement.edges)},
                       {"rho2", to_json(m.agreement.paths)},
                       {"significance", to_json(m.agreement.significance)},
                       {"signals", m.signals}});
  }
  return {{"metrics", metrics},
          {"chosen", name_of(f.metrics[f.chosen].metric)},
          {"used",
           {{"rho1", to_json(f.agreement.edges)},
            {"rho2", to_json(f.agreement.paths)},
            {"significance", to_json(f.agreement.significance)}}},
          {"default", {{"use", f.sign.use}, {"push", f.sign.push}, {"pull", f.sign.pull}}}};
}

Json json_of(const CurvatureBounds& b) {
  return {{"curvature", json_of(b.curvature)},
          {"curvature_bound", json_of(b.curvature_bound)},
          {"log_gate", json_of(b.log_gate)},
          {"log_gate_bound", json_of(b.log_gate_bound)},
          {"verdict", name_of(b.verdict)}};
}

Json json_of(const GateContraction& c) {
  return {{"gap_of_extremes", to_json(c.gap)},
          {"largest_leak", to_json(c.largest_leak)},
          {"mean_leak", to_json(c.mean_leak)},
          {"leak_bound", to_json(c.leak_bound)},
          {"nodes_beyond_their_bound", c.nodes_beyond},
          {"factor", to_json(c.factor.value)},
          {"factor_residual", to_json(c.factor.residual)},
          {"factor_converged", c.factor.converged},
          {"factor_without_cross_edges", to_json(c.factor_within)},
          {"factor_bound", to_json(c.factor_bound)},
          {"verdict", name_of(c.verdict)}};
}

Json json_of(const std::vector<Tail>& tails) {
  Json json = Json::array();
  for (const Tail& tail : tails) json.push_back({{"t", tail.t}, {"share", tail.share}, {"bound", tail.bound}});
  return json;
}

Json json_of(const CurvatureTails& t) {
  return {{"within", json_of(t.within)},
          {"cross", json_of(t.cross)},
          {"verdict", name_of(t.tails)},
          {"wrong_order", to_json(t.wrong_order)},
          {"wrong_order_bound", to_json(t.wrong_order_bound)},
          {"higher_within", to_json(t.higher_within)},
          {"order_verdict", name_of(t.order)}};
}

Json json_of(const GatedModularity& m) {
  return {{"log_mean_gate_within", to_json(m.log_gate_within)},
          {"log_mean_gate_cross", to_json(m.log_gate_cross)},
          {"coverage", to_json(m.coverage)},
          {"gated_coverage", to_json(m.gated_coverage)},
          {"coverage_gap", to_json(m.coverage_gap)},
          {"modularity", to_json(m.modularity)},
          {"gated_modularity", to_json(m.gated_modularity)},
          {"gap", to_json(m.gap)},
          {"gap_bounds", Json::array({to_json(m.lowest_gap), to_json(m.highest_gap)})},
          {"verdict", name_of(m.verdict)}};
}

Json json_of(const BlockModelGap& g) {
  return {{"measured", to_json(g.measured)},
          {"predicted", to_json(g.predicted)},
          {"deviation", to_json(g.deviation)},
          {"verdict", name_of(g.verdict)}};
}

Json json_of(const SoftRank& r) {
  return {{"temperature", r.temperature},
          {"spacing", to_json(r.spacing)},
          {"bias", to_json(r.bias)},
          {"bound", to_json(r.bound)},
          {"verdict", name_of(r.verdict)}};
}

Json statements_json(const Diagnosis& d) {
  return {{"lemma_1", json_of(d.lemma1)},     {"theorem_1", json_of(d.theorem1)}, {"lemma_2", json_of(d.lemma2)},
          {"theorem_2", json_of(d.theorem2)}, {"theorem_3", json_of(d.theorem3)}, {"lemma_3", json_of(d.lemma3)}};
}

}  // namespace

Json to_json(const DiagnosisReport& report) {
  const Diagnosis& d = report.diagnosis;
  const Graph& graph = report.named.data.input.graph;
  Json json = {{"name", report.named.name},
               {"nodes", graph.nodes()},
               {"edges", graph.edges()},
               {"split_by", report.by_labels() ? "labels" : "detected communities"},
               {"communities", report.communities},
               {"homophily", nullptr},
               {"curvature", to_json(CurvatureReport{CurvatureKind::forman, d.curvature, d.by_community})},
               {"open_edges", {{"printed_gate", json_of(d.printed_gate)}, {"rank_gate", json_of(d.rank_gate)}}},
               {"attributes", json_of(d.attributes)},
               {"explanation", report.explanation},
               {"nearest_neighbour_accuracy", nullptr},
               {"largest_class_share", to_json(d.largest_class_share)},
               {"statements", statements_json(d)},
               {"advice", advice(d)}};
  if (d.homophily) json["homophily"] = homophily_json(*d.homophily);
  if (d.nearest_neighbour) json["nearest_neighbour_accuracy"] = to_json(d.nearest_neighbour->accuracy);
  return json;
}

}  // namespace cgsd::app

#include <nlohmann/json.hpp>

#include "cgsd/diagnosis/advice.hpp"
#include "cgsd/io/results/summary_json.hpp"
#include "cgsd/io/text/json_number.hpp"

#include "apps/cgsd/render/curvature_report.hpp"
#include "apps/cgsd/render/diagnosis_report.hpp"

namespace cgsd::app {
namespace {

Json json_of(const AttributeFigures& f) {
  if (f.metrics.empty()) return nullptr;
  Json metrics = Json::array();
  for (std::size_t i = 0; i < f.metrics.size(); ++i) {
    const MetricEvidence& m = f.metrics[i];
    metrics.push_back({{"metric", name_of(m.metric)},
                       {"rho1", json_number(m.agreement.edges)},
                       {"rho2", json_number(m.agreement.paths)},
                       {"significance", json_number(m.agreement.significance)},
                       {"signals", m.signals},
                       {"share", json_number(f.shares[i])}});
  }
  return {{"metrics", metrics},
          {"chosen", name_of(f.metrics[f.chosen].metric)},
          {"used",
           {{"rho1", json_number(f.agreement.edges)},
            {"rho2", json_number(f.agreement.paths)},
            {"significance", json_number(f.agreement.significance)}}},
          {"default", {{"use", f.sign.use}, {"push", f.sign.push}, {"pull", f.sign.pull}}}};
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
               {"curvature_higher_within", json_number(d.higher_within)},
               {"open_edges", json_number(d.open_share)},
               {"attributes", json_of(d.attributes)},
               {"explanation", report.explanation},
               {"nearest_neighbour_accuracy", nullptr},
               {"largest_class_share", json_number(d.largest_class_share)},
               {"advice", advice(d)}};
  if (d.homophily) json["homophily"] = homophily_json(*d.homophily);
  if (d.nearest_neighbour) json["nearest_neighbour_accuracy"] = json_number(d.nearest_neighbour->accuracy);
  return json;
}

}  // namespace cgsd::app

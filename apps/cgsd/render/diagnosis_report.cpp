#include "apps/cgsd/render/diagnosis_report.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/diagnosis/advice.hpp"

#include "apps/cgsd/render/curvature_report.hpp"
#include "apps/cgsd/render/graph_text.hpp"

namespace cgsd::app {
namespace {

std::string percent(double share) { return std::isnan(share) ? "–" : fmt::format("{:.1f} %", 100.0 * share); }

std::string opening(const DiagnosisReport& report, std::size_t width) {
  const std::string groups =
      report.by_labels()
          ? fmt::format("Edges are split by the {} classes of the labels.", report.communities)
          : fmt::format("There are no labels: edges are split by the {} communities that the default finds.",
                        report.communities);
  return heading(report.named.name, report.graph, {}, width) + paragraph(groups, width);
}

std::string advice_section(const Diagnosis& d, std::size_t width) {
  std::string text = section("What to use", width);
  for (const std::string& sentence : advice(d)) text += fact_list({{"·", sentence}}, width);
  return text;
}

Facts homophily_facts(const Diagnosis& d) {
  if (!d.homophily) return {};
  const Homophily& h = *d.homophily;
  return {{"same class", fmt::format("{} of the edges (edge homophily {})", percent(h.edge), number_text(h.edge, 4))},
          {"beyond chance",
           fmt::format("{} (adjusted homophily: 1 if all are alike, 0 by chance)", number_text(h.adjusted, 4))},
          {"one end tells", fmt::format("{} of the class of the other (label informativeness); node homophily {}",
                                        number_text(h.label_informativeness, 4), number_text(h.node, 4))}};
}

Facts nearest_facts(const Diagnosis& d) {
  if (!d.nearest_neighbour) return {};
  const NearestNeighbourAccuracy& found = *d.nearest_neighbour;
  std::string text = fmt::format("has the same class for {} of the nodes; the largest class has {}",
                                 percent(found.accuracy), percent(d.largest_class_share));
  if (found.recall < 1.0) text += fmt::format("; neighbours approximate, recall {:.3f}", found.recall);
  return {{"nearest node", text}};
}

std::string label_section(const Diagnosis& d, std::size_t width) {
  Facts facts = homophily_facts(d);
  for (auto& fact : nearest_facts(d)) facts.push_back(std::move(fact));
  if (facts.empty()) return {};
  return section("Classes of neighbours, and of the nearest node by attributes", width) + fact_list(facts, width);
}

std::string_view row_name(StalkMetric metric) {
  switch (metric) {
    case StalkMetric::idf:
      return "rare words (idf)";
    case StalkMetric::z_score:
      return "common scale (z_score)";
    case StalkMetric::centred:
      return "as they are (centred)";
  }
  return {};
}

std::string attribute_table(const AttributeFigures& f, std::size_t width) {
  Table table({"compared by", "neighbours", "two steps", "deviations", "signals", "share", ""});
  const auto agreement_cells = [](const EdgeAgreement& a) {
    return std::array{number_text(a.edges, 3), number_text(a.paths, 3), number_text(a.significance, 1)};
  };
  for (std::size_t i = 0; i < f.metrics.size(); ++i) {
    const MetricEvidence& m = f.metrics[i];
    const auto [edges, paths, deviations] = agreement_cells(m.agreement);
    table.add({std::string(row_name(m.metric)), edges, paths, deviations, grouped(m.signals),
               number_text(f.shares[i], 2), i == f.chosen ? "chosen" : ""});
  }
  const auto [edges, paths, deviations] = agreement_cells(f.agreement);
  table.add({"as used", edges, paths, deviations, "", "", ""});
  return table.text(width);
}

std::string attribute_section(const DiagnosisReport& report, std::size_t width) {
  const AttributeFigures& f = report.diagnosis.attributes;
  if (f.metrics.empty()) {
    const bool none = report.named.data.input.attributes.none();
    return section("Attributes of neighbours", width) +
           paragraph(none ? "There are none." : "There are none that vary.", width);
  }
  return section("Attributes of neighbours: how far they agree beyond chance (1: the same)", width) +
         attribute_table(f, width) + paragraph(report.explanation, width) +
         paragraph(
             fmt::format("The default counts edges by {:.2f}; of that {:.2f} pushes neighbours apart and {:.2f} pulls "
                         "them together.",
                         f.sign.use, f.sign.push, f.sign.pull),
             width);
}

std::string curvature_section(const DiagnosisReport& report, std::size_t width) {
  const Diagnosis& d = report.diagnosis;
  if (d.curvature.count == 0) return "\nThere are no edges, so there is no curvature.\n";
  const CurvatureReport curvature{CurvatureKind::forman, d.curvature, d.by_community,
                                  report.by_labels() ? "classes" : "communities"};
  return section("Curvature of the edges (Forman, without direction)", width) + to_text(curvature, width) +
         paragraph(fmt::format("Of an edge within and one across, the one within has the higher curvature in {} of the "
                               "pairs.",
                               percent(d.higher_within)),
                   width) +
         paragraph(fmt::format("The gate of the methods paper and authors is open (at least 0.01) on {} of the edges.",
                               percent(d.open_share)),
                   width);
}

}  // namespace

std::string to_text(const DiagnosisReport& report, std::size_t width) {
  const Diagnosis& d = report.diagnosis;
  return opening(report, width) + advice_section(d, width) + label_section(d, width) +
         attribute_section(report, width) + curvature_section(report, width);
}

}  // namespace cgsd::app

#include "apps/cgsd/render/diagnosis_report.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/diagnosis/advice.hpp"

#include "apps/cgsd/render/curvature_report.hpp"
#include "apps/cgsd/render/summary_text.hpp"

namespace cgsd::app {
namespace {

std::string percent(double share) { return std::isnan(share) ? "–" : fmt::format("{:.1f} %", 100.0 * share); }

std::string heading(const DiagnosisReport& report) {
  const AttributedGraph& input = report.named.data.input;
  const std::string attributes =
      input.attributes.none() ? "no attributes" : fmt::format("{} attributes", grouped(input.attributes.cols()));
  const std::string groups =
      report.by_labels()
          ? fmt::format("Edges are split by the {} classes of the labels.", report.communities)
          : fmt::format("There are no labels: edges are split by the {} communities that the default finds.",
                        report.communities);
  return fmt::format("{} ({}): {} nodes, {} edges, {}\n{}\n", report.named.name, report.named.format,
                     grouped(input.graph.nodes()), grouped(input.graph.edges()), attributes, groups);
}

std::string homophily_section(const Diagnosis& d) {
  if (!d.homophily) return {};
  return fmt::format("\nHomophily: {}\n", to_text(*d.homophily));
}

std::string curvature_section(const DiagnosisReport& report) {
  const Diagnosis& d = report.diagnosis;
  if (d.curvature.count == 0) return "\nThere are no edges, so there is no curvature.\n";
  const CurvatureReport curvature{CurvatureKind::forman, d.curvature, d.by_community,
                                  report.by_labels() ? "classes" : "communities"};
  std::string text = fmt::format("\nForman curvature, edges without direction\n{}", to_text(curvature));
  return text + fmt::format(
                    "  higher within: {} of the pairs of an edge within and one across\n"
                    "  gate σ(κ) open (at least 0.01): {} of the edges\n",
                    percent(d.higher_within), percent(d.open_share));
}

std::string nearest_text(const Diagnosis& d) {
  if (!d.nearest_neighbour) return {};
  const NearestNeighbourAccuracy& found = *d.nearest_neighbour;
  std::string text = fmt::format("  1-NN accuracy of the attributes: {} (naming the largest class always: {})",
                                 number_text(found.accuracy, 3), number_text(d.largest_class_share, 3));
  if (found.recall < 1.0) text += fmt::format("; neighbours approximate, recall {:.3f}", found.recall);
  return text + "\n";
}

std::string attribute_section(const DiagnosisReport& report) {
  const Diagnosis& d = report.diagnosis;
  const AttributeFigures& f = d.attributes;
  if (f.metrics.empty())
    return fmt::format("\nAttributes: {}\n{}", report.named.data.input.attributes.none() ? "none" : "none that vary",
                       nearest_text(d));
  Table table({"attributes against edges", "ρ1", "ρ2", "significance", "signals", "share", ""});
  for (std::size_t i = 0; i < f.metrics.size(); ++i) {
    const MetricEvidence& m = f.metrics[i];
    table.add({std::string(name_of(m.metric)), number_text(m.agreement.edges, 3), number_text(m.agreement.paths, 3),
               number_text(m.agreement.significance, 1), grouped(m.signals), number_text(f.shares[i], 2),
               i == f.chosen ? "chosen" : ""});
  }
  table.add({"directions used", number_text(f.agreement.edges, 3), number_text(f.agreement.paths, 3),
             number_text(f.agreement.significance, 1), "", "", ""});
  return fmt::format(
      "\n{}  default: edges count by {:.2f}; of that {:.2f} pushes neighbours apart and {:.2f} pulls them "
      "together\n{}{}",
      table.text(), f.sign.use, f.sign.push, f.sign.pull, fact_list({{"why", wrapped(report.explanation)}}),
      nearest_text(d));
}

}  // namespace

std::string to_text(const DiagnosisReport& report) {
  std::string text = heading(report) + "\nWhat to use\n";
  for (const std::string& sentence : advice(report.diagnosis)) text += fact_list({{"·", wrapped(sentence)}});
  return text + homophily_section(report.diagnosis) + attribute_section(report) + curvature_section(report);
}

}  // namespace cgsd::app

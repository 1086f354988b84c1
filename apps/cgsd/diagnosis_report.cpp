#include "diagnosis_report.hpp"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/diagnosis/advice.hpp"

#include "curvature_report.hpp"
#include "summary_text.hpp"

namespace cgsd::app {
namespace {

std::string percent(double share) { return std::isnan(share) ? "–" : fmt::format("{:.1f} %", 100.0 * share); }

// "1.3·10^−45" where a plain number would be unreadable.
std::string gate_text(double log_gate) {
  if (std::isnan(log_gate)) return "–";
  if (log_gate > std::log(1e-3)) return fmt::format("{:.2g}", std::exp(log_gate));
  const double power = log_gate / std::log(10.0);
  return fmt::format("{:.1f}·10^−{:.0f}", std::pow(10.0, power - std::floor(power)), -std::floor(power));
}

std::string range_text(const std::string& low, const std::string& high) { return fmt::format("{} … {}", low, high); }

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
  text += fmt::format("  gap of extremes (lowest within − highest across): {}\n",
                      number_text(d.by_community.gap_of_extremes, 2));
  Table gates({"edges left open by", "gate ≥ 0.01", "gate ≥ 0.5"});
  gates.add({"printed gate σ(κ)", percent(d.printed_gate.slightly), percent(d.printed_gate.half)});
  gates.add({"mid-rank gate", percent(d.rank_gate.slightly), percent(d.rank_gate.half)});
  return text + "\n" + gates.text();
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
  Table table({"attributes against edges", "ρ1", "ρ2", "significance", "signals", ""});
  for (std::size_t i = 0; i < f.metrics.size(); ++i) {
    const MetricEvidence& m = f.metrics[i];
    table.add({std::string(name_of(m.metric)), number_text(m.agreement.edges, 3), number_text(m.agreement.paths, 3),
               number_text(m.agreement.significance, 1), grouped(m.signals), i == f.chosen ? "chosen" : ""});
  }
  table.add({"directions used", number_text(f.agreement.edges, 3), number_text(f.agreement.paths, 3),
             number_text(f.agreement.significance, 1), "", ""});
  return fmt::format(
      "\n{}  default: edges count by {:.2f}; of that {:.2f} pushes neighbours apart and {:.2f} pulls them "
      "together\n{}{}",
      table.text(), f.sign.use, f.sign.push, f.sign.pull, fact_list({{"why", wrapped(report.explanation)}}),
      nearest_text(d));
}

std::string tails_text(const std::vector<Tail>& tails, double Tail::*figure) {
  std::vector<std::string> shown;
  shown.reserve(tails.size());
  for (const Tail& tail : tails) shown.push_back(fmt::format("{:.1f}", 100.0 * (tail.*figure)));
  return shown.empty() ? "–" : fmt::format("{} %", fmt::join(shown, ", "));
}

// As many digits as are known: Lanczos comes from below, and S has nothing beyond 1.
std::string factor_text(const ContractionFactor& factor) {
  constexpr double kLastDigit = 5e-5;
  return (factor.residual > kLastDigit ? "≥ " : "") + number_text(factor.value, 4);
}

void add_first_rows(Table& table, const Diagnosis& d) {
  const CurvatureBounds& l1 = d.lemma1;
  const std::string first_verdict(name_of(l1.verdict));
  table.add({"Lemma 1", "curvature", range_text(number_text(l1.curvature.low, 0), number_text(l1.curvature.high, 0)),
             range_text(number_text(l1.curvature_bound.low, 0), number_text(l1.curvature_bound.high, 0)),
             first_verdict});
  table.add({"", "gate σ(κ)", range_text(gate_text(l1.log_gate.low), gate_text(l1.log_gate.high)),
             range_text(gate_text(l1.log_gate_bound.low), gate_text(l1.log_gate_bound.high)), first_verdict});
  const GateContraction& t1 = d.theorem1;
  const std::string verdict(name_of(t1.verdict));
  table.add({"Theorem 1", "premise: gap of extremes", number_text(t1.gap, 0), "> 0", verdict});
  table.add({"", "largest leak across a border", number_text(t1.largest_leak, 4),
             std::isnan(t1.leak_bound) ? "–" : fmt::format("≤ {:.4f}", t1.leak_bound), verdict});
  table.add({"", "contraction factor", factor_text(t1.factor),
             std::isnan(t1.factor_bound) ? "–" : fmt::format("≤ {:.4f}", t1.factor_bound), verdict});
}

void add_last_rows(Table& table, const Diagnosis& d) {
  const CurvatureTails& l2 = d.lemma2;
  const auto tail_verdict = [&](const std::vector<Tail>& tails) {
    return std::string(name_of(tails.empty() ? Verdict::premise_not_met : l2.tails));
  };
  table.add({"Lemma 2", "within, beyond 1.5, 2, 3, 5 s", tails_text(l2.within, &Tail::share),
             tails_text(l2.within, &Tail::bound), tail_verdict(l2.within)});
  table.add({"", "across, the same", tails_text(l2.cross, &Tail::share), tails_text(l2.cross, &Tail::bound),
             tail_verdict(l2.cross)});
  table.add({"", "pairs not in the right order", percent(l2.wrong_order),
             std::isnan(l2.wrong_order_bound) ? "–" : fmt::format("≤ {}", percent(l2.wrong_order_bound)),
             std::string(name_of(l2.order))});
  const GatedModularity& t2 = d.theorem2;
  const std::string verdict(name_of(t2.verdict));
  table.add({"Theorem 2", "premise: mean gate within", gate_text(t2.log_gate_within),
             std::isnan(t2.log_gate_cross) ? "–" : fmt::format("> {} (across)", gate_text(t2.log_gate_cross)),
             verdict});
  table.add({"", "coverage, gated − plain", number_text(t2.coverage_gap, 4), "> 0", verdict});
  table.add({"", "modularity, gated − plain", number_text(t2.gap, 4),
             range_text(number_text(t2.lowest_gap, 4), number_text(t2.highest_gap, 4)), verdict});
  const BlockModelGap& t3 = d.theorem3;
  table.add({"Theorem 3", "gap of mean curvature", number_text(t3.measured, 2),
             std::isnan(t3.predicted)
                 ? "–"
                 : fmt::format("{} ± {}", number_text(t3.predicted, 2), number_text(3.0 * t3.deviation, 2)),
             std::string(name_of(t3.verdict))});
  const SoftRank& l3 = d.lemma3;
  table.add({"Lemma 3", fmt::format("soft-rank bias, T = {}", l3.temperature), number_text(l3.bias, 5),
             std::isnan(l3.bound) ? "–" : fmt::format("≤ {:.5f}", l3.bound), std::string(name_of(l3.verdict))});
}

std::string statement_section(const Diagnosis& d) {
  Table table({"statement", "quantity", "measured", "bound", "verdict"});
  add_first_rows(table, d);
  add_last_rows(table, d);
  return fmt::format("\nThe paper's statements on this graph, as docs/diagnose.md reads them\n{}", table.text());
}

}  // namespace

std::string to_text(const DiagnosisReport& report) {
  std::string text = heading(report) + homophily_section(report.diagnosis) + curvature_section(report) +
                     attribute_section(report) + statement_section(report.diagnosis) + "\nAdvice\n";
  for (const std::string& sentence : advice(report.diagnosis)) text += fact_list({{"·", wrapped(sentence)}});
  return text;
}

}  // namespace cgsd::app

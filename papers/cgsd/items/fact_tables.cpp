#include "papers/cgsd/items/fact_tables.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cgsd {
namespace {

// One figure of a dataset, beside what the paper prints in column `name`.
void add(Comparison& comparison, const ItemSpec& spec, const std::string& row, const char* name, double value) {
  const auto printed = spec.printed_at(row, name);
  constexpr int kDigits = 3;
  const bool is_whole = value == std::floor(value) && std::abs(value) >= 2.0;
  comparison.figures.push_back(
      {row, name, exact(value), printed, printed ? printed->digits : (is_whole ? 0 : kDigits), {}});
}

std::string listed(std::span<const DatasetFacts> facts, double DatasetFacts::*what) {
  std::vector<std::string> parts;
  for (const DatasetFacts& f : facts) parts.push_back(fmt::format("{} {:.3f}", f.name, f.*what));
  return fmt::format("{}", fmt::join(parts, ", "));
}

Claim sizes_claim(const Comparison& comparison) {
  std::vector<ComparedFigure> sizes = comparison.figures;
  std::erase_if(sizes, [](const ComparedFigure& f) { return f.column.ends_with("phily"); });
  const AgreementCount count = count_agreement(sizes);
  return {"Nodes, edges, attributes and classes of the five datasets", verdict_if(count.all()),
          fmt::format("{} of {} printed counts are equal to those of our files, edges counted as directed entries.",
                      count.agree, count.compared)};
}

Claim cora_claim(const ItemSpec& spec, std::span<const DatasetFacts> facts) {
  Claim claim{"Cora has heterophily 0.83", ClaimVerdict::cannot_be_checked, "Cora was not measured."};
  const auto printed = spec.printed_at("Cora", "heterophily");
  const auto cora = std::ranges::find(facts, "Cora", &DatasetFacts::name);
  if (!printed || cora == facts.end()) return claim;
  const double heterophily = 1.0 - cora->homophily;
  constexpr double kNear = 0.03;
  const bool holds = std::abs(heterophily - printed->value) <= kNear;
  claim.verdict = verdict_if(holds);
  claim.evidence = fmt::format("Measured heterophily {:.3f}; its homophily is {:.3f}{}.", heterophily, cora->homophily,
                               !holds && std::abs(cora->homophily - printed->value) <= kNear
                                   ? ", which is what the printed figure is near to"
                                   : "");
  return claim;
}

// "homophily_cornell" → "Cornell"
std::string dataset_of(std::string name) {
  name.erase(0, name.find('_') + 1);
  name.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(name.front())));
  return name;
}

// "h ∈ [low, high]" beside the appendix' own homophily of the heterophilic sets, which alone can contradict it.
Claim range_claim(const ItemSpec& spec, std::span<const DatasetFacts> facts) {
  const double low = spec.quoted_value("heterophily_low");
  const double high = spec.quoted_value("heterophily_high");
  const auto is_inside = [&](double h) { return low <= h && h <= high; };
  std::vector<std::string> printed;
  std::vector<std::string> outside;
  for (const auto& [name, value] : spec.quoted) {
    const double h = 1.0 - value.value;
    if (name.starts_with("homophily_") && !is_inside(h))
      printed.push_back(fmt::format("{} {:.3f}", dataset_of(name), h));
  }
  for (const DatasetFacts& f : facts) {
    const double h = 1.0 - f.entry_homophily;
    if (f.name != "Cora" && !is_inside(h)) outside.push_back(fmt::format("{} {:.3f}", f.name, h));
  }
  const auto names_of = [](const std::vector<std::string>& names) {
    return names.empty() ? std::string("none") : fmt::format("{}", fmt::join(names, ", "));
  };
  return {fmt::format("The heterophilic datasets have h in [{}, {}]", low, high),
          printed.empty() ? verdict_if(outside.empty()) : ClaimVerdict::contradicts_itself,
          fmt::format("Outside by the appendix' own homophily: {}; by what was measured: {}.", names_of(printed),
                      names_of(outside))};
}

Claim digits_claim(const Comparison& comparison, const char* column, std::string text) {
  std::vector<ComparedFigure> figures = comparison.figures;
  std::erase_if(figures, [&](const ComparedFigure& f) { return f.column != column; });
  const AgreementCount count = count_agreement(figures);
  return {std::move(text), verdict_if(count.all()),
          fmt::format("{} of {} printed values are equal in every digit.", count.agree, count.compared)};
}

// The caption's gap, minimum within − maximum across, beside the difference of means.
Claim gap_claim(const ItemSpec& spec, std::span<const DatasetFacts> facts) {
  std::vector<std::string> parts;
  bool as_means = !facts.empty();
  for (const DatasetFacts& f : facts) {
    parts.push_back(
        fmt::format("{} {:+.2f} against {:+.0f}", f.name, f.curvature.gap_of_means, f.curvature.gap_of_extremes));
    const auto within = spec.printed_at(f.name, "within");
    as_means = as_means && within &&
               rounded_text(f.curvature.within.mean, within->digits) == rounded_text(within->value, within->digits);
  }
  return {"The curvature gap is the smallest curvature within less the largest across (caption)",
          as_means ? ClaimVerdict::contradicts_itself : ClaimVerdict::not_reproduced,
          fmt::format("What the table prints are means; their difference against the caption's gap: {}.",
                      fmt::join(parts, ", "))};
}

Claim nearest_claim(const Comparison& comparison, std::span<const DatasetFacts> facts) {
  std::vector<ComparedFigure> figures = comparison.figures;
  std::erase_if(figures, [](const ComparedFigure& f) { return f.column != std::string("nearest_neighbour"); });
  const AgreementCount count = count_agreement(figures);
  return {
      "1-NN accuracy per dataset", ClaimVerdict::cannot_be_checked,
      fmt::format("The points it is computed from are not stated; on the attributes, each node against all others, it "
                  "is {}: {} of {} as printed.",
                  listed(facts, &DatasetFacts::nearest_neighbour), count.agree, count.compared)};
}

}  // namespace

ItemReport data_table(const ItemSpec& spec, std::span<const DatasetFacts> facts) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = {.column_name = "figure"}};
  for (const DatasetFacts& f : facts) {
    add(report.comparison, spec, f.name, "nodes", static_cast<double>(f.nodes));
    add(report.comparison, spec, f.name, "edges", static_cast<double>(f.entries));
    add(report.comparison, spec, f.name, "attributes", static_cast<double>(f.attributes));
    add(report.comparison, spec, f.name, "classes", f.classes);
    add(report.comparison, spec, f.name, "homophily", f.homophily);
    add(report.comparison, spec, f.name, "heterophily", 1.0 - f.homophily);
  }
  report.comparison.remarks = {
      "edges: directed entries, as the files list them (Cora: every edge both ways). Homophily: share of the "
      "undirected "
      "edges within a class; heterophily: 1 − homophily."};
  report.claims = {sizes_claim(report.comparison), cora_claim(spec, facts), range_claim(spec, facts)};
  return report;
}

ItemReport curvature_table(const ItemSpec& spec, std::span<const DatasetFacts> facts) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = {.column_name = "figure"}};
  for (const DatasetFacts& f : facts) {
    add(report.comparison, spec, f.name, "within", f.curvature.within.mean);
    add(report.comparison, spec, f.name, "cross", f.curvature.cross.mean);
    add(report.comparison, spec, f.name, "gap", f.curvature.gap_of_means);
    add(report.comparison, spec, f.name, "homophily", f.entry_homophily);
    add(report.comparison, spec, f.name, "nearest_neighbour", f.nearest_neighbour);
  }
  report.comparison.remarks = {
      "Means over directed entries as given, degree = entries that leave a node, loops left out of the averages; no "
      "chance is involved, so digits are compared. nearest_neighbour: 1-NN accuracy, here on the attributes."};
  report.claims = {digits_claim(report.comparison, "within", "Mean curvature within classes"),
                   digits_claim(report.comparison, "cross", "Mean curvature across classes"),
                   digits_claim(report.comparison, "homophily", "Edge homophily (appendix)"), gap_claim(spec, facts),
                   nearest_claim(report.comparison, facts)};
  return report;
}

}  // namespace cgsd

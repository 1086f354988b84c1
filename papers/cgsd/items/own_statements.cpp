#include "papers/cgsd/items/own_statements.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/experiment/dataset_source.hpp"

namespace cgsd {
namespace {

// "Violated: expected gap … on Wisconsin; …"
std::string violations(const std::vector<StatementFigure>& figures) {
  std::vector<std::string> violated;
  for (const StatementFigure& f : figures) {
    const std::string name = fmt::format("{} on {}", f.statement, f.dataset);
    if (f.verdict == Verdict::violated && std::ranges::find(violated, name) == violated.end()) violated.push_back(name);
  }
  return violated.empty() ? "No statement is violated." : fmt::format("Violated: {}.", fmt::join(violated, "; "));
}

}  // namespace

std::vector<StatementFigure> own_statement_figures(const ItemSpec& spec, const StoreLocations& locations,
                                                   const RunContext& run) {
  std::vector<StatementFigure> all;
  for (const DatasetEntry& entry : spec.datasets) {
    const Dataset data = load_entry(entry, {.directed = false}, locations, run);
    for (StatementFigure& figure :
         figures_of(evaluate_statements(data.input.graph, data.labels.class_of, run), entry.label))
      all.push_back(std::move(figure));
  }
  return all;
}

ItemReport own_statements_report(const ItemSpec& spec, std::vector<StatementFigure> figures) {
  ItemReport report{.item = spec.item, .title = spec.title};
  report.remarks = {
      "These statements are ours, not the paper's; docs/notes/statements.md has their wording and proofs. Communities "
      "are the classes of the labels, edges have no direction, curvature is Forman's.",
      violations(figures)};
  report.statements = std::move(figures);
  return report;
}

}  // namespace cgsd

#include "papers/cgsd/items/ablations.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/options.hpp"
#include "cgsd/stats/friedman.hpp"

namespace cgsd {
namespace {

constexpr double kDefaultAlpha = 1.0;
constexpr double kDefaultNeighbours = 10.0;

// Shown beside what the paper varies, not part of it.
bool is_beside(std::string_view label) { return label == kAttributeKmeans || label == kDefault; }

// A place of the grid, by the options of its method.
struct GridPoint {
  std::string label{};
  double alpha = kDefaultAlpha;
  double neighbours = kDefaultNeighbours;

  bool is_default() const { return alpha == kDefaultAlpha && neighbours == kDefaultNeighbours; }
};

double number_of(std::string_view text) {
  double value = Measured::kNone;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

std::vector<GridPoint> grid_of(const ExperimentSpec& spec) {
  std::vector<GridPoint> grid;
  for (const MethodEntry& method : spec.methods) {
    if (is_beside(method.label)) continue;
    GridPoint point{.label = method.label};
    for (const std::string& assignment : method.overrides) {
      const auto [name, value] = split_assignment(assignment);
      if (name == "affinity.alpha") point.alpha = number_of(value);
      if (name == "knn.neighbours") point.neighbours = number_of(value);
    }
    grid.push_back(std::move(point));
  }
  return grid;
}

struct GridResult {
  std::string dataset;
  GridPoint best;
  Measured at_best;
  Measured at_default;
};

GridResult grid_result(const std::vector<GridPoint>& grid, const CellScores& scores, const std::string& dataset) {
  GridResult result{.dataset = dataset, .best = {}, .at_best = {}, .at_default = {}};
  for (const GridPoint& point : grid) {
    const Measured value = scores.mean(point.label, dataset);
    if (point.is_default()) result.at_default = value;
    if (!std::isfinite(result.at_best.value) || value.value > result.at_best.value) {
      result.best = point;
      result.at_best = value;
    }
  }
  return result;
}

void add_figures(const ItemSpec& spec, const GridResult& result, Comparison& comparison) {
  const auto printed = [&](const char* column) { return spec.printed_at(result.dataset, column); };
  comparison.figures.push_back({result.dataset, "best α", exact(result.best.alpha), printed("alpha"), 1, {}});
  comparison.figures.push_back({result.dataset, "best k", exact(result.best.neighbours), printed("k"), 0, {}});
  comparison.figures.push_back({result.dataset, "NMI at the best", result.at_best, printed("best"), 3, {}});
  comparison.figures.push_back({result.dataset, "NMI at α = 1, k = 10", result.at_default, printed("default"), 3, {}});
}

void add_what_is_beside(const CellScores& scores, const std::string& dataset, Comparison& comparison) {
  for (const char* label : {kAttributeKmeans, kDefault}) {
    if (scores.has(label)) comparison.figures.push_back({dataset, label, scores.mean(label, dataset), {}, 3, {}});
  }
}

Claim near_best_claim(const ItemSpec& spec, const std::vector<GridResult>& results) {
  const double tolerance = spec.quoted_value("within_of_best");
  constexpr double kRounding = 1e-9;
  std::vector<std::string> own;
  std::vector<std::string> beyond;
  for (const GridResult& result : results) {
    const auto best = spec.printed_at(result.dataset, "best");
    const auto at_default = spec.printed_at(result.dataset, "default");
    if (best && at_default && best->value - at_default->value > tolerance + kRounding)
      own.push_back(fmt::format("{} {:.3f}", result.dataset, best->value - at_default->value));
    const double gap = result.at_best.value - result.at_default.value;
    if (gap > tolerance) beyond.push_back(fmt::format("{} {:.3f}", result.dataset, gap));
  }
  std::string evidence = own.empty() ? std::string("The paper's table agrees with it")
                                     : fmt::format("The paper's own table has a gap of {}", fmt::join(own, ", "));
  evidence += beyond.empty() ? "; measured gaps are all within it."
                             : fmt::format("; measured gaps beyond it: {}.", fmt::join(beyond, ", "));
  return {fmt::format("The default (α = 1, k = 10) is within {} of the best", tolerance),
          own.empty() ? verdict_if(beyond.empty()) : ClaimVerdict::contradicts_itself, evidence};
}

Claim best_places_claim(const Comparison& comparison) {
  std::vector<ComparedFigure> places = comparison.figures;
  std::erase_if(places, [](const ComparedFigure& f) { return !f.column.starts_with("best"); });
  const AgreementCount count = count_agreement(places);
  return {"The best α and k per dataset", verdict_if(count.all()),
          fmt::format("{} of {} are as printed; they are chosen by NMI, which looks at the classes.", count.agree,
                      count.compared)};
}

Claim values_claim(const Comparison& comparison, std::string text) {
  std::vector<ComparedFigure> values = comparison.figures;
  std::erase_if(values, [](const ComparedFigure& f) { return f.column.starts_with("best"); });
  const AgreementCount count = count_agreement(values);
  if (count.compared == 0)
    return {std::move(text), ClaimVerdict::cannot_be_checked, "No printed value could be measured."};
  std::vector<std::string> outside;
  for (const ComparedFigure& f : values) {
    if (agrees(f.agreement()) != false) continue;
    outside.push_back(
        fmt::format("{}, {} ({} against {:.3f})", f.row, f.column, measured_text(f.measured, 3), f.printed->value));
  }
  return {std::move(text), verdict_if(count.all()),
          fmt::format("{} of {} are inside two standard errors{}{}.", count.agree, count.compared,
                      outside.empty() ? "" : "; outside: ", fmt::join(outside, "; "))};
}

std::string grid_csv(const std::vector<GridPoint>& grid, const CellScores& scores) {
  std::string csv = "dataset,alpha,k,nmi,standard_error\n";
  for (const std::string& dataset : scores.datasets()) {
    for (const GridPoint& point : grid) {
      const Measured value = scores.mean(point.label, dataset);
      csv += fmt::format("{},{},{},{},{}\n", dataset, point.alpha, point.neighbours, value.value, value.standard_error);
    }
  }
  return csv;
}

}  // namespace

ItemReport grid_table(const ItemSpec& spec, const CellScores& scores) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = {.column_name = "figure"}};
  const std::vector<GridPoint> grid = grid_of(*spec.experiment);
  std::vector<GridResult> results;
  for (const std::string& dataset : scores.datasets()) {
    results.push_back(grid_result(grid, scores, dataset));
    add_figures(spec, results.back(), report.comparison);
    add_what_is_beside(scores, dataset, report.comparison);
  }
  report.comparison.remarks = {
      fmt::format("{} places of α and k, {} seeds; the paper does not give its grid; ours holds every value it prints.",
                  grid.size(), scores.seeds())};
  report.claims = {near_best_claim(spec, results), best_places_claim(report.comparison),
                   values_claim(report.comparison, "NMI at the best place and at the default")};
  report.files.push_back({"table-ablation-grid.csv", grid_csv(grid, scores)});
  return report;
}

ItemReport loss_table(const ItemSpec& spec, const CellScores& scores) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = nmi_comparison(spec, scores)};
  std::vector<std::string> variants = scores.methods();
  std::erase_if(variants, is_beside);
  const std::size_t rows = scores.datasets().size();
  Matrix<double> table(rows, variants.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < variants.size(); ++c)
      table(r, c) = scores.mean(variants[c], scores.datasets()[r]).value;
  }
  std::string test = "A Friedman test needs two datasets.";
  const auto is_finite = [](double value) { return std::isfinite(value); };
  if (rows >= 2 && std::ranges::all_of(table.values(), is_finite)) {
    const Friedman found = friedman(table, {});
    std::vector<std::string> ranks;
    for (std::size_t c = 0; c < variants.size(); ++c)
      ranks.push_back(fmt::format("{} {:.1f}", variants[c], found.average_ranks[c]));
    test = fmt::format("Friedman over {} datasets: χ² = {:.2f}, {}; mean ranks: {}.", rows, found.statistic,
                       p_text(found.p), fmt::join(ranks, ", "));
  }
  report.comparison.remarks.emplace_back("The paper's numbers for this are not known to us.");
  report.claims = {{"Each loss matters (Friedman test over the datasets)", ClaimVerdict::cannot_be_checked,
                    test + " The paper's own figures are not known to us."}};
  return report;
}

ItemReport large_table(const ItemSpec& spec, const CellScores& scores) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = nmi_comparison(spec, scores)};
  report.claims = {values_claim(report.comparison, "NMI of K-means and CSpec on the datasets that can be had")};
  for (const UnavailableData& row : spec.unavailable) {
    report.claims.push_back({fmt::format("NMI on {}", row.dataset), ClaimVerdict::cannot_be_checked,
                             fmt::format("Not measured: {}.", row.why)});
  }
  return report;
}

}  // namespace cgsd

#include "papers/cgsd/items/claims.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"
#include "cgsd/stats/sample_summary.hpp"

#include "papers/cgsd/items/score_claims.hpp"

namespace cgsd {
namespace {

using V = ClaimVerdict;

// Σ over the values that occur of the smaller share: 1 for equal distributions, 0 for disjoint ones.
double overlap(const std::vector<double>& a, const std::vector<double>& b) {
  std::map<double, std::pair<double, double>> shares;
  for (const double value : a) shares[value].first += 1.0 / static_cast<double>(a.size());
  for (const double value : b) shares[value].second += 1.0 / static_cast<double>(b.size());
  double sum = 0.0;
  for (const auto& [value, share] : shares) sum += std::min(share.first, share.second);
  return sum;
}

std::vector<const CurvatureOfCommunities*> claimed_splits(const ClaimInputs& inputs) {
  std::vector<const CurvatureOfCommunities*> splits;
  for (const CurvatureOfCommunities& split : inputs.splits) {
    if (split.name == "Wisconsin" || split.name == "Chameleon") splits.push_back(&split);
  }
  return splits;
}

std::vector<Claim> histogram_claims(const ItemSpec& spec, const ClaimInputs& inputs) {
  constexpr double kBarely = 0.25;
  const double distance = spec.quoted_value("median_distance");
  bool separated = true;
  bool apart = true;
  bool higher = true;
  std::vector<std::string> medians;
  std::vector<std::string> overlaps;
  for (const CurvatureOfCommunities* split : claimed_splits(inputs)) {
    const double within = summarise(split->within).median;
    const double between = summarise(split->between).median;
    const double common = overlap(split->within, split->between);
    separated = separated && std::abs(within - between) >= distance;
    higher = higher && within > between;
    apart = apart && common <= kBarely;
    medians.push_back(fmt::format("{} {:g} within, {:g} between", split->name, within, between));
    overlaps.push_back(fmt::format("{} {:.2f}", split->name, common));
  }
  const std::string found = fmt::format("Medians of the communities found, seed 0: {}", fmt::join(medians, "; "));
  return {{fmt::format("Medians on Wisconsin and Chameleon are at least {} apart", distance), verdict_if(separated),
           found + "."},
          {"Edges within are less negative than edges between on Wisconsin and Chameleon", verdict_if(higher),
           found + (higher ? "." : ": one is the other way round.")},
          {"The histograms of Wisconsin and Chameleon barely overlap", verdict_if(apart),
           fmt::format("Common share of the two histograms, value by value: {}; barely means up to {}.",
                       fmt::join(overlaps, ", "), kBarely)}};
}

Claim cora_edges_claim(const ItemSpec& spec, const ClaimInputs& inputs) {
  const double said = spec.quoted_value("cora_edges");
  const auto cora = std::ranges::find(inputs.facts, "Cora", &DatasetFacts::name);
  Claim claim{fmt::format("Cora has {} undirected edges", grouped(static_cast<unsigned long long>(said))),
              V::cannot_be_checked, "Cora was not measured."};
  if (cora == inputs.facts.end()) return claim;
  claim.verdict = verdict_if(static_cast<double>(cora->edges) == said);
  claim.evidence =
      fmt::format("It has {} undirected edges; {} is the number of directed entries, every edge both ways.",
                  grouped(cora->edges), grouped(cora->entries));
  return claim;
}

std::vector<Claim> cost_claims(const ItemSpec& spec, const ClaimInputs& inputs) {
  constexpr double kNear = 0.25;  // of an exponent
  const CostGrowth& costs = inputs.costs;
  const double edges = growth_exponent(costs.curvature);
  const double pairs = growth_exponent(costs.neighbour_pairs);
  // Each product touches every edge once, and edges grow as nodes here.
  const double nodes = 1.0 + growth_exponent(costs.eigenvector_products);
  const double count = growth_exponent(costs.eigenvectors_by_count);
  double seconds = 0.0;
  double longest = 0.0;
  for (const CurvatureOfCommunities& split : inputs.splits) {
    seconds += split.seconds;
    longest = std::max(longest, split.seconds);
  }
  return {
      {"Curvature takes one O(|E|) sweep", verdict_if(edges <= 1.0 + kNear),
       fmt::format("Time grows as |E|^{:.2f} from {} to {} edges.", edges,
                   grouped(static_cast<unsigned long long>(costs.curvature.sizes.front())),
                   grouped(static_cast<unsigned long long>(costs.curvature.sizes.back())))},
      {"The k-NN graph takes O(n d log k)", verdict_if(pairs <= 1.0 + kNear),
       fmt::format(
           "The exact search compares n^{:.2f} pairs (time n^{:.2f}, d^{:.2f}): it is O(n² d). Only an approximate "
           "search can do with fewer.",
           pairs, growth_exponent(costs.neighbours), growth_exponent(costs.neighbours_by_width))},
      {"The eigenvectors take O(n c²)", verdict_if(nodes <= 1.0 + kNear && count <= 2.0 + kNear),
       fmt::format(
           "Lanczos with 8 pairs: work (products × edges) grows as n^{:.2f}, time as n^{:.2f}; time as c^{:.2f} with "
           "2,000 nodes. Sparse block models.",
           nodes, growth_exponent(costs.eigenvectors), count)},
      {fmt::format("The whole pipeline takes about {} s", spec.quoted_value("pipeline_seconds")), V::cannot_be_checked,
       fmt::format(
           "Machine and dataset are not stated. Ours takes {:.1f} s for the five datasets together, {:.1f} s at "
           "most for one, one seed; the released program took {} s for the five on two cores, measured apart.",
           seconds, longest, spec.quoted_value("seconds_of_the_authors_program"))}};
}

std::string growth_csv(const CostGrowth& costs) {
  std::string csv = "cost,size,amount\n";
  const std::pair<const char*, const Growth*> all[] = {
      {"curvature: seconds over edges", &costs.curvature},
      {"neighbours: pairs over points", &costs.neighbour_pairs},
      {"neighbours: seconds over points", &costs.neighbours},
      {"neighbours: seconds over columns", &costs.neighbours_by_width},
      {"eigenvectors: products over nodes", &costs.eigenvector_products},
      {"eigenvectors: seconds over nodes", &costs.eigenvectors},
      {"eigenvectors: seconds over pairs", &costs.eigenvectors_by_count}};
  for (const auto& [name, growth] : all) {
    for (std::size_t i = 0; i < growth->sizes.size(); ++i)
      csv += fmt::format("{},{},{}\n", name, growth->sizes[i], growth->amounts[i]);
  }
  return csv;
}

void append(std::vector<Claim>& all, std::vector<Claim> more) {
  for (Claim& claim : more) all.push_back(std::move(claim));
}

}  // namespace

ItemReport claims_report(const ItemSpec& spec, const ClaimInputs& inputs) {
  ItemReport report{.item = spec.item, .title = spec.title};
  append(report.claims, main_score_claims(spec, inputs));
  append(report.claims, histogram_claims(spec, inputs));
  append(report.claims, grid_claims(spec, inputs.grid, inputs.main));
  append(report.claims, sweep_claims(spec, inputs.sweep));
  report.claims.push_back(large_mean_claim(spec, inputs.large));
  report.claims.push_back(cora_edges_claim(spec, inputs));
  append(report.claims, cost_claims(spec, inputs));
  report.elsewhere = inputs.elsewhere;
  report.files.push_back({"claims-costs.csv", growth_csv(inputs.costs)});
  return report;
}

}  // namespace cgsd

#include "papers/cgsd/items/theory_verdicts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/sigmoid.hpp"
#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

using Graphs = std::span<const GraphTheory>;
using V = ClaimVerdict;

// "Cora 1.45, Cornell 1.83", of the graphs that `take` takes.
template <class Take, class Text>
std::string listed(Graphs graphs, Take&& take, Text&& text) {
  std::vector<std::string> parts;
  for (const GraphTheory& g : graphs) {
    // "4 stars × 16: 0.0018": a name that ends with a number needs the colon.
    if (take(g)) parts.push_back(fmt::format("{}{} {}", g.name, g.origin == GraphOrigin::built ? ":" : "", text(g)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

bool is_dataset(const GraphTheory& g) { return g.origin == GraphOrigin::dataset; }
bool is_met(const GraphTheory& g) { return g.premise.is_met(); }
bool is_broken(const GraphTheory& g) { return is_met(g) && g.by_sums.pairs_beyond > 0; }

std::size_t count(Graphs graphs, bool (*take)(const GraphTheory&)) {
  return static_cast<std::size_t>(std::ranges::count_if(graphs, take));
}

template <class Count>
std::uint64_t total(Graphs graphs, Count&& count_of) {
  std::uint64_t sum = 0;
  for (const GraphTheory& g : graphs) sum += count_of(g);
  return sum;
}

Claim suppression_claim(Graphs graphs) {
  const auto edges = total(graphs, [](const GraphTheory& g) { return g.suppression.edges; });
  const auto violations = total(graphs, [](const GraphTheory& g) { return g.suppression.violations; });
  return {"Lemma 1 (suppression)", verdict_if(violations == 0),
          fmt::format("{} violations among the {} edges with κ < 0 of {} graphs, each against every threshold. It says "
                      "that σ rises.",
                      violations, grouped(edges), graphs.size())};
}

Claim separation_claim(const ItemSpec& spec) {
  const ItemSpec table = builtin_item(PaperItem::table_curvature);
  const Printed within = table.printed_at("Cornell", "within").value();
  const Printed cross = table.printed_at("Cornell", "cross").value();
  const double gap = within.value - cross.value;
  const double printed = spec.quoted_value("separation");
  // σ is below 1 whatever Δ is: the paper's own definition rules the printed number out.
  const bool possible = printed <= 1.0;
  return {fmt::format("Lemma 1, interpretation: Δ ≈ {} on Cornell gives \"σ(Δ) ≈ {}×\" separation",
                      spec.quoted_value("gap_of_cornell"), grouped(static_cast<unsigned long long>(printed))),
          possible ? verdict_if(std::abs(sigmoid(gap) - printed) < 0.01) : V::contradicts_itself,
          fmt::format("σ({:.2f}) = {:.4f}, and σ is never above 1. The ratio of the gates at the printed means, "
                      "σ({:.2f})/σ({:.2f}), is {}.",
                      gap, sigmoid(gap), within.value, cross.value,
                      grouped(static_cast<unsigned long long>(std::llround(gate_ratio(within.value, cross.value)))))};
}

Claim premise_claim(const ItemSpec& spec, Graphs graphs) {
  const auto met = std::ranges::count_if(graphs, [](const GraphTheory& g) { return is_dataset(g) && is_met(g); });
  const auto planted = std::ranges::count_if(
      graphs, [](const GraphTheory& g) { return g.origin == GraphOrigin::block_model && is_met(g); });
  return {
      fmt::format("Theorem 1, premise: the datasets have Δ > 0 (Cornell: Δ ≈ {})", spec.quoted_value("gap_of_cornell")),
      verdict_if(met == static_cast<std::ptrdiff_t>(count(graphs, is_dataset))),
      fmt::format("min κ within − max κ across: {}. It is met by {} of {} datasets and {} block models. What is "
                  "printed as Δ is a difference of means.",
                  listed(graphs, is_dataset, [](const GraphTheory& g) { return fmt::format("{:.0f}", g.premise.gap); }),
                  met, count(graphs, is_dataset), planted)};
}

Claim contraction_claim(Graphs graphs) {
  const auto figures = [](const GraphTheory& g) {
    return fmt::format("{1:.2g} for {2:.2g} (Δ = {0:.0f})", g.premise.gap, std::max(0.0, g.by_sums.smallest_constant),
                       g.premise.constant_of_proof);
  };
  const std::size_t broken = count(graphs, is_broken);
  std::string evidence = fmt::format(
      "{} of {} graphs that meet the premise break it. Largest c that their pairs allow, for the proof's: {}.", broken,
      count(graphs, is_met), listed(graphs, is_met, figures));
  const auto empty = std::ranges::count_if(graphs, [](const GraphTheory& g) {
    return is_met(g) && g.by_degrees.pairs_beyond == 0 && g.by_degrees.smallest_across >= g.premise.constant_of_proof;
  });
  evidence += fmt::format(
      " If D are the degrees it holds for the pairs across classes as well on {} of them, so it "
      "tells nothing about classes.",
      empty);
  return {"Theorem 1 (contraction)", count(graphs, is_met) == 0 ? V::cannot_be_checked : verdict_if(broken == 0),
          evidence};
}

// Of the built graphs with two stars per class, by rising Δ.
Claim rising_claim(Graphs graphs) {
  std::vector<const GraphTheory*> family;
  for (const GraphTheory& g : graphs) {
    if (g.origin == GraphOrigin::built && g.name.starts_with("4 stars")) family.push_back(&g);
  }
  std::ranges::sort(family, {}, [](const GraphTheory* g) { return g->premise.gap; });
  bool rises = true;
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < family.size(); ++i) {
    rises = rises && (i == 0 || family[i]->by_sums.smallest_constant > family[i - 1]->by_sums.smallest_constant);
    parts.push_back(fmt::format("{:.2g} at Δ = {:.0f}", std::max(0.0, family[i]->by_sums.smallest_constant),
                                family[i]->premise.gap));
  }
  return {"Theorem 1: c(Δ) rises with Δ", family.size() < 2 ? V::cannot_be_checked : verdict_if(rises),
          fmt::format("Four stars, largest c that all pairs allow: {}. The wider the gap, the less two centres of a "
                      "class exchange.",
                      fmt::join(parts, ", "))};
}

Claim step_claim(Graphs graphs) {
  const bool all = std::ranges::all_of(graphs, [](const GraphTheory& g) { return g.premise.step_share == 1.0; });
  const auto share = [](const GraphTheory& g) { return fmt::format("{:.1f} %", 100.0 * g.premise.step_share); };
  double among_built = 0.0;
  for (const GraphTheory& g : graphs) among_built = std::max(among_built, is_met(g) ? g.premise.step_share : 0.0);
  return {"Theorem 1, proof: σ(κ_e) ≥ σ(Δ) on edges within", verdict_if(all),
          fmt::format(
              "True of these shares of the edges within, Δ being the difference of means: {}; and of at most {:.1f} "
              "% in a graph that meets the premise. κ is never above 2, so that Δ > 2 leaves none.",
              listed(graphs, is_dataset, share), 100.0 * among_built)};
}

Claim concentration_claim(Graphs graphs) {
  const auto tried = total(graphs, [](const GraphTheory& g) { return g.concentration.thresholds; });
  const auto violations = total(graphs, [](const GraphTheory& g) { return g.concentration.violations; });
  return {"Lemma 2 (concentration)", verdict_if(violations == 0),
          fmt::format("{} violations at {} values of κ₀ on {} graphs. It is Chebyshev's inequality, true of any "
                      "numbers.",
                      violations, grouped(tried), graphs.size())};
}

Claim modularity_claim(Graphs graphs) {
  double smallest = std::numeric_limits<double>::infinity();
  double bound = 0.0;
  for (const GraphTheory& g : graphs) {
    if (!is_met(g)) continue;
    smallest = std::min(smallest, g.modularity.largest_constant);
    bound = std::max(bound, g.modularity.bound);
  }
  const auto largest = [](const GraphTheory& g) { return fmt::format("{:.2g}", g.modularity.largest_constant); };
  const auto has_means = [](const GraphTheory& g) { return is_dataset(g) && g.premise.gap_of_means > 0.0; };
  // Any c is refuted by a star with so many leaves that c Δ/(1/h − 1) is above 1.
  return {
      "Theorem 2 (modularity gap)", std::isfinite(smallest) ? V::not_reproduced : V::cannot_be_checked,
      fmt::format("Largest c that fits: {}. Q is at most 1, while Δ/(1/h − 1) reaches {:.0f} here and grows without "
                  "end with the leaves: no c fits all. The premise holds on no dataset; with the difference of means "
                  "c is at most {}.",
                  listed(graphs, is_met, largest), bound, listed(graphs, has_means, largest))};
}

Claim direction_claim() {
  std::vector<std::string> parts;
  for (const double h : {0.1, 0.3, 0.5, 0.9})
    parts.push_back(fmt::format("{:.2f} at h = {}", modularity_gap_bound(1.0, h), h));
  const bool shrinks = modularity_gap_bound(1.0, 0.1) < modularity_gap_bound(1.0, 0.9);
  return {"Theorem 2, interpretation: small h gives the largest gap", shrinks ? V::contradicts_itself : V::reproduced,
          fmt::format("Its own bound Δ/(1/h − 1) is, for Δ = 1, {}: it shrinks as h falls.", fmt::join(parts, ", "))};
}

Claim sigma_claim(const ItemSpec& spec) {
  const double gap = spec.quoted_value("gap_of_cornell");
  const double right = 1.0 / (1.0 + std::exp(gap));
  return {"Theorem 2, proof: σ(Δ) ≤ 1/(1 + e^Δ)", verdict_if(sigmoid(gap) <= right),
          fmt::format("At Δ = {} the left side is {:.4f}, the right side {:.4f}. They are equal at Δ = 0, and the left "
                      "side is larger for every Δ > 0.",
                      gap, sigmoid(gap), right)};
}

Claim generalisation_claim(const ItemSpec& spec, Graphs graphs) {
  const double width = spec.quoted_value("width");
  const auto bound = [width](const GraphTheory& g) { return generalisation_bound(g.sizes, width); };
  const auto above =
      std::ranges::count_if(graphs, [&](const GraphTheory& g) { return is_dataset(g) && bound(g) > 1.0; });
  return {
      "Theorem 3 (generalisation)", V::cannot_be_checked,
      fmt::format("C is not given. √((d′K + |E|)/N) is {}: above 1 on {} of {} datasets, so with C = 1 it says nothing "
                  "about an error between 0 and 1.",
                  listed(graphs, is_dataset, [&](const GraphTheory& g) { return fmt::format("{:.2f}", bound(g)); }),
                  above, count(graphs, is_dataset))};
}

Claim width_claim(const ItemSpec& spec, Graphs graphs) {
  const double width = spec.quoted_value("width");
  const auto cornell = std::ranges::find(graphs, "Cornell", &GraphTheory::name);
  const GeneralisationSizes sizes = cornell != graphs.end() ? cornell->sizes : GeneralisationSizes{1, 1, 1};
  std::vector<std::string> parts;
  bool rises = true;
  for (const double factor : {1.0 / width, 0.25, 1.0, 4.0}) {
    const double value = generalisation_bound(sizes, factor * width);
    rises = rises && value <= generalisation_bound(sizes, 2.0 * factor * width);
    parts.push_back(fmt::format("{:.2f} at d′ = {:.0f}", value, factor * width));
  }
  return {fmt::format("Theorem 3, interpretation: basis for choosing d′ = {}", width),
          rises ? V::contradicts_itself : V::reproduced,
          fmt::format("The bound rises with d′, on Cornell: {}. It asks for the smallest d′.", fmt::join(parts, ", "))};
}

Claim rank_claim(Graphs graphs) {
  double largest = 0.0;
  bool holds = true;
  std::vector<std::string> beyond;
  for (const GraphTheory& g : graphs) {
    for (const StraightThrough& rank : g.ranks) {
      largest = std::max(largest, rank.bias_of_forward);
      holds = holds && rank.bias_of_forward <= rank.bound;
      if (is_dataset(g) && rank.bias_of_soft > rank.bound && rank.temperature == 10.0)
        beyond.push_back(fmt::format("{} {:.3f}", g.name, rank.bias_of_soft));
    }
  }
  std::string evidence = fmt::format(
      "The value of soft + (hard − soft) is the hard rank: its bias is 0 (measured at most {:.1g} N), below "
      "any "
      "bound. No step of Algorithm 1 ranks anything.",
      largest);
  if (!beyond.empty()) {
    evidence += fmt::format(" Of soft_T itself it is wrong: at T = 10 the bound is {:.3f} N, the bias {} N.",
                            straight_through_bound(10.0), fmt::join(beyond, ", "));
  }
  return {"Lemma 3 (soft rank)", verdict_if(holds), evidence};
}

Claim temperature_claim(const ItemSpec& spec) {
  const double temperature = spec.quoted_value("temperature");
  const double printed = spec.quoted_value("bias_at_temperature");
  const double bound = straight_through_bound(temperature);
  return {
      fmt::format("Lemma 3: T = {} gives bias ≤ {} N", temperature, printed),
      bound > printed ? V::contradicts_itself : V::reproduced,
      fmt::format("The lemma's own bound is {:.5f} N at T = {}, {:.3f} N at T = 1, {:.3f} N at T = 10: it tends to N "
                  "as T falls, not to 0.",
                  bound, temperature, straight_through_bound(1.0), straight_through_bound(10.0))};
}

}  // namespace

std::vector<Claim> theory_verdicts(const ItemSpec& spec, std::span<const GraphTheory> graphs) {
  return {
      suppression_claim(graphs), separation_claim(spec), premise_claim(spec, graphs),        contraction_claim(graphs),
      rising_claim(graphs),      step_claim(graphs),     concentration_claim(graphs),        modularity_claim(graphs),
      direction_claim(),         sigma_claim(spec),      generalisation_claim(spec, graphs), width_claim(spec, graphs),
      rank_claim(graphs),        temperature_claim(spec)};
}

}  // namespace cgsd

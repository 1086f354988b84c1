#include "cgsd/summary/explanation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace cgsd {
namespace {

constexpr double kNoise = 0.05;        // attributes of which less than this is signal
constexpr double kBarely = 0.05;       // the share of a normalisation below which the other one decides
constexpr double kUsed = 0.05;         // the weight of an eigenvector below which it hardly counts
constexpr double kBeyondChance = 4.0;  // standard deviations (sheaf_sign.hpp)

std::string_view metric_name(StalkMetric metric) {
  switch (metric) {
    case StalkMetric::idf:
      return "words, rare ones counting more";
    case StalkMetric::z_score:
      return "columns on a common scale";
    case StalkMetric::centred:
      return "columns as they are";
  }
  return {};
}

std::string metric_figures(const MetricEvidence& m) {
  return fmt::format("{}: agreement of neighbours {:.3f}, {} directions beyond noise", name_of(m.metric),
                     m.agreement.edges, m.signals);
}

bool by_both(const DiffusionFacts& d) { return d.blocks.size() > 1 && d.blocks[1 - d.chosen].share >= kBarely; }

// Why this one, if there was another.
std::string choice_reason(const MetricEvidence& own, const MetricEvidence& other) {
  if (own.signals > 0 && other.signals == 0)
    return fmt::format("; as {} they would be noise", metric_name(other.metric));
  if (own.by_chance() && other.by_chance()) return {};
  const bool agrees_more = std::abs(own.agreement.edges) >= std::abs(other.agreement.edges);
  return agrees_more ? ", the way in which neighbours agree more" : std::string();
}

std::string blank_words(const BlankRowCheck& blanks) {
  if (blanks.are == BlankRows::alike) {
    return fmt::format(
        "Nodes without any attribute are joined to each other {} than by chance, so they count as alike.",
        blanks.significance > 0.0 ? "more" : "less");
  }
  if (blanks.rows == 1) return "One node is without any attribute: only its edges place it.";
  return fmt::format("{} nodes are without any attribute: only their edges place them.", blanks.rows);
}

std::string edge_words(const DiffusionFacts& d) {
  const SheafSign& sign = d.sign;
  const bool alike = d.agreement.edges > 0.0;
  if (std::abs(d.agreement.significance) < kBeyondChance && sign.use < 0.5)
    return "Neighbours are no more alike than chance would make them, so attributes were not passed along the edges.";
  if (sign.use < 0.5) {
    return "Nodes two steps apart are more alike than neighbours, which communities do not explain, so attributes were "
           "not passed along the edges.";
  }
  if (sign.pull > 0.5 && alike) return "Neighbours are alike, so edges were used to pull them together.";
  if (sign.pull > 0.5)
    return "Neighbours are unlike in a regular way, so an edge was taken as a sign that its ends differ.";
  if (sign.push > 0.5 && alike) {
    return "Neighbours are alike, but the likeness ends with them: nodes further away do not share it. So edges were "
           "used "
           "to tell neighbours apart.";
  }
  if (sign.push > 0.5)
    return "Neighbours are less alike than chance would make them, so edges were used to push them apart.";
  return fmt::format(
      "Neighbours are {}, but not as communities would make them, so attributes were used nearly as they are.",
      alike ? "somewhat alike" : "less alike than chance would make them");
}

std::string edge_figures(const DiffusionFacts& d) {
  return fmt::format(
      "agreement beyond chance {:.3f} of neighbours ({:.0f} standard deviations), {:.3f} of nodes two steps apart; "
      "edges "
      "count by {:.2f}, of that {:.2f} pulls and {:.2f} pushes",
      d.agreement.edges, d.agreement.significance, d.agreement.paths, d.sign.use, d.sign.pull, d.sign.push);
}

std::size_t directions_used(const DiffusionFacts& d) {
  return static_cast<std::size_t>(std::ranges::count_if(d.weights, [](double w) { return w > kUsed; }));
}

// If the edges alone decide: what kind of groups they show.
std::string kind_words(const DiffusionFacts& d) {
  if (!d.alone || d.unconfirmed || d.assortative || d.weights.empty()) return {};
  return " Groups whose members avoid each other explain the edges better than groups whose members are joined.";
}

std::string structure_words(const DiffusionFacts& d) {
  if (d.width == 0) return "There are no attributes that vary, so the edges alone decide." + kind_words(d);
  if (d.unconfirmed && d.alone) {
    return "Edges and attributes show different communities. Those of the edges are clearer and were taken; the "
           "attributes were left out.";
  }
  if (d.unconfirmed) {
    return "Edges and attributes show different communities. Those of the attributes are clearer and were taken; "
           "without the attributes, those of the edges would be found.";
  }
  if (directions_used(d) == 0) return {};
  if (d.overlap < kNoise) return "The attributes look like noise, so the edges decide." + kind_words(d);
  if (d.decides) {
    return "The attributes confirm the groups that the edges show. The edges show them far more clearly, so neighbours "
           "had the last vote.";
  }
  return "Groups that the edges show were used as far as the attributes confirm them.";
}

std::string structure_figures(const DiffusionFacts& d) {
  const std::size_t used = d.width == 0 ? d.weights.size() : directions_used(d);
  if (used == 0 && !d.unconfirmed) return "the attributes confirm none of the groups that the edges show";
  std::string text = fmt::format("{} eigenvector{} of the graph", used, used == 1 ? "" : "s");
  if (used > 0 && d.width > 0) text += fmt::format(" with weights up to {:.2f}", *std::ranges::max_element(d.weights));
  return text +
         fmt::format("; signal {:.2f} in the edges, {:.2f} in the attributes (1: no noise)", d.clarity, d.overlap);
}

// The numbers of communities, if they vary.
std::string range_text(const std::vector<std::int32_t>& counts) {
  const auto [least, most] = std::ranges::minmax(counts);
  return least == most ? "" : fmt::format(", {} to {} communities", least, most);
}

std::string repetition_text(const Repetitions& repetitions, std::string_view one, std::string_view several) {
  const std::size_t runs = repetitions.ari.size();
  return fmt::format("ARI {:.2f} over {} {} (least {:.2f}{})", repetitions.mean(), runs, runs == 1 ? one : several,
                     repetitions.least(), range_text(repetitions.communities));
}

std::string_view verdict(const Stability& s, double firm) {
  if (std::min(s.seeds.mean(), s.attributes.mean()) >= firm) return "Firm";
  return s.share_of_nodes(firm) >= 0.5 ? "Borders move, cores stay" : "Uncertain";
}

}  // namespace

Decision weight_decision(const WeightChoice& choice) {
  Decision d{.topic = "weights"};
  if (choice.by == WeightJudge::nothing) return d;
  const bool by_attributes = choice.by == WeightJudge::attributes;
  d.figures = by_attributes ? "agreement of neighbours in standard deviations:" : "clarity of the graph's structure:";
  std::string_view comma = "";
  for (const auto& entry : enum_names(choice.form)) {
    const double figure = choice.figures[static_cast<std::size_t>(entry.value)];
    d.figures += fmt::format("{} {:.{}f} {}", comma, figure, by_attributes ? 1 : 2,
                             entry.value == WeightForm::none ? "without weights" : fmt::format("by {}", entry.help));
    comma = ",";
  }
  if (choice.form == WeightForm::none) {
    d.words = "The weights of the edges look like noise and were left out; --weights use counts them all the same.";
  } else if (choice.form == WeightForm::as_given) {
    d.words = "Edges were counted by their weights.";
  } else {
    d.words = "Edges were counted by their weights, heavy ones less than in proportion.";
  }
  return d;
}

Decision attribute_decision(const DiffusionFacts& facts) {
  Decision d{.topic = "attributes"};
  if (facts.width == 0) return d;
  const MetricEvidence& own = facts.candidates[facts.chosen];
  d.figures = metric_figures(own);
  const bool alternative = facts.candidates.size() > 1;
  if (alternative) d.figures += "; " + metric_figures(facts.candidates[1 - facts.chosen]);
  d.figures += fmt::format("; {} directions used", facts.width);
  if (by_both(facts)) {
    d.words = fmt::format("Attributes were compared in two ways side by side: as {}, and as {}.",
                          metric_name(own.metric), metric_name(facts.candidates[1 - facts.chosen].metric));
    return d;
  }
  d.words = fmt::format("Attributes were compared as {}{}.", metric_name(own.metric),
                        alternative ? choice_reason(own, facts.candidates[1 - facts.chosen]) : "");
  return d;
}

Decision blank_row_decision(const DiffusionFacts& facts) {
  if (facts.width == 0 || facts.blanks.rows == 0) return {.topic = "blank rows"};
  return {.topic = "blank rows",
          .words = blank_words(facts.blanks),
          .figures = fmt::format("{} rows without any value; their edges agree by {:.0f} standard deviations",
                                 facts.blanks.rows, facts.blanks.significance)};
}

Decision edge_decision(const DiffusionFacts& facts) {
  if (facts.width == 0) return {.topic = "edges"};
  return {.topic = "edges", .words = edge_words(facts), .figures = edge_figures(facts)};
}

Decision structure_decision(const DiffusionFacts& facts) {
  return {.topic = "structure", .words = structure_words(facts), .figures = structure_figures(facts)};
}

Decision rounding_decision(const KmeansFacts& facts) {
  if (facts.starts < 2) return {.topic = "rounding"};
  return {
      .topic = "rounding",
      .words = fmt::format("{} of {} starts of K-means ended within 1 % of the best.", facts.near_best, facts.starts)};
}

Decision stability_decision(const Stability& s) {
  constexpr double kFirm = 0.9;  // of an ARI, and of the share of runs in which a node stays
  if (s.seeds.none()) return {.topic = "stability"};
  Decision d{.topic = "stability",
             .words = fmt::format("{}: {:.0f} % of the nodes keep their community in at least 9 of 10 repetitions.",
                                  verdict(s, kFirm), 100.0 * s.share_of_nodes(kFirm)),
             .figures = repetition_text(s.seeds, "other seed", "other seeds")};
  if (!s.attributes.none()) {
    d.figures +=
        ", " + repetition_text(s.attributes, "sample of the attribute columns", "samples of the attribute columns");
  }
  return d;
}

}  // namespace cgsd

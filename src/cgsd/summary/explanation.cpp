#include "cgsd/summary/explanation.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace cgsd {
namespace {

constexpr double kNoise = 0.05;   // attributes of which less than this is signal
constexpr double kBarely = 0.05;  // the share of a normalisation below which the other one decides

std::string metric_name(StalkMetric metric) {
  switch (metric) {
    case StalkMetric::idf:
      return "words weighted by rarity (tf-idf)";
    case StalkMetric::z_score:
      return "standardised columns (z-scores)";
    case StalkMetric::centred:
      return "columns as they are (centred)";
  }
  return {};
}

// Why this one, if there was another.
std::string choice_reason(const MetricEvidence& own, const MetricEvidence& other) {
  const std::string name = metric_name(other.metric);
  if (own.signals > 0 && other.signals == 0) return fmt::format("; as {} they would be noise", name);
  if (own.by_chance() && other.by_chance())
    return fmt::format("; neighbours agree by chance only (ρ1 = {:.3f}, and {:.3f} as {})", own.agreement.edges,
                       other.agreement.edges, name);
  if (std::abs(own.agreement.edges) >= std::abs(other.agreement.edges))
    return fmt::format(", the normalisation in which neighbours agree more (ρ1 = {:.3f}, against {:.3f} as {})",
                       own.agreement.edges, other.agreement.edges, name);
  return fmt::format(" (ρ1 = {:.3f}, and {:.3f} as {})", own.agreement.edges, other.agreement.edges, name);
}

// Two normalisations, the chosen one first.
std::string two_metrics_sentence(const DiffusionFacts& d) {
  const MetricEvidence& own = d.candidates[d.chosen];
  const MetricEvidence& other = d.candidates[1 - d.chosen];
  return fmt::format(
      "Attributes were compared both as {} and as {}, side by side, since edges that pull together make either useful "
      "(shares {:.2f} and {:.2f}, ρ1 = {:.3f} and {:.3f}, {} and {} directions).",
      metric_name(own.metric), metric_name(other.metric), d.blocks[d.chosen].share, d.blocks[1 - d.chosen].share,
      own.agreement.edges, other.agreement.edges, d.blocks[d.chosen].width, d.blocks[1 - d.chosen].width);
}

std::string metric_sentence(const DiffusionFacts& d) {
  if (d.width == 0) return "There are no attributes that vary, so the edges alone decide.";
  const bool two = d.blocks.size() > 1;
  if (two && d.blocks[1 - d.chosen].share >= kBarely) return two_metrics_sentence(d);
  const MetricEvidence& own = d.candidates[d.chosen];
  std::string text = fmt::format("Attributes were compared as {}", metric_name(own.metric));
  if (d.candidates.size() > 1) text += choice_reason(own, d.candidates[1 - d.chosen]);
  text += fmt::format("; {} of their directions stand out of noise, {} were used", d.signals,
                      d.blocks[two ? d.chosen : 0].width);
  if (two) text += fmt::format(", and beside them, by a share of {:.2f}, the other one", d.blocks[1 - d.chosen].share);
  return text + ".";
}

std::string edge_sentence(const DiffusionFacts& d) {
  const SheafSign& sign = d.sign;
  const double rho = d.agreement.edges;
  const double z = d.agreement.significance;
  const double ratio = d.agreement.strength();
  const std::string figures = fmt::format("ρ1 = {:.3f}, {:.0f} standard deviations; ρ2/ρ1 = {:.2f}", rho, z, ratio);
  if (std::abs(z) < 4.0 && sign.use < 0.5)
    return fmt::format("Neighbours are no more alike than by chance ({}), so nothing was passed between them.",
                       figures);
  if (sign.use < 0.5) {
    return fmt::format(
        "Neighbours of neighbours are more alike than neighbours ({}), which communities cannot explain, so attributes "
        "were used as they are.",
        figures);
  }
  if (sign.pull > 0.5) {
    return rho > 0.0 ? fmt::format("Neighbours are alike ({}), so they were pulled together.", figures)
                     : fmt::format(
                           "Neighbours are unlike, but in a regular way ({}), so they were counted with "
                           "the opposite sign.",
                           figures);
  }
  if (sign.push > 0.5 && rho < 0.0)
    return fmt::format("Neighbours are less alike than by chance ({}), so they were pushed apart.", figures);
  if (sign.push > 0.5) {
    return fmt::format(
        "Neighbours share something, but it does not last from one to the next ({}), so it was taken away: neighbours "
        "were pushed apart.",
        figures);
  }
  return fmt::format(
      "Neighbours are {} ({}), but not in a way that communities would make, so attributes were used nearly as they "
      "are.",
      rho < 0.0 ? "less alike than by chance" : "somewhat alike", figures);
}

// If the edges alone decide: what kind of groups they show.
std::string kind_sentence(const DiffusionFacts& d) {
  if (!d.alone || d.unconfirmed || d.assortative || d.weights.empty()) return {};
  return " Groups whose members avoid each other explain the edges better than groups whose members are joined.";
}

std::string topology_sentence(const DiffusionFacts& d) {
  const auto used = std::ranges::count_if(d.weights, [](double w) { return w > 0.05; });
  if (d.width == 0) {
    const std::size_t count = d.weights.size();
    return fmt::format("{} eigenvector{} of the graph serve{} as coordinates.", count, count == 1 ? "" : "s",
                       count == 1 ? "s" : "") +
           kind_sentence(d);
  }
  if (d.unconfirmed) {
    const std::string both = fmt::format(
        "Edges and attributes show different communities, which stand out by {:.2f} in the edges and {:.2f} in the "
        "attributes (1: no noise)",
        d.clarity, d.overlap);
    return d.alone
               ? both + ": those of the edges were taken, and attributes were left out."
               : both +
                     ": those of the attributes were taken. Without the attributes, those of the edges would be found.";
  }
  if (d.overlap < kNoise && used > 0)
    return fmt::format("Attributes are noise, so the graph's own structure decides ({} eigenvectors).", used) +
           kind_sentence(d);
  if (used == 0) return "The attributes confirm nothing of the graph's own structure.";
  const double largest = *std::ranges::max_element(d.weights);
  return fmt::format(
      "The attributes confirm {} eigenvector{} of the graph's own structure, added with weights up to {:.2f}.", used,
      used == 1 ? "" : "s", largest);
}

// The numbers of communities, if they vary.
std::string range_text(const std::vector<std::int32_t>& counts) {
  const auto [least, most] = std::ranges::minmax(counts);
  return least == most ? "" : fmt::format(", {} to {} communities", least, most);
}

std::string repetition_text(const Repetitions& repetitions, std::string_view what) {
  return fmt::format("over {} {} with ARI {:.2f} (least {:.2f}{})", repetitions.ari.size(), what, repetitions.mean(),
                     repetitions.least(), range_text(repetitions.communities));
}

std::string verdict(const Stability& s) {
  constexpr double kFirm = 0.9;  // of an ARI, and of the share of runs in which a node stays
  const double share = s.share_of_nodes(kFirm);
  const std::string nodes =
      fmt::format("{:.0f} % of the nodes stay with their community in at least 9 of 10 runs", 100.0 * share);
  if (std::min(s.seeds.mean(), s.attributes.mean()) >= kFirm) return "the partition is stable: " + nodes;
  if (share >= 0.5) return "borders move, cores stay: " + nodes;
  return "the partition is not stable: only " + nodes;
}

}  // namespace

std::string weight_explanation(const WeightChoice& choice) {
  if (choice.by == WeightJudge::nothing) return {};
  const auto figure = [&](WeightForm form) {
    const double value = choice.figures[static_cast<std::size_t>(form)];
    return choice.by == WeightJudge::attributes ? fmt::format("{:.1f}", value) : fmt::format("{:.2f}", value);
  };
  const std::string what = choice.by == WeightJudge::attributes
                               ? "the agreement of neighbours, in standard deviations, is"
                               : "the graph's structure stands out by";
  const std::string given = figure(WeightForm::as_given);
  const std::string none = figure(WeightForm::none);
  if (choice.form == WeightForm::none) {
    return fmt::format(
        "The weights of the edges were left out, as noise ({} {} with them and {} without; --weights use counts them "
        "all "
        "the same).",
        what, given, none);
  }
  if (choice.form == WeightForm::as_given)
    return fmt::format("Edges were counted by their weights ({} {} with them and {} without).", what, given, none);
  const auto names = enum_names(choice.form);
  return fmt::format("Edges were counted by their weights w as {} ({} {}; {} by w itself, {} without).",
                     names[static_cast<std::size_t>(choice.form)].help, what, figure(choice.form), given, none);
}

std::string attribute_explanation(const DiffusionFacts& facts) {
  std::string text = metric_sentence(facts);
  if (facts.width > 0) text += " " + edge_sentence(facts);
  return text;
}

std::string structure_explanation(const DiffusionFacts& facts) { return topology_sentence(facts); }

std::string rounding_explanation(const KmeansFacts& facts) {
  if (facts.starts < 2) return {};
  return fmt::format("{} of {} starts of K-means ended within 1 % of the best.", facts.near_best, facts.starts);
}

std::string stability_explanation(const Stability& s) {
  if (s.seeds.none()) return {};
  std::string text = "Found again " + repetition_text(s.seeds, s.seeds.ari.size() == 1 ? "other seed" : "other seeds");
  if (!s.attributes.none()) {
    const bool one = s.attributes.ari.size() == 1;
    text += " and " + repetition_text(s.attributes, one ? "bootstrap of the attribute columns"
                                                        : "bootstraps of the attribute columns");
  }
  return text + "; " + verdict(s) + ".";
}

}  // namespace cgsd

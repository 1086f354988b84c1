#include "apps/cgsd/render/summary_text.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"
#include "cgsd/summary/explanation.hpp"

#include "apps/cgsd/render/levels_text.hpp"
#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {
namespace {

std::string entries_text(const GraphFacts& f) {
  std::vector<std::string> done;
  const auto mention = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) done.push_back(fmt::format("{} {}", grouped(count), what));
  };
  mention(f.report.self_loops_dropped, "loops dropped");
  mention(f.report.repeats_merged, "repeats merged");
  mention(f.report.directions_joined, "pairs listed both ways joined");
  return done.empty() ? "" : fmt::format("{} entries: {}", grouped(f.report.entries_read), fmt::join(done, ", "));
}

std::string account_text(const GraphFacts& f) { return wrapped(fmt::format("{}", fmt::join(f.account, "; "))); }

std::string classes_text(const LabelFacts& facts) {
  constexpr std::size_t kMost = 12;
  auto sizes = facts.class_sizes;
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, sizes.size()); ++i) shown.push_back(grouped(sizes[i]));
  std::string text =
      fmt::format("{} of {}{} nodes", sizes.size(), fmt::join(shown, ", "), sizes.size() > kMost ? ", …" : "");
  if (facts.unlabelled > 0) text += fmt::format("; {} nodes without a class", grouped(facts.unlabelled));
  return text;
}

std::string communities_text(const Summary& s) {
  constexpr std::size_t kMost = 12;
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, s.communities.size()); ++i)
    shown.push_back(grouped(s.communities[i].size));
  std::string text = fmt::format("{} of {}{} nodes", s.communities.size(), fmt::join(shown, ", "),
                                 s.communities.size() > kMost ? ", …" : "");
  if (s.count && std::cmp_less(s.communities.size(), s.count->communities)) {
    text += fmt::format(" ({} were asked for; the nodes have fewer distinct positions)", s.count->communities);
  }
  return text;
}

std::string cut_text(const CutQuality& cut) {
  return fmt::format("modularity {}, coverage {}, mean conductance {}", number_text(cut.modularity, 3),
                     number_text(cut.coverage, 3), number_text(cut.mean_conductance, 3));
}

// The widest gaps with their neighbours: enough to see whether the choice was close.
std::string eigengap_text(const CommunityCount& count) {
  if (count.gaps.size() < 2) return fmt::format("{}: the graph is too small to compare gaps", count.communities);
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < count.gaps.size(); ++i) order.push_back(i);
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return count.gaps[a] > count.gaps[b]; });
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
    shown.push_back(fmt::format("{:.3f} after {}", count.gaps[order[i]], order[i] + 1));
  return fmt::format("{} by the widest gap between eigenvalues ({})", count.communities, fmt::join(shown, ", "));
}

std::string count_text(std::int32_t communities, bool more) {
  if (communities > 0) return fmt::format("{}", communities);
  return more ? "too many" : "none";
}

std::string criteria_text(const CommunityCount& count) {
  return fmt::format("eigengap {}, Bethe–Hessian {}, stability {}, attribute signals {}", count.eigengap,
                     count_text(count.topology.communities, count.topology.beyond_bulk > 1),
                     count_text(count.stability.communities, false),
                     count_text(count.attributes.communities, count.attributes.signals > 0));
}

std::string_view reason_text(const CommunityCount& count) {
  switch (count.reason) {
    case CountReason::asked:
      return "as asked";
    case CountReason::eigengap:
      return "no two criteria agree and none is stable; the eigengap decides";
    case CountReason::agreement:
      return count.communities > 2 ? "two or more criteria agree"
                                   : "two or more criteria agree (2 is the least that is proposed)";
    case CountReason::stability:
      return "no two criteria agree; prediction strength decides";
    case CountReason::topology:
      return "no two criteria agree and none is stable; the edges decide";
    case CountReason::nothing:
      return "nothing stands out of noise; 2 is the least that is proposed";
  }
  return {};
}

std::string choice_text(const CommunityCount& count) {
  if (!count.chosen()) return {};
  if (!count.all_criteria) return eigengap_text(count);
  return fmt::format("{} ({}): {}", count.communities, criteria_text(count), reason_text(count));
}

std::string training_text(const TrainingFacts& training) {
  const auto& losses = training.losses;
  if (losses.empty()) return "none";
  std::string text = fmt::format("{} epochs, loss {} → {}", losses.size(), number_text(losses.front().total, 3),
                                 number_text(losses.back().total, 3));
  if (training.kept_epoch >= 0) text += fmt::format(", embedding of epoch {} kept", training.kept_epoch + 1);
  return text;
}

std::string loss_text(const std::vector<double>& losses) {
  return fmt::format("{} epochs, loss {} → {}", losses.size(), number_text(losses.front(), 3),
                     number_text(losses.back(), 3));
}

std::string spectrum_text(const SpectrumFacts& spectrum) {
  if (spectrum.values.empty()) return {};
  const double worst = *std::max_element(spectrum.residuals.begin(), spectrum.residuals.end());
  return fmt::format("{} eigenpairs, λ up to {:.3f}, residuals ≤ {:.0e}, {} component{}{}", spectrum.values.size(),
                     spectrum.values.back(), worst, grouped(static_cast<std::uint64_t>(spectrum.components)),
                     spectrum.components == 1 ? "" : "s", spectrum.converged ? "" : "; not converged");
}

std::string agreement_text(const std::optional<Agreement>& agreement) {
  if (!agreement) return {};
  const Agreement& a = *agreement;
  return fmt::format("NMI {}, AMI {}, ARI {}, accuracy {}, F1 {}", number_text(a.nmi, 3), number_text(a.ami, 3),
                     number_text(a.ari, 3), number_text(a.accuracy, 3), number_text(a.macro_f1, 3));
}

// The decisions on these topics, in their order.
std::string decided(const Summary& s, std::initializer_list<std::string_view> topics) {
  std::vector<std::string> words;
  for (const std::string_view topic : topics) {
    for (const Decision& d : s.decisions) {
      if (d.topic == topic) words.push_back(d.words);
    }
  }
  return words.empty() ? "" : wrapped(fmt::format("{}", fmt::join(words, " ")));
}

std::string gate_text(const Summary& s) {
  if (!s.training || s.graph.edges == 0) return {};
  return fmt::format("open (σ(κ) ≥ 0.01) on {:.0f} % of the edges", 100.0 * s.training->gate_open_share);
}

}  // namespace

std::string to_text(const Homophily& h) {
  return fmt::format("edge {}, node {}, adjusted {}; label informativeness {}", number_text(h.edge, 4),
                     number_text(h.node, 4), number_text(h.adjusted, 4), number_text(h.label_informativeness, 4));
}

Facts facts_of(const GraphFacts& f) {
  Facts lines = {
      {"nodes", grouped(f.nodes)},
      {f.directed ? "entries" : "edges",
       fmt::format("{}{}{}", grouped(f.edges), f.directed ? ", directed" : "", f.weighted ? ", weighted" : "")},
      {"read from", entries_text(f)},
      {"reading", account_text(f)},
      {"degree", fmt::format("mean {:.2f}, median {:g}, largest {}; {} isolated {}", f.degrees.mean, f.degrees.median,
                             grouped(f.degrees.maximum), grouped(f.degrees.isolated),
                             f.degrees.isolated == 1 ? "node" : "nodes")},
      {"components", fmt::format("{}; the largest has {} nodes", grouped(f.components), grouped(f.largest_component))}};
  if (f.attributes) {
    lines.emplace_back("attributes",
                       fmt::format("{} {} columns, {:.2f} % of the values are not 0; {} empty rows",
                                   grouped(f.attributes->columns), f.attributes->sparse ? "sparse" : "dense",
                                   100.0 * f.attributes->density, grouped(f.attributes->empty_rows)));
  } else {
    lines.emplace_back("attributes", "none");
  }
  if (f.labels) {
    lines.emplace_back("classes", classes_text(*f.labels));
    lines.emplace_back("homophily", to_text(f.labels->homophily));
  }
  return lines;
}

std::string heading(const Summary& s) {
  const std::string attributes =
      s.graph.attributes ? fmt::format("{} attributes", grouped(s.graph.attributes->columns)) : "no attributes";
  return fmt::format("{} ({}): {} nodes, {} {}, {}; method {}, seed {}\n", s.run.data_name, s.run.data_format,
                     grouped(s.graph.nodes), grouped(s.graph.edges), s.graph.directed ? "directed entries" : "edges",
                     attributes, s.run.method, s.run.seed);
}

Facts facts_of(const Summary& s) {
  Facts facts = {{"reading", account_text(s.graph)},
                 {"communities", communities_text(s)},
                 {"number chosen", s.count ? choice_text(*s.count) : ""},
                 {"fit to the graph", cut_text(s.quality.cut)},
                 {"fit to the labels", agreement_text(s.quality.agreement)},
                 {"why", decided(s, {"weights", "attributes", "structure"})},
                 {"stability", decided(s, {"stability", "rounding"})},
                 {"former run", decided(s, {"previous"})},
                 {"levels", decided(s, {"levels"})},
                 {"", s.levels ? tree_text(*s.levels) : ""},
                 {"gate", gate_text(s)}};
  if (s.training) facts.emplace_back("training", training_text(*s.training));
  if (!s.losses.empty()) facts.emplace_back("training", loss_text(s.losses));
  if (s.spectrum) facts.emplace_back("spectrum", spectrum_text(*s.spectrum));
  for (const auto& [name, value] : s.evidence) {
    const double* number = std::get_if<double>(&value);
    facts.emplace_back(name, number != nullptr ? fmt::format("{:.4g}", *number) : cgsd::to_text(value));
  }
  return facts;
}

std::string timing_text(const Timing& timing) {
  std::vector<std::string> parts;
  for (const StageTime& stage : timing.stages) {
    if (stage.seconds >= 0.0005) parts.push_back(fmt::format("{} {}", stage.stage, seconds_text(stage.seconds)));
  }
  return fmt::format("{} ({})", seconds_text(timing.seconds), fmt::join(parts, ", "));
}

}  // namespace cgsd::app

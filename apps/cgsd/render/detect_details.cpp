#include "apps/cgsd/render/detect_details.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"

#include "apps/cgsd/render/graph_text.hpp"
#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {
namespace {

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
  return fmt::format("{} eigenpairs, eigenvalues up to {:.3f}, residuals up to {:.0e}, {} component{}{}",
                     spectrum.values.size(), spectrum.values.back(), worst,
                     grouped(static_cast<std::uint64_t>(spectrum.components)), spectrum.components == 1 ? "" : "s",
                     spectrum.converged ? "" : "; not converged");
}

std::string agreement_text(const std::optional<Agreement>& agreement) {
  if (!agreement) return {};
  const Agreement& a = *agreement;
  return fmt::format("NMI {}, AMI {}, ARI {}, accuracy {}, F1 {}", number_text(a.nmi, 3), number_text(a.ami, 3),
                     number_text(a.ari, 3), number_text(a.accuracy, 3), number_text(a.macro_f1, 3));
}

std::string gate_text(const Summary& s) {
  if (!s.training || s.graph.edges == 0) return {};
  return fmt::format("open (at least 0.01) on {:.0f} % of the edges", 100.0 * s.training->gate_open_share);
}

std::string evidence_text(const OptionValue& value) {
  const double* number = std::get_if<double>(&value);
  return number != nullptr ? fmt::format("{:.4g}", *number) : cgsd::to_text(value);
}

}  // namespace

Facts details_of(const Summary& s) {
  Facts facts = {
      {"run", fmt::format("method {}, seed {}, data read as {}", s.run.method, s.run.seed, s.run.data_format)},
      {"number chosen", s.count ? choice_text(*s.count) : ""},
      {"confidence", s.confidence.own.empty() ? "" : std::string(help_of(s.confidence.source))},
      {"fit to the graph", cut_text(s.quality.cut)},
      {"fit to the labels", agreement_text(s.quality.agreement)}};
  for (const Decision& d : s.decisions) {
    const bool both = !d.words.empty() && !d.figures.empty();
    facts.emplace_back(d.topic, both ? fmt::format("{} Figures: {}.", d.words, d.figures) : d.words + d.figures);
  }
  facts.emplace_back("gate", gate_text(s));
  if (s.training) facts.emplace_back("training", training_text(*s.training));
  if (!s.losses.empty()) facts.emplace_back("training", loss_text(s.losses));
  if (s.spectrum) facts.emplace_back("spectrum", spectrum_text(*s.spectrum));
  for (const auto& [name, value] : s.evidence) facts.emplace_back(name, evidence_text(value));
  facts.emplace_back("time", timing_text(s.timing));
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

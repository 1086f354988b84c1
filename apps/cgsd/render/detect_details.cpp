#include "apps/cgsd/render/detect_details.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"
#include "cgsd/summary/count_words.hpp"

#include "apps/cgsd/render/graph_text.hpp"
#include "apps/cgsd/shell/layout.hpp"

namespace cgsd::app {
namespace {

std::string cut_text(const CutQuality& cut) {
  return fmt::format("modularity {}, coverage {}, mean conductance {}", number_text(cut.modularity, 3),
                     number_text(cut.coverage, 3), number_text(cut.mean_conductance, 3));
}

std::string count_text(std::int32_t communities, bool more) {
  if (communities > 0) return fmt::format("{}", communities);
  return more ? "too many" : "none";
}

// What the criteria say, beside the reason that was given.
std::string choice_text(const CommunityCount& count) {
  if (!count.chosen()) return {};
  std::string text = fmt::format("{}. {}", count_phrase(count), count_words(count));
  if (!count.all_criteria) return text;
  return text + fmt::format(" Eigenvalues beyond noise: {} by the edges, {} by the attributes.",
                            count_text(count.topology.communities, count.topology.beyond_bulk > 1),
                            count_text(count.attributes.communities, count.attributes.signals > 0));
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

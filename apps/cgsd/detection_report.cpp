#include "detection_report.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/detect/explanation.hpp"

#include "session.hpp"

namespace cgsd::app {
namespace {

std::string sizes_text(const Partition& partition) {
  constexpr std::size_t kMost = 12;
  const auto sizes = community_sizes(partition);
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min(kMost, sizes.size()); ++i) shown.push_back(grouped(sizes[i]));
  return fmt::format("{} of {}{} nodes", sizes.size(), fmt::join(shown, ", "), sizes.size() > kMost ? ", …" : "");
}

std::string communities_text(const Detection& d) {
  std::string text = sizes_text(d.communities());
  if (d.communities().communities < d.count.communities) {
    text += fmt::format(" ({} were wanted; the nodes have fewer distinct positions)", d.count.communities);
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

std::string said_text(std::int32_t communities, bool more) {
  if (communities > 0) return fmt::format("{}", communities);
  return more ? "too many" : "none";
}

std::string criteria_text(const CommunityCount& count) {
  return fmt::format("eigengap {}, Bethe–Hessian {}, stability {}, attribute signals {}", count.eigengap,
                     said_text(count.topology.communities, count.topology.beyond_bulk > 1),
                     said_text(count.stability.communities, false),
                     said_text(count.attributes.communities, count.attributes.signals > 0));
}

std::string_view reason_text(const CommunityCount& count) {
  switch (count.reason) {
    case CountReason::asked:
      return "as asked";
    case CountReason::eigengap:
      return "no two agree and none is stable, so the eigengap decides";
    case CountReason::agreement:
      return count.communities > 2 ? "two or more agree" : "two or more agree (2 is the least that is proposed)";
    case CountReason::stability:
      return "no two agree, so the one that halves of the nodes foretell of each other decides";
    case CountReason::topology:
      return "no two agree and none is stable, so the edges decide";
    case CountReason::nothing:
      return "nothing stands out of noise; 2 is the least that is proposed";
  }
  return {};
}

std::string choice_text(const CommunityCount& count) {
  if (!count.chosen()) return {};
  if (!count.all_criteria) return eigengap_text(count);
  return fmt::format("{}: {}: {}", count.communities, criteria_text(count), reason_text(count));
}

std::string training_text(const Training<float>& training) {
  const auto& losses = training.state.losses;
  if (losses.empty()) return "none";
  std::string text = fmt::format("{} epochs, loss {} → {}", losses.size(), number_text(losses.front().total, 3),
                                 number_text(losses.back().total, 3));
  if (training.state.best_epoch >= 0)
    text += fmt::format(", embedding of epoch {} kept", training.state.best_epoch + 1);
  if (training.ending == TrainingEnd::loss_not_finite) text += "; stopped: the loss was no longer finite";
  return text;
}

std::string spectrum_text(const Spectrum& spectrum) {
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

// What was measured first, then what every run shows.
std::string stability_text(const std::string& starts, const std::optional<Stability>& stability) {
  if (!stability) return starts;
  return starts.empty() ? explanation(*stability) : explanation(*stability) + " " + starts;
}

}  // namespace

Facts facts_of(const Detection& d, const Scores& scores, const std::optional<Stability>& stability) {
  const bool trained = d.training.embedding.rows() > 0;
  const bool has_gate = trained && !d.curvature.empty();
  return {
      {"communities", communities_text(d)},
      {"number chosen", choice_text(d.count)},
      {"fit to the graph", cut_text(scores.cut)},
      {"fit to the labels", agreement_text(scores.agreement)},
      {"why", wrapped(explanation(d))},
      {"stability", wrapped(stability_text(explanation(d.clustering), stability))},
      {"gate",
       has_gate ? fmt::format("open (σ(κ) ≥ 0.01) on {:.0f} % of the edges", 100.0 * d.training.open_share) : ""},
      {"training", trained ? training_text(d.training) : ""},
      {"spectrum", spectrum_text(d.spectrum)},
  };
}

Facts facts_of(const MethodResult& result, const Scores& scores, const std::optional<Stability>& stability) {
  Facts facts = {{"communities", sizes_text(result.partition)},
                 {"fit to the graph", cut_text(scores.cut)},
                 {"fit to the labels", agreement_text(scores.agreement)},
                 {"stability", wrapped(stability_text("", stability))}};
  if (!result.losses.empty()) {
    facts.emplace_back(
        "training", fmt::format("{} epochs, loss {} → {}", result.losses.size(), number_text(result.losses.front(), 3),
                                number_text(result.losses.back(), 3)));
  }
  for (const auto& [name, value] : result.evidence) {
    const double* number = std::get_if<double>(&value);
    facts.emplace_back(name, number != nullptr ? fmt::format("{:.4g}", *number) : to_text(value));
  }
  return facts;
}

}  // namespace cgsd::app

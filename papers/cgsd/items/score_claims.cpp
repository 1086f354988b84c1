#include "papers/cgsd/items/score_claims.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace cgsd {
namespace {

using V = ClaimVerdict;
constexpr const char* kDgi = "dgi";
constexpr double kRounding = 1e-9;

double printed(const ScoredItem& item, const char* method, const std::string& dataset) {
  return printed_nmi(*item.spec.experiment, method, dataset).value_or(Measured::kNone);
}

// first − second, by seed.
Measured difference(const CellScores& scores, const std::string& first, const std::string& second,
                    const std::string& dataset) {
  std::vector<double> by_seed = scores.nmi(first, dataset);
  const std::vector<double> other = scores.nmi(second, dataset);
  for (std::size_t i = 0; i < by_seed.size(); ++i) by_seed[i] -= other[i];
  return measured(by_seed);
}

Claim baselines_claim(const ItemSpec& spec, const ScoredItem& main) {
  std::vector<std::string> in_table;
  for (const MethodEntry& method : main.spec.experiment->methods) {
    if (!method.label.starts_with("CGSD") && is_printed(*main.spec.experiment, method.label))
      in_table.push_back(method.label);
  }
  const double said = spec.quoted_value("baselines");
  const double listed = spec.quoted_value("baselines_listed");
  const bool agree = said == listed && listed == static_cast<double>(in_table.size());
  return {fmt::format("CGSD is compared with {} baselines", said), agree ? V::reproduced : V::contradicts_itself,
          fmt::format("The text lists {}; the table has {} ({}): MinCut has no column.", listed, in_table.size(),
                      fmt::join(in_table, ", "))};
}

Claim above_claim(const ItemSpec& spec, const ScoredItem& main) {
  std::size_t own = 0;
  std::size_t found = 0;
  std::vector<std::string> parts;
  for (const std::string& dataset : main.scores.datasets()) {
    own += printed(main, kCspec, dataset) > printed(main, kKmeans, dataset) ? 1 : 0;
    const double gain = difference(main.scores, kCspec, kKmeans, dataset).value;
    found += gain > 0.0 ? 1 : 0;
    parts.push_back(fmt::format("{} {:+.3f}", dataset, gain));
  }
  const double said = spec.quoted_value("cspec_above");
  return {fmt::format("CSpec is above K-means on {} of {} datasets", said, parts.size()),
          said == static_cast<double>(own) ? verdict_if(said == static_cast<double>(found)) : V::contradicts_itself,
          fmt::format("Printed: on {}; measured: on {} ({}).", own, found, fmt::join(parts, ", "))};
}

Claim gain_range_claim(const ItemSpec& spec, const ScoredItem& main) {
  constexpr double kInPercent = 100.0;
  constexpr double kHalf = 0.5;  // of a printed per cent
  const double low = spec.quoted_value("gain_low");
  const double high = spec.quoted_value("gain_high");
  const auto is_inside = [&](double gain) { return gain >= low - kHalf && gain <= high + kHalf; };
  bool own = true;
  bool found = true;
  std::vector<std::string> parts;
  for (const std::string& dataset : main.scores.datasets()) {
    if (dataset == "Cora") continue;
    const double said = kInPercent * (printed(main, kCspec, dataset) / printed(main, kKmeans, dataset) - 1.0);
    const double gain =
        kInPercent * (main.scores.mean(kCspec, dataset).value / main.scores.mean(kKmeans, dataset).value - 1.0);
    own = own && is_inside(said);
    found = found && is_inside(gain);
    parts.push_back(fmt::format("{} {:+.0f} % ({:+.0f} %)", dataset, gain, said));
  }
  return {fmt::format("CSpec gains +{} % to +{} % over K-means on the four heterophilic datasets", low, high),
          own ? verdict_if(found) : V::contradicts_itself,
          fmt::format("Measured, and by the paper's own table in brackets: {}.", fmt::join(parts, ", "))};
}

// Of `first` over `second`, both in the paper's table.
Claim lead_claim(std::string text, const Printed& said, const Measured& found, double own) {
  const double half_a_digit = 0.5 * std::pow(10.0, -said.digits);
  const bool consistent = std::abs(own - said.value) <= half_a_digit + kRounding;
  const std::optional<bool> holds = agrees(agreement(found, said));
  return {std::move(text), consistent ? verdict_if(holds) : V::contradicts_itself,
          fmt::format("The paper's table has {:+.3f}; measured {}.", own,
                      std::isfinite(found.value) ? measured_text(found, 3) : "nothing, for --learned was not given")};
}

void add_leads(const ItemSpec& spec, const ScoredItem& main, std::vector<Claim>& claims) {
  for (const char* dataset : {"Wisconsin", "Cornell", "Chameleon"}) {
    const Printed said = spec.printed_at(dataset, "win").value();
    claims.push_back(lead_claim(fmt::format("CSpec wins by +{} on {} (over K-means)", said.value, dataset), said,
                                difference(main.scores, kCspec, kKmeans, dataset),
                                printed(main, kCspec, dataset) - printed(main, kKmeans, dataset)));
  }
  for (const char* dataset : {"Cornell", "Texas"}) {
    const Printed said = spec.printed_at(dataset, "dgi_lead").value();
    claims.push_back(lead_claim(fmt::format("DGI leads by {} on {}", said.value, dataset), said,
                                difference(main.scores, kDgi, kCspec, dataset),
                                printed(main, kDgi, dataset) - printed(main, kCspec, dataset)));
  }
}

Claim residual_claim(const ItemSpec& spec, const ClaimInputs& inputs) {
  const Printed said = spec.quoted_number("residual");
  const std::vector<double> squirrel = inputs.own.nmi(kCspec, "Squirrel");
  std::vector<double> means = inputs.main.scores.nmi(kCspec, "Chameleon");
  const double on_chameleon = measured(means).value;
  for (std::size_t i = 0; i < means.size(); ++i)
    means[i] = i < squirrel.size() ? (means[i] + squirrel[i]) / 2.0 : Measured::kNone;
  const Measured found = measured(means);
  return {fmt::format("Residual NMI of about {} on Squirrel and Chameleon, in the mean", said.value),
          verdict_if(agrees(agreement(found, said))),
          fmt::format("Measured {} (Squirrel {:.3f}, Chameleon {:.3f}), CSpec, {} seeds.", measured_text(found, 3),
                      measured(squirrel).value, on_chameleon, found.runs)};
}

std::string grid_label(double alpha, double k) { return fmt::format("α = {}, k = {}", alpha, k); }

// The α with the best NMI at the printed k, and what α = 0 gives there: best if it is within two standard errors.
Claim no_curvature_claim(const ScoredItem& grid, const ScoredItem& main) {
  bool all = true;
  std::vector<std::string> parts;
  for (const char* dataset : {"Cornell", "Wisconsin"}) {
    const double k = grid.spec.printed_at(dataset, "k").value().value;
    double best_alpha = 0.0;
    for (const double alpha : {0.0, 0.5, 1.0, 2.0, 5.0}) {
      if (grid.scores.mean(grid_label(alpha, k), dataset).value >
          grid.scores.mean(grid_label(best_alpha, k), dataset).value)
        best_alpha = alpha;
    }
    const Measured behind = difference(grid.scores, grid_label(best_alpha, k), grid_label(0.0, k), dataset);
    all = all && (best_alpha == 0.0 || behind.value <= 2.0 * behind.standard_error);
    parts.push_back(fmt::format("{} {} at α = 0, {} at the best α = {}", dataset,
                                measured_text(grid.scores.mean(grid_label(0.0, k), dataset), 3),
                                measured_text(grid.scores.mean(grid_label(best_alpha, k), dataset), 3), best_alpha));
  }
  std::vector<std::pair<double, std::string>> gains;
  for (const std::string& dataset : main.scores.datasets())
    gains.emplace_back(printed(main, kCspec, dataset) - printed(main, kKmeans, dataset), dataset);
  std::ranges::sort(gains, std::greater{});
  return {
      "Cornell and Wisconsin are best at α = 0", verdict_if(all),
      fmt::format("Measured at k as printed: {}. α = 0 turns the curvature weight off, and CSpec is printed to gain "
                  "most over K-means on {} and {}: there curvature is not what gains.",
                  fmt::join(parts, "; "), gains.at(0).second, gains.at(1).second)};
}

Claim small_k_claim(const ItemSpec& spec, const ScoredItem& grid) {
  const double small = spec.quoted_value("small_k");
  bool own = true;
  bool found = true;
  std::vector<std::string> said;
  std::vector<std::string> parts;
  for (const char* dataset : {"Cornell", "Texas"}) {  // the datasets with fewer than 200 nodes
    const double k = grid.spec.printed_at(dataset, "k").value().value;
    own = own && k == small;
    said.push_back(fmt::format("{} k = {}", dataset, k));
    std::vector<std::string> values;
    for (const double other : {5.0, 10.0, 15.0, 20.0}) {
      const double value = grid.scores.mean(grid_label(1.0, other), dataset).value;
      found = found && value <= grid.scores.mean(grid_label(1.0, small), dataset).value;
      values.push_back(fmt::format("{:.3f}", value));
    }
    parts.push_back(fmt::format("{} {}", dataset, fmt::join(values, ", ")));
  }
  return {fmt::format("k = {} is preferable for n < {}", small, spec.quoted_value("small_nodes")),
          own ? verdict_if(found) : V::contradicts_itself,
          fmt::format("The paper's own best: {}. Measured at α = 1, k = 5, 10, 15, 20: {}.", fmt::join(said, ", "),
                      fmt::join(parts, "; "))};
}

Claim peak_claim(const ItemSpec& spec, const ScoredItem& sweep) {
  double best = -1.0;
  std::string at;
  for (const std::string& h : sweep.scores.datasets()) {
    const double gap = difference(sweep.scores, kCspec, kKmeans, h).value;
    if (gap > best) {
      best = gap;
      at = h;
    }
  }
  const Printed said = spec.quoted_number("peak_gap");
  const double low = spec.quoted_value("peak_low");
  const double high = spec.quoted_value("peak_high");
  const bool place = !at.empty() && std::stod(at) >= low && std::stod(at) <= high;
  const std::optional<bool> size = agrees(agreement(difference(sweep.scores, kCspec, kKmeans, at), said));
  return {fmt::format("On block models the gain of CSpec peaks at h in [{:.2f}, {:.2f}] with about +{}", low, high,
                      said.value),
          verdict_if(place ? size : std::optional(false)),
          fmt::format("Measured: it peaks at h = {} with {}; printed there {:+.3f}.", at,
                      measured_text(difference(sweep.scores, kCspec, kKmeans, at), 3),
                      printed(sweep, kCspec, at) - printed(sweep, kKmeans, at))};
}

Claim never_below_claim(const ScoredItem& sweep) {
  std::vector<std::string> own;
  std::vector<std::string> found;
  for (const std::string& h : sweep.scores.datasets()) {
    const double said = printed(sweep, kCspec, h) - printed(sweep, kKmeans, h);
    if (said < -kRounding) own.push_back(fmt::format("{} {:+.3f}", h, said));
    const Measured gap = difference(sweep.scores, kCspec, kKmeans, h);
    if (gap.value < 0.0) found.push_back(fmt::format("{} {:+.4f}", h, gap.value));
  }
  const auto words = [](const std::vector<std::string>& parts) {
    return parts.empty() ? std::string("nowhere") : fmt::format("at h = {}", fmt::join(parts, ", "));
  };
  return {"On block models CSpec is at least as good as K-means at every h",
          own.empty() ? verdict_if(found.empty()) : V::contradicts_itself,
          fmt::format("Below it by the paper's own table {}; measured {}.", words(own), words(found))};
}

}  // namespace

std::vector<Claim> main_score_claims(const ItemSpec& spec, const ClaimInputs& inputs) {
  std::vector<Claim> claims = {baselines_claim(spec, inputs.main), above_claim(spec, inputs.main),
                               gain_range_claim(spec, inputs.main)};
  add_leads(spec, inputs.main, claims);
  claims.push_back(residual_claim(spec, inputs));
  return claims;
}

std::vector<Claim> grid_claims(const ItemSpec& spec, const ScoredItem& grid, const ScoredItem& main) {
  return {no_curvature_claim(grid, main), small_k_claim(spec, grid)};
}

std::vector<Claim> sweep_claims(const ItemSpec& spec, const ScoredItem& sweep) {
  return {peak_claim(spec, sweep), never_below_claim(sweep)};
}

Claim large_mean_claim(const ItemSpec& spec, const ScoredItem& large) {
  const Printed said = spec.quoted_number("large_mean");
  double own = 0.0;
  double measured_there = 0.0;
  double printed_there = 0.0;
  const std::vector<std::string>& there = large.scores.datasets();
  for (const std::string& dataset : there) {
    measured_there += large.scores.mean(kCspec, dataset).value / static_cast<double>(there.size());
    printed_there += printed(large, kCspec, dataset) / static_cast<double>(there.size());
    own += printed(large, kCspec, dataset);
  }
  for (const UnavailableData& row : large.spec.unavailable) own += row.printed.at(kCspec).value;
  const double rows = static_cast<double>(there.size() + large.spec.unavailable.size());
  const bool consistent = rounded_text(own / rows, said.digits) == rounded_text(said.value, said.digits);
  return {
      fmt::format("CSpec has a mean NMI of {} on the larger datasets", said.value),
      consistent ? V::cannot_be_checked : V::contradicts_itself,
      fmt::format("The printed values have mean {:.4f}. {} of {} datasets can be had: there {:.3f} measured, {:.3f} "
                  "printed.",
                  own / rows, there.size(), rows, measured_there, printed_there)};
}

}  // namespace cgsd

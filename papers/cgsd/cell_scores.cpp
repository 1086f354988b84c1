#include "papers/cgsd/cell_scores.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace cgsd {
namespace {

constexpr int kNmiDigits = 3;

std::optional<Printed> as_printed(std::optional<double> value) {
  return value ? std::optional(Printed{*value, kNmiDigits}) : std::nullopt;
}

void add_unavailable(const ItemSpec& spec, Comparison& comparison) {
  for (const UnavailableData& row : spec.unavailable) {
    for (const auto& [method, value] : row.printed) {
      comparison.figures.push_back({row.dataset, method, {}, value, kNmiDigits, row.why});
    }
  }
}

}  // namespace

CellScores::CellScores(const ExperimentSpec& spec, std::span<const CellRecord> cells) : seeds_(spec.seeds.size()) {
  for (const MethodEntry& method : spec.methods) methods_.push_back(method.label);
  for (const DatasetEntry& dataset : spec.datasets) datasets_.push_back(dataset.label);
  for (const CellRecord& cell : cells) {
    const auto seed = std::find(spec.seeds.begin(), spec.seeds.end(), cell.key.seed);
    if (seed == spec.seeds.end()) continue;
    const std::pair key(cell.key.method, cell.key.dataset);
    std::vector<double>& values = nmi_[key];
    values.resize(seeds_, Measured::kNone);
    values[static_cast<std::size_t>(seed - spec.seeds.begin())] = value_of(cell, Metric::nmi);
    if (cell.state != CellState::done) missing_[key] = cell.reason;
  }
}

bool CellScores::has(const std::string& method) const {
  return std::find(methods_.begin(), methods_.end(), method) != methods_.end();
}

std::vector<double> CellScores::nmi(const std::string& method, const std::string& dataset) const {
  const auto found = nmi_.find({method, dataset});
  return found != nmi_.end() ? found->second : std::vector<double>(seeds_, Measured::kNone);
}

Measured CellScores::mean(const std::string& method, const std::string& dataset) const {
  return measured(nmi(method, dataset));
}

Measured CellScores::mean(const std::string& method) const {
  std::vector<double> by_seed(seeds_, 0.0);
  for (const std::string& dataset : datasets_) {
    const std::vector<double> values = nmi(method, dataset);
    for (std::size_t i = 0; i < seeds_; ++i) by_seed[i] += values[i] / static_cast<double>(datasets_.size());
  }
  return measured(by_seed);
}

std::string CellScores::why_missing(const std::string& method, const std::string& dataset) const {
  const auto found = missing_.find({method, dataset});
  return found == missing_.end() ? std::string() : found->second;
}

void CellScores::add(const CellScores& others) {
  methods_.insert(methods_.end(), others.methods_.begin(), others.methods_.end());
  nmi_.insert(others.nmi_.begin(), others.nmi_.end());
  missing_.insert(others.missing_.begin(), others.missing_.end());
}

std::optional<double> printed_nmi(const ExperimentSpec& spec, const std::string& method, const std::string& dataset) {
  for (const PaperValue& p : spec.paper) {
    if (p.metric == Metric::nmi && p.method == method && p.dataset == dataset) return p.value;
  }
  return std::nullopt;
}

bool is_printed(const ExperimentSpec& spec, const std::string& method) {
  return std::any_of(spec.paper.begin(), spec.paper.end(), [&](const PaperValue& p) { return p.method == method; });
}

Comparison nmi_comparison(const ItemSpec& spec, const CellScores& scores) {
  Comparison comparison;
  const ExperimentSpec& experiment = *spec.experiment;
  for (const DatasetEntry& dataset : experiment.datasets) {
    for (const MethodEntry& method : experiment.methods) {
      const bool was_run = scores.has(method.label);
      const auto printed = as_printed(printed_nmi(experiment, method.label, dataset.label));
      if (!was_run && !printed) continue;
      ComparedFigure figure{dataset.label,
                            method.label,
                            scores.mean(method.label, dataset.label),
                            printed,
                            kNmiDigits,
                            was_run ? scores.why_missing(method.label, dataset.label) : "not run: --learned adds it"};
      comparison.figures.push_back(std::move(figure));
    }
  }
  add_unavailable(spec, comparison);
  comparison.remarks.push_back(
      scores.seeds() > 1
          ? fmt::format(
                "NMI, mean ± standard error of {} runs; inside: within two standard errors of the printed value, "
                "which has no spread of its own in the paper's table.",
                scores.seeds())
          : "NMI of one run, so no standard error.");
  return comparison;
}

}  // namespace cgsd

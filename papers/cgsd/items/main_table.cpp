#include "papers/cgsd/items/main_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/detect/presets.hpp"
#include "cgsd/figure/critical_difference.hpp"
#include "cgsd/figure/paired_boxes.hpp"
#include "cgsd/stats/friedman.hpp"
#include "cgsd/stats/t_test.hpp"
#include "cgsd/stats/wilcoxon.hpp"

namespace cgsd {
namespace {

constexpr const char* kOtherRate = "CGSD, CSpec, rate 0.01";
constexpr double kLevel = 0.05;
constexpr double kPercent = 100.0;

struct Pairs {
  std::vector<double> cspec;
  std::vector<double> kmeans;
};

Pairs pairs_of(const CellScores& scores) {
  Pairs pairs;
  for (const std::string& dataset : scores.datasets()) {
    const std::vector<double> a = scores.nmi(kCspec, dataset);
    const std::vector<double> b = scores.nmi(kKmeans, dataset);
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!std::isfinite(a[i]) || !std::isfinite(b[i])) continue;
      pairs.cspec.push_back(a[i]);
      pairs.kmeans.push_back(b[i]);
    }
  }
  return pairs;
}

Claim mean_claim(const CellScores& scores, const char* method, const Printed& printed) {
  const Measured found = scores.mean(method);
  return {fmt::format("{} has mean NMI {} over the datasets", method, rounded_text(printed.value, printed.digits)),
          verdict_if(agrees(agreement(found, printed))),
          fmt::format("Measured {} over {} seeds, {} the printed value.", measured_text(found, 3), found.runs,
                      signed_text(found.value - printed.value, 3) + " from")};
}

Claim gain_claim(const ItemSpec& spec, const CellScores& scores) {
  const double printed = spec.quoted_value("gain_percent");
  const double a = spec.quoted_value("mean_cspec");
  const double b = spec.quoted_value("mean_kmeans");
  const double own = kPercent * (a - b) / b;
  const double found = kPercent * (scores.mean(kCspec).value / scores.mean(kKmeans).value - 1.0);
  const bool is_consistent = std::abs(own - printed) < 1.0;
  return {fmt::format("CSpec gains {:+.0f} % over K-means", printed),
          is_consistent ? verdict_if(std::abs(found - printed) < 1.0) : ClaimVerdict::contradicts_itself,
          fmt::format("The paper's own means {} and {} give {:+.1f} %; measured {:+.1f} %.", a, b, own, found)};
}

Claim test_claim(const char* name, double printed, double found, std::size_t pairs) {
  return {fmt::format("CSpec beats K-means ({}, p = {})", name, printed), verdict_if(found < kLevel),
          fmt::format("{} over {} pairs, one-sided; reproduced means below {}.", p_text(found), pairs, kLevel)};
}

void add_tests(const ItemSpec& spec, const CellScores& scores, std::vector<Claim>& claims) {
  const Pairs pairs = pairs_of(scores);
  if (pairs.cspec.size() < 2) return;
  const double t = paired_t_test(pairs.cspec, pairs.kmeans, {.alternative = Alternative::greater}).p;
  const double w = wilcoxon(pairs.cspec, pairs.kmeans, {.alternative = Alternative::greater}).p;
  claims.push_back(test_claim("paired t-test", spec.quoted_value("t_test_p"), t, pairs.cspec.size()));
  claims.push_back(test_claim("Wilcoxon", spec.quoted_value("wilcoxon_p"), w, pairs.cspec.size()));
}

Claim win_claim(const ItemSpec& spec, const CellScores& scores, const std::string& dataset) {
  const double own = scores.mean(kCspec, dataset).value;
  std::string best;
  double most = -1.0;
  std::vector<std::string> not_run;
  for (const MethodEntry& method : spec.experiment->methods) {
    if (method.label == kCspec || !is_printed(*spec.experiment, method.label)) continue;
    const double other = scores.mean(method.label, dataset).value;
    if (!std::isfinite(other)) not_run.push_back(method.label);
    if (!(other > most)) continue;
    most = other;
    best = method.label;
  }
  std::string beside;
  for (const char* label : {kAttributeKmeans, kDefault}) {
    if (scores.has(label)) beside += fmt::format("; {} {:.3f}", label, scores.mean(label, dataset).value);
  }
  const std::string missing = not_run.empty() ? std::string() : fmt::format("; not run: {}", fmt::join(not_run, ", "));
  // A better method settles it; where none is, those that were not run might be.
  const bool is_open = own >= most && !not_run.empty();
  return {fmt::format("CSpec is the best method on {}", dataset),
          verdict_if(is_open ? std::nullopt : std::optional(own >= most)),
          fmt::format("CSpec {:.3f}; best other of the paper's methods: {} {:.3f}. Not in the paper{}{}.", own, best,
                      most, beside.empty() ? ": none" : beside.replace(0, 1, ":"), missing)};
}

// The two claims about values that stand elsewhere in the paper.
Claim cornell_claim(const ItemSpec& spec, const CellScores& scores) {
  const double appendix = spec.quoted_value("cornell_in_appendix");
  const auto table = printed_nmi(*spec.experiment, kCspec, "Cornell");
  const std::vector<double> values = scores.nmi(kCspec, "Cornell");
  const bool contradicts = table && std::abs(*table - appendix) > 0.01;
  return {fmt::format("Cornell has NMI {:.3f} on all seeds (appendix)", appendix),
          contradicts ? ClaimVerdict::contradicts_itself : ClaimVerdict::not_reproduced,
          fmt::format("The main table prints {:.3f}; measured {}, the best seed {:.3f}.",
                      table.value_or(Measured::kNone), measured_text(scores.mean(kCspec, "Cornell"), 3),
                      values.empty() ? Measured::kNone : *std::ranges::max_element(values))};
}

std::size_t inside(const ItemSpec& spec, const CellScores& scores, const char* label) {
  std::size_t count = 0;
  for (const std::string& dataset : scores.datasets()) {
    const auto printed = printed_nmi(*spec.experiment, kCspec, dataset);
    if (printed && agreement(scores.mean(label, dataset), Printed{*printed, 3}) == FigureAgreement::inside) ++count;
  }
  return count;
}

// Text against program, not the paper against itself: a difference is "not reproduced".
Claim rate_claim(const ItemSpec& spec, const CellScores& scores) {
  const std::size_t datasets = scores.datasets().size();
  const double printed = spec.quoted_value("learning_rate");
  const double program = std::get<TrainedOptions>(preset_options(Preset::authors).encoder).encoder.adam.learning_rate;
  return {fmt::format("The learning rate is {}", printed), verdict_if(program == printed),
          fmt::format("The released program uses {}: with it {} of {} printed CSpec values are inside two standard "
                      "errors, with {} {} of {}.",
                      program, inside(spec, scores, kCspec), datasets, printed, inside(spec, scores, kOtherRate),
                      datasets)};
}

Claim values_claim(const Comparison& comparison) {
  std::vector<ComparedFigure> own = comparison.figures;
  std::erase_if(own, [](const ComparedFigure& f) { return f.column != kCspec && f.column != kKmeans; });
  const AgreementCount count = count_agreement(own);
  std::vector<std::string> outside;
  for (const ComparedFigure& f : own) {
    if (f.agreement() != FigureAgreement::outside) continue;
    outside.push_back(fmt::format("{} on {} ({} against {:.3f})", f.column == kCspec ? "CSpec" : "K-means", f.row,
                                  measured_text(f.measured, 3), f.printed->value));
  }
  return {"The CGSD columns of the main table", verdict_if(count.all()),
          fmt::format("{} of {} values are inside two standard errors{}{}.", count.agree, count.compared,
                      outside.empty() ? "" : "; outside: ", fmt::join(outside, ", "))};
}

std::string beside_remark(const CellScores& scores, const char* label) {
  std::vector<std::string> values;
  std::size_t above = 0;
  for (const std::string& dataset : scores.datasets()) {
    const double value = scores.mean(label, dataset).value;
    values.push_back(fmt::format("{} {:.3f}", dataset, value));
    if (value > scores.mean(kCspec, dataset).value) ++above;
  }
  return fmt::format("{}, not in the paper's table: {}. It is above CGSD with CSpec on {} of {} datasets.", label,
                     fmt::join(values, ", "), above, values.size());
}

}  // namespace

ItemReport main_table(const ItemSpec& spec, const CellScores& scores) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = nmi_comparison(spec, scores)};
  report.claims = {values_claim(report.comparison), mean_claim(scores, kCspec, spec.quoted.at("mean_cspec")),
                   mean_claim(scores, kKmeans, spec.quoted.at("mean_kmeans")), gain_claim(spec, scores)};
  add_tests(spec, scores, report.claims);
  for (const std::string& dataset : spec.wins) report.claims.push_back(win_claim(spec, scores, dataset));
  report.claims.push_back(cornell_claim(spec, scores));
  report.claims.push_back(rate_claim(spec, scores));
  for (const char* label : {kAttributeKmeans, kDefault}) {
    if (scores.has(label)) report.remarks.push_back(beside_remark(scores, label));
  }
  if (auto picture = scores_picture(spec, scores)) report.pictures.push_back(*std::move(picture));
  if (auto picture = rank_picture(spec, scores)) report.pictures.push_back(*std::move(picture));
  return report;
}

std::optional<ReportPicture> rank_picture(const ItemSpec& spec, const CellScores& scores) {
  std::vector<std::string> methods = scores.methods();
  std::erase_if(methods, [&](const std::string& method) {
    if (method == kOtherRate) return true;
    return std::ranges::any_of(scores.datasets(), [&](const std::string& dataset) {
      return !std::isfinite(scores.mean(method, dataset).value);
    });
  });
  const std::size_t rows = scores.datasets().size();
  if (methods.size() < 2 || rows < 2) return std::nullopt;
  Matrix<double> table(rows, methods.size());
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t c = 0; c < methods.size(); ++c) table(r, c) = scores.mean(methods[c], scores.datasets()[r]).value;
  }
  const Friedman test = friedman(table, {});
  const Nemenyi pairs = nemenyi(test, {});
  const std::string caption =
      fmt::format("Mean ranks by NMI over {} datasets (Friedman {}); bars join what Nemenyi's test cannot tell apart",
                  rows, p_text(test.p));
  return ReportPicture{fmt::format("{}-ranks", name_of(spec.item)),
                       critical_difference(critical_difference_of(methods, test, pairs)), caption};
}

std::optional<ReportPicture> scores_picture(const ItemSpec& spec, const CellScores& scores) {
  if (!scores.has(kAttributeKmeans) || !scores.has(kDefault)) return std::nullopt;
  PairedBoxes boxes{.methods = {"CGSD, CSpec", kAttributeKmeans, kDefault},
                    .title = fmt::format("NMI on the five datasets, {} seeds", scores.seeds()),
                    .most = 1.0,
                    .printed_name = "CSpec, printed",
                    .width_mm = 175.0};
  for (const std::string& dataset : scores.datasets()) {
    BoxGroup group{.name = dataset};
    for (const char* method : {kCspec, kAttributeKmeans, kDefault})
      group.samples.push_back(scores.nmi(method, dataset));
    group.printed = {printed_nmi(*spec.experiment, kCspec, dataset).value_or(Measured::kNone)};
    boxes.groups.push_back(std::move(group));
  }
  return ReportPicture{
      kScoresPicture, paired_boxes(boxes),
      "NMI of CGSD with CSpec, of K-means on the attributes alone and of the default, a point per seed; "
      "diamonds: CSpec as printed"};
}

ItemReport cspec_figure(const ItemSpec& figure, const ItemSpec& table, const CellScores& scores) {
  ItemReport report{.item = figure.item, .title = figure.title};
  PairedBoxes boxes{.methods = {"K-means", "CSpec"},
                    .title = fmt::format("NMI of CSpec and K-means on one embedding, {} seeds", scores.seeds()),
                    .most = 1.0,
                    .width_mm = 175.0};
  std::string csv = "dataset,method,run,nmi\n";
  for (const std::string& dataset : scores.datasets()) {
    BoxGroup group{.name = dataset};
    for (const char* method : {kKmeans, kCspec}) {
      group.samples.push_back(scores.nmi(method, dataset));
      group.printed.push_back(printed_nmi(*table.experiment, method, dataset).value_or(Measured::kNone));
      for (std::size_t i = 0; i < group.samples.back().size(); ++i) {
        csv += fmt::format("{},\"{}\",{},{}\n", dataset, method, i, group.samples.back()[i]);
      }
    }
    boxes.groups.push_back(std::move(group));
  }
  const auto higher = std::ranges::count_if(scores.datasets(), [&](const std::string& dataset) {
    return scores.mean(kCspec, dataset).value > scores.mean(kKmeans, dataset).value;
  });
  report.remarks.push_back(
      fmt::format("CSpec is above K-means on {} of {} datasets.", higher, scores.datasets().size()));
  report.files.push_back({"figure-cspec.csv", csv});
  report.pictures.push_back({"figure-cspec", paired_boxes(boxes),
                             "NMI of the two roundings of one embedding, a point per seed; diamonds: printed"});
  return report;
}

}  // namespace cgsd

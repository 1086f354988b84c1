#include "papers/cgsd/items/sweep.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/figure/curves_with_bands.hpp"
#include "cgsd/graph/generators.hpp"

namespace cgsd {
namespace {

struct Distance {
  double largest = 0.0;
  std::vector<std::string> beyond;  // "h = 0.05 (0.984 against 0.848)"
};

Distance distance(const ItemSpec& spec, const CellScores& scores, const char* method) {
  const double tolerance = spec.quoted_value("tolerance");
  Distance found;
  for (const std::string& h : scores.datasets()) {
    const auto value = printed_nmi(*spec.experiment, method, h);
    const Measured own = scores.mean(method, h);
    if (!value || !std::isfinite(own.value)) continue;
    const double difference = std::abs(own.value - *value);
    found.largest = std::max(found.largest, difference);
    if (difference > tolerance)
      found.beyond.push_back(fmt::format("h = {} ({} against {:.3f})", h, measured_text(own, 3), *value));
  }
  return found;
}

Claim curve_claim(const ItemSpec& spec, const CellScores& scores, const char* method) {
  const double tolerance = spec.quoted_value("tolerance");
  const Distance own = distance(spec, scores, method);
  std::string evidence = fmt::format("The largest difference is {:.3f}", own.largest);
  if (!own.beyond.empty()) evidence += fmt::format("; further away: {}", fmt::join(own.beyond, ", "));
  return {fmt::format("{} over h, within {} everywhere", method, tolerance), verdict_if(own.beyond.empty()),
          evidence + "."};
}

Claim gain_claim(const CellScores& scores, const ItemSpec& spec) {
  std::vector<std::string> parts;
  bool all = true;
  for (const std::string& h : scores.datasets()) {
    const auto a = printed_nmi(*spec.experiment, kCspec, h);
    const auto b = printed_nmi(*spec.experiment, kKmeans, h);
    constexpr double kClear = 0.05;
    if (!a || !b || *a - *b < kClear) continue;
    const double gain = scores.mean(kCspec, h).value - scores.mean(kKmeans, h).value;
    all = all && gain > 0.0;
    parts.push_back(fmt::format("h = {} {:+.3f} (printed {:+.3f})", h, gain, *a - *b));
  }
  return {"CSpec is clearly above K-means where edges are mostly within communities", verdict_if(all),
          fmt::format("Difference: {}.", fmt::join(parts, ", "))};
}

std::string raw_remark(const CellScores& scores, const char* label) {
  std::vector<std::string> parts;
  for (const std::string& h : scores.datasets())
    parts.push_back(fmt::format("{} {:.3f}", h, scores.mean(label, h).value));
  return fmt::format("{}, not in the paper, by h: {}.", label, fmt::join(parts, ", "));
}

Curve curve_of(const CellScores& scores, const char* method, const std::string& name) {
  Curve curve{.name = name};
  for (const std::string& h : scores.datasets()) {
    const Measured value = scores.mean(method, h);
    curve.x.push_back(std::stod(h));
    curve.y.push_back(value.value);
    curve.band.push_back(value.standard_error);
  }
  return curve;
}

Curve printed_curve(const ExperimentSpec& spec, const char* method, const std::string& name, std::size_t like) {
  Curve curve{.name = name, .marks_only = true, .like = like};
  for (const DatasetEntry& dataset : spec.datasets) {
    curve.x.push_back(std::stod(dataset.label));
    curve.y.push_back(printed_nmi(spec, method, dataset.label).value_or(Measured::kNone));
  }
  return curve;
}

}  // namespace

ItemReport sweep_table(const ItemSpec& spec, const CellScores& scores) {
  ItemReport report{.item = spec.item, .title = spec.title, .comparison = nmi_comparison(spec, scores)};
  report.comparison.row_name = "h";
  report.comparison.remarks.emplace_back(
      "Runs on one graph share it, so the standard error is somewhat too small if graphs differ.");
  report.claims = {curve_claim(spec, scores, kCspec), curve_claim(spec, scores, kKmeans), gain_claim(scores, spec)};
  for (const char* label : {kAttributeKmeans, kDefault}) {
    if (scores.has(label)) report.remarks.push_back(raw_remark(scores, label));
  }
  return report;
}

ItemReport sweep_figure(const ItemSpec& figure, const ItemSpec& table, const CellScores& scores) {
  ItemReport report{.item = figure.item, .title = figure.title};
  CurvesWithBands curves{.title = fmt::format("Planted partitions (n = {}, c = {}): NMI over heterophily",
                                              SbmOptions{}.nodes, SbmOptions{}.communities),
                         .x_name = "heterophily h: share of edges across communities",
                         .y_name = "NMI",
                         .y_most = 1.0,
                         .width_mm = 120.0,
                         .height_mm = 80.0};
  curves.curves = {curve_of(scores, kCspec, "CSpec"), curve_of(scores, kKmeans, "K-means"),
                   printed_curve(*table.experiment, kCspec, "CSpec, printed", 0),
                   printed_curve(*table.experiment, kKmeans, "K-means, printed", 1)};
  if (scores.has(kDefault)) {  // before the K-means: the fifth look is black
    curves.curves.push_back(curve_of(scores, kDefault, "cgsd default"));
    curves.curves.back().foremost = true;
  }
  if (scores.has(kAttributeKmeans))
    curves.curves.push_back(curve_of(scores, kAttributeKmeans, "K-means on the attributes"));
  std::string csv = "h,curve,nmi,standard_error\n";
  for (const Curve& curve : curves.curves) {
    for (std::size_t i = 0; i < curve.x.size(); ++i) {
      const std::string band = curve.band.empty() ? "" : fmt::format("{}", curve.band[i]);
      csv += fmt::format("{},\"{}\",{},{}\n", curve.x[i], curve.name, curve.y[i], band);
    }
  }
  report.files.push_back({"figure-sbm.csv", csv});
  report.pictures.push_back({"figure-sbm", curves_with_bands(curves),
                             fmt::format("Mean NMI of {} runs per h, bands of one standard error", scores.seeds())});
  return report;
}

}  // namespace cgsd

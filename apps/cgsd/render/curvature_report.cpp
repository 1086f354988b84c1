#include "apps/cgsd/render/curvature_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/text.hpp"
#include "cgsd/io/text/json_number.hpp"

namespace cgsd::app {
namespace {

std::vector<std::string> row(const std::string& name, const CurvatureStatistics& s) {
  return {name,
          grouped(s.count),
          number_text(s.mean, 2),
          number_text(s.median, 2),
          number_text(s.minimum, 2),
          number_text(s.maximum, 2),
          number_text(s.deviation, 2)};
}

Json statistics_json(const CurvatureStatistics& s) {
  return {{"count", s.count},
          {"mean", json_number(s.mean)},
          {"median", json_number(s.median)},
          {"minimum", json_number(s.minimum)},
          {"maximum", json_number(s.maximum)},
          {"deviation", json_number(s.deviation)}};
}

}  // namespace

CurvatureReport curvature_report(const Dataset& data, std::span<const double> curvature, CurvatureKind kind,
                                 const RunContext& run) {
  CurvatureReport report{kind, curvature_statistics(data.input.graph, curvature, run), std::nullopt};
  if (!data.labels.none()) report.by_class = within_cross(data.input.graph, curvature, data.labels.class_of, run);
  return report;
}

std::string to_text(const CurvatureReport& report, std::size_t width) {
  Table table({std::string(name_of(report.kind)), "edges", "mean", "median", "lowest", "highest", "deviation"});
  table.add(row("all", report.all));
  if (report.by_class) {
    table.add(row(fmt::format("within {}", report.groups), report.by_class->within));
    table.add(row(fmt::format("across {}", report.groups), report.by_class->cross));
  }
  std::string text = table.text(width);
  if (report.by_class) {
    text += fmt::format("  mean within minus mean across: {}\n", number_text(report.by_class->gap_of_means, 2));
  }
  return text;
}

Json to_json(const CurvatureReport& report) {
  Json json = {{"kind", name_of(report.kind)}, {"all", statistics_json(report.all)}};
  if (report.by_class) {
    json["within"] = statistics_json(report.by_class->within);
    json["cross"] = statistics_json(report.by_class->cross);
    json["gap_of_means"] = json_number(report.by_class->gap_of_means);
    json["gap_of_extremes"] = json_number(report.by_class->gap_of_extremes);
  }
  return json;
}

}  // namespace cgsd::app

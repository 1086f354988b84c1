// Curvature in figures, as `curvature` and `demo` show it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "cgsd/curvature/curvature.hpp"
#include "cgsd/curvature/statistics.hpp"

#include "apps/cgsd/shell/session.hpp"

namespace cgsd::app {

struct CurvatureReport {
  CurvatureKind kind;
  CurvatureStatistics all;
  std::optional<WithinCross> by_class;  // if there are labels
  std::string_view groups = "classes";  // what edges are within and across of
};

CurvatureReport curvature_report(const Dataset& data, std::span<const double> curvature, CurvatureKind kind,
                                 const RunContext& run);
std::string to_text(const CurvatureReport& report, std::size_t width);
Json to_json(const CurvatureReport& report);

}  // namespace cgsd::app

// How the curvature of edges spreads within and between communities: one panel per graph, a histogram for either kind.
//
//   bars     per kind the share of its edges in a bin, in percent, so that few edges within compare with many between;
//            at most 30 bins of a round width (1, 2 or 5 times a power of ten). If all values are integers, bins hold
//            whole numbers of them: no comb of empty bins.
//   tails    curvature has long tails (Squirrel: −3800 … −250). If leaving out 2 % of the edges at an end shortens the
//            range by 30 % or more, these edges are gathered in one bar beyond the axis, and a note at the axis gives
//            their number and the value they lie below or above.
//   medians  a vertical line each, and above the panel its value with the share of all edges that are of the kind
//
// Values that are not finite are left out; a panel without any is marked "no edges". Promises: the same bytes for the
// same input. Cost: O(m log m).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cgsd {

struct CurvaturePanel {
  std::string title = {};
  std::vector<double> within = {};   // curvature of the edges inside communities
  std::vector<double> between = {};  // of those that join two
};

struct CurvatureHistograms {
  std::vector<CurvaturePanel> panels = {};
  std::string title = {};
  std::string within_name = "within communities";
  std::string between_name = "between communities";
  std::string value_name = "curvature κ";
  double width_mm = 175.0;
  std::int32_t columns = 0;  // panels side by side; 0: as many as are legible
};

std::string curvature_histograms(const CurvatureHistograms& figure);

}  // namespace cgsd

// Scores of several methods on several data sets, as box plots side by side.
//
//   box       lower quartile, median, upper quartile (stats/sample_summary.hpp, type 7)
//   whiskers  to the furthest score no more than 1.5 box heights beyond the box (Tukey 1977)
//   points    every single score; the i-th score of every method stands at the same place within its box, so that
//             scores of one seed can be found again
//   printed   a published value to compare with: a hollow diamond with a cross line
//
// Scores that are not finite are left out; a sample without any leaves its place empty. Throws InvalidArgument if a
// data set has more samples or printed values than there are methods. Cost: O(n log n).
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace cgsd {

struct BoxGroup {
  std::string name = {};                          // the data set
  std::vector<std::vector<double>> samples = {};  // scores of the i-th method
  std::vector<double> printed = {};               // one per method, NaN if there is none; may be empty
};

struct PairedBoxes {
  std::vector<std::string> methods = {};
  std::vector<BoxGroup> groups = {};
  std::string title = {};
  std::string value_name = "NMI";
  double most = std::numeric_limits<double>::infinity();  // where the axis ends at the latest: 1 for NMI
  std::string printed_name = "printed";
  double width_mm = 85.0;
  double height_mm = 65.0;
  std::vector<std::size_t> foremost = {};  // methods whose boxes are full, with thicker lines and the first colours
};

std::string paired_boxes(const PairedBoxes& figure);

}  // namespace cgsd

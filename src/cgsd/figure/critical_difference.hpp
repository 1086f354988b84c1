// Critical-difference diagram (Demšar, JMLR 2006, figure 1): the methods at their mean ranks on one axis, best on the
// left, thick bars joining those that Nemenyi's test cannot tell apart, and the critical difference as a ruler above.
//
//   methods      names and mean ranks, 1 is best; in any order, drawn by rank (ties in the order given)
//   groups       as stats/friedman.hpp's `nemenyi` returns them; groups of a single method have no bar
//   labels       the better half on the left, the others on the right, each with its rank; one row each, so they never
//                overlap. Names wider than a third of the figure are cut.
//
// The height follows from the number of methods. Methods whose rank is not finite are left out. Throws InvalidArgument
// if the names and ranks differ in number or a group names a method that is not there.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cgsd/stats/friedman.hpp"

namespace cgsd {

struct CriticalDifference {
  std::vector<std::string> methods = {};
  std::vector<double> mean_ranks = {};
  std::vector<std::vector<std::size_t>> groups = {};
  double critical_difference = 0.0;  // 0 or not finite: no ruler
  double level = 0.05;               // said beside the ruler
  double width_mm = 175.0;
  std::vector<std::size_t> foremost = {};  // methods that are drawn stronger
  std::string title = "";                  // empty: none
};

// The figure of a test, under the names of its methods.
CriticalDifference critical_difference_of(std::vector<std::string> methods, const Friedman& test, const Nemenyi& pairs);

std::string critical_difference(const CriticalDifference& figure);

}  // namespace cgsd

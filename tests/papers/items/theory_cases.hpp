// The six statements evaluated on a few graphs that need no file: the karate club in the place of a dataset, and stars.
#pragma once

#include <vector>

#include "cgsd/graph/karate.hpp"

#include "papers/cgsd/theorems/graph_theory.hpp"
#include "papers/cgsd/theorems/separated_stars.hpp"

namespace cgsd::testing {

inline const std::vector<GraphTheory>& theory_cases() {
  static const std::vector<GraphTheory> kCases = [] {
    const RunContext run;
    const Dataset karate = karate_club(run);
    std::vector<GraphTheory> cases = {graph_theory(
        {"Cornell", GraphOrigin::dataset, karate.input.graph, karate.labels.class_of, karate.labels.class_of}, run)};
    for (const StarOptions options : {StarOptions{16, 1}, StarOptions{4, 2}, StarOptions{8, 2}}) {
      const SeparatedStars stars = separated_stars(options, run);
      cases.push_back(
          graph_theory({std::to_string(2 * options.stars_per_class) + " stars × " + std::to_string(options.leaves),
                        GraphOrigin::built, stars.graph, stars.class_of, stars.class_of},
                       run));
    }
    return cases;
  }();
  return kCases;
}

}  // namespace cgsd::testing

// The attributes that set a community apart from the rest, in the user's words and units.
//
//   number, date    means inside and outside; effect = their difference in standard deviations of all nodes
//   share           of nodes that have a word, an item, a category, a yes, or any value in a column of 0 and positive
//                   numbers that is at most half filled; effect = the difference of the two shares
//
// Ranked by the correlation r of the attribute with membership (φ for shares), which favours neither rare nor common
// words; numbers are cut at three standard deviations first, so that one outlier does not count as a difference. Shares
// that are lower inside come last, and not at all for a column of which another category is more common. Listed only if
//   beyond chance  had the community been drawn at random among all nodes: the Chernoff–Hoeffding bound of the
//                  hypergeometric tail for shares, the normal tail of r √(n − 1) for numbers (five nodes at least, inside
//                  and outside), two-sided, at 5 % after Bonferroni over all communities and attributes; and
//   not tiny       Cohen's d or h of .2 at least.
// Communities that were found with the attributes differ in them by design: this describes, it does not prove. Filled
// values count as the values they were filled with. Comes back: at most five per community, none if it is the whole graph.
// Promises: the same at any number of threads. Cost: O(numbers stored + communities · attributes).
#pragma once

#include <array>
#include <string>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/dataset.hpp"

namespace cgsd {

enum class TraitKind { number, date, share };
constexpr auto enum_names(TraitKind) {
  return std::array{EnumName<TraitKind>{TraitKind::number, "number"}, EnumName<TraitKind>{TraitKind::date, "date"},
                    EnumName<TraitKind>{TraitKind::share, "share"}};
}

struct Trait {
  std::string attribute;  // its full name: age, city=Berlin, notes:student, attribute 17
  std::string label;      // as people say it: age, city Berlin, student
  TraitKind kind = TraitKind::number;
  double inside = 0.0;  // a mean in the user's units (days since 1970-01-01 for dates), or a share
  double outside = 0.0;
  double effect = 0.0;    // above 0: more inside
  double strength = 0.0;  // r, of the sign of the effect
  std::string words;      // older (52 against 38)

  bool more() const { return effect > 0.0; }
};

// One list per community, the strongest first.
std::vector<std::vector<Trait>> set_apart(const DatasetView& data, const Partition& partition, const RunContext& run);

}  // namespace cgsd

#include "cgsd/levels/level_continuity.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "cgsd/levels/shares.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kNone = -1;

// The former levels as a tree of ids.
struct FormerTree {
  std::map<std::int32_t, std::int32_t> parent;  // kNone for those of the coarsest level
  std::set<std::int32_t> coarse;                // above the run's own

  explicit FormerTree(const FormerRun& former) {
    std::set<std::int32_t> own;
    for (std::size_t level = 0; level < former.id_at.size(); ++level) {
      for (std::size_t v = 0; v < former.id_at[level].size(); ++v) {
        const std::int32_t id = former.id_at[level][v];
        if (id == kNone) continue;
        const std::int32_t above = level == 0 ? kNone : former.id_at[level - 1][v];
        if (above != id) parent.emplace(id, above);
        if (level < former.found_level) coarse.insert(id);
        if (level == former.found_level) own.insert(id);
      }
    }
    for (const std::int32_t id : own) coarse.erase(id);
  }
};

std::vector<std::int32_t> present_path(const Levels& levels, std::int32_t leaf) {
  std::vector<std::int32_t> path;
  for (std::int32_t c = leaf; c != kNone; c = levels.communities[static_cast<std::size_t>(c)].parent) path.push_back(c);
  return path;
}

std::vector<std::int32_t> former_path(const FormerTree& tree, std::int32_t finest) {
  std::vector<std::int32_t> path;
  for (std::int32_t id = finest; id != kNone; id = tree.parent.at(id)) path.push_back(id);
  return path;
}

// Of all communities, whatever their level. Nodes with the same leaf now and before are counted together.
Shares shares_of(const Levels& levels, const FormerRun& former, const FormerTree& tree) {
  std::map<SharedPair, std::uint64_t> leaves;
  for (std::size_t v = 0; v < levels.leaf_of.size(); ++v) {
    const std::int32_t id = former.id_at.back()[v];
    if (id != kNone) ++leaves[{levels.leaf_of[v], id}];
  }
  Shares shares;
  for (const auto& [pair, nodes] : leaves) {
    const auto now = present_path(levels, pair.first);
    const auto before = former_path(tree, pair.second);
    for (const std::int32_t c : now) {
      shares.present[c] += nodes;
      for (const std::int32_t id : before) shares.both[{c, id}] += nodes;
    }
    for (const std::int32_t id : before) shares.former[id] += nodes;
  }
  return shares;
}

class Matching {
 public:
  Matching(Levels& levels, const FormerRun& former)
      : levels_(levels), tree_(former), shares_(shares_of(levels, former, tree_)) {}

  void run() {
    match_coarse();
    // Parents stand before their parts in the list, so that a parent's id is known when its parts are matched.
    for (std::size_t c = 0; c < levels_.communities.size(); ++c) {
      if (is_coarse(c) || community(c).id == kNone) continue;
      match_parts(c);
    }
  }

 private:
  NestedCommunity& community(std::size_t c) { return levels_.communities[c]; }
  bool is_coarse(std::size_t c) {
    return std::cmp_greater_equal(c, levels_.found) && community(c).level < levels_.found_level;
  }

  void match_coarse() {
    constexpr double kWhole = 1e9;
    std::map<SharedPair, std::uint64_t> weights;
    for (const auto& [pair, nodes] : shares_.both) {
      if (!is_coarse(static_cast<std::size_t>(pair.first)) || !tree_.coarse.contains(pair.second)) continue;
      weights[pair] = static_cast<std::uint64_t>(std::llround(kWhole * shares_.jaccard(pair)));
    }
    keep(weights);
  }

  void match_parts(std::size_t c) {
    std::map<SharedPair, std::uint64_t> weights;
    for (const std::int32_t part : community(c).children) {
      for (auto at = shares_.both.lower_bound({part, 0}); at != shares_.both.end() && at->first.first == part; ++at) {
        const auto above = tree_.parent.find(at->first.second);
        if (above != tree_.parent.end() && above->second == community(c).id) weights.insert(*at);
      }
    }
    keep(weights);
  }

  void keep(const std::map<SharedPair, std::uint64_t>& weights) {
    for (const SharedPair& pair : best_pairs(weights)) {
      if (shares_.keeps(pair)) community(static_cast<std::size_t>(pair.first)).id = pair.second;
    }
  }

  Levels& levels_;
  FormerTree tree_;
  Shares shares_;
};

}  // namespace

void keep_ids(Levels& levels, Continuity& continuity, const FormerRun& former) {
  for (std::size_t c = 0; c < levels.communities.size(); ++c) {
    std::int32_t& id = levels.communities[c].id;
    id = std::cmp_less(c, levels.found) ? continuity.ids[static_cast<std::size_t>(id)] : kNone;
  }
  if (!former.id_at.empty()) Matching(levels, former).run();
  for (NestedCommunity& c : levels.communities) {
    if (c.id == kNone) c.id = continuity.next_id++;
  }
}

}  // namespace cgsd

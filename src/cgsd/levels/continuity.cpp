#include "cgsd/levels/continuity.hpp"

#include <set>

#include "cgsd/levels/shares.hpp"

namespace cgsd {
namespace {

// The former community with most nodes of `community`, or the other way round; −1: none has the majority.
template <class Side, class Other>
std::int32_t majority(const Shares& shares, std::int32_t community, std::uint64_t size, Side side, Other other) {
  for (const auto& [pair, nodes] : shares.both) {
    if (pair.*side == community && 2 * nodes > size) return pair.*other;
  }
  return -1;
}

Shares shares_of(const Partition& partition, const FormerRun& former) {
  Shares shares;
  for (std::size_t v = 0; v < partition.community_of.size(); ++v) {
    if (former.id_of[v] < 0) continue;
    const std::int32_t own = partition.community_of[v];
    ++shares.both[{own, former.id_of[v]}];
    ++shares.present[own];
    ++shares.former[former.id_of[v]];
  }
  return shares;
}

void list_new(Continuity& c, const Shares& shares, const std::set<std::int32_t>& kept) {
  for (std::size_t p = 0; p < c.ids.size(); ++p) {
    if (c.ids[p] >= 0) continue;
    c.ids[p] = c.next_id++;
    const auto own = static_cast<std::int32_t>(p);
    const auto size = shares.present.find(own);
    const std::int32_t from = size == shares.present.end()
                                  ? -1
                                  : majority(shares, own, size->second, &SharedPair::first, &SharedPair::second);
    if (from >= 0 && kept.contains(from)) {
      c.changes.push_back({ChangeKind::split, c.ids[p], from});
    } else {
      c.changes.push_back({ChangeKind::appeared, c.ids[p], -1});
    }
  }
}

void list_lost(Continuity& c, const Shares& shares, const std::set<std::int32_t>& kept,
               const std::vector<std::int32_t>& former_ids) {
  for (const std::int32_t f : former_ids) {
    if (kept.contains(f)) continue;
    const auto size = shares.former.find(f);
    const std::int32_t in =
        size == shares.former.end() ? -1 : majority(shares, f, size->second, &SharedPair::second, &SharedPair::first);
    if (in >= 0) {
      c.changes.push_back({ChangeKind::merged, f, c.ids[static_cast<std::size_t>(in)]});
    } else {
      c.changes.push_back({ChangeKind::vanished, f, -1});
    }
  }
}

}  // namespace

std::int32_t FormerRun::communities() const {
  std::set<std::int32_t> met(id_of.begin(), id_of.end());
  met.erase(-1);
  return static_cast<std::int32_t>(met.size());
}

Continuity continued(const Partition& partition, const FormerRun& former) {
  Continuity c;
  c.ids.assign(static_cast<std::size_t>(partition.communities), -1);
  c.gone = former.gone;
  c.next_id = former.next_id;
  const Shares shares = shares_of(partition, former);
  std::set<std::int32_t> kept;
  for (const SharedPair& pair : best_pairs(shares.both)) {
    if (!shares.keeps(pair)) continue;
    c.ids[static_cast<std::size_t>(pair.first)] = pair.second;
    kept.insert(pair.second);
    c.kept_nodes += shares.both.at(pair);
  }
  for (const auto& [community, nodes] : shares.former) c.known += nodes;
  c.kept = static_cast<std::int32_t>(kept.size());
  list_new(c, shares, kept);
  list_lost(c, shares, kept, former.ids);
  return c;
}

}  // namespace cgsd

#include "cgsd/levels/former_parts.hpp"

#include <algorithm>

namespace cgsd {
namespace {

using Counts = std::map<std::int32_t, std::size_t>;

template <class Nodes>
Counts counted(const std::vector<std::int32_t>& id_of, const Nodes& nodes) {
  Counts counts;
  for (const auto v : nodes) {
    if (id_of[v] >= 0) ++counts[id_of[v]];
  }
  return counts;
}

}  // namespace

FormerParts::FormerParts(const FormerRun* run) : run_(run) {
  if (run == nullptr) return;
  std::vector<std::size_t> all(run->id_of.size());
  for (std::size_t v = 0; v < all.size(); ++v) all[v] = v;
  for (const auto& id_of : run->id_at) size_.merge(counted(id_of, all));  // one that stands on two levels is the same
}

std::vector<std::int32_t> FormerParts::of(std::span<const NodeId> nodes) const {
  if (run_ == nullptr) return {};
  const auto& id_at = run_->id_at;
  double best = 0.5;
  std::size_t level = id_at.size();
  std::int32_t community = -1;
  for (std::size_t l = run_->found_level; l < id_at.size(); ++l) {
    for (const auto& [id, shared] : counted(id_at[l], nodes)) {
      const double jaccard = static_cast<double>(shared) / static_cast<double>(nodes.size() + size_.at(id) - shared);
      if (jaccard < best || (jaccard == best && id != community)) continue;
      best = jaccard;
      level = l;  // the last on which it stands
      community = id;
    }
  }
  if (community < 0 || level + 1 >= id_at.size()) return {};
  std::vector<std::int32_t> parts;
  for (const NodeId v : nodes) parts.push_back(id_at[level][v] == community ? id_at[level + 1][v] : -1);
  return parts;
}

}  // namespace cgsd

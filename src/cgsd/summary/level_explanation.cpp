#include "cgsd/summary/level_explanation.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/text.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kMostListed = 8;  // changes of one kind; the manifest has them all

std::string counted(std::uint64_t number, std::string_view one, std::string_view many) {
  return fmt::format("{} {}", grouped(number), number == 1 ? one : many);
}

// Leaves above max_size that ended for this reason.
std::uint64_t too_large(const Levels& levels, SplitEnd end) {
  const SizeBounds bounds{levels.options.max_size, levels.options.min_size};
  return static_cast<std::uint64_t>(std::ranges::count_if(levels.communities, [&](const NestedCommunity& c) {
    return c.children.empty() && bounds.above(c.size) && c.end == end;
  }));
}

std::string unmet_bounds(const Levels& levels) {
  std::string text;
  if (levels.joined > 0) {
    text += fmt::format(" {} with fewer than {} nodes joined the nearest.",
                        counted(static_cast<std::uint64_t>(levels.joined), "community", "communities"),
                        levels.options.min_size);
  }
  for (const SplitEnd end : {SplitEnd::alike, SplitEnd::min_size, SplitEnd::deep}) {
    const std::uint64_t count = too_large(levels, end);
    if (count == 0) continue;
    text += fmt::format(" {} above {} nodes: {}.", count == 1 ? "1 stays" : grouped(count) + " stay",
                        levels.options.max_size, help_of(end));
  }
  if (const std::uint64_t small = levels.below_min_size(); small > 0) {
    text += fmt::format(" {} below {} nodes: there is no other to join.",
                        small == 1 ? "1 stays" : grouped(small) + " stay", levels.options.min_size);
  }
  return text;
}

std::string change_text(const CommunityChange& change) {
  switch (change.kind) {
    case ChangeKind::appeared:
      return fmt::format("{} is new", change.id);
    case ChangeKind::split:
      return fmt::format("{} is new, split from {}", change.id, change.other);
    case ChangeKind::merged:
      return fmt::format("{} is now in {}", change.id, change.other);
    case ChangeKind::vanished:
      return fmt::format("{} is gone", change.id);
  }
  return {};
}

std::string changes_text(const std::vector<CommunityChange>& changes) {
  if (changes.empty()) return ".";
  std::vector<std::string> words;
  for (const CommunityChange& change : changes) {
    if (words.size() == kMostListed) break;
    words.push_back(change_text(change));
  }
  if (changes.size() > words.size()) words.push_back(fmt::format("{} more changes", changes.size() - words.size()));
  return fmt::format(": {}.", fmt::join(words, "; "));
}

}  // namespace

std::string level_explanation(const Levels& levels) {
  std::vector<std::string> counts;
  for (std::int32_t level = 0; level < levels.levels; ++level) {
    const std::size_t standing = levels.standing_at(level).size();
    counts.push_back(level == levels.found_level ? fmt::format("{} (the run's own)", grouped(standing))
                                                 : grouped(standing));
  }
  std::string text = levels.levels == 1
                         ? "The communities form no groups, and nothing stands out of chance inside them: one level."
                         : fmt::format("Communities per level, coarse to fine: {}.", fmt::join(counts, ", "));
  return text + unmet_bounds(levels);
}

std::string continuity_explanation(const PreviousFacts& previous, std::string_view method) {
  const Continuity& c = previous.continuity;
  const double share = c.known > 0 ? 100.0 * static_cast<double>(c.kept_nodes) / static_cast<double>(c.known) : 0.0;
  std::string text =
      fmt::format("Beside {}: {} of {} keep their ids, and {:.1f} % of the nodes keep theirs{}", previous.run, c.kept,
                  counted(c.ids.size(), "community", "communities"), share, changes_text(c.changes));
  if (c.gone > 0) text += fmt::format(" {} no longer there.", counted(c.gone, "node is", "nodes are"));
  if (!previous.method.empty() && previous.method != method)
    text += fmt::format(" That run was by {}.", previous.method);
  return text + fmt::format(" Start: {}.", help_of(previous.start));
}

}  // namespace cgsd

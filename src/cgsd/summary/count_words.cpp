#include "cgsd/summary/count_words.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace cgsd {
namespace {

// The widest gaps: enough to see whether the choice was close.
std::string eigengap_words(const CommunityCount& count) {
  if (count.gaps.size() < 2) return "The graph is too small to compare gaps between eigenvalues.";
  std::vector<std::size_t> order;
  for (std::size_t i = 1; i < count.gaps.size(); ++i) order.push_back(i);
  std::ranges::stable_sort(order, [&](auto a, auto b) { return count.gaps[a] > count.gaps[b]; });
  std::vector<std::string> shown;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, order.size()); ++i)
    shown.push_back(fmt::format("{:.3f} after {}", count.gaps[order[i]], order[i] + 1));
  return fmt::format("The gap between eigenvalues is widest there ({}).", fmt::join(shown, ", "));
}

std::string_view source_of(const CommunityCount& count) {
  const bool edges = count.topology.communities == count.communities;
  const bool attributes = count.attributes.communities == count.communities;
  if (edges && attributes) return "Edges and attributes";
  return edges ? "The edges" : "The attributes";
}

}  // namespace

std::string count_phrase(const CommunityCount& count) {
  if (!count.chosen()) return {};
  if (count.nothing()) return "none beyond chance";
  if (count.most <= count.least) return fmt::format("{}", count.communities);
  const bool others_are_one = count.most - count.least == 1;
  if (others_are_one) {
    const std::int32_t other = count.communities == count.least ? count.most : count.least;
    return fmt::format("{}; {} is nearly as good", count.communities, other);
  }
  return fmt::format("{}; {} to {} are nearly as good", count.communities, count.least, count.most);
}

std::string count_words(const CommunityCount& count) {
  switch (count.reason) {
    case CountReason::asked:
      return {};
    case CountReason::eigengap:
      return eigengap_words(count);
    case CountReason::halves:
      return "Communities found in one half of the data (columns and edges) fit the other half best at this number.";
    case CountReason::confirmed:
      return fmt::format(
          "{} show {} groups that stand out of noise, and communities found in one half of the data fit "
          "the other half well at this number.",
          source_of(count), count.communities);
    case CountReason::stability:
      return "Communities found among one half of the nodes predict those of the other half best at this number.";
    case CountReason::parts:
      return "The graph falls apart into as many parts without an edge between them, more than chance would make.";
    case CountReason::nothing:
      return "Neither edges nor attributes show more than chance would: the graph was compared with rewired ones, the "
             "attributes with permuted ones. -k C divides it all the same.";
  }
  return {};
}

}  // namespace cgsd

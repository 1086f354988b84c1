#include "apps/cgsd/render/levels_text.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"

namespace cgsd::app {
namespace {

constexpr std::size_t kMostLines = 12;

class Tree {
 public:
  explicit Tree(const Levels& levels) : levels_(levels) {}

  std::string text() {
    show(levels_.standing_at(0), 0, kMostLines);
    if (!text_.empty()) text_.pop_back();
    return text_;
  }

 private:
  const NestedCommunity& community(std::int32_t c) const { return levels_.communities[static_cast<std::size_t>(c)]; }

  // The largest of them with their parts, in `lines` lines at most, one of which may tell how many are not shown.
  void show(std::vector<std::int32_t> communities, std::size_t depth, std::size_t lines) {
    std::ranges::stable_sort(communities, [&](auto a, auto b) { return community(a).size > community(b).size; });
    const std::size_t most = depth == 0 ? 4 : 2;
    const std::size_t shown =
        communities.size() <= lines && communities.size() <= most + 1 ? communities.size() : std::min(most, lines - 1);
    const std::string margin(2 * depth, ' ');
    const std::size_t rest = shown < communities.size() ? 1 : 0;
    std::size_t left = lines - shown - rest;
    for (std::size_t i = 0; i < shown; ++i) {
      const NestedCommunity& c = community(communities[i]);
      text_ += fmt::format("{}{}: {} nodes\n", margin, c.id, grouped(c.size));
      const std::size_t share = std::min(left, std::max<std::size_t>(2, left / (shown - i)));
      if (c.children.empty() || share < 2) continue;
      const std::size_t before = lines_in_text();
      show(c.children, depth + 1, share);
      left -= lines_in_text() - before;
    }
    if (rest > 0) text_ += fmt::format("{}… {} more\n", margin, grouped(communities.size() - shown));
  }

  std::size_t lines_in_text() const { return static_cast<std::size_t>(std::ranges::count(text_, '\n')); }

  const Levels& levels_;
  std::string text_;
};

}  // namespace

std::string tree_text(const Levels& levels) { return levels.levels < 2 ? "" : Tree(levels).text(); }

}  // namespace cgsd::app

#include "cgsd/levels/levels.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/detect/presets.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/induced.hpp"
#include "cgsd/levels/former_parts.hpp"
#include "cgsd/levels/rounded_points.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kDeepest = 40;  // levels below that of the run

// What the method reads of the input, in the form that the default and Leiden take.
class InputRead {
 public:
  InputRead(const AttributedGraphView& input, const ConfiguredMethod& method, const RunContext& run) {
    const MethodRecord& record = method.record();
    view_.graph = input.graph;
    if (record.edges == Need::no) {
      graph_ = Graph(std::vector<EntryIndex>(input.graph.nodes() + std::size_t{1}, 0), {}, {}, false);
      view_.graph = graph_;
    } else if (input.graph.directed()) {
      graph_ = undirected(input.graph, run);
      view_.graph = graph_;
    }
    if (!record.uses_weights) view_.graph = without_weights(view_.graph);
    if (method.looks_at_attributes()) view_.attributes = input.attributes;
  }
  InputRead(const InputRead&) = delete;  // the view is of its own graph
  InputRead& operator=(const InputRead&) = delete;
  const AttributedGraphView& view() const { return view_; }

 private:
  static Graph undirected(GraphView graph, const RunContext& run) {
    EntryList list{.nodes = graph.nodes(), .entries = {}, .weights = {}};
    for (NodeId u = 0; u < graph.nodes(); ++u) {
      for (const NodeId v : graph.neighbours(u)) list.entries.push_back({u, v});
    }
    list.weights.assign(graph.weights().begin(), graph.weights().end());
    return build_graph(list, {}, run).graph;
  }

  Graph graph_;
  AttributedGraphView view_;
};

// The options of the run itself if it was a closed-form detection, else those of the default.
DetectOptions options_within(const ConfiguredMethod& method) {
  const auto own = method.detect_options();
  const bool closed_form = own && std::holds_alternative<DiffusionOptions>(own->encoder) &&
                           std::holds_alternative<SmoothedOptions>(own->rounding);
  DetectOptions options = closed_form ? *own : preset_options(Preset::standard);
  options.directed = false;  // as InputRead makes it
  return options;
}

// Coordinates in which the run's communities are near or far; those of the default if the method has none.
Matrix<double> points_of(const AttributedGraphView& read, const MethodResult& found, const RunContext& run) {
  if (found.detection) return rounded_points(*found.detection);
  if (found.embedding.rows() > 0) return in_double(found.embedding);
  const DiffusionOptions encoder = std::get<DiffusionOptions>(preset_options(Preset::standard).encoder);
  return in_double(diffuse(read, found.partition.communities, encoder, run).embedding);
}

// Grows a Levels from the run's communities upwards, then downwards.
class Growth {
 public:
  Growth(const AttributedGraphView& read, const Partition& found, const FormerRun* former)
      : read_(read), former_(former) {
    levels_.leaf_of = found.community_of;
    members_.resize(static_cast<std::size_t>(found.communities));
    for (NodeId v = 0; v < read.graph.nodes(); ++v)
      members_[static_cast<std::size_t>(found.community_of[v])].push_back(v);
    for (const auto& nodes : members_) levels_.communities.push_back({.size = nodes.size()});
    levels_.found = found.communities;
  }

  void add_coarser(std::vector<CoarseLevel> coarse) {
    levels_.coarse = std::move(coarse);
    levels_.found_level = static_cast<std::int32_t>(levels_.coarse.size());
    for (NestedCommunity& c : levels_.communities) c.level = levels_.found_level;
    add_groups();
    levels_.levels = levels_.found_level + 1;
  }

  void add_finer(const SplitRule& rule, const RunContext& run) {
    std::vector<std::int32_t> open(members_.size());
    std::iota(open.begin(), open.end(), 0);
    for (std::int32_t depth = 1; !open.empty(); ++depth) {
      if (depth > kDeepest) {
        for (const std::int32_t c : open) community(c).end = SplitEnd::deep;
        return;
      }
      open = divided(open, rule, run);
    }
  }

  Levels take() && { return std::move(levels_); }

 private:
  NestedCommunity& community(std::int32_t c) { return levels_.communities[static_cast<std::size_t>(c)]; }

  std::int32_t add(NestedCommunity made) {
    levels_.communities.push_back(std::move(made));
    return static_cast<std::int32_t>(levels_.communities.size()) - 1;
  }

  // Numbers the groups, the coarsest first, before they are linked. A group of one is that one, standing earlier.
  void add_groups() {
    std::vector<std::vector<std::int32_t>> made;  // of each level: the community that a group is; −1: one of below
    for (std::size_t l = 0; l < levels_.coarse.size(); ++l) {
      auto& groups = made.emplace_back(static_cast<std::size_t>(levels_.coarse[l].groups), -1);
      for (std::size_t g = 0; g < groups.size(); ++g) {
        if (unites(g, l)) groups[g] = add({.level = static_cast<std::int32_t>(l)});
      }
    }
    link_groups(made);
  }

  // Whether a group of level l is more than one community of the level below it.
  bool unites(std::size_t group, std::size_t l) const {
    std::int32_t one = -1;
    for (std::size_t c = 0; c < levels_.coarse[l].group_of.size(); ++c) {
      if (std::cmp_not_equal(levels_.coarse[l].group_of[c], group)) continue;
      const auto below =
          l + 1 < levels_.coarse.size() ? levels_.coarse[l + 1].group_of[c] : static_cast<std::int32_t>(c);
      if (one >= 0 && below != one) return true;
      one = below;
    }
    return false;
  }

  void link_groups(const std::vector<std::vector<std::int32_t>>& made) {
    for (std::size_t c = 0; c < members_.size(); ++c) {
      auto at = static_cast<std::int32_t>(c);
      for (std::size_t l = levels_.coarse.size(); l-- > 0;) {
        const std::int32_t group = made[l][static_cast<std::size_t>(levels_.coarse[l].group_of[c])];
        if (group < 0) {
          community(at).level = static_cast<std::int32_t>(l);
          continue;
        }
        auto& children = community(group).children;
        community(at).parent = group;
        community(group).size += members_[c].size();
        if (std::ranges::find(children, at) == children.end()) children.push_back(at);
        at = group;
      }
    }
    for (const auto& groups : made) {
      for (const std::int32_t group : groups) {
        if (group >= 0) std::ranges::sort(community(group).children);
      }
    }
  }

  // Divides each of `open`; their parts are open next.
  std::vector<std::int32_t> divided(const std::vector<std::int32_t>& open, const SplitRule& rule,
                                    const RunContext& run) {
    std::vector<CommunitySplit> splits(open.size());
    parallel_for(run, open.size(), 1, [&](std::size_t i, std::size_t) {
      const AttributedGraph part = induced(read_, members_[i]);
      splits[i] = split_community(part, rule, former_.of(members_[i]), run);
    });
    std::vector<std::int32_t> next;
    std::vector<std::vector<NodeId>> members;
    for (std::size_t i = 0; i < open.size(); ++i) {
      community(open[i]).end = splits[i].end;
      if (splits[i].parts.communities < 2) continue;
      for (auto& part : add_parts(open[i], members_[i], splits[i].parts)) {
        next.push_back(levels_.leaf_of[part.front()]);
        members.push_back(std::move(part));
      }
    }
    members_ = std::move(members);
    return next;
  }

  std::vector<std::vector<NodeId>> add_parts(std::int32_t of, const std::vector<NodeId>& nodes,
                                             const Partition& parts) {
    std::vector<std::vector<NodeId>> members(static_cast<std::size_t>(parts.communities));
    for (std::size_t i = 0; i < nodes.size(); ++i)
      members[static_cast<std::size_t>(parts.community_of[i])].push_back(nodes[i]);
    const std::int32_t level = std::max(community(of).level, levels_.found_level) + 1;
    levels_.levels = std::max(levels_.levels, level + 1);
    for (const auto& part : members) {
      const std::int32_t c = add({.parent = of, .children = {}, .level = level, .size = part.size()});
      community(of).children.push_back(c);
      for (const NodeId v : part) levels_.leaf_of[v] = c;
    }
    return members;
  }

  const AttributedGraphView& read_;
  FormerParts former_;
  Levels levels_;
  std::vector<std::vector<NodeId>> members_;  // of the communities that are divided next
};

// A community that others joined has the number of the largest of them. The rest are numbered from there on.
void set_ids(Levels& levels, const Partition& joined, const Partition& found) {
  levels.joined = found.communities - joined.communities;
  std::vector<std::int32_t> id(static_cast<std::size_t>(joined.communities), found.communities);
  for (std::size_t v = 0; v < joined.community_of.size(); ++v) {
    std::int32_t& own = id[static_cast<std::size_t>(joined.community_of[v])];
    own = std::min(own, found.community_of[v]);  // numbered by size
  }
  std::int32_t next = found.communities;
  for (std::size_t c = 0; c < levels.communities.size(); ++c) levels.communities[c].id = c < id.size() ? id[c] : next++;
}

}  // namespace

std::vector<std::int32_t> Levels::communities_at(std::int32_t level) const {
  std::vector<std::int32_t> standing(communities.size());
  for (std::size_t c = 0; c < communities.size(); ++c) {
    auto at = static_cast<std::int32_t>(c);
    while (communities[static_cast<std::size_t>(at)].level > level)
      at = communities[static_cast<std::size_t>(at)].parent;
    standing[c] = at;
  }
  std::vector<std::int32_t> of;
  of.reserve(leaf_of.size());
  for (const std::int32_t leaf : leaf_of) of.push_back(standing[static_cast<std::size_t>(leaf)]);
  return of;
}

std::vector<std::int32_t> Levels::standing_at(std::int32_t level) const {
  std::vector<std::int32_t> standing = communities_at(level);
  std::ranges::sort(standing);
  standing.erase(std::unique(standing.begin(), standing.end()), standing.end());
  return standing;
}

std::uint64_t Levels::above_max_size() const {
  const SizeBounds bounds{options.max_size, options.min_size};
  return static_cast<std::uint64_t>(std::ranges::count_if(
      communities, [&](const NestedCommunity& c) { return c.children.empty() && bounds.above(c.size); }));
}

std::uint64_t Levels::below_min_size() const {
  const SizeBounds bounds{options.max_size, options.min_size};
  return static_cast<std::uint64_t>(
      std::ranges::count_if(communities, [&](const NestedCommunity& c) { return bounds.below(c.size); }));
}

Levels find_levels(const AttributedGraphView& input, const MethodRun& of, const LevelOptions& options,
                   const RunContext& run) {
  validate(options);
  if (options.max_size > 0 && options.min_size > options.max_size) {
    throw InvalidArgument(
        fmt::format("min_size = {}: must not be above max_size = {}", options.min_size, options.max_size));
  }
  const RunContext unheard = run.unheard();
  const InputRead read(input, of.method, unheard);
  const bool by_edges = of.method.record().family == Family::edges;
  const SplitRule rule{by_edges, options_within(of.method), {options.max_size, options.min_size}};
  Partition found = of.result.partition;
  const bool linked = found.communities > 1 && found.communities <= kMostLinked;
  const Matrix<double> points = by_edges || !linked ? Matrix<double>() : points_of(read.view(), of.result, unheard);
  const auto distances = [&](const Partition& partition) {
    return by_edges ? distances_by_edges(read.view().graph, partition) : distances_by_points(points, partition);
  };
  if (linked && options.min_size > 1)
    found = without_small(found, distances(found), static_cast<std::uint64_t>(options.min_size));
  Growth growth(read.view(), found, of.former);
  growth.add_coarser(linked ? coarser_levels(distances(found), unheard) : std::vector<CoarseLevel>());
  growth.add_finer(rule, unheard);
  Levels levels = std::move(growth).take();
  levels.options = options;
  set_ids(levels, found, of.result.partition);
  return levels;
}

}  // namespace cgsd

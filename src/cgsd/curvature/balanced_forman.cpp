#include "cgsd/curvature/balanced_forman.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/curvature/requirements.hpp"
#include "cgsd/curvature/scratch_block.hpp"
#include "cgsd/curvature/triangles.hpp"

namespace cgsd {
namespace {

// One end's view of an edge: #□^i and the largest |□(k)| among its k.
struct Squares {
  std::uint32_t count = 0;
  std::uint32_t most = 0;
};

// Lists of small numbers, one per item, in one array.
struct Lists {
  struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::vector<Range> ranges;
  std::vector<std::uint32_t> values;

  void clear(std::size_t items) {
    ranges.assign(items, {});
    values.clear();
  }
  std::span<const std::uint32_t> operator[](std::size_t item) const {
    return std::span(values).subspan(ranges[item].begin, ranges[item].end - ranges[item].begin);
  }
};

// Counts the squares of one row after another. Within a row, neighbours of i go by their place in the row, and the
// nodes two hops away ("opposite" nodes) by the order in which they were met.
class SquareCounter {
 public:
  explicit SquareCounter(GraphView graph) : graph_(graph), role_(graph.nodes(), kNone) {}

  void count_row(NodeId i, std::span<Squares> result, const RunContext& run) {
    row_ = graph_.neighbours(i);
    for (std::size_t place = 0; place < row_.size(); ++place) role_[row_[place]] = as_neighbour(place);
    role_[i] = kSelf;
    find_opposites();
    find_members();
    for (std::size_t place = 0; place < row_.size(); ++place) {
      run.check_stop();
      result[place] = squares_through(place);
    }
    for (const NodeId k : row_) role_[k] = kNone;
    for (const NodeId w : opposites_) role_[w] = kNone;
    role_[i] = kNone;
  }

 private:
  // What a node is to row i: a neighbour (≥ 0: its place), an opposite node (≤ −3: its number), itself or nothing yet.
  using Role = std::int32_t;
  static constexpr Role kNone = -1;
  static constexpr Role kSelf = -2;
  static Role as_neighbour(std::size_t place) { return static_cast<Role>(place); }
  static Role as_opposite(std::size_t number) { return -3 - static_cast<Role>(number); }
  static std::uint32_t number_of(Role role) { return static_cast<std::uint32_t>(-3 - role); }

  // Fills opposites_, seen_ (opposite nodes of each neighbour) and adjacent_ (neighbours adjacent to each neighbour).
  void find_opposites() {
    opposites_.clear();
    adjacent_to_highest_.clear();
    seen_.clear(row_.size());
    adjacent_.clear(row_.size());
    const auto highest = static_cast<std::size_t>(
        std::max_element(row_.begin(), row_.end(),
                         [&](NodeId a, NodeId b) { return graph_.degree(a) < graph_.degree(b); }) -
        row_.begin());
    for (std::size_t place = 0; place < row_.size(); ++place) {
      if (place != highest) walk(place, highest);
    }
    if (!row_.empty()) search(highest);
  }

  void walk(std::size_t place, std::size_t highest) {
    seen_.ranges[place].begin = seen_.values.size();
    adjacent_.ranges[place].begin = adjacent_.values.size();
    for (const NodeId w : graph_.neighbours(row_[place])) {
      if (role_[w] == kSelf) continue;
      if (role_[w] >= 0) {
        adjacent_.values.push_back(static_cast<std::uint32_t>(role_[w]));
        if (role_[w] == as_neighbour(highest)) adjacent_to_highest_.push_back(static_cast<std::uint32_t>(place));
        continue;
      }
      if (role_[w] == kNone) {
        role_[w] = as_opposite(opposites_.size());
        opposites_.push_back(w);
      }
      seen_.values.push_back(number_of(role_[w]));
    }
    seen_.ranges[place].end = seen_.values.size();
    adjacent_.ranges[place].end = adjacent_.values.size();
  }

  // The same for the highest neighbour, from what the others have seen.
  void search(std::size_t highest) {
    const auto targets = graph_.neighbours(row_[highest]);
    seen_.ranges[highest].begin = seen_.values.size();
    if (opposites_.size() * std::bit_width(targets.size()) < targets.size()) {
      for (std::size_t number = 0; number < opposites_.size(); ++number) {
        if (std::binary_search(targets.begin(), targets.end(), opposites_[number])) {
          seen_.values.push_back(static_cast<std::uint32_t>(number));
        }
      }
    } else {
      for (const NodeId w : targets) {
        if (role_[w] < kSelf) seen_.values.push_back(number_of(role_[w]));
      }
    }
    seen_.ranges[highest].end = seen_.values.size();
    adjacent_.ranges[highest].begin = adjacent_.values.size();
    adjacent_.values.insert(adjacent_.values.end(), adjacent_to_highest_.begin(), adjacent_to_highest_.end());
    adjacent_.ranges[highest].end = adjacent_.values.size();
  }

  // Turns seen_ around: the neighbours (in row i) of each opposite node.
  void find_members() {
    members_.clear(opposites_.size());
    for (const std::uint32_t number : seen_.values) ++members_.ranges[number].end;
    std::size_t next = 0;
    for (auto& range : members_.ranges) {
      const std::size_t size = range.end;
      range = {next, next};
      next += size;
    }
    members_.values.resize(next);
    for (std::size_t place = 0; place < row_.size(); ++place) {
      for (const std::uint32_t number : seen_[place]) {
        members_.values[members_.ranges[number].end++] = static_cast<std::uint32_t>(place);
      }
    }
  }

  // hits_[k] = |□(k)| for the edge from i to the neighbour at `place`.
  Squares squares_through(std::size_t place) {
    hits_.resize(std::max(hits_.size(), row_.size()), 0);
    hit_.clear();
    for (const std::uint32_t number : seen_[place]) {
      for (const std::uint32_t k : members_[number]) {
        if (hits_[k]++ == 0) hit_.push_back(k);
      }
    }
    hits_[place] = 0;
    for (const std::uint32_t k : adjacent_[place]) hits_[k] = 0;
    Squares squares;
    for (const std::uint32_t k : hit_) {
      squares.count += hits_[k] > 0 ? 1 : 0;
      squares.most = std::max(squares.most, hits_[k]);
      hits_[k] = 0;
    }
    return squares;
  }

  GraphView graph_;
  std::vector<Role> role_;
  std::span<const NodeId> row_;
  std::vector<NodeId> opposites_;
  Lists seen_;
  Lists adjacent_;
  Lists members_;
  std::vector<std::uint32_t> adjacent_to_highest_;
  std::vector<std::uint32_t> hits_;  // all 0 between calls
  std::vector<std::uint32_t> hit_;
};

std::vector<Squares> squares_per_entry(GraphView graph, const RunContext& run) {
  auto squares = large_vector<Squares>(graph.entries());
  parallel_for(run, graph.nodes(), scratch_block(graph.nodes(), 16), [&](std::size_t begin, std::size_t end) {
    SquareCounter counter(graph);
    for (auto i = static_cast<NodeId>(begin); i < end; ++i) {
      if (graph.degree(i) < 2) continue;
      counter.count_row(i, std::span(squares).subspan(graph.row_begin(i), graph.degree(i)), run);
    }
  });
  return squares;
}

Squares of_both_ends(Squares at_i, Squares at_j) { return {at_i.count + at_j.count, std::max(at_i.most, at_j.most)}; }

double balanced(EntryIndex degree_i, EntryIndex degree_j, std::uint32_t triangles, Squares squares) {
  const auto low = static_cast<double>(std::min(degree_i, degree_j));
  const auto high = static_cast<double>(std::max(degree_i, degree_j));
  if (low == 1.0) return 0.0;
  const double base = 2.0 / low + 2.0 / high - 2.0 + 2.0 * triangles / high + triangles / low;
  return squares.count == 0 ? base : base + squares.count / (squares.most * high);
}

}  // namespace

std::vector<double> balanced_forman_curvature(GraphView graph, const RunContext& run) {
  require_undirected(graph, "balanced_forman");
  const std::vector<std::uint32_t> triangles = triangles_per_entry(graph, run);
  const std::vector<Squares> squares = squares_per_entry(graph, run);
  auto curvature = large_vector<double>(graph.entries());
  parallel_for(run, graph.nodes(), 1024, [&](std::size_t begin, std::size_t end) {
    for (auto i = static_cast<NodeId>(begin); i < end; ++i) {
      for (EntryIndex entry = graph.row_begin(i); entry < graph.row_end(i); ++entry) {
        const NodeId j = graph.targets()[entry];
        if (j < i) continue;
        const EntryIndex reverse = find_entry(graph, j, i);
        curvature[entry] = curvature[reverse] = balanced(graph.degree(i), graph.degree(j), triangles[entry],
                                                         of_both_ends(squares[entry], squares[reverse]));
      }
    }
  });
  return curvature;
}

}  // namespace cgsd

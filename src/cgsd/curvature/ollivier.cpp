#include "cgsd/curvature/ollivier.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/large_vector.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/curvature/hop_transport.hpp"
#include "cgsd/curvature/requirements.hpp"
#include "cgsd/curvature/scratch_block.hpp"

namespace cgsd {
namespace {

// Rows beyond this many entries are not expected to be read to the end in a search for a common neighbour.
constexpr EntryIndex kExpectedSearch = 256;

struct Mass {
  NodeId node;
  std::uint64_t amount;
};

// The nodes on one side of a transport problem, in ascending order, and what each has to give or take.
struct Side {
  std::vector<NodeId> nodes;
  std::vector<std::uint64_t> amounts;
  std::vector<std::uint8_t> is_long;  // its row is too long to be walked: search in it instead

  void clear() {
    nodes.clear();
    amounts.clear();
  }
  void add(NodeId node, std::uint64_t amount) {
    nodes.push_back(node);
    amounts.push_back(amount);
  }
  std::size_t size() const { return nodes.size(); }
  std::size_t words() const { return (size() + 63) / 64; }  // one bit for each node
};

bool share_a_neighbour(std::span<const NodeId> a, std::span<const NodeId> b) {
  if (a.size() > b.size()) std::swap(a, b);
  return std::any_of(a.begin(), a.end(), [&](NodeId w) { return std::binary_search(b.begin(), b.end(), w); });
}

// The curvature of one edge after another, in the memory of one block.
class EdgeSolver {
 public:
  EdgeSolver(GraphView graph, double idleness) : graph_(graph), idleness_(idleness), hops_(graph.nodes()) {}

  double curvature(NodeId u, NodeId v) {
    // Divisible by both degrees, with as many factors 2 as fit: shares of idle and of moving mass come out even.
    const std::uint64_t common = std::lcm(graph_.degree(u), graph_.degree(v));
    total_ = common << (61 - std::bit_width(common));
    spread(u, at_u_);
    spread(v, at_v_);
    cancel_common_mass();
    if (sources_.size() * sinks_.size() == 0) return 1.0;
    if (gather_cost(sinks_, sources_) < gather_cost(sources_, sinks_)) std::swap(sources_, sinks_);
    transport_.begin(sources_.amounts, sinks_.amounts);
    set_distances();
    const auto cost = static_cast<std::int64_t>(transport_.least_cost());  // at most 3 total_ < 2^63
    return static_cast<double>(static_cast<std::int64_t>(total_) - cost) / static_cast<double>(total_);
  }

 private:
  // m_u in ascending order of nodes. What rounding leaves over stays at u.
  void spread(NodeId u, std::vector<Mass>& masses) const {
    const double moving = std::floor((1.0 - idleness_) * static_cast<double>(total_));
    const auto weights =
        graph_.weighted() ? graph_.weights().subspan(graph_.row_begin(u), graph_.degree(u)) : std::span<const double>();
    const double largest = weights.empty() ? 1.0 : *std::max_element(weights.begin(), weights.end());
    double sum = 0.0;  // in units of the largest weight, so that it cannot overflow
    for (const double weight : weights) sum += weight / largest;

    const auto neighbours = graph_.neighbours(u);
    const std::uint64_t even_share = static_cast<std::uint64_t>(moving) / neighbours.size();
    std::uint64_t left = total_;
    masses.clear();
    for (std::size_t k = 0; k < neighbours.size(); ++k) {
      const std::uint64_t share =
          weights.empty() ? even_share : static_cast<std::uint64_t>(moving * (weights[k] / largest / sum));
      masses.push_back({neighbours[k], std::min(share, left)});
      left -= masses.back().amount;
    }
    const auto place = std::lower_bound(neighbours.begin(), neighbours.end(), u) - neighbours.begin();
    masses.insert(masses.begin() + place, {u, left});
  }

  // What u has more of goes to the sources, what v has more of to the sinks.
  void cancel_common_mass() {
    sources_.clear();
    sinks_.clear();
    auto a = at_u_.begin();
    auto b = at_v_.begin();
    while (a != at_u_.end() || b != at_v_.end()) {
      const bool only_u = b == at_v_.end() || (a != at_u_.end() && a->node < b->node);
      const bool only_v = a == at_u_.end() || (b != at_v_.end() && b->node < a->node);
      const NodeId node = only_v ? b->node : a->node;
      const std::uint64_t more = only_v ? 0 : (a++)->amount;
      const std::uint64_t less = only_u ? 0 : (b++)->amount;
      if (more > less) sources_.add(node, more - less);
      if (less > more) sinks_.add(node, less - more);
    }
  }

  // How many words are read to find the distances from one side to the other.
  EntryIndex gather_cost(const Side& from, const Side& to) const {
    EntryIndex entries = 0;
    for (const NodeId node : from.nodes) entries += graph_.degree(node);
    return entries * to.words();
  }

  void find_long_rows(Side& side, const Side& other, EntryIndex walks) const {
    EntryIndex search = 0;
    for (const NodeId node : other.nodes) search += 8 * std::min(graph_.degree(node), kExpectedSearch);
    side.is_long.resize(side.size());
    for (std::size_t k = 0; k < side.size(); ++k) side.is_long[k] = graph_.degree(side.nodes[k]) * walks > search;
  }

  void set_distances() {
    find_long_rows(sources_, sinks_, sinks_.words());
    find_long_rows(sinks_, sources_, 2);
    for (std::size_t word = 0; word < sinks_.words(); ++word) walk_to_sinks(word);
    for (std::size_t source = 0; source < sources_.size(); ++source) {
      if (!sources_.is_long[source]) continue;
      for (std::size_t sink = 0; sink < sinks_.size(); ++sink) search_for(source, sink);
    }
    for (std::size_t sink = 0; sink < sinks_.size(); ++sink) {
      if (!sinks_.is_long[sink]) continue;
      for (std::size_t source = 0; source < sources_.size(); ++source) search_for(source, sink);
    }
  }

  // The distances to 64 sinks at once: sink t is bit t of one word at t and of another at each neighbour of t.
  void walk_to_sinks(std::size_t word) {
    const std::size_t first = 64 * word;
    const std::size_t last = std::min(first + 64, sinks_.size());
    for (std::size_t sink = first; sink < last; ++sink) {
      if (sinks_.is_long[sink]) continue;
      const std::uint64_t bit = std::uint64_t{1} << (sink - first);
      hops_[sinks_.nodes[sink]].here |= bit;
      for (const NodeId w : graph_.neighbours(sinks_.nodes[sink])) hops_[w].next_door |= bit;
    }
    for (std::size_t source = 0; source < sources_.size(); ++source) {
      if (sources_.is_long[source]) continue;
      Hops met;
      for (const NodeId w : graph_.neighbours(sources_.nodes[source])) {
        met.here |= hops_[w].here;
        met.next_door |= hops_[w].next_door;
      }
      transport_.one_hop(source)[word] = met.here;
      transport_.two_hops(source)[word] = met.next_door & ~met.here;
    }
    for (std::size_t sink = first; sink < last; ++sink) {
      if (sinks_.is_long[sink]) continue;
      hops_[sinks_.nodes[sink]] = {};
      for (const NodeId w : graph_.neighbours(sinks_.nodes[sink])) hops_[w] = {};
    }
  }

  void search_for(std::size_t source, std::size_t sink) {
    const NodeId from = sources_.nodes[source];
    const NodeId to = sinks_.nodes[sink];
    const std::uint64_t bit = std::uint64_t{1} << (sink % 64);
    if (find_entry(graph_, from, to) != graph_.entries()) {
      transport_.one_hop(source)[sink / 64] |= bit;
    } else if (share_a_neighbour(graph_.neighbours(from), graph_.neighbours(to))) {
      transport_.two_hops(source)[sink / 64] |= bit;
    }
  }

  struct Hops {
    std::uint64_t here = 0;
    std::uint64_t next_door = 0;
  };

  GraphView graph_;
  double idleness_;
  std::uint64_t total_ = 0;  // the mass of each end, in units
  std::vector<Hops> hops_;   // by node; all 0 between calls
  std::vector<Mass> at_u_;
  std::vector<Mass> at_v_;
  Side sources_;
  Side sinks_;
  HopTransport transport_;
};

// Refuses a graph with an unaffordable edge before any work is done, and says what limit it would take.
void check_limit(GraphView graph, std::uint64_t limit, const RunContext& run) {
  std::uint64_t worst = 0;
  NodeId worst_u = 0;
  NodeId worst_v = 0;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    if (u % 65536 == 0) run.check_stop();
    for (const NodeId v : graph.neighbours(u)) {
      const std::uint64_t product = graph.degree(u) * graph.degree(v);  // each below 2^31
      if (product <= worst) continue;
      worst = product;
      worst_u = u;
      worst_v = v;
    }
  }
  if (worst <= limit) return;
  throw InvalidArgument(fmt::format(
      "curvature kind ollivier: edge {}–{} joins degrees {} and {}, whose product {} is above ollivier_limit = {}; "
      "raise the limit and be patient, or use kind balanced_forman",
      worst_u, worst_v, graph.degree(worst_u), graph.degree(worst_v), grouped(worst), grouped(limit)));
}

}  // namespace

std::vector<double> ollivier_curvature(GraphView graph, const CurvatureOptions& options, const RunContext& run) {
  validate(options);
  require_undirected(graph, "ollivier");
  require_positive_weights(graph, "ollivier");
  check_limit(graph, options.ollivier_limit, run);
  const auto offsets = graph.offsets();
  auto curvature = large_vector<double>(graph.entries());
  parallel_for(run, graph.entries(), scratch_block(graph.entries(), 256), [&](std::size_t begin, std::size_t end) {
    EdgeSolver solver(graph, options.idleness);
    auto u = static_cast<NodeId>(std::upper_bound(offsets.begin(), offsets.end(), begin) - offsets.begin() - 1);
    for (EntryIndex entry = begin; entry < end; ++entry) {
      while (entry >= graph.row_end(u)) ++u;
      const NodeId v = graph.targets()[entry];
      if (v < u) continue;
      run.check_stop();
      curvature[entry] = curvature[find_entry(graph, v, u)] = solver.curvature(u, v);
    }
  });
  return curvature;
}

}  // namespace cgsd

#include "cgsd/io/formats/edge_list.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/parallel.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/formats/edge_list_layout.hpp"
#include "cgsd/io/formats/relabel.hpp"
#include "cgsd/io/text/entry_lines.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kEntryBlock = std::size_t{1} << 16;
constexpr std::size_t kStopInterval = std::size_t{1} << 16;  // comparisons

// Which ids in 0 … largest occur: one bit each, and before each word the number of bits set to its left.
class IdSet {
 public:
  IdSet(const EntryLines& lines, const RunContext& run) : words_(lines.largest / 64 + std::size_t{1}) {
    parallel_for(run, lines.entries.size(), kEntryBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        insert(lines.entries[i].source);
        insert(lines.entries[i].target);
      }
    });
    before_.reserve(words_.size());
    for (const std::uint64_t word : words_) {
      before_.push_back(size_);
      size_ += static_cast<NodeId>(std::popcount(word));
    }
  }
  NodeId size() const { return size_; }
  // The place of `id`, which occurs, among the ids in ascending order.
  NodeId rank(NodeId id) const {
    const std::uint64_t lower = words_[id / 64] & ((std::uint64_t{1} << (id % 64)) - 1);
    return before_[id / 64] + static_cast<NodeId>(std::popcount(lower));
  }
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      for (std::uint64_t word = words_[i]; word != 0; word &= word - 1) {
        visit(static_cast<NodeId>(64 * i) + static_cast<NodeId>(std::countr_zero(word)));
      }
    }
  }

 private:
  void insert(NodeId id) {
    const std::uint64_t bit = std::uint64_t{1} << (id % 64);
    std::atomic_ref word(words_[id / 64]);
    if ((word.load(std::memory_order_relaxed) & bit) == 0) word.fetch_or(bit, std::memory_order_relaxed);
  }
  std::vector<std::uint64_t> words_;
  std::vector<NodeId> before_;
  NodeId size_ = 0;
};

// Decimal numbers in ascending order: by value, then by leading zeros.
bool numerically_before(std::string_view a, std::string_view b) {
  const auto significant = [](std::string_view text) {
    return text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
  };
  const std::string_view x = significant(a);
  const std::string_view y = significant(b);
  if (x.size() != y.size()) return x.size() < y.size();
  return x != y ? x < y : a.size() < b.size();
}

class EdgeListReader {
 public:
  EdgeListReader(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run)
      : batches_(file, run), options_(options), run_(run) {}

  GraphContents read() {
    layout_ = read_edge_list_layout(batches_, {options_.weight_column, options_.ignore_weights});
    GraphContents contents = read_nodes();
    contents.account = std::move(layout_.account);
    contents.directed = layout_.directed;
    if (first_line_stands_alone(contents)) {
      contents.account.push_back(
          fmt::format("the first line was read as an edge, {} – {}; remove it if it is a heading",
                      in_quotes(contents.names.view(0)), in_quotes(contents.names.view(1))));
    }
    return contents;
  }

 private:
  // Two names of which no other line knows are more often a heading than two nodes apart from all others.
  bool first_line_stands_alone(const GraphContents& contents) const {
    const auto& entries = contents.list.entries;
    if (layout_.has_header || contents.names.size() <= 2 || entries.empty() || entries.front() != Entry{0, 1})
      return false;
    return std::none_of(entries.begin() + 1, entries.end(), [](Entry e) { return e.source < 2 || e.target < 2; });
  }

  GraphContents read_nodes() {
    choose_rule();
    if (!layout_.has_data && !layout_.nodes) throw ParseError({batches_.file()}, "no edges");
    if (layout_.has_data) lines_ = read_entry_lines(batches_, layout_.format, run_);
    if (lines_.entries.empty() && !layout_.nodes) throw ParseError({batches_.file()}, "no edges");
    switch (layout_.format.rule) {
      case IdRule::known:
        return known_nodes();
      case IdRule::index:
        return indexed_nodes();
      default:
        return free_nodes();
    }
  }

  // What the ids are, as far as it can be told before reading them.
  void choose_rule() {
    EntryFormat& format = layout_.format;
    const bool automatic = options_.ids == IdKind::automatic;
    if (options_.known_names != nullptr && options_.ids != IdKind::index) {
      known_ = NameTable(*options_.known_names);
      format.known = &known_;
      format.rule = IdRule::known;
      return;
    }
    if (options_.known_names != nullptr) {
      expected_ = static_cast<NodeId>(options_.known_names->size());
    } else if (options_.ids != IdKind::name) {
      expected_ = options_.expected_nodes;
    }
    const bool counted = layout_.nodes.has_value() && !layout_.ids_are_names;
    if (options_.ids == IdKind::index || (automatic && (expected_ || counted))) format.rule = IdRule::index;
    format.nodes = expected_;
    if (!expected_ && counted) format.nodes = static_cast<NodeId>(*layout_.nodes);
  }

  GraphContents known_nodes() {
    return {.list = take_list(known_.size()), .names = std::move(known_).take(), .attributes = {}, .labels = {}};
  }

  GraphContents indexed_nodes() {
    NodeNames names;
    if (options_.known_names != nullptr) names = *options_.known_names;
    if (expected_) return {.list = take_list(*expected_), .names = std::move(names), .attributes = {}, .labels = {}};
    const std::size_t entries = lines_.entries.size();
    if (layout_.format.nodes) {
      check_declared_nodes({batches_.file()}, *layout_.format.nodes, entries);
      return {.list = take_list(*layout_.format.nodes), .names = {}, .attributes = {}, .labels = {}};
    }
    if (std::size_t{lines_.largest} + 1 > std::max(kFreeNodes, kNodesPerEntry * entries)) {
      throw ParseError({batches_.file()},
                       fmt::format("node id {} would make {} nodes out of {} edges; read the ids as names (--ids name)",
                                   lines_.largest, std::size_t{lines_.largest} + 1, entries));
    }
    return {.list = take_list(lines_.largest + 1), .names = {}, .attributes = {}, .labels = {}};
  }

  // Ids about which nothing is known beforehand.
  GraphContents free_nodes() {
    const bool names_wanted = options_.ids == IdKind::name || layout_.ids_are_names;
    if (lines_.entries.empty()) return {};
    if (!lines_.text) {
      const std::size_t span = std::size_t{lines_.largest} + 1;
      if (span <= kFreeNodes + kNodesPerEntry * lines_.entries.size()) {
        const IdSet ids(lines_, run_);
        if (!names_wanted && ids.size() == span) {
          return {.list = take_list(lines_.largest + 1), .names = {}, .attributes = {}, .labels = {}};
        }
        return numbered_in_order(ids);
      }
      spell_out(lines_, run_);
    }
    if (!lines_.words && lines_.odd_integer && !names_wanted) throw *lines_.odd_integer;
    if (!lines_.words && !lines_.odd_integer) return sorted_by_number();
    const NodeId nodes = lines_.names.size();
    return {.list = take_list(nodes), .names = std::move(lines_.names).take(), .attributes = {}, .labels = {}};
  }

  // Nodes are the ids that occur, ascending.
  GraphContents numbered_in_order(const IdSet& ids) {
    NodeNames names;
    ids.for_each([&](NodeId id) {
      const fmt::format_int spelled(id);
      names.append({spelled.data(), spelled.size()});
    });
    relabel(
        lines_.entries, [&](NodeId id) { return ids.rank(id); }, run_);
    return {.list = take_list(ids.size()), .names = std::move(names), .attributes = {}, .labels = {}};
  }

  GraphContents sorted_by_number() {
    const NodeNames& found = lines_.names.names();
    std::vector<NodeId> order(found.size());
    std::iota(order.begin(), order.end(), NodeId{0});
    std::size_t comparisons = 0;
    std::sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
      if (++comparisons % kStopInterval == 0) run_.check_stop();  // sorting millions of names takes seconds
      return numerically_before(found.view(a), found.view(b));
    });
    NodeNames names;
    std::vector<NodeId> rank(order.size());
    for (const NodeId node : order) {
      rank[node] = static_cast<NodeId>(names.size());
      names.append(found.view(node));
    }
    relabel(
        lines_.entries, [&](NodeId node) { return rank[node]; }, run_);
    EntryList list = take_list(static_cast<NodeId>(names.size()));
    return {.list = std::move(list), .names = std::move(names), .attributes = {}, .labels = {}};
  }

  EntryList take_list(NodeId nodes) {
    return {.nodes = nodes, .entries = std::move(lines_.entries), .weights = std::move(lines_.weights)};
  }

  TextBatches batches_;
  const GraphReadOptions& options_;
  const RunContext& run_;
  EdgeListLayout layout_;
  std::optional<NodeId> expected_;  // a number of nodes that the caller knows
  NameTable known_;
  EntryLines lines_;
};

}  // namespace

GraphContents read_edge_list(const std::filesystem::path& file, const GraphReadOptions& options,
                             const RunContext& run) {
  return EdgeListReader(file, options, run).read();
}

}  // namespace cgsd

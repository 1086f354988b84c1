#include "mpi/shared_edge_list.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/datasets/node_count.hpp"
#include "cgsd/io/formats/edge_list_layout.hpp"
#include "cgsd/io/text/text_source.hpp"

#include "mpi/file_lines.hpp"

namespace cgsd::mpi {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kEntriesInTurn = std::size_t{1} << 20;  // that are told at a time

std::string instead(const fs::path& file) {
  return fmt::format("; write rows first: cgsd convert {} -o graph.csr", file.string());
}

// The own lines of the file as entries.
class OwnLines {
 public:
  OwnLines(const fs::path& file, const EdgeListLayout& layout, std::uint64_t heading, const PetscProcesses& processes)
      : file_(file), bytes_(file), format_(layout.format) {
    format_.rule = layout.nodes ? IdRule::index : IdRule::number;
    if (layout.nodes) format_.nodes = static_cast<NodeId>(*layout.nodes);
    std::tie(begin_, end_) = bytes_.own_lines(heading, processes);
  }

  void read(const RunContext& run) {
    EntryBlock block;
    for (std::uint64_t at = begin_; at < end_;) {
      run.check_stop();
      const std::uint64_t to = std::min(bytes_.line_from(std::min(at + FileLines::kPiece, bytes_.size())), end_);
      std::string text = bytes_.read(at, to);
      if (!text.ends_with('\n')) text += '\n';
      parse_entry_block(text, format_, block);
      if (block.status != BlockStatus::done) refuse(text, block, at);
      entries.insert(entries.end(), block.entries.begin(), block.entries.end());
      weights.insert(weights.end(), block.weights.begin(), block.weights.end());
      if (!block.entries.empty()) largest = std::max(largest, block.largest);
      at = to;
    }
  }

  std::vector<Entry> entries;
  std::vector<double> weights;
  NodeId largest = 0;

 private:
  [[noreturn]] void refuse(const std::string& text, const EntryBlock& block, std::uint64_t at) {
    const auto before = std::string_view(text).substr(0, static_cast<std::size_t>(block.fault - text.data()));
    const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
    const FilePosition where{file_.string(), bytes_.lines_before(at) + lines + 1, before.size() - before.rfind('\n')};
    if (block.status == BlockStatus::needs_text)
      throw ParseError(where, "several ranks read nodes that are whole numbers from 0, no names" + instead(file_));
    if (block.status == BlockStatus::quote_left_open)
      throw ParseError(where, "a quote is left open in this line" + instead(file_));
    throw ParseError(where, block.what);
  }

  fs::path file_;
  FileLines bytes_;
  EntryFormat format_;
  std::uint64_t begin_ = 0;
  std::uint64_t end_ = 0;
};

// An end of an edge, as its owner is told.
struct End {
  NodeId own;
  NodeId other;
  std::uint32_t reversed;  // the file has it from the other end
  std::uint32_t rank;      // that read it; within a rank, ends come in the order of the file
  double weight;
};

// Sorts what the ranks read into rows.
class Rows {
 public:
  Rows(PetscProcesses& processes, const RunContext& run) : processes_(processes), run_(run) {}

  void exchange(OwnLines& lines) {
    const auto rank = static_cast<std::uint32_t>(processes_.rank());
    const auto tell = [&](std::size_t begin, std::size_t end, std::vector<std::vector<End>>& parts) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto [u, v] = lines.entries[i];
        const double weight = lines.weights.empty() ? 1.0 : lines.weights[i];
        parts[owner_of(u)].push_back({u, v, 0, rank, weight});
        if (u != v) parts[owner_of(v)].push_back({v, u, 1, rank, weight});
      }
    };
    exchange_in_turns<End>(run_, lines.entries.size(), kEntriesInTurn, tell, [&](const auto& received) {
      for (const auto& from : received) ends_.insert(ends_.end(), from.begin(), from.end());
    });
    lines.entries = {};
    lines.weights = {};
    std::ranges::stable_sort(ends_, {}, [](const End& e) { return std::tuple(e.own, e.other, e.reversed, e.rank); });
  }

  // Repeats add up; of two directions the larger weight stays.
  void merge(SharedEdgeList& into) {
    const std::uint64_t first = processes_.first_row();
    const std::uint64_t last = processes_.blocks()[static_cast<std::size_t>(processes_.rank()) + 1];
    std::array done = {0.0, 0.0, 0.0};  // loops, repeats, directions; each pair at its lower end
    std::size_t next = 0;
    into.offsets = {0};
    for (std::uint64_t u = first; u < last; ++u, into.offsets.push_back(into.targets.size())) {
      occurs_.push_back(next < ends_.size() && ends_[next].own == u);
      while (next < ends_.size() && ends_[next].own == u) next = merge_pair(next, into, done);
    }
    ends_ = {};
    sum_over_processes(run_, done);
    into.report.self_loops_dropped = static_cast<std::uint64_t>(done[0]);
    into.report.repeats_merged = static_cast<std::uint64_t>(done[1]);
    into.report.directions_joined = static_cast<std::uint64_t>(done[2]);
  }

  // The first node, among all, of which no line tells; none: the number of nodes.
  std::uint64_t first_that_is_missing() const {
    const auto missing = std::ranges::find(occurs_, false);
    const std::uint64_t here = missing == occurs_.end()
                                   ? processes_.blocks().back()
                                   : processes_.first_row() + static_cast<std::uint64_t>(missing - occurs_.begin());
    return std::ranges::min(gathered(run_, std::span<const std::uint64_t>(&here, 1)));
  }

 private:
  std::size_t owner_of(NodeId node) const { return static_cast<std::size_t>(processes_.owner_of(node)); }

  // All ends of one pair of nodes; the place after them.
  std::size_t merge_pair(std::size_t at, SharedEdgeList& into, std::array<double, 3>& done) const {
    const End pair = ends_[at];
    std::array<double, 2> weight = {0.0, 0.0};
    std::array<double, 2> count = {0.0, 0.0};
    for (; at < ends_.size() && ends_[at].own == pair.own && ends_[at].other == pair.other; ++at) {
      weight[ends_[at].reversed] += ends_[at].weight;
      ++count[ends_[at].reversed];
    }
    if (pair.own == pair.other) {
      done[0] += count[0];
      return at;
    }
    const bool both = count[0] > 0.0 && count[1] > 0.0;
    if (pair.own < pair.other) {
      done[1] += count[0] + count[1] - (both ? 2.0 : 1.0);
      done[2] += both ? 1.0 : 0.0;
    }
    into.targets.push_back(pair.other);
    if (into.weighted) into.weights.push_back(both ? std::max(weight[0], weight[1]) : weight[0] + weight[1]);
    return at;
  }

  PetscProcesses& processes_;
  const RunContext& run_;
  std::vector<End> ends_;
  std::vector<bool> occurs_;
};

// All ranks read the first lines.
std::pair<EdgeListLayout, std::uint64_t> layout_of(const fs::path& file, bool ignore_weights, const RunContext& run) {
  check_plain_text(file, instead(file));
  TextBatches head(file, run);
  EdgeListLayout layout = read_edge_list_layout(head, {{}, ignore_weights});
  if (!layout.has_data && !layout.nodes) throw ParseError({file.string()}, "no edges");
  if (layout.ids_are_names) throw ParseError({file.string()}, "several ranks read numbers, no names" + instead(file));
  return {std::move(layout), head.lines_consumed()};
}

std::uint64_t count_nodes(const fs::path& file, const EdgeListLayout& layout, const OwnLines& lines,
                          const RunContext& run) {
  const std::uint64_t entries = rows_of_all(run, lines.entries.size());
  if (layout.nodes) {
    check_declared_nodes({file.string()}, *layout.nodes, entries);
    return *layout.nodes;
  }
  const auto nodes = static_cast<std::uint64_t>(largest_over_processes(run, static_cast<double>(lines.largest))) + 1;
  if (nodes > 2 * entries)
    throw ParseError({file.string()}, fmt::format("node {} in {} edges: nodes are not numbered 0, 1, 2 …{}", nodes - 1,
                                                  entries, instead(file)));
  return nodes;
}

}  // namespace

void check_ranks(std::uint64_t nodes, const PetscProcesses& processes) {
  if (nodes >= 4 * static_cast<std::uint64_t>(processes.count())) return;
  throw InvalidArgument(fmt::format("{} ranks for {} nodes: give fewer ranks", processes.count(), nodes));
}

SharedEdgeList read_shared_edge_list(const fs::path& file, bool ignore_weights, PetscProcesses& processes,
                                     const RunContext& run) {
  auto [layout, heading] = layout_of(file, ignore_weights, run);
  SharedEdgeList out{.weighted = layout.format.weight.has_value(), .account = std::move(layout.account)};
  OwnLines lines(file, layout, heading, processes);
  lines.read(run);
  const std::uint64_t nodes = count_nodes(file, layout, lines, run);
  out.report.entries_read = rows_of_all(run, lines.entries.size());
  check_ranks(nodes, processes);
  const auto ranks = static_cast<std::uint64_t>(processes.count());
  const auto rank = static_cast<std::uint64_t>(processes.rank());
  processes.set_rows(nodes * (rank + 1) / ranks - nodes * rank / ranks);
  Rows rows(processes, run);
  rows.exchange(lines);
  rows.merge(out);
  const std::uint64_t missing = rows.first_that_is_missing();
  if (!layout.nodes && missing < nodes)
    throw ParseError({file.string()},
                     fmt::format("node {} does not occur: nodes are not numbered 0, 1, 2 …{}", missing, instead(file)));
  return out;
}

}  // namespace cgsd::mpi

#include "mpi/shared_table.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/tables/table_join.hpp"
#include "cgsd/io/tables/text_table_file.hpp"
#include "cgsd/io/text/table_reader.hpp"
#include "cgsd/io/text/unicode_text.hpp"
#include "cgsd/table/column_blocks.hpp"
#include "cgsd/table/column_heading.hpp"
#include "cgsd/table/encode_table.hpp"

#include "mpi/file_lines.hpp"

namespace cgsd::mpi {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kRowsInTurn = std::size_t{1} << 14;  // that are sent at a time
constexpr NodeId kNone = std::numeric_limits<NodeId>::max();

std::string instead(const fs::path& file) {
  return fmt::format("; write rows first: cgsd convert GRAPH --attributes {} -o graph.csr", file.string());
}

// A byte-order mark and line ends of another kind are taken off.
std::string text_of(const std::string& bytes, const fs::path& file) {
  if (bytes.find('\0') != std::string::npos) throw ParseError({file.string()}, "there is a NUL byte" + instead(file));
  return bytes.empty() ? bytes : unicode_text({bytes.begin(), bytes.end()}, file.string());
}

// Marks of the bytes before those of this rank.
std::uint64_t before(std::uint64_t own, const RunContext& run) {
  const std::vector<std::uint64_t> all = gathered(run, std::span<const std::uint64_t>(&own, 1));
  std::uint64_t sum = 0;
  for (int r = 0; r < processes_of(run).rank(); ++r) sum += all[static_cast<std::size_t>(r)];
  return sum;
}

TextTableFile own_lines(const fs::path& file, const Processes& processes, const RunContext& run) {
  check_plain_text(file, instead(file));
  FileLines lines(file);
  std::string first = lines.read(0, std::min<std::uint64_t>(FileLines::kPiece, lines.size()));
  if (first.size() < lines.size()) first.resize(first.rfind('\n') + 1);
  const IsNode is_node = node_test({}, static_cast<NodeId>(processes.blocks().back()));
  const TextTableFile head(file, text_of(first, file), is_node, alone(run));
  const auto [begin, end] = lines.own_lines(head.lines_before_rows(), processes);
  const std::string bytes = lines.read(begin, end);
  const auto count = [&](char mark) { return static_cast<std::uint64_t>(std::ranges::count(bytes, mark)); };
  if (before(count('"'), run) % 2 == 1)
    throw ParseError({file.string()}, "a cell in quotes holds a line end" + instead(file));
  const std::uint64_t line = head.lines_before_rows() + before(count('\n'), run) + 1;
  return {head, text_of(bytes, file), line, run};
}

// kNone: the text is no node. 1.0 is 1.
NodeId node_of(std::string_view text, std::uint64_t nodes) {
  if (text.size() > 2 && text.ends_with(".0")) text.remove_suffix(2);
  const std::optional<std::int64_t> number = integer_cell(text);
  const bool known = number && *number >= 0 && static_cast<std::uint64_t>(*number) < nodes;
  return known && text == std::to_string(*number) ? static_cast<NodeId>(*number) : kNone;
}

// Which column has the nodes of the rows, and which others have nodes too.
class IdColumns {
 public:
  IdColumns(const TextTableFile& part, std::uint64_t nodes, const RunContext& run)
      : part_(part), table_(part.table()), nodes_(nodes), run_(run) {}

  void find(const std::string& asked) {
    for (std::size_t i = 0; i < table_.columns.size() && !asked.empty(); ++i) {
      if (table_.columns[i].name == asked) chosen = i;
    }
    if (!asked.empty() || table_.columns.size() < 2) return;  // of one column nothing would be left
    std::vector<std::size_t> found = candidates();
    const auto named = [&](std::size_t i) { return part_.heading() && names_ids(table_.columns[i].name); };
    std::ranges::stable_partition(found, named);
    if (found.empty()) return;
    if (found.size() > 1 && named(found[0]) == named(found[1]))
      throw part_.error_at(CellFault::kHeading, found[1],
                           fmt::format("{} and {} both hold names of nodes: say which with --id-column",
                                       title(found[0]), title(found[1])));
    chosen = found[0];
    others.assign(found.begin() + 1, found.end());
  }
  std::string title(std::size_t column) const { return column_title(table_.columns[column], column); }

  std::optional<std::size_t> chosen;
  std::vector<std::size_t> others;

 private:
  std::vector<std::size_t> candidates() const {
    std::vector<std::string> headings;
    for (const TextColumn& column : table_.columns) headings.push_back(column.name);
    std::vector<bool> may(headings.size(), true);
    for (const auto& block : column_blocks(headings, may)) {
      for (const std::size_t column : block) may[column] = headings[column].empty();
    }
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < (part_.heading() ? may.size() : 1); ++i) {
      if (may[i] && holds_nodes(i)) found.push_back(i);
    }
    return found;
  }

  bool holds_nodes(std::size_t column) const {
    const TextList& cells = table_.columns[column].cells;
    std::vector<NodeId> held;
    for (std::size_t row = 0; row < cells.size(); ++row) {
      if (const NodeId node = node_of(cells[row], nodes_); node != kNone) held.push_back(node);
    }
    std::ranges::sort(held);
    const auto repeats = std::ranges::unique(held).size();
    std::array counts = {static_cast<double>(held.size() - repeats), static_cast<double>(cells.size())};
    sum_over_processes(run_, counts);
    return counts[0] > 0.0 && counts[0] * 10.0 >= counts[1] * 9.0;
  }

  const TextTableFile& part_;
  const TextTable& table_;
  std::uint64_t nodes_;
  const RunContext& run_;
};

// Sends rows to the ranks of their nodes, and makes a table of what arrives.
class OwnRows {
 public:
  OwnRows(const TextTableFile& part, const IdColumns& ids, const Processes& processes, const RunContext& run)
      : part_(part), table_(part.table()), ids_(ids), processes_(processes), run_(run) {
    for (std::size_t i = 0; i < table_.columns.size(); ++i) {
      if (i != ids.chosen && std::ranges::find(ids.others, i) == ids.others.end()) kept_.push_back(i);
    }
  }

  TextTable exchange(const fs::path& file) {
    const std::uint64_t first = before(table_.rows(), run_);
    const auto tell = [&](std::size_t begin, std::size_t end, std::vector<std::vector<char>>& parts) {
      for (std::size_t row = begin; row < end; ++row) {
        const NodeId node = ids_.chosen ? checked_node(row, file) : static_cast<NodeId>(first + row);
        if (node != kNone) put_row(row, node, parts[static_cast<std::size_t>(processes_.owner_of(node))]);
      }
    };
    check_count(file);
    exchange_in_turns<char>(run_, table_.rows(), kRowsInTurn, tell, [&](const auto& received) {
      for (const auto& from : received) arrived_.insert(arrived_.end(), from.begin(), from.end());
    });
    return in_order(file);
  }

  std::size_t nameless() const { return nameless_; }
  const std::vector<NodeId>& without_row() const { return without_row_; }

 private:
  // Without ids there is a row for every node.
  void check_count(const fs::path& file) const {
    const std::uint64_t nodes = processes_.blocks().back();
    const std::size_t rows = rows_of_all(run_, table_.rows());
    if (ids_.chosen || rows == nodes) return;
    throw ParseError({file.string()}, fmt::format("{} rows without ids of nodes, but the graph has {} nodes{}",
                                                  grouped(rows), grouped(nodes), instead(file)));
  }

  NodeId checked_node(std::size_t row, const fs::path& file) {
    const std::string_view id = table_.columns[*ids_.chosen].cells[row];
    const NodeId node = node_of(id, processes_.blocks().back());
    nameless_ += trimmed(id).empty() ? 1 : 0;
    if (node == kNone && !trimmed(id).empty())
      throw part_.error_at(row, *ids_.chosen,
                           fmt::format("{} is none of the nodes 0 … {}{}", in_quotes(id),
                                       processes_.blocks().back() - 1, instead(file)));
    return node;
  }

  static void put(std::uint32_t number, std::vector<char>& to) {
    std::array<char, sizeof(number)> bytes{};
    std::memcpy(bytes.data(), &number, sizeof(number));
    to.insert(to.end(), bytes.begin(), bytes.end());
  }
  std::uint32_t take(std::size_t& at) const {
    std::uint32_t number = 0;
    std::memcpy(&number, arrived_.data() + at, sizeof(number));
    at += sizeof(number);
    return number;
  }

  // The node, then of each cell the length and the text.
  void put_row(std::size_t row, NodeId node, std::vector<char>& to) const {
    put(node, to);
    for (const std::size_t column : kept_) {
      const std::string cell = as_utf8(table_.columns[column].cells[row]);
      put(static_cast<std::uint32_t>(cell.size()), to);
      to.insert(to.end(), cell.begin(), cell.end());
    }
  }

  TextTable in_order(const fs::path& file) {
    constexpr std::size_t kAbsent = std::numeric_limits<std::size_t>::max();
    const auto rank = static_cast<std::size_t>(processes_.rank());
    std::vector<std::size_t> place(processes_.blocks()[rank + 1] - processes_.blocks()[rank], kAbsent);
    for (std::size_t at = 0; at < arrived_.size();) {
      const std::uint32_t node = take(at);
      std::size_t& here = place[node - processes_.first_row()];
      if (here != kAbsent)
        throw ParseError({file.string()}, fmt::format("node {} has two rows, by {}: say with --id-column which column "
                                                      "has the nodes",
                                                      node, ids_.title(*ids_.chosen)));
      here = at;
      for (std::size_t i = 0; i < kept_.size(); ++i) {
        const std::uint32_t length = take(at);
        at += length;
      }
    }
    TextTable own;
    for (const std::size_t column : kept_) own.columns.emplace_back(table_.columns[column].name, TextList());
    for (std::size_t v = 0; v < place.size(); ++v) {
      std::size_t at = place[v];
      if (at == kAbsent) without_row_.push_back(static_cast<NodeId>(processes_.first_row() + v));
      for (TextColumn& column : own.columns) {
        const std::size_t length = at == kAbsent ? 0 : take(at);
        column.cells.append(length == 0 ? std::string_view() : std::string_view(arrived_.data() + at, length));
        if (length > 0) at += length;
      }
    }
    arrived_ = {};
    return own;
  }

  const TextTableFile& part_;
  const TextTable& table_;
  const IdColumns& ids_;
  const Processes& processes_;
  const RunContext& run_;
  std::vector<std::size_t> kept_;  // columns that may be attributes
  std::vector<char> arrived_;
  std::size_t nameless_ = 0;
  std::vector<NodeId> without_row_;  // nodes, ascending
};

// "1 row", "2 rows"
std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", grouped(count), thing, count == 1 ? "" : "s");
}

// "2 nodes without a row ('4', '7'): values filled"; nothing if all have one.
void tell_without_row(const std::vector<NodeId>& own, std::vector<std::string>& account, const RunContext& run) {
  constexpr std::size_t kNamed = 3;
  const std::size_t count = rows_of_all(run, own.size());
  const std::vector<NodeId> some =
      gathered(run, std::span<const NodeId>(own).first(std::min(own.size(), kNamed)));  // of each rank
  std::vector<std::string> quoted;
  for (std::size_t i = 0; i < std::min(some.size(), kNamed); ++i) quoted.push_back(in_quotes(std::to_string(some[i])));
  if (count > 0)
    account.push_back(fmt::format("{} without a row ({}{}): values filled", counted(count, "node"),
                                  fmt::join(quoted, ", "), count > kNamed ? ", …" : ""));
}

std::vector<std::string> account_of(const TextTableFile& part, const IdColumns& ids, const OwnRows& rows,
                                    const RunContext& run) {
  std::vector<std::string> account = part.account();
  const std::size_t all = rows_of_all(run, part.table().rows());
  const std::size_t nameless = rows_of_all(run, rows.nameless());
  account.push_back(ids.chosen ? fmt::format("joined on {}: {} of {} rows", ids.title(*ids.chosen),
                                             grouped(all - nameless), grouped(all))
                               : "no column holds names of nodes: rows taken in their order");
  for (const std::size_t other : ids.others)
    account.push_back(fmt::format("{} holds names of nodes too: ignored", ids.title(other)));
  if (nameless > 0) account.push_back(fmt::format("{} without an id dropped", counted(nameless, "row")));
  tell_without_row(rows.without_row(), account, run);
  return account;
}

}  // namespace

SharedTable read_shared_table(const fs::path& file, const TableOptions& options, const PetscProcesses& processes,
                              const RunContext& run) {
  SharedTable out;
  TextTable own;
  {
    const TextTableFile part = own_lines(file, processes, run);
    check_names(options, part.table());
    IdColumns ids(part, processes.blocks().back(), run);
    ids.find(options.id_column);
    OwnRows rows(part, ids, processes, run);
    own = rows.exchange(file);
    out.account = account_of(part, ids, rows, run);
  }
  std::size_t first = 0;  // faults of the encoding count rows among all, those of encoding a row the own ones
  try {
    FittedTable fitted = fit_encoding(own, options, run);
    first = processes.first_row();
    EncodedTable encoded = encode_table(own, fitted.encoding, run);
    out.attributes = std::move(encoded.attributes);
    for (auto* const more : {&fitted.account, &encoded.account})
      out.account.insert(out.account.end(), more->begin(), more->end());
  } catch (const CellFault& fault) {
    if (fault.row() == CellFault::kHeading) throw ParseError({file.string()}, fault.what());
    throw ParseError({file.string()}, fmt::format("node {}: {}", first + fault.row(), fault.what()));
  }
  return out;
}

}  // namespace cgsd::mpi

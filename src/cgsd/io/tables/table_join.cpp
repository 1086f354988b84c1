#include "cgsd/io/tables/table_join.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cgsd/core/text.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/table_reader.hpp"
#include "cgsd/table/cell_values.hpp"
#include "cgsd/table/column_blocks.hpp"
#include "cgsd/table/column_heading.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNamed = 3;          // examples in a message
constexpr std::size_t kNoChance = 20;      // different whole numbers of which half are nodes by no chance
constexpr std::size_t kLeastNumbered = 4;  // rows without headings from which on whole numbers may be ids

// Finds nodes by name; numbers if there are no names. 1.0 is 1.
class NodeFinder {
 public:
  NodeFinder(const NodeNames& names, NodeId count) : count_(count), numbered_(names.none()) {
    if (!numbered_) table_ = NameTable(names);
  }
  NodeId find(std::string_view text) const {
    const NodeId exact = find_exact(text);
    const bool whole = text.size() > 2 && text.ends_with(".0");
    return exact == NameTable::kAbsent && whole ? find_exact(text.substr(0, text.size() - 2)) : exact;
  }

 private:
  NodeId find_exact(std::string_view text) const {
    if (!numbered_) return table_.find(text);
    const std::optional<std::int64_t> number = integer_cell(text);
    const bool known = number && *number >= 0 && *number < std::int64_t{count_} && text == std::to_string(*number);
    return known ? static_cast<NodeId>(*number) : NameTable::kAbsent;
  }
  NodeId count_;
  bool numbered_;
  NameTable table_;
};

std::string examples(const std::vector<std::string>& names) {
  std::vector<std::string> quoted;
  for (std::size_t i = 0; i < std::min(names.size(), kNamed); ++i) quoted.push_back(in_quotes(names[i]));
  return fmt::format("{}{}", fmt::join(quoted, ", "), names.size() > kNamed ? ", …" : "");
}

// "1 row", "2 rows"
std::string counted(std::size_t count, const char* thing) {
  return fmt::format("{} {}{}", grouped(count), thing, count == 1 ? "" : "s");
}

class Joiner {
 public:
  Joiner(const TextTableFile& file, const NodesToJoin& nodes)
      : file_(file), table_(file.table()), nodes_(nodes), finder_(nodes.names, nodes.count) {}

  TableJoin join(const std::string& asked) {
    out_.id_column = asked.empty() ? find_column() : asked_column(asked);
    if (out_.id_column) match_rows();
    return std::move(out_);
  }

 private:
  struct Candidate {
    std::size_t column = 0;
    std::size_t matched = 0;
    int rank = 0;
  };

  std::string title(std::size_t column) const { return column_title(table_.columns[column], column); }
  std::string node_name(NodeId node) const { return nodes_.names.name(node); }

  // How many different nodes the column names, and how many rows name one again.
  std::pair<std::size_t, std::size_t> matches(std::size_t column) const {
    std::vector<bool> seen(nodes_.count, false);
    std::size_t matched = 0;
    std::size_t repeats = 0;
    const TextList& cells = table_.columns[column].cells;
    for (std::size_t row = 0; row < cells.size(); ++row) {
      const NodeId node = finder_.find(cells[row]);
      if (node == NameTable::kAbsent) continue;
      ++(seen[node] ? repeats : matched);
      seen[node] = true;
    }
    return {matched, repeats};
  }

  // Numbers match by chance what names do not.
  bool nodes_are_numbers() const {
    for (NodeId node = 0; node < nodes_.names.size(); ++node) {
      if (!integer_cell(nodes_.names.view(node))) return false;
    }
    return true;
  }

  // Whole numbers, all different, in enough rows that this is no chance.
  bool looks_like_numbered_ids(std::size_t column) const {
    const TextList& cells = table_.columns[column].cells;
    NameTable seen;
    for (std::size_t row = 0; row < cells.size(); ++row) {
      if (!integer_cell(cells[row]) || seen.find(cells[row]) != NameTable::kAbsent) return false;
      seen.insert(cells[row]);
    }
    return cells.size() >= kNoChance;
  }

  bool counts_rows(std::size_t column) const {
    const TextList& cells = table_.columns[column].cells;
    for (std::size_t row = 0; row < cells.size(); ++row) {
      if (cells[row] != std::to_string(row)) return false;
    }
    return true;
  }

  std::vector<bool> columns_of_vectors() const {
    std::vector<bool> in_vector(table_.columns.size(), false);
    std::vector<std::string> headings;
    for (const TextColumn& column : table_.columns) headings.push_back(column.name);
    for (const auto& block : column_blocks(headings, std::vector<bool>(headings.size(), true))) {
      for (const std::size_t column : block) in_vector[column] = !headings[column].empty();
    }
    return in_vector;
  }

  std::optional<Candidate> candidate(std::size_t column, bool numbers) const {
    const std::string& heading = table_.columns[column].name;
    const bool headless = !file_.heading();
    if (headless && numbers && (column > 0 || table_.rows() < kLeastNumbered)) return std::nullopt;
    const bool named = file_.heading() && names_ids(heading);
    const auto [matched, repeats] = matches(column);
    const std::size_t fewer = std::min<std::size_t>(table_.rows(), nodes_.count);
    const bool strict = numbers && !named && !looks_like_numbered_ids(column);
    const bool enough = strict ? matched * 10 >= fewer * 9 : matched * 2 >= fewer;
    if (matched == 0 || !enough || (!named && repeats > std::max<std::size_t>(1, table_.rows() / 10)))
      return std::nullopt;
    const bool plain_index = heading.empty() || heading.starts_with("Unnamed: ") || lower_ascii(heading) == "index";
    const int rank = plain_index && counts_rows(column) ? 0 : named ? 2 : 1;
    return Candidate{column, matched, rank};
  }

  std::optional<std::size_t> find_column() {
    if (table_.columns.size() < 2) return std::nullopt;  // nothing would be left
    const std::vector<bool> in_vector = columns_of_vectors();
    const bool numbers = nodes_are_numbers();
    std::vector<Candidate> found;
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      if (in_vector[column]) continue;
      if (const auto one = candidate(column, numbers)) found.push_back(*one);
    }
    if (found.empty()) return std::nullopt;
    std::stable_sort(found.begin(), found.end(), [](const Candidate& a, const Candidate& b) {
      return a.rank != b.rank ? a.rank > b.rank : a.matched > b.matched;
    });
    if (found.size() > 1 && found[1].rank == found[0].rank && found[1].matched * 10 >= found[0].matched * 9) {
      throw file_.error_at(CellFault::kHeading, found[1].column,
                           fmt::format("{} and {} both hold names of nodes: say which with --id-column",
                                       title(found[0].column), title(found[1].column)));
    }
    for (std::size_t i = 1; i < found.size(); ++i) {
      out_.account.push_back(fmt::format("{} holds names of nodes too: ignored", title(found[i].column)));
      out_.other_ids.push_back(found[i].column);
    }
    return found[0].column;
  }

  std::size_t asked_column(const std::string& name) const {
    for (std::size_t column = 0; column < table_.columns.size(); ++column) {
      if (table_.columns[column].name != name) continue;
      if (matches(column).first > 0) return column;
      throw file_.error_at(
          0, column,
          fmt::format("{} of the id column {} is not a node of the graph, nor is any value below; there "
                      "is node {}",
                      in_quotes(table_.columns[column].cells[0]), title(column),
                      nodes_.count == 0 ? "none" : in_quotes(node_name(0))));
    }
    throw file_.error_at(CellFault::kHeading, 0, fmt::format("there is no column {} (--id-column)", in_quotes(name)));
  }

  void match_rows() {
    const std::size_t column = *out_.id_column;
    const TextList& cells = table_.columns[column].cells;
    out_.row_of.assign(nodes_.count, kNoRow);
    std::vector<std::size_t> strangers;
    std::size_t nameless = 0;
    for (std::size_t row = 0; row < cells.size(); ++row) {
      const NodeId node = finder_.find(cells[row]);
      if (node != NameTable::kAbsent) {
        if (out_.row_of[node] != kNoRow) throw repeated(row, out_.row_of[node]);
        out_.row_of[node] = row;
      } else if (trimmed(cells[row]).empty()) {
        ++nameless;
      } else {
        strangers.push_back(row);
      }
    }
    refuse_shifted(strangers);
    const std::size_t matched = cells.size() - strangers.size() - nameless;
    out_.account.insert(out_.account.begin(), fmt::format("joined on {}: {} of {} rows", title(column),
                                                          grouped(matched), grouped(cells.size())));
    if (nameless > 0) out_.account.push_back(fmt::format("{} without an id dropped", counted(nameless, "row")));
    name_missing();
    if (!strangers.empty()) take_strangers(strangers, nodes_.may_grow && strangers.size() <= matched);
  }

  ParseError repeated(std::size_t row, std::size_t before) const {
    const std::string_view id = table_.columns[*out_.id_column].cells[row];
    return file_.error_at(row, *out_.id_column,
                          fmt::format("node {} already has a row, in line {}", in_quotes(id), file_.line(before)));
  }

  // Ids 1 … n for nodes 0 … n−1 would give every node the values of another.
  void refuse_shifted(const std::vector<std::size_t>& strangers) const {
    if (!nodes_.names.none() || strangers.size() != 1 || nodes_.count < 2 || out_.row_of[0] != kNoRow) return;
    const TextList& cells = table_.columns[*out_.id_column].cells;
    const auto missing = std::count(out_.row_of.begin(), out_.row_of.end(), kNoRow);
    if (missing != 1 || cells[strangers[0]] != std::to_string(nodes_.count)) return;
    throw file_.error_at(
        strangers[0], *out_.id_column,
        fmt::format("the ids of {} run from 1 to {}, those of the graph from 0 to {}: number both alike",
                    title(*out_.id_column), nodes_.count, nodes_.count - 1));
  }

  void name_missing() {
    std::vector<std::string> missing;
    std::size_t count = 0;
    for (NodeId node = 0; node < nodes_.count; ++node) {
      if (out_.row_of[node] != kNoRow) continue;
      if (++count <= kNamed + 1) missing.push_back(node_name(node));
    }
    if (count > 0)
      out_.account.push_back(
          fmt::format("{} without a row ({}): values filled", counted(count, "node"), examples(missing)));
  }

  void take_strangers(std::vector<std::size_t> rows, bool kept) {
    const TextList& cells = table_.columns[*out_.id_column].cells;
    const auto before = [&](std::size_t a, std::size_t b) {
      const auto x = integer_cell(cells[a]);
      const auto y = integer_cell(cells[b]);
      if (x && y && *x != *y) return *x < *y;
      return x.has_value() != y.has_value() ? x.has_value() : cells[a] < cells[b];
    };
    std::sort(rows.begin(), rows.end(), before);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (kept && i > 0 && cells[rows[i]] == cells[rows[i - 1]])
        throw repeated(std::max(rows[i], rows[i - 1]), std::min(rows[i], rows[i - 1]));
      names.emplace_back(cells[rows[i]]);
    }
    out_.account.push_back(
        kept ? fmt::format("{} without edges added from the table ({})", counted(rows.size(), "node"), examples(names))
             : fmt::format("{} without a node dropped ({})", counted(rows.size(), "row"), examples(names)));
    if (!kept) return;
    out_.added = std::move(names);
    out_.row_of.insert(out_.row_of.end(), rows.begin(), rows.end());
  }

  const TextTableFile& file_;
  const TextTable& table_;
  NodesToJoin nodes_;
  NodeFinder finder_;
  TableJoin out_;
};

}  // namespace

IsNode node_test(const NodeNames& names, NodeId count) {
  auto finder = std::make_shared<const NodeFinder>(names, count);
  return [finder](std::string_view text) { return finder->find(text) != NameTable::kAbsent; };
}

TableJoin join_table(const TextTableFile& file, const NodesToJoin& nodes, const std::string& id_column) {
  return Joiner(file, nodes).join(id_column);
}

}  // namespace cgsd

#include "cgsd/io/results/former_run.hpp"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/results/run_files.hpp"
#include "cgsd/io/tables/text_table_file.hpp"
#include "cgsd/io/text/name_table.hpp"
#include "cgsd/io/text/table_reader.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kNone = -1;

// The nodes of this run by name, or by number.
class NodeFinder {
 public:
  NodeFinder(const NodeNames& names, NodeId nodes) : table_(names), numbered_(names.none()), nodes_(nodes) {}

  std::optional<NodeId> find(std::string_view name) const {
    if (!numbered_) {
      const NodeId found = table_.find(name);
      return found == NameTable::kAbsent ? std::nullopt : std::optional(found);
    }
    NodeId number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    const bool whole = error == std::errc{} && end == name.data() + name.size();
    return whole && number < nodes_ ? std::optional(number) : std::nullopt;
  }
  NodeId nodes() const { return nodes_; }

 private:
  NameTable table_;
  bool numbered_;
  NodeId nodes_;
};

std::size_t column_named(const TextTableFile& file, std::string_view name) {
  const auto& columns = file.table().columns;
  const auto found = std::ranges::find_if(columns, [&](const auto& c) { return lower_case(c.name) == name; });
  return static_cast<std::size_t>(found - columns.begin());
}

// Rows of the table as nodes of this run; none: it is gone.
struct FormerRows {
  std::vector<std::optional<NodeId>> node;
  std::uint64_t gone = 0;
};

FormerRows rows_of(const TextTableFile& file, const NodeFinder& nodes) {
  const auto& columns = file.table().columns;
  const auto at = std::ranges::find_if(columns, [](const auto& c) { return names_nodes(c.name); });
  if (at == columns.end())
    throw ParseError({file.file()}, "a former run needs a column named node, which this table has not");
  FormerRows rows;
  std::vector<bool> met(nodes.nodes(), false);
  for (std::size_t row = 0; row < file.table().rows(); ++row) {
    const auto node = nodes.find(at->cells[row]);
    rows.node.push_back(node);
    if (!node) ++rows.gone;
    if (node && met[*node]) {
      throw file.error_at(row, static_cast<std::size_t>(at - columns.begin()),
                          fmt::format("node {} is listed twice", in_quotes(at->cells[row])));
    }
    if (node) met[*node] = true;
  }
  return rows;
}

std::int32_t id_of(const TextTableFile& file, std::size_t row, std::size_t column) {
  const std::string_view cell = file.table().columns[column].cells[row];
  if (cell.empty()) return kNone;
  std::int32_t id = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), id);
  if (error != std::errc{} || end != cell.data() + cell.size() || id < 0) {
    throw file.error_at(row, column,
                        fmt::format("{} is no id of a community: ids are whole numbers from 0 on", in_quotes(cell)));
  }
  return id;
}

struct Ids {
  std::vector<std::int32_t> of;   // each node of this run
  std::vector<std::int32_t> all;  // ascending, those of nodes that are gone too
};

Ids ids_of(const TextTableFile& file, const FormerRows& rows, std::size_t column, const NodeFinder& nodes) {
  Ids ids{std::vector<std::int32_t>(nodes.nodes(), kNone), {}};
  for (std::size_t row = 0; row < rows.node.size(); ++row) {
    const std::int32_t id = id_of(file, row, column);
    if (rows.node[row]) ids.of[*rows.node[row]] = id;
    if (id != kNone) ids.all.push_back(id);
  }
  std::ranges::sort(ids.all);
  ids.all.erase(std::unique(ids.all.begin(), ids.all.end()), ids.all.end());
  return ids;
}

void use_ids(FormerRun& former, const Ids& ids) {
  if (!ids.all.empty()) former.next_id = std::max(former.next_id, ids.all.back() + 1);
}

void read_levels(FormerRun& former, const TextTableFile& file, const NodeFinder& nodes) {
  const FormerRows rows = rows_of(file, nodes);
  const std::size_t own = column_named(file, "community");
  if (own == file.table().columns.size()) return;
  const Ids found = ids_of(file, rows, own, nodes);
  std::vector<std::vector<std::int32_t>> levels;
  for (;;) {
    const std::size_t column = column_named(file, fmt::format("level_{}", levels.size()));
    if (column == file.table().columns.size()) break;
    Ids ids = ids_of(file, rows, column, nodes);
    use_ids(former, ids);
    levels.push_back(std::move(ids.of));
  }
  const auto at = std::ranges::find(levels, found.of);
  if (at == levels.end()) return;
  former.found_level = static_cast<std::size_t>(at - levels.begin());
  former.id_at = std::move(levels);
}

void read_communities(FormerRun& former, const TextTableFile& file, const NodeFinder& nodes) {
  const std::size_t column = column_named(file, "community");
  if (column == file.table().columns.size())
    throw ParseError({file.file()}, "a former run needs a column named community, which this table has not");
  const FormerRows rows = rows_of(file, nodes);
  Ids ids = ids_of(file, rows, column, nodes);
  if (std::ranges::all_of(ids.of, [](std::int32_t id) { return id == kNone; }))
    throw ParseError({file.file()}, "this run has no node in common with the graph: is it of the same data?");
  use_ids(former, ids);
  former.id_of = std::move(ids.of);
  former.ids = std::move(ids.all);
  former.gone = rows.gone;
}

// The manifest is a help, not a need: one that cannot be read is passed over.
void read_manifest(FormerRun& former, const std::filesystem::path& file, const RunContext& context) {
  if (!std::filesystem::is_regular_file(file)) return;
  const std::vector<char> bytes = read_whole(file, context);
  const auto json = nlohmann::json::parse(bytes.begin(), bytes.end(), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return;
  if (const auto method = json.find("method"); method != json.end() && method->is_string())
    former.method = method->get<std::string>();
  const auto next = json.find("next_community_id");
  if (next != json.end() && next->is_number_integer() && next->get<std::int64_t>() <= kMaxNodes)
    former.next_id = std::max(former.next_id, next->get<std::int32_t>());
}

}  // namespace

FormerRun read_former_run(const std::filesystem::path& run, const NodeNames& names, NodeId nodes,
                          const RunContext& context) {
  const NodeFinder finder(names, nodes);
  const auto is_node = [&](std::string_view name) { return finder.find(name).has_value(); };
  FormerRun former;
  const bool directory = std::filesystem::is_directory(run);
  if (directory) check_output(run, "communities.csv", context);
  const TextTableFile communities(directory ? run / "communities.csv" : run, is_node, context);
  read_communities(former, communities, finder);
  if (!directory) {
    read_levels(former, communities, finder);
    return former;
  }
  if (const auto levels = run / "levels.csv"; std::filesystem::is_regular_file(levels))
    read_levels(former, TextTableFile(levels, is_node, context), finder);
  read_manifest(former, run / "manifest.json", context);
  return former;
}

}  // namespace cgsd

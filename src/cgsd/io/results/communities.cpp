#include "cgsd/io/results/communities.hpp"

#include <cmath>

#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

std::string json_text(std::string_view name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

template <class Write>
void write_list(TextWriter& out, std::size_t size, Write&& write) {
  out << '[';
  for (std::size_t i = 0; i < size; ++i) {
    if (i > 0) out << ',';
    write(i);
  }
  out << ']';
}

std::string community_text(std::int32_t community, std::string_view none) {
  return community >= 0 ? std::to_string(community) : std::string(none);
}

std::string cell_text(const NodeColumn& column, std::size_t node, std::string_view none) {
  if (!column.communities.empty()) return community_text(column.communities[node], none);
  const double value = column.values[node];
  return std::isfinite(value) ? fmt::format("{:.4f}", value) : std::string(none);
}

struct Rows {
  const NodeNames& names;
  std::span<const std::int32_t> community;
  const std::vector<NodeColumn>& columns;
};

void write_json(TextWriter& out, const Rows& rows) {
  const std::size_t nodes = rows.community.size();
  out << "{\"nodes\":";
  write_list(out, nodes, [&](std::size_t i) {
    if (rows.names.none()) {
      out << i;
    } else {
      out << json_text(rows.names.view(static_cast<NodeId>(i)));
    }
  });
  out << ",\"communities\":";
  write_list(out, nodes, [&](std::size_t i) { out << community_text(rows.community[i], "null"); });
  for (const NodeColumn& column : rows.columns) {
    out << ',' << json_text(column.name) << ':';
    write_list(out, nodes, [&](std::size_t i) { out << cell_text(column, i, "null"); });
  }
  out << "}\n";
}

void write_table(TextWriter& out, const Rows& rows, Delimiter delimiter) {
  const char between = static_cast<char>(delimiter);
  out << "node" << between << "community";
  for (const NodeColumn& column : rows.columns) out << between << column.name;
  out << '\n';
  for (std::size_t i = 0; i < rows.community.size(); ++i) {
    out.node(rows.names, static_cast<NodeId>(i), delimiter);
    out << between << community_text(rows.community[i], "");
    for (const NodeColumn& column : rows.columns) out << between << cell_text(column, i, "");
    out << '\n';
  }
}

}  // namespace

void write_communities(const std::filesystem::path& file, const NodeNames& names,
                       std::span<const std::int32_t> community, const std::vector<NodeColumn>& columns) {
  if (!names.none() && names.size() != community.size()) {
    throw InvalidArgument(fmt::format("{} communities for {} nodes", community.size(), names.size()));
  }
  std::vector<NodeColumn> kept;
  for (const NodeColumn& column : columns) {
    if (column.size() == 0) continue;
    if (column.size() != community.size())
      throw InvalidArgument(fmt::format("{}: {} values for {} nodes", column.name, column.size(), community.size()));
    kept.push_back(column);
  }
  TextWriter out(file);
  const std::string ending = format_ending(file);
  const Rows rows{names, community, kept};
  if (ending == ".json") {
    write_json(out, rows);
  } else {
    write_table(out, rows, ending == ".tsv" ? Delimiter::tab : Delimiter::comma);
  }
  out.commit();
}

}  // namespace cgsd

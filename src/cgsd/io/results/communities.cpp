#include "cgsd/io/results/communities.hpp"

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

std::string digits(double value) { return fmt::format("{:.4f}", value); }

struct Rows {
  const NodeNames& names;
  std::span<const std::int32_t> community;
  const NodeColumn& column;
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
  write_list(out, nodes, [&](std::size_t i) {
    if (rows.community[i] >= 0) {
      out << rows.community[i];
    } else {
      out << "null";
    }
  });
  if (!rows.column.values.empty()) {
    out << ',' << json_text(rows.column.name) << ':';
    write_list(out, nodes, [&](std::size_t i) { out << digits(rows.column.values[i]); });
  }
  out << "}\n";
}

void write_table(TextWriter& out, const Rows& rows, Delimiter delimiter) {
  const char between = static_cast<char>(delimiter);
  const NodeColumn& column = rows.column;
  out << "node" << between << "community";
  if (!column.values.empty()) out << between << column.name;
  out << '\n';
  for (std::size_t i = 0; i < rows.community.size(); ++i) {
    out.node(rows.names, static_cast<NodeId>(i), delimiter);
    out << between;
    if (rows.community[i] >= 0) out << rows.community[i];
    if (!column.values.empty()) out << between << digits(column.values[i]);
    out << '\n';
  }
}

}  // namespace

void write_communities(const std::filesystem::path& file, const NodeNames& names,
                       std::span<const std::int32_t> community, const NodeColumn& column) {
  if (!names.none() && names.size() != community.size()) {
    throw InvalidArgument(fmt::format("{} communities for {} nodes", community.size(), names.size()));
  }
  if (!column.values.empty() && column.values.size() != community.size()) {
    throw InvalidArgument(
        fmt::format("{}: {} values for {} nodes", column.name, column.values.size(), community.size()));
  }
  TextWriter out(file);
  const std::string ending = format_ending(file);
  const Rows rows{names, community, column};
  if (ending == ".json") {
    write_json(out, rows);
  } else {
    write_table(out, rows, ending == ".tsv" ? Delimiter::tab : Delimiter::comma);
  }
  out.commit();
}

}  // namespace cgsd

#include "cgsd/io/communities.hpp"

#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/byte_source.hpp"
#include "cgsd/io/text_writer.hpp"

namespace cgsd {
namespace {

std::string json_text(std::string_view name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void write_json(TextWriter& out, const NodeNames& names, std::span<const std::int32_t> community) {
  out << "{\"nodes\":[";
  for (std::size_t i = 0; i < community.size(); ++i) {
    if (i > 0) out << ',';
    if (names.none()) {
      out << i;
    } else {
      out << json_text(names.view(static_cast<NodeId>(i)));
    }
  }
  out << "],\"communities\":[";
  for (std::size_t i = 0; i < community.size(); ++i) {
    if (i > 0) out << ',';
    out << community[i];
  }
  out << "]}\n";
}

void write_table(TextWriter& out, const NodeNames& names, std::span<const std::int32_t> community,
                 Delimiter delimiter) {
  const char between = static_cast<char>(delimiter);
  out << "node" << between << "community\n";
  for (std::size_t i = 0; i < community.size(); ++i) {
    out.node(names, static_cast<NodeId>(i), delimiter);
    out << between << community[i] << '\n';
  }
}

}  // namespace

void write_communities(const std::filesystem::path& file, const NodeNames& names,
                       std::span<const std::int32_t> community) {
  if (!names.none() && names.size() != community.size()) {
    throw InvalidArgument(fmt::format("{} communities for {} nodes", community.size(), names.size()));
  }
  TextWriter out(file);
  const std::string ending = format_ending(file);
  if (ending == ".json") {
    write_json(out, names, community);
  } else {
    write_table(out, names, community, ending == ".tsv" ? Delimiter::tab : Delimiter::comma);
  }
  out.commit();
}

void write_placements(const std::filesystem::path& file, const NodeNames& names,
                      std::span<const std::int32_t> community, std::span<const double> confidence) {
  TextWriter out(file);
  out << "node,community,confidence\n";
  for (std::size_t i = 0; i < community.size(); ++i) {
    out.node(names, static_cast<NodeId>(i), Delimiter::comma);
    out << ',';
    if (community[i] >= 0) out << community[i];
    out << ',' << fmt::format("{:.4f}", confidence[i]) << '\n';
  }
  out.commit();
}

}  // namespace cgsd

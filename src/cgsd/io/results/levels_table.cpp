#include "cgsd/io/results/levels_table.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "cgsd/io/text/text_writer.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

const NestedCommunity& community(const Levels& levels, std::int32_t c) {
  return levels.communities[static_cast<std::size_t>(c)];
}

// Everything but the nodes.
Json record(const Levels& levels, const NestedCommunity& c) {
  Json children = Json::array();
  for (const std::int32_t child : c.children) children.push_back(community(levels, child).id);
  return {{"id", std::to_string(c.id)},
          {"human_readable_id", c.id},
          {"community", c.id},
          {"level", c.level},
          {"parent", c.parent < 0 ? -1 : community(levels, c.parent).id},
          {"children", std::move(children)},
          {"title", fmt::format("Community {}", c.id)},
          {"size", c.size},
          {"end", name_of(c.end)}};
}

std::vector<std::vector<NodeId>> members(const Levels& levels) {
  std::vector<std::vector<NodeId>> of(levels.communities.size());
  for (std::size_t v = 0; v < levels.leaf_of.size(); ++v) {
    for (std::int32_t c = levels.leaf_of[v]; c >= 0; c = community(levels, c).parent)
      of[static_cast<std::size_t>(c)].push_back(static_cast<NodeId>(v));
  }
  return of;
}

std::string text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

void write_levels_table(const std::filesystem::path& file, const NodeNames& names, const Levels& levels) {
  std::vector<std::vector<std::int32_t>> at;
  at.reserve(static_cast<std::size_t>(levels.levels));
  for (std::int32_t level = 0; level < levels.levels; ++level) at.push_back(levels.communities_at(level));
  TextWriter out(file);
  out << "node,community";
  for (std::int32_t level = 0; level < levels.levels; ++level) out << ",level_" << level;
  out << '\n';
  const auto& found = at[static_cast<std::size_t>(levels.found_level)];
  for (std::size_t v = 0; v < levels.leaf_of.size(); ++v) {
    out.node(names, static_cast<NodeId>(v), Delimiter::comma);
    out << ',' << community(levels, found[v]).id;
    for (const auto& communities : at) out << ',' << community(levels, communities[v]).id;
    out << '\n';
  }
  out.commit();
}

void write_hierarchy(const std::filesystem::path& file, const NodeNames& names, const Levels& levels) {
  const auto nodes = members(levels);
  TextWriter out(file);
  for (std::size_t c = 0; c < nodes.size(); ++c) {
    std::string line = text(record(levels, levels.communities[c]));
    line.pop_back();  // the brace, for the nodes come last
    out << (c == 0 ? "[\n" : ",\n") << line << ",\"entity_ids\":[";
    for (std::size_t i = 0; i < nodes[c].size(); ++i) out << (i > 0 ? "," : "") << text(Json(names.name(nodes[c][i])));
    out << "]}";
  }
  out << "\n]\n";
  out.commit();
}

}  // namespace cgsd

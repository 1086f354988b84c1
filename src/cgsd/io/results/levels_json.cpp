#include "cgsd/io/results/levels_json.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "cgsd/io/text/json_number.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

Json community_json(const Levels& levels, const NestedCommunity& c) {
  const auto id = [&](std::int32_t i) { return levels.communities[static_cast<std::size_t>(i)].id; };
  Json children = Json::array();
  for (const std::int32_t child : c.children) children.push_back(id(child));
  return {{"id", c.id},
          {"level", c.level},
          {"parent", c.parent < 0 ? Json(nullptr) : Json(id(c.parent))},
          {"children", std::move(children)},
          {"size", c.size},
          {"end", name_of(c.end)}};
}

Json change_json(const CommunityChange& change) {
  Json json = {{"kind", name_of(change.kind)}, {"community", change.id}};
  if (change.kind == ChangeKind::split) json["from"] = change.other;
  if (change.kind == ChangeKind::merged) json["into"] = change.other;
  return json;
}

}  // namespace

Json levels_json(const Levels& levels) {
  Json json = {{"count", levels.levels},
               {"found_level", levels.found_level},
               {"max_size", levels.options.max_size > 0 ? Json(levels.options.max_size) : Json(nullptr)},
               {"min_size", levels.options.min_size},
               {"joined", levels.joined},
               {"above_max_size", levels.above_max_size()},
               {"below_min_size", levels.below_min_size()}};
  json["coarser"] = Json::array();
  for (const CoarseLevel& level : levels.coarse)
    json["coarser"].push_back(
        {{"groups", level.groups}, {"gap", json_number(level.gap)}, {"chance", json_number(level.chance)}});
  json["communities"] = Json::array();
  for (const NestedCommunity& c : levels.communities) json["communities"].push_back(community_json(levels, c));
  return json;
}

Json previous_json(const PreviousFacts& previous) {
  const Continuity& c = previous.continuity;
  Json json = {{"run", previous.run},
               {"method", previous.method.empty() ? Json(nullptr) : Json(previous.method)},
               {"communities_kept", c.kept},
               {"nodes_known", c.known},
               {"nodes_kept", c.kept_nodes},
               {"nodes_gone", c.gone},
               {"start", name_of(previous.start)}};
  if (previous.inertia > 0.0) json["start_inertia"] = json_number(previous.inertia);
  json["changes"] = Json::array();
  for (const CommunityChange& change : c.changes) json["changes"].push_back(change_json(change));
  return json;
}

}  // namespace cgsd

#include "cgsd/io/results/explanation_json.hpp"

#include <nlohmann/json.hpp>

#include "cgsd/io/text/json_number.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;

Json group_json(const NeighbourGroup& g) {
  return {{"count", g.count}, {"weight", json_number(g.weight)}, {"names", g.names}};
}

Json evidence_json(const std::vector<AttributeEvidence>& evidence) {
  Json list = Json::array();
  for (const AttributeEvidence& a : evidence) {
    list.push_back({{"attribute", a.attribute},
                    {"label", a.label},
                    {"kind", name_of(a.kind)},
                    {"value", json_number(a.value)},
                    {"own", json_number(a.own)},
                    {"other", json_number(a.other)},
                    {"evidence", json_number(a.evidence)},
                    {"words", a.words}});
  }
  return list;
}

}  // namespace

Json explanation_json(const NodeExplanation& e) {
  return {{"schema", "cgsd.explanation"},
          {"schema_version", 1},
          {"node", e.node},
          {"community", e.community},
          {"size", e.size},
          {"confidence", json_number(e.confidence)},
          {"less_sure", json_number(e.less_sure)},
          {"second_choice", e.other >= 0 ? Json(e.other) : Json(nullptr)},
          {"neighbours",
           {{"count", e.neighbours},
            {"own", group_json(e.in_own)},
            {"second_choice", group_json(e.in_other)},
            {"elsewhere", group_json(e.elsewhere)}}},
          {"speaks_for", evidence_json(e.speaks_for)},
          {"speaks_against", evidence_json(e.speaks_against)},
          {"sentences", {e.place, e.neighbourhood}}};
}

}  // namespace cgsd

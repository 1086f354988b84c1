// cgsd explain: why a node is in its community.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/io/text/json_number.hpp"
#include "cgsd/summary/node_explanation.hpp"

#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/run_data.hpp"

namespace cgsd::app {
namespace {

struct ExplainArguments {
  std::string run;
  std::string node;
};

Json json_of(const NeighbourGroup& g) {
  return {{"count", g.count}, {"weight", json_number(g.weight)}, {"names", g.names}};
}

Json json_of(const std::vector<AttributeEvidence>& evidence) {
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

Json json_of(const NodeExplanation& e) {
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
            {"own", json_of(e.in_own)},
            {"second_choice", json_of(e.in_other)},
            {"elsewhere", json_of(e.elsewhere)}}},
          {"speaks_for", json_of(e.speaks_for)},
          {"speaks_against", json_of(e.speaks_against)},
          {"sentences", {e.place, e.neighbourhood}}};
}

std::string list_of(const std::string& title, const std::vector<AttributeEvidence>& evidence, std::size_t width) {
  if (evidence.empty()) return {};
  std::string text = section(title, width);
  for (const AttributeEvidence& a : evidence) text += paragraph(a.words, width);
  return text;
}

std::string text_of(const NodeExplanation& e, std::size_t width) {
  const std::string other = e.other >= 0 ? fmt::format("Attributes that speak for community {}", e.other)
                                         : "Attributes that speak against it";
  return paragraph(e.place, width, 0) + paragraph(e.neighbourhood, width, 0) +
         list_of("Attributes that speak for its community", e.speaks_for, width) +
         list_of(other, e.speaks_against, width);
}

void explain(const ExplainArguments& arguments, Session& session) {
  const RunRecord record = read_run_record(arguments.run, session.run());
  const Dataset data = data_of(record, session);
  const StoredCommunities stored = communities_of(record, data, session);
  const NodeId node = find_node(data, arguments.node);
  const NodeExplanation e = explain_node(data, {stored.partition, stored.confidence, stored.ids}, node);
  session.show(text_of(e, session.width()), json_of(e));
}

}  // namespace

void add_explain(CommandLine& line) {
  auto a = std::make_shared<ExplainArguments>();
  CLI::App* command =
      line.add("explain", "Say why a node is in its community",
               {.examples = {{"cgsd detect karate -k 2", "writes karate.cgsd"},
                             {"cgsd explain karate.cgsd 8", "why node 8 is where it is"},
                             {"cgsd explain karate.cgsd 8 --json", "the same for programs"}},
                .notes = {"The data of the run are read again; files that are gone or have changed are an error."}});
  command->add_option("RUN", a->run, "the directory that cgsd detect wrote, or its manifest.json")
      ->required()
      ->type_name("DIR");
  command->add_option("NODE", a->node, "the node, as the graph names it, or its number from 0 on")->required();
  line.on(command, [a](Session& session) { explain(*a, session); });
}

}  // namespace cgsd::app

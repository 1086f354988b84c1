// cgsd explain: why a node is in its community.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/io/results/explanation_json.hpp"
#include "cgsd/summary/node_explanation.hpp"

#include "apps/cgsd/render/explanation_text.hpp"
#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/run_data.hpp"

namespace cgsd::app {
namespace {

struct ExplainArguments {
  std::string run;
  std::string node;
};

void explain(const ExplainArguments& arguments, Session& session) {
  const RunRecord record = read_run_record(arguments.run, session.run());
  const Dataset data = data_of(record, session);
  const StoredCommunities stored = communities_of(record, data, session);
  const NodeId node = find_node(data, arguments.node);
  const NodeExplanation e = explain_node(data, {stored.partition, stored.confidence, stored.ids}, node);
  session.show(explanation_text(e, session.width()), explanation_json(e));
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

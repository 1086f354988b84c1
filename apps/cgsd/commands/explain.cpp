// cgsd explain: why a node is in its community.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/io/results/communities_json.hpp"
#include "cgsd/io/results/explanation_json.hpp"
#include "cgsd/io/results/run_files.hpp"
#include "cgsd/io/results/run_record.hpp"
#include "cgsd/summary/node_explanation.hpp"

#include "apps/cgsd/render/explanation_text.hpp"
#include "apps/cgsd/shell/command.hpp"
#include "apps/cgsd/shell/graph_words.hpp"

namespace cgsd::app {
namespace {

struct ExplainArguments {
  std::string run;
  std::string node;
};

Dataset same_data(const RunRecord& record, const Session& session) {
  const std::string manifest = (record.directory / "manifest.json").string();
  const GraphArguments arguments = arguments_of(record.arguments, manifest);
  if (arguments.graph == "-" || arguments.attributes == "-" || arguments.labels == "-")
    throw InvalidArgument("the data of this run came from standard input, which cannot be read again");
  check_unchanged(record, session.run().stage("checksums"));
  return load(arguments, session).data;
}

void explain(const ExplainArguments& arguments, Session& session) {
  const RunRecord record = read_run_record(arguments.run, session.run());
  const auto file = record.directory / "communities.json";
  check_output(record.directory, "communities.json", session.run());
  const StoredCommunities stored = read_communities_json(file, session.run());
  const Dataset data = same_data(record, session);
  if (data.input.graph.nodes() != stored.partition.community_of.size())
    throw ParseError({file.string()}, fmt::format("{} nodes, but the graph has {}",
                                                  stored.partition.community_of.size(), data.input.graph.nodes()));
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

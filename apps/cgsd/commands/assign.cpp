// cgsd assign: new nodes placed into the communities of an earlier run.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/datasets/new_nodes.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/model.hpp"
#include "cgsd/io/text/json_number.hpp"

#include "apps/cgsd/shell/command.hpp"

namespace cgsd::app {
namespace {

struct AssignArguments {
  std::string model;
  NewNodesRequest input;
  std::string output;
};

std::filesystem::path output_directory(const AssignArguments& a) {
  if (!a.output.empty()) return a.output;
  return std::filesystem::path(a.model).stem().string() + ".assigned";
}

std::size_t count_placed(const Placement& placement, PlacedBy by) {
  return static_cast<std::size_t>(std::ranges::count(placement.by, by));
}

std::vector<std::uint64_t> added_to(const Placement& placement, const DetectionModel& model) {
  std::vector<std::uint64_t> sizes(static_cast<std::size_t>(model.communities.communities), 0);
  for (const std::int32_t c : placement.community)
    if (c != kNoCommunity) ++sizes[static_cast<std::size_t>(c)];
  return sizes;
}

double mean_confidence(const Placement& placement) {
  double sum = 0.0;
  for (const double c : placement.confidence) sum += c;
  const std::size_t placed = placement.by.size() - count_placed(placement, PlacedBy::nothing);
  return placed == 0 ? 0.0 : sum / static_cast<double>(placed);
}

Json json_of(const Placement& placement, const SavedModel& saved, const NamedNewNodes& added) {
  Json by;
  for (const auto& entry : enum_names(PlacedBy{})) by[std::string(entry.name)] = count_placed(placement, entry.value);
  return {{"version", CGSD_VERSION},
          {"model", {{"fingerprint", saved.fingerprint}, {"nodes", saved.model.nodes()}}},
          {"new_nodes", added.nodes.count},
          {"new_edges", added.nodes.edges.size()},
          {"known_edges_left_out", added.known_edges},
          {"reading", added.account},
          {"placed_by", by},
          {"added_to", added_to(placement, saved.model)},
          {"mean_confidence", json_number(mean_confidence(placement))}};
}

// "community 0: 3 nodes, 4: 1 node"
std::string sizes_text(const std::vector<std::uint64_t>& sizes) {
  std::string text;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    if (sizes[c] == 0) continue;
    text += fmt::format("{}{}: {} {}", text.empty() ? "community " : ", ", c, grouped(sizes[c]),
                        sizes[c] == 1 ? "node" : "nodes");
  }
  return text;
}

std::string text_of(const Placement& placement, const SavedModel& saved, const NamedNewNodes& added,
                    std::size_t width) {
  const std::size_t nothing = count_placed(placement, PlacedBy::nothing);
  std::string text = fmt::format("{} of {} new nodes placed into {} communities of {} known nodes\n",
                                 grouped(added.nodes.count - nothing), grouped(added.nodes.count),
                                 saved.model.communities.communities, grouped(saved.model.nodes()));
  Facts facts;
  const auto count = [](std::size_t n) { return n == 0 ? std::string() : grouped(n); };
  facts.emplace_back("by attributes and edges", count(count_placed(placement, PlacedBy::both)));
  facts.emplace_back("by attributes alone", count(count_placed(placement, PlacedBy::attributes)));
  facts.emplace_back("by edges alone", count(count_placed(placement, PlacedBy::edges)));
  facts.emplace_back(
      "not placed",
      nothing == 0 ? "" : fmt::format("{}: neither attributes nor edges to place them by", grouped(nothing)));
  facts.emplace_back("added to", sizes_text(added_to(placement, saved.model)));
  facts.emplace_back("mean confidence", number_text(mean_confidence(placement), 3));
  facts.emplace_back("reading", fmt::format("{}", fmt::join(added.account, "; ")));
  facts.emplace_back("left out", added.known_edges == 0
                                     ? ""
                                     : fmt::format("{} edges between known nodes", grouped(added.known_edges)));
  return text + fact_list(facts, width);
}

void assign(const AssignArguments& arguments, Session& session) {
  if (!arguments.input.edges && !arguments.input.attributes)
    throw InvalidArgument("assign needs the new nodes' edges (--edges), attributes (-x), or both");
  check_output_directory(output_directory(arguments));
  const RunContext& run = session.run();
  const SavedModel saved = read_model(arguments.model, run.stage("reading model"));
  const NamedNewNodes added = read_new_nodes(arguments.input, saved.model, run);
  if (added.nodes.count == 0) throw InvalidArgument("there are no new nodes: every id is known to the model");
  const Placement placement = place(saved.model, added.nodes, run.stage("placing"));
  run.check_stop();
  const auto directory = output_directory(arguments);
  make_output_directory(directory);
  const auto target = directory / "communities.csv";
  write_communities(target, added.names, placement.community, {{"confidence", placement.confidence}});
  Json json = json_of(placement, saved, added);
  json["written"] = {target.string()};
  session.show(text_of(placement, saved, added, session.width()) + fmt::format("written to {}\n", target.string()),
               json);
}

}  // namespace

void add_assign(CommandLine& line) {
  auto a = std::make_shared<AssignArguments>();
  CLI::App* command = line.add(
      "assign", "Place new nodes into the communities of an earlier run",
      {.examples = {{"cgsd detect texas.npz -k 5 --model model.npz", "communities, and a model"},
                    {"cgsd assign model.npz --edges new.csv -x new_attributes.csv", "communities of new nodes"},
                    {"cgsd assign model.npz --edges new.csv", "by their edges alone"}},
       .notes = {
           "Ids that the known graph does not have are new; if its nodes are numbers 0 to n - 1, new ones are numbers "
           "from n on. Attributes have the columns of the known ones, by name, and are encoded alike; ids stand in "
           "the same column, or in one named node, or rows are in the order of the new ids. Known nodes keep their "
           "communities."}});
  command->add_option("MODEL", a->model, "what cgsd detect --model wrote")->required()->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--edges,-e", [a](const std::string& text) { a->input.edges = text; },
          "edge list: new nodes to known ones and to each other")
      ->type_name("FILE");
  command
      ->add_option_function<std::string>(
          "--attributes,-x", [a](const std::string& text) { a->input.attributes = text; },
          "attributes of the new nodes: CSV/TSV, .npy, .npz or svmlight")
      ->type_name("FILE");
  command->add_option("--id-column", a->input.id_column, "the column of the attributes with the ids of the new nodes")
      ->type_name("NAME");
  command->add_option("-o,--output", a->output, "directory for communities.csv; default MODEL.assigned")
      ->type_name("DIR");
  line.on(command, [a](Session& session) { assign(*a, session); });
}

}  // namespace cgsd::app

#include "apps/cgsd/shell/run_data.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/io/results/run_files.hpp"

#include "apps/cgsd/shell/graph_words.hpp"

namespace cgsd::app {

Dataset data_of(const RunRecord& record, const Session& session) {
  const std::string manifest = (record.directory / "manifest.json").string();
  const GraphArguments arguments = arguments_of(record.arguments, manifest);
  if (arguments.graph == "-" || arguments.attributes == "-" || arguments.labels == "-")
    throw InvalidArgument("the data of this run came from standard input, which cannot be read again");
  check_unchanged(record, session.run().stage("checksums"));
  return load(arguments, session).data;
}

StoredCommunities communities_of(const RunRecord& record, const Dataset& data, const Session& session) {
  const auto file = record.directory / "communities.json";
  check_output(record.directory, "communities.json", session.run());
  StoredCommunities stored = read_communities_json(file, session.run());
  if (data.input.graph.nodes() != stored.partition.community_of.size())
    throw ParseError({file.string()}, fmt::format("{} nodes, but the graph has {}",
                                                  stored.partition.community_of.size(), data.input.graph.nodes()));
  return stored;
}

}  // namespace cgsd::app

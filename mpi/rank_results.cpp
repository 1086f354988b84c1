#include "mpi/rank_results.hpp"

#include <array>
#include <fstream>
#include <span>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/special_values.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/io/bytes/output_directory.hpp"
#include "cgsd/io/results/communities.hpp"
#include "cgsd/io/results/run_files.hpp"
#include "cgsd/io/results/summary_json.hpp"

namespace cgsd::mpi {
namespace {

namespace fs = std::filesystem;

std::vector<CommunityFacts> facts_of_communities(const RankInput& input, const MethodResult& found,
                                                 const Confidence& confidence, const RunContext& run) {
  const Partition& partition = found.partition;
  const std::vector<std::uint64_t> sizes = community_sizes(partition, run);
  std::vector<double> sums(sizes.size(), 0.0);
  for (std::size_t v = 0; v < partition.community_of.size(); ++v)
    sums[static_cast<std::size_t>(partition.community_of[v])] += confidence.own[v];
  sum_over_processes(run, sums);
  const std::vector<double> conductance = conductances(input.graph, partition.community_of, run);
  std::vector<CommunityFacts> facts;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    facts.push_back({.id = static_cast<std::int32_t>(c),
                     .size = sizes[c],
                     .density = kUndefined,
                     .conductance = conductance[c],
                     .mean_confidence = sums[c] / static_cast<double>(sizes[c]),
                     .set_apart = {},
                     .central = {},
                     .doubtful = {}});
  }
  return facts;
}

GraphFacts facts_of_graph(const RankInput& input, const RunContext& run) {
  GraphFacts facts;
  facts.nodes = static_cast<NodeId>(rows_of_all(run, input.graph.nodes()));
  facts.edges = entries_of_all(input.graph, run) / 2;
  facts.weighted = input.graph.weighted();
  facts.report = input.report.value_or(BuildReport{});
  facts.account = input.account;
  if (input.attributes.none()) return facts;
  AttributeFacts attributes{.sparse = input.attributes.is_sparse(), .columns = input.attributes.cols()};
  attributes.nonzeros = rows_of_all(run, input.attributes.nonzeros());
  attributes.density = static_cast<double>(attributes.nonzeros) / static_cast<double>(facts.nodes) /
                       static_cast<double>(attributes.columns);
  facts.attributes = attributes;
  return facts;
}

// Numbers among all nodes, if they have no names.
NodeNames names_among_all(const RankInput& input, const RunContext& run) {
  if (!input.names.none()) return input.names;
  NodeNames names;
  for (NodeId v = 0; v < input.graph.nodes(); ++v) names.append(std::to_string(first_row(run) + v));
  return names;
}

fs::path part_of(const fs::path& directory, int rank) {
  return directory / fmt::format(".communities.rank-{}.csv", rank);
}

// The parts of all ranks, under one header.
void join_parts(const fs::path& directory, int ranks, const fs::path& target) {
  AtomicFile out(target);
  std::vector<char> buffer(1 << 20);
  for (int rank = 0; rank < ranks; ++rank) {
    std::ifstream in(part_of(directory, rank), std::ios::binary);
    std::string header;
    std::getline(in, header);
    if (!in)
      throw IoError(part_of(directory, rank).string() +
                    ": the part of a rank is missing; do all ranks see this directory?");
    if (rank == 0) out.write(header + "\n");
    while (in.read(buffer.data(), static_cast<std::streamsize>(buffer.size())), in.gcount() > 0)
      out.write({buffer.data(), static_cast<std::size_t>(in.gcount())});
    in.close();
    fs::remove(part_of(directory, rank));
  }
  out.commit();
}

// What several ranks do not count would stand there as 0.
void leave_out_uncounted(nlohmann::ordered_json& manifest, const RankInput& input) {
  for (const char* const key : {"degree", "isolated", "components", "largest_component", "homophily"})
    manifest["data"].erase(key);
  for (const char* const key : {"entries_read", "self_loops_dropped", "repeats_merged", "directions_joined"})
    if (!input.report) manifest["data"].erase(key);
  if (manifest["data"]["attributes"].is_object()) manifest["data"]["attributes"].erase("empty_rows");
}

std::vector<double> of_every_rank(double value, const RunContext& run) {
  return gathered(run, std::span<const double>(&value, 1));
}

double peak_memory_here() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) * 1024.0;
}

}  // namespace

Summary rank_summary(const RankInput& input, const MethodResult& found, const RunContext& run) {
  const Stage stage = run.stage("scoring");
  Summary s;
  s.graph = facts_of_graph(input, stage);
  s.confidence = confidence(input.graph, found, stage);
  s.communities = facts_of_communities(input, found, s.confidence, stage);
  s.next_community_id = found.partition.communities;
  s.quality = scores(input.graph, found.partition.community_of, input.labels, stage);
  add(s, *found.detection);
  return s;
}

std::vector<std::string> write_rank_results(const fs::path& directory, const RankInput& input,
                                            const MethodResult& found, Summary& summary,
                                            const PetscProcesses& processes, const RunContext& run) {
  if (processes.rank() == 0) make_output_directory(directory);
  processes.wait_for_all();
  write_communities(part_of(directory, processes.rank()), names_among_all(input, run), found.partition.community_of,
                    {{"confidence", summary.confidence.own}});
  const std::vector<double> memory = of_every_rank(peak_memory_here(), run);
  const Traffic& traffic = processes.traffic();
  const std::array kinds = {static_cast<double>(traffic.ghosts), static_cast<double>(traffic.sums),
                            static_cast<double>(traffic.other)};
  const std::vector<double> received = gathered(run, std::span<const double>(kinds));
  processes.wait_for_all();
  if (processes.rank() > 0) return {};
  summary.timing.peak_memory = static_cast<std::uint64_t>(std::ranges::max(memory));
  RunFiles files(directory);
  join_parts(directory, processes.count(), files.add("communities.csv"));
  nlohmann::ordered_json manifest = summary_json(summary);
  leave_out_uncounted(manifest, input);
  nlohmann::ordered_json& ranks = manifest["ranks"] = nlohmann::ordered_json::array();
  for (std::size_t r = 0; r < memory.size(); ++r)
    ranks.push_back(
        {{"peak_memory", memory[r]},
         {"received", {{"ghosts", received[3 * r]}, {"sums", received[3 * r + 1]}, {"other", received[3 * r + 2]}}}});
  files.commit(manifest, run);
  std::vector<std::string> written;
  for (const fs::path& file : files.written()) written.push_back(file.string());
  return written;
}

}  // namespace cgsd::mpi

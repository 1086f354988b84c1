// What the ranks found, as one Summary and as the files that cgsd detect writes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/detect/method.hpp"
#include "cgsd/graph/builder.hpp"
#include "cgsd/graph/dataset.hpp"
#include "cgsd/summary/summary.hpp"

#include "mpi/petsc_processes.hpp"

namespace cgsd::mpi {

// The own nodes of a rank.
struct RankInput {
  Graph graph;
  Attributes attributes;
  NodeNames names;
  Labels labels;
  std::optional<BuildReport> report = {};  // what was done to the entries of all ranks; none: cgsd convert did it
  std::vector<std::string> account = {};   // what reading guessed and ignored
};

// The same on every rank, but for the confidence, which is that of the own nodes. Figures that several ranks do not
// compute (density, what sets a community apart, components) are absent.
Summary rank_summary(const RankInput& input, const MethodResult& found, const RunContext& run);

// communities.csv, of which every rank writes its part, and manifest.json, in the first rank. Comes back: their names.
std::vector<std::string> write_rank_results(const std::filesystem::path& directory, const RankInput& input,
                                            const MethodResult& found, Summary& summary,
                                            const PetscProcesses& processes, const RunContext& run);

}  // namespace cgsd::mpi

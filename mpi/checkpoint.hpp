// What the ranks have computed so far, in a directory beside the results, so that a run that ended early goes on from there,
// on as many ranks or on others (graph/kept_stages.hpp).
//
//   STAGE.R-of-P     the part of rank R of P: records one after another, little-endian
//                      kind u64 (0 the same on all ranks, 1 rows, 2 lengths of rows, 3 entries), width u64 (bytes of a row or of
//                      an entry), bytes u64, then the bytes
//   STAGE.json       written last: the rows of every rank, the SHA-256 of every part, and of what run this is
//
// Stages: encoded, neighbours, communities. A file appears whole or not at all. A stage whose json is missing, is of another
// run (graph, options, seed or version differ), or does not fit its parts is computed anew. Restoring reads of every part the
// rows that the rank has now; only checking the SHA-256 reads all bytes of these parts, a megabyte at a time.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "cgsd/graph/kept_stages.hpp"

#include "mpi/petsc_processes.hpp"

namespace cgsd::mpi {

class Checkpoint final : public StageStore {
 public:
  // `identity`: what must be equal for a stage to serve.
  Checkpoint(std::filesystem::path directory, nlohmann::ordered_json identity, const PetscProcesses& processes,
             const RunContext& run);

  bool restored(std::string_view stage, const Archive& archive) const override;
  void keep(std::string_view stage, const Archive& archive) const override;
  const std::vector<std::string>& restored_stages() const { return restored_; }
  void remove() const;  // the run has its results

 private:
  std::filesystem::path part(std::string_view stage, std::size_t rank, std::size_t ranks) const;
  nlohmann::ordered_json index_of(std::string_view stage) const;  // null: none that serves

  std::filesystem::path directory_;
  nlohmann::ordered_json identity_;
  const PetscProcesses& processes_;
  const RunContext& run_;
  mutable std::vector<std::string> restored_;
};

}  // namespace cgsd::mpi

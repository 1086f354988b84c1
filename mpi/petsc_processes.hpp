// The processes of an MPI program (graph/processes.hpp). Sums are added in the order of the ranks; rows of neighbours come in
// one message for each pair of ranks, some columns at a time.
//
//   Petsc petsc;                                   // once, in main
//   PetscProcesses processes;
//   const Joined joined(run, processes);
//
// Promises: the same bits for the same number of ranks. traffic() counts the bytes that this rank received.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "cgsd/graph/processes.hpp"

namespace cgsd::mpi {

// PETSc, SLEPc and MPI, from the first line to the last. Errors end all ranks.
class Petsc {
 public:
  Petsc();
  ~Petsc();
  Petsc(const Petsc&) = delete;
  Petsc& operator=(const Petsc&) = delete;
};

struct Traffic {
  std::uint64_t ghosts = 0;  // rows of neighbours
  std::uint64_t sums = 0;
  std::uint64_t other = 0;  // gathered and exchanged
};

class PetscProcesses final : public Processes {
 public:
  PetscProcesses();
  int count() const override { return count_; }
  int rank() const override { return rank_; }
  void sum(std::span<double> values) const override;
  Bytes gathered(Bytes own) const override;
  std::vector<Bytes> exchanged(std::vector<Bytes> parts) const override;
  void wait_for_all() const;

  const Traffic& traffic() const { return *traffic_; }

 protected:
  std::unique_ptr<GhostRows> ghosts(std::vector<NodeId> ids) const override;

 private:
  int count_ = 1;
  int rank_ = 0;
  std::unique_ptr<Traffic> traffic_;
};

}  // namespace cgsd::mpi

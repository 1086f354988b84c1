// Every rank runs every test; the first one reports, the others only what fails.
#include <gtest/gtest.h>
#include <mpi.h>

#include "mpi/petsc_processes.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const cgsd::mpi::Petsc petsc;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  if (rank > 0) delete listeners.Release(listeners.default_result_printer());
  int failed = RUN_ALL_TESTS();
  if (failed != 0 && rank > 0) std::fprintf(stderr, "rank %d: tests failed\n", rank);
  int any = 0;
  MPI_Allreduce(&failed, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return any;
}

// cgsd-mpi: the default of cgsd over many processes. What goes wrong on one rank ends all of them with one line.
#include <chrono>
#include <exception>
#include <new>
#include <string>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <malloc.h>
#include <mpi.h>

#include "cgsd/core/error.hpp"

#include "mpi/detect_command.hpp"
#include "mpi/petsc_processes.hpp"

namespace {

// A rank's peak shall be what it holds, not what it held. SuperLU_DIST, which PETSc links, tells malloc when it is loaded that
// no memory ever goes back to the system; here large arrays do.
void let_memory_go_back() {
  constexpr int kMegabyte = 1 << 20;
  constexpr int kMappings = 1 << 16;  // glibc's own number
  mallopt(M_MMAP_MAX, kMappings);
  mallopt(M_MMAP_THRESHOLD, kMegabyte);
  mallopt(M_TRIM_THRESHOLD, 4 * kMegabyte);
}

// Other ranks wait for this one and would do so forever. What all of them find, a wrong option, the first one tells.
void end_all(const std::string& what, int code) {
  constexpr std::chrono::seconds kAheadOfOthers{1};
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank > 0) std::this_thread::sleep_for(kAheadOfOthers);
  fmt::print(stderr, "cgsd-mpi: {}{}\n", what, rank == 0 ? "" : fmt::format(" (rank {})", rank));
  MPI_Abort(MPI_COMM_WORLD, code);
}

int run(int argc, char** argv) {
  CLI::App app("cgsd over many processes: mpirun -n 4 cgsd-mpi detect graph.csr -k 5", "cgsd-mpi");
  app.set_version_flag("--version", std::string("cgsd-mpi ") + CGSD_VERSION);
  app.require_subcommand(1);
  cgsd::mpi::DetectArguments arguments;
  cgsd::mpi::add_detect(app, arguments);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {  // help as well: once is enough
    return rank == 0 ? app.exit(error) : error.get_exit_code();
  }
  try {
    cgsd::mpi::detect_among_ranks(arguments);
    return 0;
  } catch (const cgsd::InvalidArgument& error) {
    end_all(error.what(), 2);
  } catch (const std::bad_alloc&) {
    end_all("not enough memory", 1);
  } catch (const std::exception& error) {
    end_all(error.what(), 1);
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  let_memory_go_back();
  const cgsd::mpi::Petsc petsc;
  return run(argc, argv);
}

#include "mpi/slepc_values.hpp"

#include <algorithm>
#include <stdexcept>

#include <slepceps.h>

namespace cgsd::mpi {
namespace {

struct Shell {
  const RegularisedAdjacency& a;
  const RunContext& run;
};

void ok(PetscErrorCode code) {
  if (code != 0) throw std::runtime_error("SLEPc failed; its own message stands above");
}

// y ← R W R x: in the rows of a block that is R (R W R) x, so x is scaled before and y after.
PetscErrorCode multiply(Mat matrix, Vec x, Vec y) {
  Shell* shell = nullptr;
  ok(MatShellGetContext(matrix, &shell));
  const auto factors = shell->a.row_factors();
  Matrix<double> in(factors.size(), 1);
  Matrix<double> out(factors.size(), 1);
  const PetscScalar* from = nullptr;
  ok(VecGetArrayRead(x, &from));
  for (std::size_t i = 0; i < factors.size(); ++i) in(i, 0) = factors[i] * from[i];
  ok(VecRestoreArrayRead(x, &from));
  shell->a.apply_block(in, out, {}, shell->run);
  PetscScalar* to = nullptr;
  ok(VecGetArrayWrite(y, &to));
  for (std::size_t i = 0; i < factors.size(); ++i) to[i] = out(i, 0) / factors[i];
  ok(VecRestoreArrayWrite(y, &to));
  return 0;
}

}  // namespace

std::vector<double> slepc_values(const RegularisedAdjacency& a, std::int32_t pairs, const RunContext& run) {
  Shell shell{a, run};
  Mat matrix = nullptr;
  const auto rows = static_cast<PetscInt>(a.size());
  ok(MatCreateShell(PETSC_COMM_WORLD, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, &shell, &matrix));
  ok(MatShellSetOperation(matrix, MATOP_MULT, reinterpret_cast<void (*)()>(multiply)));
  EPS solver = nullptr;
  ok(EPSCreate(PETSC_COMM_WORLD, &solver));
  ok(EPSSetOperators(solver, matrix, nullptr));
  ok(EPSSetProblemType(solver, EPS_HEP));
  ok(EPSSetType(solver, EPSKRYLOVSCHUR));
  ok(EPSSetWhichEigenpairs(solver, EPS_LARGEST_MAGNITUDE));
  ok(EPSSetDimensions(solver, pairs, PETSC_DEFAULT, PETSC_DEFAULT));
  ok(EPSSetTolerances(solver, 1e-10, 1000));
  ok(EPSSolve(solver));
  PetscInt converged = 0;
  ok(EPSGetConverged(solver, &converged));
  std::vector<double> values;
  for (PetscInt i = 0; i < std::min<PetscInt>(converged, pairs); ++i) {
    PetscScalar value = 0.0;
    ok(EPSGetEigenvalue(solver, i, &value, nullptr));
    values.push_back(value);
  }
  ok(EPSDestroy(&solver));
  ok(MatDestroy(&matrix));
  return values;
}

}  // namespace cgsd::mpi

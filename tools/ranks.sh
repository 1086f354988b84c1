#!/usr/bin/env bash
# ranks.sh COUNT PROGRAM ARGUMENTS...: runs a program in COUNT processes of this machine, by Open MPI.
set -euo pipefail
count=${1:?"ranks.sh COUNT PROGRAM ARGUMENTS..."}
shift
# One thread of BLAS each. Idle processes yield and none is bound to a core, since there may be more of them than cores.
export OMP_NUM_THREADS=1
options=(--oversubscribe --bind-to none --mca mpi_yield_when_idle 1 -n "$count")
if ! [ -t 1 ]; then export NO_COLOR=1; fi # each process has a terminal of Open MPI's own
if [ "$(id -u)" -eq 0 ]; then export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1; fi
exec mpirun "${options[@]}" "$@"

#!/usr/bin/env bash
# detect_among_ranks.sh BUILD RANKS detect GRAPH ARGUMENTS...: for ./run --mpi. A GRAPH that is not a directory of rows is
# converted first, in one process, into a directory that is removed afterwards.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
usage() { printf '%s\n' "Usage: ./run --mpi RANKS detect GRAPH -k NUMBER [-o DIRECTORY] [--seed N] [--set NAME=VALUE]" >&2; exit 2; }
[ "$#" -ge 4 ] || usage
build=$1 ranks=$2 command=$3 graph=$4
shift 4
[[ $ranks =~ ^[1-9][0-9]*$ && $command = detect && $graph != -* ]] || usage
program=$build/mpi/cgsd-mpi
if [ -f "$graph/graph.json" ]; then exec "$here/ranks.sh" "$ranks" "$program" detect "$graph" "$@"; fi
rows=$(mktemp -d)
trap 'rm -rf "$rows"' EXIT
name=$(basename -- "$graph")
name=${name%%.*}
"$build/apps/cgsd/cgsd" convert "$graph" -o "$rows/$name.csr" --quiet
"$here/ranks.sh" "$ranks" "$program" detect "$rows/$name.csr" "$@"

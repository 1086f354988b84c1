#!/usr/bin/env bash
# detect_among_ranks.sh BUILD RANKS detect GRAPH ARGUMENTS...: for ./run --mpi. A GRAPH that is not a directory of rows is
# converted first, in one process, into a directory that is removed afterwards, with attributes and classes from files of their own.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
usage() { printf '%s\n' "Usage: ./run --mpi RANKS detect GRAPH [--attributes FILE] [--labels FILE] [-k NUMBER] [-o DIRECTORY] [--seed N] [--set NAME=VALUE]" >&2; exit 2; }
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
about_data=() about_run=()
while [ "$#" -gt 0 ]; do
  case $1 in
    -x | -y | --attributes | --labels | --columns | --ignore | --kind | --id-column | --graph-key | --format | --ids | --data)
      [ "$#" -ge 2 ] || usage
      about_data+=("$1" "$2")
      shift 2
      ;;
    --attributes=* | --labels=* | --columns=* | --ignore=* | --kind=* | --id-column=* | --graph-key=* | --format=* | --ids=* | --data=*)
      about_data+=("$1")
      shift
      ;;
    *)
      about_run+=("$1")
      shift
      ;;
  esac
done
"$build/apps/cgsd/cgsd" convert "$graph" "${about_data[@]}" -o "$rows/$name.csr" --quiet
"$here/ranks.sh" "$ranks" "$program" detect "$rows/$name.csr" "${about_run[@]}"

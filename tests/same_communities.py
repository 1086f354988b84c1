#!/usr/bin/env python3
"""The safety net of a rebuild: every method on every shared dataset, and the SHA-256 of the communities it finds.

  same_communities.py record CGSD SHARED FILE [options]   runs everything, writes the checksums to FILE
  same_communities.py check  CGSD SHARED FILE [options]   runs everything again; exit code 1 if any checksum differs

Options: --methods a,b  --data a,b  --seeds N  --jobs N  limit what is run; --tolerate FILE lists runs that may differ,
one "dataset method seed reason" a line. `check` compares only what both sides have, and says how many that is.

Methods that learn take a few epochs only: the point is that nothing changes, not that anything is good. The bytes hold
for one kind of build on one kind of CPU, so record and check on the same machine with the same preset.
"""
import argparse
import concurrent.futures
import csv
import hashlib
import json
import pathlib
import subprocess
import sys
import tempfile

# Communities to ask for: the number of classes, from the data's README.
WITH_ATTRIBUTES = {"cornell": 5, "texas": 5, "wisconsin": 5, "chameleon": 5, "squirrel": 5, "cora": 7, "actor": 5,
                   "tolokers": 2, "minesweeper": 2, "amazon_computers": 10, "coauthor_physics": 5}
WITHOUT_ATTRIBUTES = {"karate": 2, "football": 12, "email_eu_core": 42, "polblogs": 2}
DATASETS = WITH_ATTRIBUTES | WITHOUT_ATTRIBUTES
LARGE = ("tolokers", "minesweeper", "amazon_computers", "coauthor_physics")  # 10^4 nodes and more

CGSD_FAMILY = ("default", "paper", "authors")
CLOSED_FORM = ("kmeans", "louvain", "leiden", "spectral", "agc", "ssgc", "knn-njw")
LEARNED = ("dmon", "mincut", "vgraph", "dgi", "grace", "graphmae", "cca-ssg", "ns4gc")
METHODS = CGSD_FAMILY + ("default-auto",) + CLOSED_FORM + LEARNED
NEED_ATTRIBUTES = ("kmeans", "agc", "ssgc", "knn-njw", "dmon", "mincut", "dgi", "grace", "graphmae", "cca-ssg", "ns4gc")
# Quadratic in the nodes, or hours of one core, on the large sets.
TOO_SLOW = {("agc", "coauthor_physics")} | {(m, d) for m in ("grace", "graphmae", "ns4gc") for d in LARGE}
TOO_SLOW |= {(m, "coauthor_physics") for m in ("vgraph", "cca-ssg", "dgi")}


def command(cgsd, shared, dataset, method, seed, output):
    words = [cgsd, "detect", shared / "data" / f"{dataset}.npz", "--seed", seed, "--threads", 1, "--quiet", "-o", output]
    if method == "default-auto":
        return words + ["-k", "auto"]
    if method != "louvain":
        words += ["-k", DATASETS[dataset]]
    if method in CGSD_FAMILY:
        words += ["--preset", method]
        if method != "default":
            words += ["--set", "trained.epochs=3"]
        return words
    words += ["--method", method]
    return words + (["--set", f"{method}.epochs=3"] if method in LEARNED else [])


def communities_of(cgsd, shared, dataset, method, seed):
    """The checksum of nodes and communities, or what the tool said instead."""
    with tempfile.TemporaryDirectory() as directory:
        words = command(cgsd, shared, dataset, method, seed, directory)
        result = subprocess.run([str(w) for w in words], capture_output=True, text=True)
        if result.returncode != 0:
            return "refused: " + result.stderr.strip()
        with open(pathlib.Path(directory, "communities.csv"), newline="") as file:
            rows = [row[:2] for row in csv.reader(file)]  # the rest came later, and is not what is compared
        return hashlib.sha256(repr(rows).encode()).hexdigest()


def planned(arguments):
    for dataset in arguments.data:
        for method in arguments.methods:
            if method in NEED_ATTRIBUTES and dataset in WITHOUT_ATTRIBUTES or (method, dataset) in TOO_SLOW:
                continue
            once = dataset in LARGE and method not in ("default", "default-auto")
            for seed in range(1 if once else arguments.seeds):
                yield dataset, method, seed


def run_all(arguments):
    runs = list(planned(arguments))
    found = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        futures = {pool.submit(communities_of, arguments.cgsd, arguments.shared, *run): run for run in runs}
        for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
            found[" ".join(map(str, futures[future]))] = future.result()
            if sys.stderr.isatty():
                print(f"\r{done} of {len(runs)} runs", end="", file=sys.stderr, flush=True)
    return found


def tolerated(file):
    lines = file.read_text().splitlines() if file else []
    return {" ".join(line.split()[:3]) for line in lines if line.strip()}


def check(found, before, excused):
    both = sorted(found.keys() & before.keys())
    different = [run for run in both if found[run] != before[run]]
    for run in different:
        print(f"{'differs, as is known' if run in excused else 'DIFFERS'}: {run}: {before[run][:60]} → {found[run][:60]}")
    unknown = [run for run in different if run not in excused]
    print(f"{len(both)} runs compared, {len(both) - len(different)} identical, {len(different) - len(unknown)} differ as is "
          f"known, {len(unknown)} differ")
    return 1 if unknown or not both else 0


def names(known):
    def parse(text):
        chosen = text.split(",")
        wrong = [name for name in chosen if name not in known]
        if wrong:
            raise argparse.ArgumentTypeError(f"unknown: {', '.join(wrong)}")
        return chosen
    return parse


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("action", choices=["record", "check"])
    parser.add_argument("cgsd", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("shared", type=lambda path: pathlib.Path(path).resolve())
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--methods", type=names(METHODS), default=METHODS)
    parser.add_argument("--data", type=names(DATASETS), default=list(DATASETS))
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--tolerate", type=pathlib.Path)
    arguments = parser.parse_args()
    before = json.loads(arguments.file.read_text()) if arguments.action == "check" else None
    found = run_all(arguments)
    if before is not None:
        return check(found, before, tolerated(arguments.tolerate))
    arguments.file.write_text(json.dumps(dict(sorted(found.items())), indent=1, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())

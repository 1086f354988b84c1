"""cgsd-mpi beside cgsd: communities, agreement and eigenvalues, restarts after kills, memory and processor time.

Usage: ranks.py BUILD sets DATA          sets of DATA and two block models on 1, 2 and 4 processes
       ranks.py BUILD counts DATA        the same without a number given: how many communities, and whether -k of it is the same
       ranks.py BUILD kills [TIMES]      a process killed at random moments, then the same command again
       ranks.py BUILD cost GRAPH.csr K   1, 2 and 4 processes, and cgsd detect with two threads
BUILD is a build directory of the preset mpi; docs/distributed.md has what this printed.
"""
import array
import collections
import csv
import hashlib
import json
import math
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import time

build = pathlib.Path(sys.argv[1])
cgsd, program = build / "apps/cgsd/cgsd", build / "mpi/cgsd-mpi"
ranks = pathlib.Path(__file__).resolve().parent.parent / "tools/ranks.sh"
LIBRARIES = 36e6  # bytes that a process has before it reads anything
SETS = ("karate", "football", "polblogs", "cora", "citeseer", "texas", "wisconsin", "cornell", "chameleon", "squirrel", "acm")


def run(*arguments):
    """Processor seconds of the command and of all that it started."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([str(a) for a in arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def manifest_of(directory):
    return json.loads((directory / "manifest.json").read_text())


def communities_of(directory):
    with open(directory / "communities.csv", newline="") as file:
        return [(row["node"], row["community"]) for row in csv.DictReader(file)]


def nmi(directory, other):
    a, b = dict(communities_of(directory)), dict(communities_of(other))
    pairs = collections.Counter((a[v], b[v]) for v in a)
    rows, columns = collections.Counter(a.values()), collections.Counter(b.values())
    shared = sum(c / len(a) * math.log(c * len(a) / (rows[x] * columns[y])) for (x, y), c in pairs.items())
    entropy = sum(-c / len(a) * math.log(c / len(a)) for side in (rows, columns) for c in side.values())
    return 2 * shared / entropy if entropy else 1.0


def classes_of(rows):
    labels = array.array("i", (rows / "labels.i32").read_bytes())
    return max(2, len(set(labels) - {-1}))


def apart(one, two):
    """The largest difference of the agreement figures, and of the eigenvalues."""
    a, b = (m["diffusion"] for m in (one, two))
    kinds = ("edges", "paths", "distant") if "agreement" in a else ()  # none without attributes
    figures = max((abs(a["agreement"][k] - b["agreement"][k]) for k in kinds), default=0.0)
    values = zip(a["topology"]["eigenvalues"], b["topology"]["eigenvalues"], strict=True)
    return figures, max((abs(x - y) for x, y in values), default=0.0)


def inputs_of(place, data):
    models = {"model, alike": ("--heterophily", 0.2),
              "model, unlike": ("--heterophily", 0.9, "--communities", 3, "--coupling", "independent")}
    inputs = {name: data / f"{name}.npz" for name in SETS}
    for number, (name, options) in enumerate(models.items()):
        inputs[name] = place / f"model{number}.npz"
        run(cgsd, "generate", "-o", inputs[name], "--nodes", 3000, "--mean-degree", 14, "--seed", 5, *options)
    return inputs


def sets(place, data):
    inputs = inputs_of(place, data)
    print(f"{'set':14} {'processes':>9} {'NMI':>7} {'agreement':>10} {'eigenvalues':>11}  same bytes again")
    for number, (name, file) in enumerate(inputs.items()):
        rows, one = place / f"{number}.csr", place / f"{number}.one"
        run(cgsd, "convert", file, "-o", rows, "--quiet")
        k = classes_of(rows)
        run(cgsd, "detect", rows, "-k", k, "-o", one, "--quiet")
        for count in (1, 2, 4):
            several, again = place / f"{number}.{count}", place / f"{number}.{count}.again"
            for output in (several, again):
                run(ranks, count, program, "detect", rows, "-k", k, "-o", output, "--quiet", "--no-checkpoint")
            same = (several / "communities.csv").read_bytes() == (again / "communities.csv").read_bytes()
            figures, values = apart(manifest_of(one), manifest_of(several))
            print(f"{name:14} {count:9} {nmi(several, one):7.4f} {figures:10.1e} {values:11.1e}  {same}", flush=True)


def counts(place, data):
    print(f"{'set':14} {'processes':>9} {'number':>7} {'NMI':>7} {'CPU s':>7}  why; -k of that number has the same bytes")
    for number, (name, file) in enumerate(inputs_of(place, data).items()):
        rows, one = place / f"{number}.csr", place / f"{number}.one"
        run(cgsd, "convert", file, "-o", rows, "--quiet")
        cpu = run(cgsd, "detect", rows, "-o", one, "--quiet", "--threads", 1)
        found = manifest_of(one)["communities"]
        print(f"{name:14} {'cgsd':>9} {found['wanted']:7} {'':7} {cpu:7.1f}  {found['wanted_by']}", flush=True)
        for count in (1, 2, 4):
            several, given = place / f"{number}.{count}", place / f"{number}.{count}.given"
            cpu = run(ranks, count, program, "detect", rows, "-o", several, "--quiet", "--no-checkpoint")
            found = manifest_of(several)["communities"]
            run(ranks, count, program, "detect", rows, "-k", found["wanted"], "-o", given, "--quiet", "--no-checkpoint")
            same = (several / "communities.csv").read_bytes() == (given / "communities.csv").read_bytes()
            print(f"{name:14} {count:9} {found['wanted']:7} {nmi(several, one):7.4f} {cpu:7.1f}  {found['wanted_by']}; {same}", flush=True)


def kills(place, times):
    graph, rows = place / "graph.npz", place / "graph.csr"
    run(cgsd, "generate", "-o", graph, "--nodes", 30000, "--mean-degree", 12, "--heterophily", 0.3, "--seed", 2)
    run(cgsd, "convert", graph, "-o", rows, "--quiet")
    begin = time.monotonic()
    run(ranks, 2, program, "detect", rows, "-k", 5, "-o", place / "whole", "--quiet")
    seconds = time.monotonic() - begin
    whole = hashlib.sha256((place / "whole/communities.csv").read_bytes()).digest()
    for trial in range(times):
        output = place / f"killed{trial}"
        command = [str(a) for a in (ranks, 2, program, "detect", rows, "-k", 5, "-o", output, "--quiet")]
        job = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        moment = random.uniform(0.1, 0.95) * seconds
        time.sleep(moment)
        found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(job.pid)], capture_output=True, text=True).stdout
        victims = [int(line.split()[0]) for line in found.splitlines() if str(program) in line]
        if victims:
            os.kill(random.choice(victims), 9)
        ended = job.wait()
        kept = sorted(p.stem for p in pathlib.Path(f"{output}.checkpoint").glob("*.json"))
        subprocess.run(command, check=True, capture_output=True)
        same = hashlib.sha256((output / "communities.csv").read_bytes()).digest() == whole
        print(f"killed after {moment:.1f} of {seconds:.1f} s (code {ended}), kept {', '.join(kept) or 'nothing'}: same {same}", flush=True)


def cost(place, rows, k):
    print(f"{'processes':>9} {'memory':>8} {'of the share':>12} {'CPU s':>7} {'wall s':>7}   received by each, MB: ghosts sums other")
    first = None
    for count in (1, 2, 4):
        begin = time.monotonic()
        cpu = run(ranks, count, program, "detect", rows, "-k", k, "-o", place / str(count), "--quiet")
        wall = time.monotonic() - begin
        of_ranks = manifest_of(place / str(count))["ranks"]
        memory = max(r["peak_memory"] for r in of_ranks)
        first = first or memory - LIBRARIES
        share = (memory - LIBRARIES) * count / first
        received = [max(r["received"][kind] for r in of_ranks) / 1e6 for kind in ("ghosts", "sums", "other")]
        print(f"{count:9} {memory / 1e6:8.0f} {share:12.2f} {cpu:7.1f} {wall:7.1f}   {received[0]:.0f} {received[1]:.1f} {received[2]:.0f}", flush=True)
    begin = time.monotonic()
    cpu = run(cgsd, "detect", rows, "-k", k, "-o", place / "threads", "--threads", 2, "--quiet")
    print(f"two threads of cgsd detect: {cpu:.1f} CPU s, {time.monotonic() - begin:.1f} s", flush=True)


with tempfile.TemporaryDirectory() as temporary:
    here = pathlib.Path(temporary)
    if sys.argv[2] == "sets":
        sets(here, pathlib.Path(sys.argv[3]))
    elif sys.argv[2] == "counts":
        counts(here, pathlib.Path(sys.argv[3]))
    elif sys.argv[2] == "kills":
        kills(here, int(sys.argv[3]) if len(sys.argv) > 3 else 5)
    else:
        cost(here, sys.argv[3], sys.argv[4])

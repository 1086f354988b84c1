"""cgsd and other programs side by side, in one run and on the same data: `./run bench`. Prints one Markdown table.

Usage: table.py BUILD_DIR [--quick] [--save-baseline] [--page FILE] [--only WORK,...]

  --quick           a tenth of the size: minutes instead of an hour
  --save-baseline   write benchmarks/baseline.json; without it, ratios that fell by a quarter since it was written are named
  --page FILE       write the table, the machine and a plot beside it as a page

Each piece of work is done at a tenth of its size and at its size: growth is the exponent between the two, for cgsd, in seconds of the
processors. A ratio is the other program's time over ours, by the clock and in seconds of the processors, which others on the machine
change less, so that the baseline has the latter. Then the default as a whole (whole.py). Shares are of
what the same run measured: bytes a second of a triad, operations a second of a product of matrices; they are given where the work
counts what it moves or computes.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

import numpy

import data
from plot import growth_plot

HERE = pathlib.Path(__file__).resolve().parent
LONGEST = 300  # seconds that a program may take, unless
PATIENCE = {"hnswlib": 1200,  # a row without it would tell nothing
            "leidenalg": 100}  # it needs more than ten minutes for 10^7 edges of planted blocks
WORKS = {  # name: size, the files it needs, the programs beside it, what its quality is called
    "leiden, blocks": ("leiden", 10_000_000, data.blocks, ["igraph", "leidenalg", "networkit"], "modularity"),
    "leiden, power law": ("leiden", 10_000_000, data.power_law, ["igraph", "leidenalg", "networkit"], "modularity"),
    "louvain, blocks": ("louvain", 10_000_000, data.blocks, ["networkit"], "modularity"),
    "k-means, 16 columns, 16 clusters": ("kmeans", 1_000_000, data.points_16, ["sklearn"], "inertia"),
    "the same by samples, as the default does it": ("sampled", 1_000_000, data.points_16, ["sklearn"], "inertia"),
    "10 neighbours, 64 columns": ("knn", 1_000_000, data.points_64, ["hnswlib", "faiss"], "recall"),
    "10 eigenpairs": ("eigenpairs", 10_000_000, data.blocks, ["scipy"], "residual"),
    "AMI, 292 × 100 classes": ("ami", 1_000_000, data.labels, ["sklearn"], "AMI"),
}


def environment():
    """OpenBLAS does not know every new processor and then falls back to slow kernels, which would flatter us."""
    facts = pathlib.Path("/proc/cpuinfo")
    known = {"OPENBLAS_CORETYPE": "SkylakeX"} if facts.exists() and "avx512f" in facts.read_text() else {}
    return {**known, **os.environ}


def answer(*words, longest=LONGEST):
    try:
        done = subprocess.run([str(word) for word in words], capture_output=True, text=True, env=environment(), timeout=longest)
    except subprocess.TimeoutExpired:
        return {"stopped": longest}
    if done.returncode != 0:
        print(f"{' '.join(map(str, words))}: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    return json.loads(done.stdout.splitlines()[-1])


def finished(found):
    return found is not None and "stopped" not in found


def measure(program, work, make, size, scratch):
    """{"seconds", "quality", …} of one program on one size, {"stopped"} if it took too long, or None if it failed."""
    files, judge = make(size, scratch)
    command = [*program, *files]
    result = scratch / "result.bin"
    if work in ("leiden", "louvain", "knn"):
        command.append(result)
    found = answer(*command, longest=next((PATIENCE[word] for word in map(str, program) if word in PATIENCE), LONGEST))
    if finished(found) and judge and "quality" not in found:
        found["quality"] = judge(result)
    return found


def programs(build, work, peers):
    yield "cgsd", [build / "benchmarks/cgsd_work", work]
    for peer in peers:
        yield peer, [sys.executable, HERE / "peers.py", work, peer]


def share(found, machine):
    for what, name in (("bytes", "bandwidth"), ("flops", "operations")):
        if what in found:
            return f"{found[what] / found['seconds'] / machine[what]:.0%} of {name}"
    return "–"


def rows_of(name, results, sizes, machine):
    """Lines of the table, and {name: ratio}."""
    small, large = (results[size] for size in sizes)
    ours = large["cgsd"]
    ratios = {}
    for program, found in large.items():
        if found is None:
            continue
        if not finished(found):
            yield f"|  | {program} | > {found['stopped']} | > {found['stopped'] / ours['seconds']:.0f} | stopped |  |  |  |  |", ratios
            continue
        growth, of_ratio, of_cpu = "", "1", "1"
        if program == "cgsd":
            growth = f"{math.log10(ours['cpu'] / small['cgsd']['cpu']):.2f}" if finished(small["cgsd"]) else ""
        else:
            ratios[f"{name} / {program}"] = found["cpu"] / ours["cpu"]
            of_ratio = f"{found['seconds'] / ours['seconds']:.1f}"
            of_cpu = f"**{ratios[f'{name} / {program}']:.1f}**"
        quality = f"{found['quality']:.5g}" if "quality" in found else ""
        yield (f"| {name if program == 'cgsd' else ''} | {program} | {found['seconds']:.2f} | {of_ratio} | "
               f"{found['cpu']:.2f} | {of_cpu} | {quality} | {share(found, machine) if program == 'cgsd' else ''} | {growth} |"), ratios


def machine_description(machine):
    facts = pathlib.Path("/proc/cpuinfo").read_text() if pathlib.Path("/proc/cpuinfo").exists() else ""
    model = next((line.split(":")[1].strip() for line in facts.splitlines() if line.startswith("model name")), "unknown")
    return (f"{os.cpu_count()} processors ({model}), {machine['bytes'] / 1e9:.0f} GB/s (triad), "
            f"{machine['flops'] / 1e9:.0f} GFLOP/s (product of matrices, float), load {os.getloadavg()[0]:.1f} at the start")


def warnings(ratios, quick):
    path = HERE / "baseline.json"
    saved = json.loads(path.read_text()).get("quick" if quick else "full", {}) if path.exists() else {}
    for name, ratio in ratios.items():
        if name in saved and ratio < 0.75 * saved[name]:
            yield f"WARNING: {name} was {saved[name]:.1f} and is {ratio:.1f}"


def save_baseline(ratios, quick):
    path = HERE / "baseline.json"
    saved = json.loads(path.read_text()) if path.exists() else {}
    saved["quick" if quick else "full"] = {name: round(ratio, 2) for name, ratio in ratios.items()}
    path.write_text(json.dumps(saved, indent=2, ensure_ascii=False) + "\n")


def measured_works(options, machine):
    """Lines of the table, ratios, and the times by work, program and size."""
    lines, ratios, times = [], {}, {}
    for name, (work, full_size, make, peers, _) in WORKS.items():
        if options.only and work not in options.only.split(","):
            continue
        largest = full_size // 10 if options.quick else full_size
        sizes = [largest // 10, largest]
        with tempfile.TemporaryDirectory() as scratch:
            results = {size: {program: measure(command, work, make, size, pathlib.Path(scratch))
                              for program, command in programs(options.build, work, peers)} for size in sizes}
        if not finished(results[largest]["cgsd"]):
            sys.exit(f"{name}: cgsd failed")
        for line, found in rows_of(f"{name}, {largest:.0e}".replace("e+0", " · 10^"), results, sizes, machine):
            print(line, flush=True)
            lines.append(line)
            ratios.update(found)
        times[name] = {program: [(size, results[size][program]["seconds"]) for size in sizes if finished(results[size][program])]
                       for program in results[largest]}
    return lines, ratios, times


def whole_default(options):
    """Lines of whole.py. In a process of its own: Linux counts the peak memory of this one as that of what it starts."""
    command = [sys.executable, HERE / "whole.py", options.build / "apps/cgsd/cgsd", *(["--quick"] if options.quick else [])]
    return subprocess.run([str(word) for word in command], check=True, stdout=subprocess.PIPE, text=True).stdout.splitlines()


HEAD = ("| work, size | program | seconds | ratio | of the processors | ratio | quality | share | growth |\n"
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--save-baseline", action="store_true")
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    works = {work for work, *_ in WORKS.values()}
    if unknown := set(filter(None, options.only.split(","))) - works:
        parser.error(f"--only {', '.join(sorted(unknown))}: there are {', '.join(sorted(works))}")
    machine = answer(options.build / "benchmarks/cgsd_work", "machine")
    description = machine_description(machine)
    print(f"{description}\n\n{HEAD}", flush=True)
    lines, ratios, times = measured_works(options, machine)
    if not options.only:
        found = ["", *whole_default(options)]
        print("\n".join(found), flush=True)
        lines += found
    complaints = list(warnings(ratios, options.quick))
    print("\n".join(["", *complaints]) if complaints else "")
    if options.save_baseline:
        save_baseline(ratios, options.quick)
    if options.page:
        picture = options.page.with_name("performance.svg")
        picture.write_text(growth_plot(times))
        text = options.page.read_text()
        begin, end = "<!-- table -->", "<!-- end of table -->"
        before, after = text.split(begin)[0], text.split(end)[1]
        options.page.write_text(f"{before}{begin}\n{description}.\n\n{HEAD}\n" + "\n".join(lines) +
                                f"\n\n![Seconds over size](performance.svg)\n{end}{after}")


if __name__ == "__main__":
    main()

"""Preset `authors` beside a plain PyTorch script of the same shapes (authors_peer.py), on the five sets of the authors' table.

Usage: authors.py CGSD DATA_DIR [RUNS]     prints Markdown; the lowest of RUNS (3)

cgsd is a whole process; of the script, imports do not count. Seconds of the processors are those of all threads together.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

from measured import whole_process

SETS = {"Cora": ("cora.npz", 7), "Cornell": ("geom-gcn/cornell-corrected", 5), "Texas": ("geom-gcn/texas", 5),
        "Wisconsin": ("geom-gcn/wisconsin", 5), "Chameleon": ("chameleon_directed.npz", 5)}
PEER = pathlib.Path(__file__).resolve().parent / "authors_peer.py"


def by_cgsd(command):
    found = whole_process(command)
    return found["seconds"], found["cpu"]


def by_peer(path, communities):
    printed = subprocess.run([sys.executable, PEER, path, str(communities)], check=True, capture_output=True, text=True).stdout
    found = json.loads(printed.splitlines()[-1])
    return found["seconds"], found["cpu"]


def lowest(runs, work):
    return [min(column) for column in zip(*(work() for _ in range(runs)))]


def main(cgsd, data, runs):
    print("| set | cgsd: seconds | of the processors | PyTorch: seconds | of the processors | ratio | of the processors |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    totals = [0.0] * 4
    with tempfile.TemporaryDirectory() as output:
        for name, (path, communities) in SETS.items():
            command = [cgsd, "detect", data / path, "-k", communities, "--method", "authors", "-o", output]
            row = lowest(runs, lambda: by_cgsd(command)) + lowest(runs, lambda: by_peer(data / path, communities))
            totals = [total + value for total, value in zip(totals, row)]
            print_row(name, row)
    print_row("all five", totals)


def print_row(name, row):
    ours, our_cpu, other, other_cpu = row
    print(f"| {name} | {ours:.2f} | {our_cpu:.2f} | {other:.2f} | {other_cpu:.2f} | {other / ours:.1f} | {other_cpu / our_cpu:.1f} |",
          flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 3)

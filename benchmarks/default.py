"""The default, `cgsd detect GRAPH -k C`: what a user waits for, on two real graphs and a large planted one. Prints Markdown.

Usage: default.py CGSD DATA_DIR [REPETITIONS]     (benchmarks/run calls this where ../shared/data is there)

Seconds are of the whole process: start, reading, detecting, scoring, writing. Memory is the largest of the repetitions.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile

from measured import measured

PLANTED = ["--nodes", "100000", "--communities", "10", "--mean-degree", "20", "--dimensions", "64", "--heterophily", "0.3",
           "--coupling", "independent", "--signal", "0.5"]


def measure(cgsd, graph, communities, output):
    seconds, memory, manifest = measured([cgsd, "detect", graph, "-k", communities, "--json", "-o", output])
    return {"seconds": seconds, "memory": memory, "manifest": manifest}


def row(name, runs, target):
    seconds = [run["seconds"] for run in runs]
    manifest = runs[0]["manifest"]
    best = min(seconds)
    size = f"{manifest['data']['nodes']:,} | {manifest['data']['edges']:,}"
    return (f"| {name} | {size} | {best:.2f} | {statistics.median(seconds):.2f} | {target:g}{'' if best <= target else ' (missed)'} | "
            f"{max(run['memory'] for run in runs):.2f} | {manifest['quality']['nmi']:.3f} |")


def main(cgsd, data, repetitions):
    print(f"| default | nodes | edges | seconds, best of {repetitions} | median | target | peak GB | NMI |")
    print("| --- " * 8 + "|")
    with tempfile.TemporaryDirectory() as scratch:
        planted = pathlib.Path(scratch) / "planted.npz"
        subprocess.run([str(cgsd), "generate", "-o", str(planted), *PLANTED, "--quiet"], check=True)
        for name, graph, communities, target in [("Cora", data / "cora.npz", 7, 0.5), ("Squirrel", data / "squirrel.npz", 5, 1.5),
                                                 ("planted, 64 attributes", planted, 10, 15.0)]:
            runs = [measure(cgsd, graph, communities, scratch) for _ in range(repetitions)]
            print(row(name, runs, target), flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 5)

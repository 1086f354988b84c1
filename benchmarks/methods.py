"""Every method with its published settings: seconds and peak memory on Cora, peak memory on Squirrel. Prints Markdown.

Usage: methods.py CGSD DATA_DIR [METHOD ...]

On Squirrel learned methods are stopped after three epochs: memory does not grow after the first, time would be an hour.
"""
import pathlib
import sys
import tempfile

from measured import measured

FREE = {"louvain", "leiden"}  # they find the number of communities themselves
LEARNED = {"dmon", "mincut", "vgraph", "dgi", "grace", "graphmae", "cca-ssg", "ns4gc"}
ALL = ["kmeans", "louvain", "leiden", "spectral", "dmon", "mincut", "vgraph", "agc", "dgi", "grace", "graphmae", "ssgc", "cca-ssg",
       "ns4gc", "knn-njw", "sagsc", "default"]


def run(cgsd, graph, communities, method, settings, output):
    number = [] if method in FREE else ["-k", communities]
    seconds, memory, manifest = measured([cgsd, "detect", graph, *number, "--method", method, *settings, "--json", "-o", output])
    return seconds, memory, manifest["quality"]["nmi"]


def main(cgsd, data, methods):
    print("| method | Cora: seconds | GB | NMI | Squirrel: GB |")
    print("| --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as output:
        for method in methods:
            seconds, memory, nmi = run(cgsd, data / "cora.npz", 7, method, [], output)
            short = ["--set", f"{method}.epochs=3"] if method in LEARNED else []
            _, wide, _ = run(cgsd, data / "squirrel.npz", 5, method, short, output)
            print(f"| {method} | {seconds:.2f} | {memory:.2f} | {nmi:.3f} | {wide:.2f} |", flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), sys.argv[3:] or ALL)

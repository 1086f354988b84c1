"""Reading 10^7 edges beside python-igraph and wc -l, and kernels as a share of memory bandwidth. Prints a Markdown table.

Usage: compare.py BUILD_DIR     (benchmarks/run builds and calls this)
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

EDGES_ARGUMENTS = ["--nodes", "1000000", "--communities", "10", "--heterophily", "0.5", "--mean-degree", "20",
                   "--attributes", "none", "--seed", "1"]
REPETITIONS = 3

IGRAPH = """
import igraph, sys, time
best = 1e300
for _ in range(int(sys.argv[2])):
    begin = time.perf_counter()
    graph = igraph.Graph.Read_Edgelist(sys.argv[1], directed=False)
    best = min(best, time.perf_counter() - begin)
print(best, graph.ecount())
"""


def output(*command):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True).stdout


def make_edge_file(cgsd, directory):
    """A plain list of integer pairs without header or comment, the one form that igraph's reader takes."""
    commented = directory / "commented.txt"
    output(cgsd, "generate", *EDGES_ARGUMENTS, "-o", commented, "--quiet")
    plain = directory / "edges.txt"
    with open(commented) as source, open(plain, "w") as target:
        target.writelines(line for line in source if not line.startswith("#"))
    commented.unlink()
    return plain


def time_wc(path):
    best = float("inf")
    for _ in range(REPETITIONS):
        begin = time.perf_counter()
        output("wc", "-l", path)
        best = min(best, time.perf_counter() - begin)
    return best


def main(build):
    cgsd = build / "apps/cgsd/cgsd"
    with tempfile.TemporaryDirectory() as name:
        path = make_edge_file(cgsd, pathlib.Path(name))
        size = path.stat().st_size
        ours = json.loads(output(build / "benchmarks/cgsd_read_graph", path, REPETITIONS))
        igraph_seconds, igraph_edges = output("/usr/bin/python3", "-c", IGRAPH, path, REPETITIONS).split()
        words = time_wc(path)
        subprocess.run(["gzip", "-1", "-k", str(path)], check=True)
        packed = json.loads(output(build / "benchmarks/cgsd_read_graph", f"{path}.gz", 1))
    assert ours["edges"] == int(igraph_edges) == packed["edges"], "the readers disagree about the graph"
    seconds, peer = ours["seconds"], float(igraph_seconds)
    print(f"| {ours['edges']:,} edges as text ({size / 1e6:.0f} MB), best of {REPETITIONS} | seconds | relative to cgsd |")
    print("| --- | --- | --- |")
    for what, value in [("cgsd: file to ready graph", seconds), ("the same, .gz", packed["seconds"]),
                        ("python-igraph: Read_Edgelist", peer), ("wc -l", words)]:
        print(f"| {what} | {value:.3f} | {value / seconds:.2f} |")

    kernels = json.loads(output(build / "benchmarks/cgsd_kernels", "--benchmark_format=json"))["benchmarks"]
    by_name = {kernel["name"].split("/")[0]: kernel for kernel in kernels}
    bandwidth = by_name["memory_bandwidth"]["bytes_per_second"]
    print("\n| kernel, 10^6 nodes, 10^7 edges | milliseconds | share of memory bandwidth |\n| --- | --- | --- |")
    for kernel, result in by_name.items():
        share = f"{result['bytes_per_second'] / bandwidth:.0%}" if "bytes_per_second" in result else "–"
        print(f"| {kernel} | {result['real_time']:.0f} | {share} |")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))

"""The default as a whole, `cgsd detect GRAPH -k 10`: how time and memory grow with the graph, and what a second thread brings.

Usage: whole.py CGSD [--quick]     (table.py calls this). Prints Markdown

Graphs of 10^5 and 10^6 nodes (10^4 and 10^5 with --quick), ten times as many edges, 64 attributes. Growth is the exponent between the
two, of seconds of the processors and of peak memory, with all threads. Seconds of the processors of two threads against one say what
the second one costs; seconds by the clock what it brings, if the machine is idle.
"""
import math
import pathlib
import subprocess
import sys
import tempfile

from measured import whole_process

PLANTED = ["--communities", "10", "--mean-degree", "20", "--dimensions", "64", "--heterophily", "0.3", "--seed", "1"]
HEAD = "| default, nodes | threads | seconds | of the processors | peak GB |\n| --- | --- | --- | --- | --- |"


def graph_of(cgsd, nodes, scratch):
    path = pathlib.Path(scratch) / f"{nodes}.csr"
    subprocess.run([str(cgsd), "generate", "--nodes", str(nodes), *PLANTED, "-o", str(path), "--quiet"], check=True)
    return path


def detect(cgsd, graph, threads, scratch):
    return whole_process([cgsd, "detect", graph, "-k", 10, "--threads", threads, "--quiet", "-o", pathlib.Path(scratch) / "out"])


def row(nodes, threads, found):
    return f"| {nodes:,} | {threads} | {found['seconds']:.1f} | {found['cpu']:.1f} | {found['memory']:.2f} |"


def growth_and_threads(cgsd, quick):
    """Lines of the table, then what follows from it."""
    small, large = (10**4, 10**5) if quick else (10**5, 10**6)
    with tempfile.TemporaryDirectory() as scratch:
        first = detect(cgsd, graph_of(cgsd, small, scratch), 2, scratch)
        graph = graph_of(cgsd, large, scratch)
        two, one = (detect(cgsd, graph, threads, scratch) for threads in (2, 1))
    yield row(small, 2, first)
    yield row(large, 2, two)
    yield row(large, 1, one)
    yield ""
    yield (f"Growth from {small:,} to {large:,} nodes: exponent {math.log10(two['cpu'] / first['cpu']):.2f} in seconds of the processors, "
           f"{math.log10(two['memory'] / first['memory']):.2f} in memory. Two threads: {one['seconds'] / two['seconds']:.2f} times as fast by "
           f"the clock, for {two['cpu'] / one['cpu']:.2f} times the seconds of the processors.")


if __name__ == "__main__":
    print(HEAD, flush=True)
    for line in growth_and_threads(pathlib.Path(sys.argv[1]), "--quick" in sys.argv):
        print(line, flush=True)

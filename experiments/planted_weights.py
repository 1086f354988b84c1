#!/usr/bin/env python3
"""What edge weights are worth to the default, on planted graphs, beside weighted Leiden. Standard library only.

Usage: planted_weights.py CGSD [GRAPHS]

  signal   edges fall anywhere, and weights are larger within communities than across
  ×1000    the same graph, every weight times 1000: the communities must be the same
  noise    edges know of the communities, weights do not; without: the same graph with --weights ignore

NMI with the planted communities, the mean over GRAPHS (default 5) graphs of 400 nodes in 4 communities. Leiden is given
the number of communities, as the default is.
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

NODES, COMMUNITIES = 400, 4


def planted(seed, degree, homophily, within, spread):
    """Edges with weights: `homophily` 0 is a random graph; log-normal weights, `within` times larger inside communities."""
    rng = random.Random(seed)
    for u in range(NODES):
        for v in range(u + 1, NODES):
            same = u % COMMUNITIES == v % COMMUNITIES
            share = 1 + (COMMUNITIES - 1) * homophily if same else 1 - homophily
            if rng.random() < degree / NODES * share:
                yield u, v, math.exp(spread * rng.gauss(0, 1)) * (within if same else 1)


class Bench:
    def __init__(self, cgsd, directory):
        self.cgsd, self.directory = cgsd, pathlib.Path(directory)
        rows = "".join(f"{v},{v % COMMUNITIES}\n" for v in range(NODES))
        (self.directory / "labels.csv").write_text("node,class\n" + rows)

    def detect(self, edges, *options):
        """NMI and the communities themselves."""
        graph = self.directory / "graph.csv"
        rows = "".join(f"{u},{v},{w!r}\n" for u, v, w in edges)
        graph.write_text(f"# cgsd nodes={NODES}\nsource,target,weight\n" + rows)
        words = [self.cgsd, "detect", graph, "-y", self.directory / "labels.csv", "-k", str(COMMUNITIES), "--json", "--overwrite", "-o",
                 self.directory / "out", *options]
        printed = subprocess.run(words, check=True, capture_output=True, text=True).stdout
        return json.loads(printed)["quality"]["nmi"], (self.directory / "out" / "communities.csv").read_text()


def mean(values):
    return sum(values) / len(values)


def show(bench, name, graphs, **how):
    scores = {"default": [], "leiden": [], "without": []}
    same = 0
    for seed in range(graphs):
        edges = list(planted(seed, **how))
        nmi, found = bench.detect(edges)
        scores["default"].append(nmi)
        scores["leiden"].append(bench.detect(edges, "--method", "leiden")[0])
        scores["without"].append(bench.detect(edges, "--weights", "ignore")[0])
        same += bench.detect([(u, v, 1000 * w) for u, v, w in edges])[1] == found
    figures = "  ".join(f"{method} {mean(values):.3f}" for method, values in scores.items())
    print(f"{name:44} {figures}  ×1000 the same {same} of {graphs}", flush=True)


def main():
    graphs = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench(sys.argv[1], directory)
        for degree, within, spread in ((12, 10, 0), (12, 10, .5), (20, 5, 0), (20, 5, .5), (20, 10, 1), (40, 3, .5), (40, 5, 1), (80, 3, .5)):
            show(bench, f"signal: degree {degree}, ×{within}, spread {spread}", graphs, degree=degree, homophily=0,
                 within=within, spread=spread)
        for degree in (12, 30):
            for spread in (.5, 1, 2):
                show(bench, f"noise: degree {degree}, homophily .5, spread {spread}", graphs, degree=degree, homophily=.5,
                     within=1, spread=spread)
            show(bench, f"both: degree {degree}, homophily .35, ×3", graphs, degree=degree, homophily=.35, within=3,
                 spread=.5)


if __name__ == "__main__":
    main()

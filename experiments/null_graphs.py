"""How often `cgsd detect -k auto` says "no communities beyond chance" if there are none. Prints Markdown.

Five kinds of graphs without communities, some with attributes and some without:
  random            Erdős–Rényi, Gaussian noise as attributes
  bare              Erdős–Rényi, no attributes
  regular           every node has the same degree, attributes are noise of different units
  heavy-tailed      power-law degrees, words of power-law frequency
  permuted          a real graph (SHARED) rewired, every column of its attributes permuted

Usage: null_graphs.py CGSD SHARED_DATA [GRAPHS_PER_KIND] [SEED]      needs numpy, scipy
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.sparse as sp


def rewired(ends, random):
    """Pairs of the same ends, joined at random; loops and repeats are dropped."""
    ends = random.permutation(ends)
    pairs = np.sort(ends[: len(ends) // 2 * 2].reshape(-1, 2), axis=1)
    return np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)


def graph_of_degrees(degrees, random):
    return rewired(np.repeat(np.arange(len(degrees)), degrees), random)


def random_kind(random):
    n = int(random.integers(200, 2000))
    edges = rewired(random.integers(0, n, 2 * int(n * random.uniform(2, 12))), random)
    return edges, random.standard_normal((n, int(random.integers(4, 200)))), n


def bare_kind(random):
    n = int(random.integers(100, 2000))
    return rewired(random.integers(0, n, 2 * int(n * random.uniform(2, 12))), random), None, n


def regular_kind(random):
    n = int(random.integers(200, 2000))
    x = random.standard_normal((n, int(random.integers(3, 60))))
    return graph_of_degrees(np.full(n, int(random.integers(3, 20))), random), x * 10 ** random.uniform(-3, 3, x.shape[1]), n


def heavy_kind(random):
    n = int(random.integers(300, 2000))
    degrees = np.minimum((2 * random.random(n) ** (-1 / 1.6)).astype(int), n // 4)
    words = int(random.integers(100, 2000))
    frequency = np.minimum(0.3, 3.0 / np.arange(1, words + 1))
    return graph_of_degrees(degrees, random), (random.random((n, words)) < frequency).astype(float), n


class Permuted:
    def __init__(self, shared):
        self.files = [shared / f"{name}.npz" for name in ("cora", "citeseer", "texas", "wisconsin", "chameleon", "actor")]

    def __call__(self, random):
        data = np.load(self.files[int(random.integers(len(self.files)))])
        x = data["node_features"].astype(float)
        return rewired(data["edges"].ravel(), random), np.apply_along_axis(random.permutation, 0, x), len(x)


def answer(cgsd, edges, x, n, folder):
    arrays = {"edges": edges, "node_labels": np.zeros(n, int)}
    if x is not None:
        s = sp.csr_matrix(x)
        arrays |= {"features_data": s.data.astype(np.float32), "features_indices": s.indices, "features_indptr": s.indptr.astype(np.int64),
                   "features_shape": np.array(s.shape)}
    np.savez(folder / "graph.npz", **arrays)
    shown = subprocess.run([cgsd, "detect", folder / "graph.npz", "-k", "auto", "-o", folder / "out", "--json"], check=True,
                           capture_output=True, text=True).stdout
    return json.loads(shown)["communities"]


def main():
    cgsd, shared = sys.argv[1], pathlib.Path(sys.argv[2])
    count, seed = (int(sys.argv[3]) if len(sys.argv) > 3 else 20), (int(sys.argv[4]) if len(sys.argv) > 4 else 0)
    kinds = {"random": random_kind, "bare": bare_kind, "regular": regular_kind, "heavy-tailed": heavy_kind, "permuted": Permuted(shared)}
    print("| kind | none | largest deviation: attributes | edges | both |\n| --- | --- | --- | --- | --- |")
    total = 0
    with tempfile.TemporaryDirectory() as name:
        for kind, draw in kinds.items():
            random = np.random.default_rng([seed, len(kind)])
            found = [answer(cgsd, *draw(random), pathlib.Path(name)) for _ in range(count)]
            none = sum(f["wanted_by"] == "nothing" for f in found)
            total += none
            most = {key: max(f["beyond_chance"][key] or 0 for f in found) for key in ("attributes", "edges", "both")}
            print(f"| {kind} | {none} of {count} | " + " | ".join(f"{value:.1f}" for value in most.values()) + " |", flush=True)
    print(f"| all | {total} of {count * len(kinds)} | | | |")


if __name__ == "__main__":
    main()

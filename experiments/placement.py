"""How well `cgsd assign` agrees with finding communities again: a share of the nodes is held back, communities are found on the
rest, the held-back nodes are placed, and both are compared with a run on everything. Prints Markdown.

`placed` is the share of held-back nodes whose community is that of the full run, communities matched one to one on the nodes that
both runs have; `ceiling` is the share of these common nodes on which the two runs agree themselves: what placing could at best
expect. `same optimum` says so where the ceiling is at least 0.9.

Usage: placement.py CGSD DATA_DIR [SEEDS [SHARE]]     needs NumPy and SciPy
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy
from scipy.optimize import linear_sum_assignment

SBM = ["--nodes", "7650", "--communities", "8", "--mean-degree", "31", "--attributes", "words", "--dimensions", "745"]
GRAPHS = {"Cora": ("cora.npz", 7), "SBM, h = 0.2": (["--heterophily", "0.2"], 8),
          "SBM, h = 0.7": (["--heterophily", "0.7"], 8)}


def run(cgsd, *words):
    result = subprocess.run([str(cgsd), *map(str, words)], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))}: {result.stderr}")
    return result.stdout


def communities(file, first=0):
    table = numpy.genfromtxt(file, delimiter=",", skip_header=1, usecols=(0, 1), filling_values=-1)
    order = numpy.argsort(table[:, 0], kind="stable")
    assert (table[order, 0] == first + numpy.arange(len(table))).all(), file
    return table[order, 1].astype(int)


def dense_attributes(data):
    if "node_features" in data:
        return data["node_features"]
    rows, columns = data["features_shape"]
    out = numpy.zeros((rows, columns), numpy.float32)
    row = numpy.repeat(numpy.arange(rows), numpy.diff(data["features_indptr"]))
    out[row, data["features_indices"]] = data["features_data"]
    return out


def split(data, share, seed, here):
    """Files of the graph without the held-back nodes, and of these with numbers from n on; who was kept and who held back."""
    attributes, edges = dense_attributes(data), data["edges"]
    nodes = len(attributes)
    held = numpy.sort(numpy.random.default_rng(seed).permutation(nodes)[: round(share * nodes)])
    kept = numpy.setdiff1d(numpy.arange(nodes), held)
    number = numpy.empty(nodes, int)
    number[kept], number[held] = numpy.arange(len(kept)), len(kept) + numpy.arange(len(held))
    edges = number[edges]
    inside = (edges < len(kept)).all(axis=1)
    numpy.savez_compressed(here / "kept.npz", edges=edges[inside], node_features=attributes[kept])
    numpy.save(here / "new.npy", attributes[held])
    numpy.savetxt(here / "new.csv", edges[~inside], fmt="%d", delimiter=",")
    return kept, held


def matching(found, reference):
    """The best one-to-one map from communities of `found` to those of `reference`."""
    size = 1 + max(found.max(), reference.max())
    table = numpy.zeros((size, size))
    numpy.add.at(table, (found, reference), 1)
    rows, columns = linear_sum_assignment(-table)
    return columns[numpy.argsort(rows)]


def agreement(cgsd, graph, count, seed, share, here):
    run(cgsd, "detect", graph, "-k", count, "-o", here / "all", "--seed", seed)
    everything = communities(here / "all/communities.csv")
    kept, held = split(numpy.load(graph), share, seed, here)
    run(cgsd, "detect", here / "kept.npz", "-k", count, "-o", here / "kept", "--seed", seed, "--model", here / "model.npz")
    found = communities(here / "kept/communities.csv")
    told = json.loads(run(cgsd, "assign", here / "model.npz", "--edges", here / "new.csv", "-x", here / "new.npy", "-o",
                          here / "new", "--json"))
    placed = communities(here / "new/communities.csv", len(kept))
    assert (placed >= 0).all() and told["new_nodes"] == len(held)
    translate = matching(found, everything[kept])
    size = (here / "model.npz").stat().st_size
    return (translate[placed] == everything[held]).mean(), (translate[found] == everything[kept]).mean(), size


def main(cgsd, data, seeds, share):
    print("| graph | seed | placed | ceiling | same optimum | model, MB |\n| --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as directory:
        here = pathlib.Path(directory)
        for name, (source, count) in GRAPHS.items():
            values = []
            for seed in range(seeds):
                graph = here / "graph.npz"
                if isinstance(source, str):
                    graph = data / source
                else:
                    run(cgsd, "generate", "-o", graph, *SBM, *source, "--seed", seed)
                values.append(agreement(cgsd, graph, count, seed, share, here))
                placed, ceiling, size = values[-1]
                print(f"| {name} | {seed} | {placed:.3f} | {ceiling:.3f} | {'yes' if ceiling >= 0.9 else 'no'} | {size / 1e6:.1f} |",
                      flush=True)
            same = [v[0] for v in values if v[1] >= 0.9]
            print(f"| {name} | mean | {statistics.mean(v[0] for v in values):.3f} | {statistics.mean(v[1] for v in values):.3f} | "
                  f"{statistics.mean(same) if same else float('nan'):.3f} of {len(same)} | |", flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 5,
         float(sys.argv[4]) if len(sys.argv) > 4 else 0.05)

"""The default on planted partitions with the signal in edges, in attributes, in both or in neither, beside K-means on the raw
attributes, Leiden (as many communities as planted) and spectral clustering, by the largest eigenvalues and by the largest in size
(SciPy's; disassortative communities have negative ones). In conflict, edges and attributes have a partition each, and a method
scores by the one it comes nearer to. Prints Markdown; the last column is what the default lacks to the best of the others.

Usage: sbm_battery.py CGSD [REALISATIONS [FIRST_SEED]]      needs Debian's python3-sklearn
"""
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

import numpy
import scipy.sparse.linalg
import sklearn.cluster
import sklearn.metrics

# name: nodes, communities, heterophily, mean degree, signal, further options of cgsd generate
PAPER = {f"paper's sweep, h = {h}": (800, 5, h, None, None, []) for h in (.05, .10, .20, .35, .50, .65, .80, .90)}
EDGES = {f"edges only, c = {c}, h = {h}, degree {d}": (n, c, h, d, 0.0, []) for n, c, h, d in
         [(1000, 5, .24, 8), (1000, 2, .20, 8), (1500, 10, .36, 20), (1000, 5, .56, 50), (800, 4, .60, 100), (600, 3, .93, 30),
          (1000, 5, .96, 100), (800, 2, .80, 8), (2000, 3, .85, 60)]}
ATTRIBUTES = {f"attributes only, c = {c}, signal {s}": (n, c, (c - 1) / c, 12, s, []) for n, c, s in
              [(1000, 5, 1.0), (1000, 5, .5), (800, 2, .6), (1500, 10, .9), (600, 4, .4)]}
BOTH = {f"both, c = {c}, h = {h}, degree {d}, signal {s}": (n, c, h, d, s, []) for n, c, h, d, s in
        [(1000, 5, .40, 12, .4), (1000, 5, .60, 12, .5), (800, 4, .55, 20, .8), (1500, 10, .45, 20, .5), (600, 3, .93, 30, .5),
         (800, 2, .85, 10, .5), (1000, 5, .95, 60, .5), (1000, 5, .92, 20, .7)]}
WEAK = {f"weak attributes, c = {c}, h = {h}, degree {d}, signal {s}": (1000, c, h, d, s, ["--dimensions", "32"]) for c, h, d, s in
        [(5, .57, 30, .1), (5, .57, 30, .2), (5, .57, 30, .25), (5, .57, 30, .3), (5, .57, 30, .5), (5, .35, 12, .2), (5, .35, 12, .3),
         (10, .60, 30, .2), (10, .60, 30, .4), (3, .40, 12, .25), (2, .25, 10, .2), (2, .25, 10, .3)]}
WORDS = {f"words, h = {h}, signal {s}": (1000, 5, h, 10, s, ["--attributes", "words", "--dimensions", "500"]) for h, s in
         [(.3, .3), (.5, .4), (.8, .5), (.95, .4)]}
HUBS = {f"power-law degrees, h = {h}, signal {s}": (1000, 5, h, 16, s, ["--degrees", "power_law"]) for h, s in
        [(.3, .4), (.6, .7), (.8, 1.0), (.2, 0.0)]}
CONFLICT = {f"in conflict, c = {c}, h = {h}, degree {d}, signal {s}": (n, c, h, d, s, []) for n, c, h, d, s in
            [(1000, 5, .30, 12, 1.0), (1000, 5, .30, 12, .5), (1000, 5, .30, 12, .35), (1000, 5, .50, 20, .5), (600, 3, .93, 30, .5),
             (800, 2, .20, 10, .4), (1500, 10, .36, 20, .7)]}
METHODS = {"default": ["--method", "default"], "K-means": ["--method", "kmeans", "--set", "kmeans.scaling=raw"],
           "Leiden": ["--method", "leiden"], "spectral": ["--method", "spectral"]}


def run(*words):
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True).stdout


def generate(cgsd, case, seed, path):
    nodes, communities, heterophily, degree, signal, more = case
    words = ["--nodes", nodes, "--communities", communities, "--heterophily", heterophily, *more]
    if degree is not None:
        words += ["--mean-degree", degree, "--coupling", "independent", "--signal", signal]
    run(cgsd, "generate", "-o", path, "--seed", seed, *words)


def give_attributes_their_own_partition(path, seed):
    """Moves the attributes of every node to another one; returns the classes that moved with them."""
    data = dict(numpy.load(path))
    order = numpy.random.default_rng(seed).permutation(len(data["node_labels"]))
    data["node_features"] = data["node_features"][order]
    numpy.savez(path, **data)
    return data["node_labels"][order]


def spectral_by_size(path, communities):
    data = numpy.load(path)
    n, edges = len(data["node_labels"]), data["edges"]
    a = scipy.sparse.coo_matrix((numpy.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(n, n)).tocsr()
    a = ((a + a.T) > 0).astype(float)
    scale = scipy.sparse.diags(1 / numpy.sqrt(numpy.maximum(a.sum(1).A1, 1e-12)))
    _, vectors = scipy.sparse.linalg.eigsh(scale @ a @ scale, k=communities, which="LM", v0=numpy.ones(n))
    rows = vectors / numpy.maximum(numpy.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)
    return sklearn.cluster.KMeans(communities, n_init=10, random_state=0).fit_predict(rows)


def detected(cgsd, path, communities, words):
    out = path.parent / words[1]  # a directory holds the results of one method
    run(cgsd, "detect", path, "-k", communities, *words, "-q", "-o", out)
    with open(out / "communities.csv") as file:
        return [row["community"] for row in csv.DictReader(file)]


def main(cgsd, realisations, first):
    cases = PAPER | EDGES | ATTRIBUTES | BOTH | WEAK | WORDS | HUBS | CONFLICT
    columns = [*METHODS, "spectral by size"]
    print("| graph | " + " | ".join(columns) + " | shortfall |\n" + "| --- " * (len(columns) + 2) + "|")
    worst = 0.0
    with tempfile.TemporaryDirectory() as directory:
        path = pathlib.Path(directory) / "graph.npz"
        for name, case in cases.items():
            found = {method: [] for method in columns}
            for seed in range(first, first + realisations):
                generate(cgsd, case, seed, path)
                truths = [numpy.load(path)["node_labels"]]
                if name in CONFLICT:
                    truths.append(give_attributes_their_own_partition(path, seed))
                partitions = {method: detected(cgsd, path, case[1], words) for method, words in METHODS.items()}
                partitions["spectral by size"] = spectral_by_size(path, case[1])
                for method, partition in partitions.items():
                    found[method].append(max(sklearn.metrics.normalized_mutual_info_score(truth, partition) for truth in truths))
            means = {method: statistics.mean(values) for method, values in found.items()}
            shortfall = max(0.0, max(value for method, value in means.items() if method != "default") - means["default"])
            worst = max(worst, shortfall)
            print(f"| {name} | " + " | ".join(f"{means[m]:.2f}" for m in columns) + f" | {shortfall:.2f} |", flush=True)
    print(f"\nLargest shortfall {worst:.3f}, {realisations} realisations from seed {first}.")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 10, int(sys.argv[3]) if len(sys.argv) > 3 else 0)

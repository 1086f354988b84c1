"""Whether a trained embedding refines the default where edges pull: NS4GC, alone and beside the default's coordinates, with and without a vote of
edges and attributes, and whether a test without labels can tell gain from loss. Prints Markdown (labels are used for scoring only).

Usage: trained_refinement.py CGSD SHARED_DATA RUNS [SEEDS]      needs numpy, scipy, scikit-learn; about two minutes of processor time a set and seed.
RUNS is a directory that keeps what cgsd found; a run that is there is not repeated.

"Edges" and "attributes" are how much better than the default a partition explains each, as log likelihoods: of a degree-corrected block model,
Σ_ab e_ab ln (e_ab / (e_a e_b)) / 2, and of normal distributions around the communities' means, in the attributes' coordinates before any diffusion.
The vote moves each node to the community that is most probable given both, until nothing changes or a community would run empty.
"""
import csv
import pathlib
import subprocess
import sys

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans
from sklearn.metrics import normalized_mutual_info_score
from sklearn.neighbors import NearestNeighbors

SETS = ["cora", "citeseer", "acm", "uai2010", "blogcatalog"]
RUNS = {"default": [], "attributes": ["--set", "diffusion.filter=none", "--set", "diffusion.topology.pairs=0"], "ns4gc": ["--method", "ns4gc"]}
NEIGHBOURS, STEPS, ROUNDS = 40, 3, 30


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def found_by(cgsd, data, name, kind, seed, k, runs):
    """(coordinates, communities) of one run of cgsd."""
    out = runs / f"{kind}-{name}-{seed}"
    if not (out / "manifest.json").exists():
        command = [cgsd, "detect", data / f"{name}.npz", "-k", k, "--seed", seed, "--embedding", "-q", "-o", out, *RUNS[kind]]
        subprocess.run([str(word) for word in command], check=True)
    with open(out / "communities.csv", newline="", encoding="utf-8") as file:
        return np.load(out / "embedding.npy"), np.array([int(row["community"]) for row in csv.DictReader(file)])


def graph_of(arrays):
    edges, n = arrays["edges"], len(arrays["node_labels"])
    edges = edges[edges[:, 0] != edges[:, 1]]
    a = sp.coo_matrix((np.ones(len(edges)), (edges[:, 0], edges[:, 1])), (n, n))
    return ((a + a.T) > 0).astype(float).tocsr()


def rounded(rows, c):
    """K-means after three steps of the walk on the self-tuned k-NN graph."""
    n = len(rows)
    k = max(1, min(NEIGHBOURS, n // c - 1))
    distance, index = NearestNeighbors(n_neighbors=k + 1, algorithm="brute").fit(rows).kneighbors(rows)
    distance, index = distance[:, 1:], index[:, 1:]
    scale = np.maximum(distance[:, min(6, k - 1)], 1e-12)
    w = sp.csr_matrix((np.exp(-distance**2 / (scale[:, None] * scale[index])).ravel(), index.ravel(), np.arange(n + 1) * k), (n, n))
    w = (w + w.T) / 2
    w = w + sp.diags(w.max(1).toarray().ravel())
    for _ in range(STEPS):
        rows = sp.diags(1 / np.asarray(w.sum(1)).ravel()) @ w @ rows
    return KMeans(c, n_init=20, random_state=0).fit(rows).labels_


def membership(part):
    return sp.csr_matrix((np.ones(len(part)), (np.arange(len(part)), part)), (len(part), part.max() + 1))


def edge_likelihood(a, part):
    o = membership(part)
    e = (o.T @ a @ o).toarray()
    ends = e.sum(1)
    return 0.5 * np.sum(e * np.log(np.where(e > 0, e, 1) / np.where(e > 0, np.outer(ends, ends), 1)))


def attribute_likelihood(z, part):
    o = membership(part)
    means = (o.T @ z) / np.asarray(o.sum(0)).T
    return -0.5 * len(z) * np.sum(np.log(((z - means[part]) ** 2).mean(0)))


def voted(a, z, part):
    for _ in range(ROUNDS):
        o = membership(part)
        size = np.asarray(o.sum(0)).ravel()
        e = (o.T @ a @ o).toarray()
        ends = e.sum(1) + len(e)
        means = (o.T @ z) / size[:, None]
        spread = ((z - means[part]) ** 2).mean(0)
        attributes = np.stack([((z - mean) ** 2 / spread).sum(1) for mean in means], 1)
        following = ((a @ o) @ np.log((e + 1) / np.outer(ends, ends)) - attributes / 2 + np.log(size)).argmax(1)
        if len(np.unique(following)) < len(size) or (following == part).all():
            break
        part = following
    return part


def rows_of(cgsd, data, name, seed, runs):
    arrays = np.load(data / f"{name}.npz")
    labels, a = arrays["node_labels"], graph_of(arrays)
    c = len(np.unique(labels))
    coordinates, default = found_by(cgsd, data, name, "default", seed, c, runs)
    z, _ = found_by(cgsd, data, name, "attributes", seed, c, runs)
    trained, alone = found_by(cgsd, data, name, "ns4gc", seed, c, runs)
    parts = {"default": default, "NS4GC": alone, "both": rounded(np.hstack([unit(coordinates), unit(trained)]), c)}
    for kind, part in parts.items():
        for how, final in ((kind, part), (f"{kind}, voted", voted(a, z, part))):
            edges = edge_likelihood(a, final) - edge_likelihood(a, default)
            attributes = attribute_likelihood(z, final) - attribute_likelihood(z, default)
            yield f"| {name} | {seed} | {how} | {normalized_mutual_info_score(labels, final):.3f} | {edges:+.0f} | {attributes:+.0f} |"


if __name__ == "__main__":
    tool, data, runs = (pathlib.Path(word) for word in sys.argv[1:4])
    print("| set | seed | communities | NMI | edges | attributes |\n| --- | --- | --- | --- | --- | --- |")
    for name in SETS:
        for seed in range(int(sys.argv[4]) if len(sys.argv) > 4 else 2):
            for row in rows_of(tool, data, name, seed, runs):
                print(row, flush=True)

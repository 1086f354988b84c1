"""Whether the direction of edges helps where neighbours are not alike: directed Chameleon and Squirrel, in NumPy. Prints Markdown (NMI, mean of two
seeds; labels are used for scoring only).

Usage: direction.py CGSD SHARED_DATA      needs numpy, scipy, scikit-learn

The coordinates are z-scores reduced to 32 columns, rows of length 1, as the default uses them there (it leaves edges out on Chameleon and pushes a
little on Squirrel). To them are added, or by them are smoothed: degree-discounted co-citation (pages that the same pages point to) and co-reference
(pages that point to the same pages), edges forwards and backwards, and singular vectors of the directed adjacency.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import svds
from sklearn.cluster import KMeans
from sklearn.metrics import normalized_mutual_info_score

SETS = ["chameleon", "squirrel"]


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def half(rows):
    return rows / np.sqrt(np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))


def z_scores(x, rank=32):
    x = x[:, x.std(0) > 0]
    u, s, _ = np.linalg.svd((x - x.mean(0)) / x.std(0), full_matrices=False)
    return unit((u * s)[:, :rank])


def discounted(b):
    """Rows that share columns, both discounted by the root of their degrees."""
    rows, columns = (np.maximum(np.asarray(b.sum(axis)).ravel(), 1) ** -0.5 for axis in (1, 0))
    m = sp.diags(rows) @ b @ sp.diags(columns)
    shared = (m @ m.T).tocsr()
    return shared - sp.diags(shared.diagonal())


def walk(w):
    """One step that may rest with the weight of a mean entry."""
    w = w / w.data.mean()
    return sp.diags(1 / (np.asarray(w.sum(1)).ravel() + 1)) @ (w + sp.eye(w.shape[0]))


def singular_vectors(a, count=8):
    t = a.sum() / a.shape[0]
    out, into = (np.asarray(a.sum(axis)).ravel() + t for axis in (1, 0))
    u, s, vt = svds(sp.diags(out**-0.5) @ a @ sp.diags(into**-0.5), k=count + 1, random_state=0)
    order = np.argsort(-s)[1:]
    return [unit(v - v.mean(0)) for v in (u[:, order], vt[order].T)]


def score(points, labels):
    found = [KMeans(len(set(labels)), n_init=10, random_state=seed).fit(half(points)).labels_ for seed in (0, 1)]
    return np.mean([normalized_mutual_info_score(labels, f) for f in found])


def variants(z, a):
    yield "attributes alone", z
    for name, w in {"co-citation": discounted(a.T.tocsr()), "co-reference": discounted(a), "forwards": a, "backwards": a.T.tocsr()}.items():
        p = walk(w)
        yield f"{name}, two steps", half(z + p @ z + p @ (p @ z))
        yield f"{name}, beside the attributes", np.hstack([z, half(p @ z) / 2])
    left, right = singular_vectors(a)
    yield "left singular vectors beside them", np.hstack([z, left / 2])
    yield "right singular vectors beside them", np.hstack([z, right / 2])


def main():
    cgsd, shared = sys.argv[1], pathlib.Path(sys.argv[2])
    table = {}
    for name in SETS:
        data = np.load(shared / f"{name}_directed.npz")
        e, labels, n = data["edges"], data["node_labels"], len(data["node_labels"])
        e = e[e[:, 0] != e[:, 1]]
        a = sp.csr_matrix((np.ones(len(e)), (e[:, 0], e[:, 1])), (n, n))
        a.data[:] = 1
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([cgsd, "detect", shared / f"{name}.npz", "-k", str(len(set(labels))), "-o", folder, "--json"], check=True,
                                 capture_output=True, text=True)
        table.setdefault("the default", {})[name] = json.loads(ran.stdout)["quality"]["nmi"]
        for variant, points in variants(z_scores(data["node_features"].astype(float)), a):
            table.setdefault(variant, {})[name] = score(points, labels)
    print("| | " + " | ".join(SETS) + " |\n| --- |" + " --- |" * len(SETS))
    for variant, scores in table.items():
        print(f"| {variant} | " + " | ".join(f"{scores[name]:.3f}" for name in SETS) + " |")


if __name__ == "__main__":
    main()

"""Planted partitions with what real data have and plain block models lack: the default beside simple methods. Prints Markdown (NMI).

Usage: hard_battery.py CGSD [REALISATIONS] [SEED]      needs numpy, scipy
"Shortfall" is how far the default is below the best of K-means, NJW on a k-NN graph, Leiden, spectral clustering and SSGC, all given
the planted number. The default was not developed on these graphs.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

import numpy as np
import scipy.sparse as sp

METHODS = ["default", "kmeans", "knn-njw", "leiden", "spectral", "ssgc"]


def sizes_of(n, c, skew, random):
    """Sizes of communities: equal, or falling as a power of their rank."""
    share = np.arange(1, c + 1, dtype=float) ** -skew
    labels = np.repeat(np.arange(c), np.maximum(4, np.round(share / share.sum() * n)).astype(int))
    return random.permutation(labels)


def edges_of(labels, degree, within, random, tail=0.0):
    """Each edge joins its ends within a community with probability `within`, else anywhere; nodes weigh as a power law if `tail`."""
    n = len(labels)
    weight = random.pareto(tail, n) + 1 if tail else np.ones(n)
    count = int(n * degree / 2)
    u = random.choice(n, count, p=weight / weight.sum())
    v = random.choice(n, count, p=weight / weight.sum())
    inside = random.random(count) < within
    for community in np.unique(labels):
        members = np.flatnonzero(labels == community)
        mine = inside & (labels[u] == community)
        v[mine] = random.choice(members, mine.sum(), p=weight[members] / weight[members].sum())
    pairs = np.sort(np.column_stack([u, v]), axis=1)
    return np.unique(pairs[pairs[:, 0] != pairs[:, 1]], axis=0)


def words_of(labels, vocabulary, per_node, signal, random):
    """Bags of words: a word is one of its community's with probability `signal`, else of everybody's, by power-law frequency."""
    c, n = labels.max() + 1, len(labels)
    common = 1 / np.arange(1, vocabulary + 1)
    common /= common.sum()
    own = [random.permutation(vocabulary)[: max(5, vocabulary // 20)] for _ in range(c)]
    x = np.zeros((n, vocabulary))
    for i in range(n):
        count = max(1, random.poisson(per_node))
        of_own = random.random(count) < signal
        x[i, random.choice(own[labels[i]], of_own.sum())] = 1
        x[i, random.choice(vocabulary, (~of_own).sum(), p=common)] = 1
    return x


def numbers_of(labels, columns, separation, random):
    return random.standard_normal((labels.max() + 1, columns))[labels] * separation / np.sqrt(2) + random.standard_normal((len(labels), columns))


def alike_but_not_in_class(random):
    """Ties follow an interest that attributes show too, and that has nothing to do with the classes."""
    labels, interest = sizes_of(800, 4, 0, random), sizes_of(800, 10, 0, random)
    return labels, edges_of(interest, 8, 0.5, random), np.hstack([words_of(labels, 400, 12, 0.5, random), words_of(interest, 400, 4, 0.3, random)])


def dead_columns(random):
    labels = sizes_of(800, 5, 0, random)
    x = numbers_of(labels, 20, 1.2, random)
    return labels, edges_of(labels, 10, 0.5, random), np.hstack([x, np.zeros((800, 30)), np.ones((800, 10)), random.standard_normal((800, 60)) * 10 ** random.uniform(-3, 3, 60)])


def noisy_words(random):
    labels = sizes_of(1000, 6, 0, random)
    return labels, edges_of(labels, 6, 0.45, random), np.hstack([words_of(labels, 300, 10, 0.35, random), random.random((len(labels), 1500)) < 0.01])


def heavy_tails(random):
    labels = sizes_of(1200, 5, 0, random)
    return labels, edges_of(labels, 8, 0.5, random, tail=2.0), words_of(labels, 500, 12, 0.3, random)


def unequal(random):
    labels = sizes_of(1200, 8, 1.0, random)
    return labels, edges_of(labels, 10, 0.55, random), words_of(labels, 500, 12, 0.35, random)


def many(c):
    def draw(random):
        labels = sizes_of(20 * c + 400, c, 0, random)
        return labels, edges_of(labels, 12, 0.6, random), words_of(labels, 1500, 20, 0.5, random)
    return draw


def missing(random):
    labels = sizes_of(1000, 5, 0, random)
    x = words_of(labels, 500, 12, 0.4, random)
    x[random.random(len(labels)) < 0.4] = 0
    return labels, edges_of(labels, 8, 0.5, random), x


CASES = {"neighbours alike in attributes, not in class": alike_but_not_in_class, "dead and noisy columns": dead_columns,
         "1,500 noisy words": noisy_words, "heavy-tailed degrees": heavy_tails, "unequal communities": unequal, "2 communities": many(2),
         "40 communities": many(40), "100 communities": many(100), "200 communities": many(200), "40 % without attributes": missing}


def nmi_of(cgsd, graph, method, c, folder):
    ran = subprocess.run([cgsd, "detect", graph, "--method", method, "-k", str(c), "-o", folder / method, "--json"], capture_output=True, text=True)
    return json.loads(ran.stdout)["quality"]["nmi"] if ran.returncode == 0 else float("nan")


def main():
    cgsd = sys.argv[1]
    realisations, seed = (int(sys.argv[2]) if len(sys.argv) > 2 else 2), (int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    print("| graph | " + " | ".join(METHODS) + " | shortfall |\n|" + " --- |" * (2 + len(METHODS)))
    for name, draw in CASES.items():
        scores = []
        for i in range(realisations):
            labels, edges, x = draw(np.random.default_rng([seed, i, len(name)]))
            rows = sp.csr_matrix(x.astype(np.float32))
            with tempfile.TemporaryDirectory() as where:
                graph = pathlib.Path(where) / "graph.npz"
                np.savez(graph, edges=edges, node_labels=labels, features_data=rows.data, features_indices=rows.indices,
                         features_indptr=rows.indptr.astype(np.int64), features_shape=np.array(rows.shape))
                scores.append([nmi_of(cgsd, graph, method, labels.max() + 1, graph.parent) for method in METHODS])
        mean = np.mean(scores, axis=0)
        print(f"| {name} | " + " | ".join(f"{value:.3f}" for value in mean) + f" | {max(0.0, np.nanmax(mean[1:]) - mean[0]):.3f} |", flush=True)


if __name__ == "__main__":
    main()

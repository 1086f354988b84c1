"""Does the default still decide well where a graph is altered? The graphs it was developed on with half of the edges, 40 % of the
attributes' columns, half of the nodes, half of the classes, or 30 % of the edges moved; two realisations of each.

The default chooses a metric and what edges do. Beside it: the best of the six fixed choices (z-scores or tf-idf; edges unused,
push apart, pull together), picked for every graph with its labels, which no user could; the best single one of them over all
graphs; and methods that learn nothing. Prints Markdown: mean NMI per dataset.

Usage: perturbed.py CGSD DATA_DIR OUT      needs Debian's python3-scipy; OUT keeps graphs and cells
"""
import json
import pathlib
import statistics
import subprocess
import sys

import numpy
import scipy.sparse

DATASETS = ["cornell", "texas", "wisconsin", "chameleon", "squirrel", "cora", "actor", "tolokers", "amazon_computers"]
FIXED = {f"{metric} {filter}": {"diffusion.metric": metric, "diffusion.filter": filter}
         for metric in ("z_score", "idf") for filter in ("none", "push", "pull")}
OTHERS = ["kmeans", "leiden", "ssgc", "knn-njw"]
REALISATIONS = 2
FEWEST_EDGES = 50


def load(path):
    data = numpy.load(path)
    return data["edges"], scipy.sparse.csr_matrix(data["node_features"]), data["node_labels"]


def induced(edges, attributes, labels, kept):
    number = numpy.where(kept, numpy.cumsum(kept) - 1, -1)
    edges = number[edges]
    return edges[(edges >= 0).all(axis=1)], attributes[kept], numpy.unique(labels[kept], return_inverse=True)[1]


def moved(edges, nodes, share, random):
    edges = edges.copy()
    chosen = random.random(len(edges)) < share
    edges[chosen, 1] = random.integers(0, nodes, chosen.sum())
    return numpy.unique(numpy.sort(edges[edges[:, 0] != edges[:, 1]], axis=1), axis=0)


def perturbations(edges, attributes, labels, random):
    yield "edges", (edges[random.random(len(edges)) < .5], attributes, labels)
    if attributes.shape[1] > 20:
        yield "columns", (edges, attributes[:, random.random(attributes.shape[1]) < .4], labels)
    yield "nodes", induced(edges, attributes, labels, random.random(len(labels)) < .5)
    classes = numpy.unique(labels)
    if len(classes) > 3:
        chosen = random.choice(classes, len(classes) // 2, replace=False)
        yield "classes", induced(edges, attributes, labels, numpy.isin(labels, chosen))
    yield "moved", (moved(edges, len(labels), .3, random), attributes, labels)


def save(path, edges, attributes, labels):
    attributes = attributes[:, numpy.asarray((attributes != 0).sum(axis=0)).ravel() > 0].tocsr()
    attributes.sort_indices()
    numpy.savez(path, edges=edges.astype(numpy.int64), features_data=attributes.data.astype(numpy.float32),
                features_indices=attributes.indices.astype(numpy.int32), features_indptr=attributes.indptr.astype(numpy.int64),
                features_shape=numpy.array(attributes.shape, dtype=numpy.int64), node_labels=labels.astype(numpy.int64))


def make_graphs(data, out):
    names = {}
    for dataset in DATASETS:
        original = load(data / f"{dataset}.npz")
        for realisation in range(REALISATIONS):
            random = numpy.random.default_rng(100 + realisation)
            for kind, graph in perturbations(*original, random):
                if len(graph[0]) < FEWEST_EDGES:
                    continue
                name = f"{dataset}_{kind}_{realisation}"
                save(out / f"{name}.npz", *graph)
                names[name] = dataset
    return names


def main(cgsd, data, out):
    out.mkdir(parents=True, exist_ok=True)
    dataset_of = make_graphs(data, out)
    fixed = [{"method": "default", "label": label, "options": options} for label, options in FIXED.items()]
    spec = {"name": "perturbed graphs", "methods": ["default", *fixed, *OTHERS],
            "datasets": [str(out / f"{name}.npz") for name in dataset_of], "seeds": 1}
    (out / "spec.json").write_text(json.dumps(spec))
    subprocess.run([cgsd, "compare", out / "spec.json", "-o", out / "cells", "--format", "csv"], check=True, stdout=subprocess.DEVNULL)
    nmi = {}
    for line in (out / "cells" / "cells.jsonl").read_text().splitlines():
        cell = json.loads(line)
        nmi[cell["method"], cell["dataset"]] = cell["nmi"]
    print("| dataset | graphs | default | best fixed choice, by labels | most it lacks | " + " | ".join([*FIXED, *OTHERS]) + " |")
    print("| --- " * (5 + len(FIXED) + len(OTHERS)) + "|")
    for title, graphs in [*((d, [n for n in dataset_of if dataset_of[n] == d]) for d in DATASETS), ("all", list(dataset_of))]:
        mean = {m: statistics.mean(nmi[m, g] for g in graphs) for m in ["default", *FIXED, *OTHERS]}
        best = {g: max(nmi[m, g] for m in FIXED) for g in graphs}
        lacks = max(best[g] - nmi["default", g] for g in graphs)
        figures = [mean["default"], statistics.mean(best.values()), lacks, *(mean[m] for m in [*FIXED, *OTHERS])]
        print(f"| {title} | {len(graphs)} | " + " | ".join(f"{figure:.3f}" for figure in figures) + " |")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*(pathlib.Path(word).resolve() for word in sys.argv[1:]))

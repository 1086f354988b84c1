"""Do communities keep their ids if a graph changes a little? Each graph is changed by 1 %: edges removed, edges added, edges moved,
nodes removed, nodes added (the other way round: the first run lacks them), and all of it at once.

The first run is that of a user who says nothing (`cgsd detect GRAPH`); the second has --previous. Printed: the share of the nodes of both
runs that keep the id of their community. Beside it, of all changes at once: the same for nodes that have edges in both graphs, and without
--previous (the changed graph divided anew into as many communities, matched afterwards as well as possible). No label is read. Prints
Markdown: mean and, in brackets, least of the realisations.

Usage: stable_ids.py CGSD DATA_DIR OUT [--levels] [NAME …]      needs Debian's python3-scipy
--levels: of the finest level in place of the run's own. NAMEs: these datasets alone.
"""
import csv
import json
import pathlib
import statistics
import subprocess
import sys

import numpy
import scipy.optimize
import scipy.sparse

DATASETS = ["cora", "citeseer", "acm", "texas", "chameleon", "blogcatalog", "football", "polblogs", "email_eu_core"]
PLANTED = {"planted, clear": ["--communities", "6", "--heterophily", ".2", "--nodes", "1200", "--mean-degree", "10"],
           "planted, faint": ["--communities", "6", "--heterophily", ".5", "--nodes", "1200", "--mean-degree", "8"]}
REALISATIONS = 3
SHARE = .01


def load(path):
    data = numpy.load(path, allow_pickle=False)
    edges = numpy.unique(numpy.sort(data["edges"].reshape(-1, 2), axis=1), axis=0)
    if "node_features" in data:
        attributes = scipy.sparse.csr_matrix(data["node_features"])
    elif "features_data" in data:
        attributes = scipy.sparse.csr_matrix((data["features_data"], data["features_indices"], data["features_indptr"]),
                                             shape=tuple(data["features_shape"]))
    else:
        attributes = None
    nodes = attributes.shape[0] if attributes is not None else int(edges.max()) + 1
    if attributes is not None and attributes.shape[1] == 0:
        attributes = None
    return edges[edges[:, 0] != edges[:, 1]], attributes, numpy.arange(nodes)


def induced(edges, attributes, names, kept):
    number = numpy.where(kept, numpy.cumsum(kept) - 1, -1)
    edges = number[edges]
    return edges[(edges >= 0).all(axis=1)], None if attributes is None else attributes[kept], names[kept]


def added(edges, nodes, count, random):
    drawn = numpy.sort(random.integers(0, nodes, (count, 2)), axis=1)
    return numpy.unique(numpy.concatenate([edges, drawn[drawn[:, 0] != drawn[:, 1]]]), axis=0)


def changes(graph, random):
    """Pairs of a graph and what became of it, by the kind of change."""
    edges, attributes, names = graph
    count = max(1, round(SHARE * len(edges)))
    fewer = edges[random.permutation(len(edges))[count:]]
    some = random.permutation(len(names)) >= max(1, round(SHARE * len(names)))
    yield "edges removed", graph, (fewer, attributes, names)
    yield "edges added", graph, (added(edges, len(names), count, random), attributes, names)
    yield "edges moved", graph, (added(fewer, len(names), count, random), attributes, names)
    yield "nodes removed", graph, induced(*graph, some)
    yield "nodes added", induced(*graph, some), graph
    yield "all", graph, induced(added(fewer, len(names), count, random), attributes, names, some)


def save(path, edges, attributes, names):
    arrays = {"edges": edges.astype(numpy.int64), "node_names": numpy.array([f"n{name}" for name in names])}
    if attributes is not None:
        attributes = attributes.tocsr()
        attributes.sort_indices()
        arrays |= {"features_data": attributes.data.astype(numpy.float32), "features_indices": attributes.indices.astype(numpy.int32),
                   "features_indptr": attributes.indptr.astype(numpy.int64), "features_shape": numpy.array(attributes.shape, dtype=numpy.int64)}
    numpy.savez(path, **arrays)


def detect(cgsd, graph, run, *words):
    subprocess.run([cgsd, "detect", graph, "-o", run, "--quiet", *words], check=True, stdout=subprocess.DEVNULL)


def column(run, levels):
    with open(run / ("levels.csv" if levels else "communities.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    name = max((n for n in rows[0] if n.startswith("level_")), key=lambda n: int(n[6:])) if levels else "community"
    return {row["node"]: int(row[name]) for row in rows}


def linked(edges, names):
    return {f"n{names[v]}" for v in numpy.unique(edges)}


def kept(before, after, of=None):
    shared = before.keys() & after.keys() & (before.keys() if of is None else of)
    return sum(before[v] == after[v] for v in shared) / len(shared)


def matched(before, after):
    """The share that would keep an id under the best one-to-one matching."""
    shared = sorted(before.keys() & after.keys())
    old = numpy.unique([before[v] for v in shared], return_inverse=True)[1]
    new = numpy.unique([after[v] for v in shared], return_inverse=True)[1]
    table = scipy.sparse.coo_matrix((numpy.ones(len(shared)), (old, new))).toarray()
    rows, columns = scipy.optimize.linear_sum_assignment(-table)
    return table[rows, columns].sum() / len(shared)


def shares(cgsd, graph, out, levels):
    """Of every kind of change: (of all nodes, of those with edges, without --previous) of each realisation."""
    result = {}
    words = ["--levels"] if levels else []
    for realisation in range(REALISATIONS):
        for kind, first, second in changes(graph, numpy.random.default_rng(realisation)):
            save(out / "first.npz", *first)
            save(out / "second.npz", *second)
            detect(cgsd, out / "first.npz", out / "first", *words)
            detect(cgsd, out / "second.npz", out / "kept", "--previous", out / "first", *words)
            before = column(out / "first", levels)
            communities = json.loads((out / "first" / "manifest.json").read_text())["communities"]["count"]
            detect(cgsd, out / "second.npz", out / "anew", "-k", str(communities), *words)
            after = column(out / "kept", levels)
            both = linked(first[0], first[2]) & linked(second[0], second[2])
            figures = kept(before, after), kept(before, after, both), matched(before, column(out / "anew", levels))
            result.setdefault(kind, []).append(figures)
    return result


def graphs(cgsd, data, out, names):
    for name in names or DATASETS:
        yield name, load(data / f"{name}.npz")
    for name, options in {} if names else PLANTED.items():
        subprocess.run([cgsd, "generate", "-o", out / "planted.npz", "--quiet", *options], check=True, stdout=subprocess.DEVNULL)
        yield name, load(out / "planted.npz")


def main(cgsd, data, out, names, levels):
    out.mkdir(parents=True, exist_ok=True)
    kinds = None
    for name, graph in graphs(cgsd, data, out, names):
        result = shares(cgsd, graph, out, levels)
        if kinds is None:
            kinds = list(result)
            print("| % of nodes that keep their id | " + " | ".join(kinds) + " | all, nodes with edges | all, without `--previous` |")
            print("| --- " * (len(kinds) + 3) + "|")
        cells = [[figures[0] for figures in result[kind]] for kind in kinds]
        cells += [[figures[i] for figures in result["all"]] for i in (1, 2)]
        print(f"| {name} | " + " | ".join(f"{100 * statistics.mean(c):.1f} ({100 * min(c):.1f})" for c in cells) + " |", flush=True)


if __name__ == "__main__":
    arguments = [word for word in sys.argv[1:] if word != "--levels"]
    if len(arguments) < 3:
        sys.exit(__doc__)
    main(*(pathlib.Path(word).resolve() for word in arguments[:3]), arguments[3:], "--levels" in sys.argv)

"""Differential tests: random small graphs and points, computed by cgsd and by scipy, scikit-learn, igraph and networkx.

Usage: twins.py TWINS_BINARY GRAPHS [FIRST]     with Debian's packages; without them the test is skipped (77)

Every graph is written by networkx or scipy in one of the formats that cgsd reads; what it has read is compared with what was written:
nodes, edges, weights, components, degrees, Forman's curvature by its formula, eigenvalues of the normalised Laplacian, modularity and
conductance of a random partition, agreement of two partitions, k nearest neighbours, and that neither K-means nor Leiden is worse.
"""
import collections
import json
import math
import pathlib
import random as python_random
import subprocess
import sys
import tempfile
import warnings

try:
    import igraph
    import networkx as nx
    import numpy as np
    import scipy.io
    import scipy.optimize
    import scipy.sparse
    from sklearn import cluster, metrics, neighbors
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

warnings.simplefilter("ignore")
BATCH = 100
# How much worse a search may end than the other program's, on graphs and points this small. Both draw at random, so a few cases may be
# beyond the margin, though none beyond the end.
LEIDEN_MARGIN, LEIDEN_END, LEIDEN_MEAN_MARGIN = 0.03, 0.05, 0.001        # of modularity: on one graph, on any, on average
INERTIA_MARGIN, INERTIA_END, INERTIA_MEAN_MARGIN = 1.05, 1.20, 1.005     # ratio of inertias
BEYOND = 0.005                                                           # the share of cases that may be beyond a margin


# ── graphs ──

def random_graph(random):
    """A networkx graph of one of six kinds, with names, weights and loops or without."""
    nodes, seed = int(random.integers(4, 40)), int(random.integers(2**31))
    kind = random.integers(6)
    if kind == 0:
        graph = nx.gnp_random_graph(nodes, random.uniform(0.05, 0.6), seed=seed)
    elif kind == 1:
        graph = nx.barabasi_albert_graph(nodes, int(random.integers(1, 4)), seed=seed)
    elif kind == 2:
        graph = nx.planted_partition_graph(int(random.integers(2, 5)), int(random.integers(3, 9)), 0.7, 0.08, seed=seed)
    elif kind == 3:
        graph = nx.disjoint_union(nx.cycle_graph(nodes), nx.star_graph(int(random.integers(1, 9))))
    elif kind == 4:
        graph = nx.watts_strogatz_graph(nodes, 4, 0.2, seed=seed)
    else:
        graph = nx.complete_bipartite_graph(int(random.integers(1, 8)), int(random.integers(1, 8)))
    graph = nx.Graph(graph.edges()) if kind == 2 else graph
    if graph.number_of_edges() == 0:
        graph.add_edge(0, 1)
    if random.random() < 0.5:
        for _, _, data in graph.edges(data=True):
            data["weight"] = float(np.round(random.uniform(0.1, 9.0), 3))
    if random.random() < 0.2:
        loop = int(random.integers(graph.number_of_nodes()))
        graph.add_edge(loop, loop, **({"weight": 2.0} if is_weighted(graph) else {}))
    return graph


def is_weighted(graph):
    return any("weight" in data for _, _, data in graph.edges(data=True))


def without_loops(graph):
    plain = graph.copy()
    plain.remove_edges_from(list(nx.selfloop_edges(graph)))
    return plain


# ── formats: each writes the graph and returns it as a reader should see it ──

def connected_nodes(graph):
    """An edge list knows the ends of edges, loops too."""
    return graph.subgraph([v for v in graph if graph.degree(v) > 0]).copy()


def named(graph):
    return nx.relabel_nodes(graph, {v: f"node {v}" for v in graph})


def write_csv(graph, file):
    graph = connected_nodes(named(graph))
    weighted = is_weighted(graph)
    with open(file, "w") as out:
        out.write("source,target" + (",weight" if weighted else "") + "\n")
        for u, v, w in graph.edges(data="weight", default=1.0):
            out.write(f"{u},{v}" + (f",{w!r}" if weighted else "") + "\n")
    return graph


def write_edge_list(graph, file):
    graph = connected_nodes(nx.relabel_nodes(graph, {v: f"n{v}" for v in graph}))
    (nx.write_weighted_edgelist if is_weighted(graph) else lambda g, f: nx.write_edgelist(g, f, data=False))(graph, file)
    return graph


def write_networkx_edge_list(graph, file):
    graph = connected_nodes(nx.relabel_nodes(graph, {v: f"n{v}" for v in graph}))
    nx.write_edgelist(graph, file, data=True)
    return graph


def write_node_link(graph, file):
    graph = named(graph)
    pathlib.Path(file).write_text(json.dumps(nx.node_link_data(graph)))
    return graph


def by_networkx(write):
    def write_named(graph, file):
        graph = named(graph)
        write(graph, file)
        return graph
    return write_named


def write_matrix_market(graph, file):
    order = sorted(graph)
    scipy.io.mmwrite(file, scipy.sparse.coo_matrix(nx.to_scipy_sparse_array(graph, nodelist=order)), symmetry="symmetric")
    return nx.relabel_nodes(graph, {v: str(i) for i, v in enumerate(order)})


def write_scipy(graph, file):
    order = sorted(graph)
    scipy.sparse.save_npz(file, scipy.sparse.csr_matrix(nx.to_scipy_sparse_array(graph, nodelist=order)))
    return nx.relabel_nodes(graph, {v: str(i) for i, v in enumerate(order)})


FORMATS = {"csv": write_csv, "txt": write_edge_list, "edgelist": write_networkx_edge_list, "json": write_node_link,
           "gml": by_networkx(nx.write_gml), "gexf": by_networkx(nx.write_gexf), "graphml": by_networkx(nx.write_graphml),
           "mtx": write_matrix_market, "npz": write_scipy}


# ── the same figures by others ──

def forman(graph, u, v):
    return 4 - graph.degree(u) - graph.degree(v)


def laplacian_eigenvalues(graph):
    """I − D^−½ A D^−½ with a 1 on the diagonal of a node without edges, as cgsd has it."""
    a = nx.to_numpy_array(graph)
    degree = a.sum(axis=1)
    root = np.where(degree > 0, 1 / np.sqrt(np.where(degree > 0, degree, 1)), 0)
    return np.linalg.eigvalsh(np.eye(len(a)) - root[:, None] * a * root)


def best_accuracy(truth, found):
    table = metrics.cluster.contingency_matrix(truth, found)
    rows, columns = scipy.optimize.linear_sum_assignment(-table)
    return table[rows, columns].sum() / len(truth)


def conductances(graph, found):
    total = graph.number_of_nodes()
    for c in set(found.values()):
        inside = [v for v in graph if found[v] == c]
        volume = nx.volume(graph, inside, weight="weight")
        rest = nx.volume(graph, set(graph) - set(inside), weight="weight")
        if len(inside) < total and volume > 0 and rest > 0:
            yield nx.conductance(graph, inside, weight="weight")


class Comparison:
    """Counts what was compared, and keeps the first differences of each kind."""

    def __init__(self):
        self.compared, self.faults = collections.Counter(), []
        self.leiden, self.inertia = [], []

    def same(self, what, ours, theirs, case, tolerance=0.0):
        self.compared[what] += 1
        ours, theirs = np.asarray(ours, dtype=float), np.asarray(theirs, dtype=float)
        if ours.shape != theirs.shape or not np.allclose(ours, theirs, rtol=tolerance, atol=tolerance, equal_nan=True):
            self.faults.append(f"{what} of {case}: cgsd {ours.tolist()}, others {theirs.tolist()}")

    def holds(self, what, truth, case, detail=""):
        self.compared[what] += 1
        if not truth:
            self.faults.append(f"{what} of {case}: {detail}")

    def graph(self, answer, graph, case):
        names = answer["names"]
        read = {frozenset((names[u], names[v])): w for u, v, w, _ in answer["edges"]}
        written = {frozenset((u, v)): w for u, v, w in graph.edges(data="weight", default=1.0)}
        self.holds("nodes", sorted(names) == sorted(graph), case, f"{sorted(names)[:9]} … for {sorted(graph)[:9]} …")
        self.holds("edges", read.keys() == written.keys(), case, f"{len(read)} for {len(written)}")
        if read.keys() != written.keys() or sorted(names) != sorted(graph):
            return False
        self.same("weights", [read[e] for e in read], [written[e] for e in read], case, 1e-12)
        self.same("Forman", [k for _, _, _, k in answer["edges"]], [forman(graph, names[u], names[v]) for u, v, _, _ in answer["edges"]], case)
        return True

    def structure(self, answer, graph, case):
        names = answer["names"]
        _, component = scipy.sparse.csgraph.connected_components(nx.to_scipy_sparse_array(graph, nodelist=names, weight=None))
        pairs = set(zip(answer["component_of"], component.tolist()))
        self.holds("components", len(pairs) == len(set(component)) == len(set(answer["component_of"])), case)
        degrees = np.array([d for _, d in graph.degree()])
        self.same("degrees", answer["degrees"], [degrees.mean(), np.median(degrees), degrees.min(), degrees.max(), (degrees == 0).sum()], case, 1e-12)
        expected = laplacian_eigenvalues(graph)
        self.same("eigenvalues", answer["eigenvalues"], expected, case, 1e-8)
        self.same("few eigenvalues", answer["few_eigenvalues"], expected[:4], case, 1e-6)

    def partitions(self, answer, graph, classes, case):
        names = answer["names"]
        truth, found = ([classes[v][side] for v in names] for side in (0, 1))
        ours = answer["agreement"]
        self.same("NMI", ours[0], metrics.normalized_mutual_info_score(truth, found), case, 1e-9)
        self.same("ARI", ours[2], metrics.adjusted_rand_score(truth, found), case, 1e-9)
        self.same("accuracy", ours[3], best_accuracy(truth, found), case, 1e-12)
        trivial = any(len(set(side)) in (1, len(side)) for side in (truth, found))
        if not trivial:  # scikit-learn calls these 1 or 0 by its own rule
            self.same("AMI", ours[1], metrics.adjusted_mutual_info_score(truth, found), case, 1e-8)
        groups = [{v for v in graph if classes[v][1] == c} for c in set(found)]
        modularity, _, conductance = (math.nan if x is None else x for x in answer["cut"])
        self.same("modularity", modularity, nx.algorithms.community.modularity(graph, groups), case, 1e-9)
        theirs = list(conductances(graph, dict(zip(names, found))))
        self.same("conductance", conductance, np.mean(theirs) if theirs else math.nan, case, 1e-9)

    def searches(self, answer, graph, points, question, case):
        peer = igraph.Graph.from_networkx(graph)
        weights = "weight" if is_weighted(graph) else None
        other = peer.community_leiden("modularity", weights=weights, n_iterations=-1)
        self.holds("Leiden's modularity", abs(answer["leiden"] - peer_modularity(peer, answer, weights)) < 1e-9, case)
        self.leiden.append(answer["leiden"] - peer.modularity(other, weights=weights))
        self.holds("Leiden not worse", self.leiden[-1] >= -LEIDEN_END, case, self.leiden[-1])
        k = question["neighbours"]
        unit = points / np.linalg.norm(points, axis=1, keepdims=True)
        nearest = neighbors.NearestNeighbors(n_neighbors=min(k, len(unit) - 1)).fit(unit)
        self.same("k-NN", answer["distances"], nearest.kneighbors()[0], case, 1e-5)
        fitted = cluster.KMeans(question["clusters"], n_init=10, random_state=0).fit(points)
        own = sum(((points[np.array(answer["clusters"]) == c] - points[np.array(answer["clusters"]) == c].mean(axis=0)) ** 2).sum()
                  for c in set(answer["clusters"]))
        self.same("K-means' inertia", answer["inertia"], own, case, 1e-4)
        self.inertia.append((answer["inertia"] + 1e-9) / (fitted.inertia_ + 1e-9))
        self.holds("K-means not worse", self.inertia[-1] <= INERTIA_END, case, self.inertia[-1])

    def searches_of_all(self):
        """Averages, and how many cases are beyond the margins; a sentence about both."""
        leiden, inertia = np.array(self.leiden), np.array(self.inertia)
        beyond = {"Leiden": int((leiden < -LEIDEN_MARGIN).sum()), "K-means": int((inertia > INERTIA_MARGIN).sum())}
        for search, cases in beyond.items():
            self.holds(f"{search} rarely worse", cases <= max(1, BEYOND * len(leiden)), "all", f"{cases} of {len(leiden)} beyond the margin")
        self.holds("Leiden on average", leiden.mean() >= -LEIDEN_MEAN_MARGIN, "all", leiden.mean())
        self.holds("K-means on average", inertia.mean() <= INERTIA_MEAN_MARGIN, "all", inertia.mean())
        return (f"Leiden's modularity less igraph's: mean {leiden.mean():+.5f}, least {leiden.min():+.5f}, {beyond['Leiden']} beyond {-LEIDEN_MARGIN}; "
                f"inertia over scikit-learn's: mean {inertia.mean():.5f}, most {inertia.max():.5f}, {beyond['K-means']} beyond {INERTIA_MARGIN}")


def peer_modularity(peer, answer, weights):
    """igraph's modularity of our partition."""
    of_name = dict(zip(answer["names"], answer["leiden_of"]))
    return peer.modularity([of_name[v] for v in peer.vs["_nx_name"]], weights=weights)


def question_of(number, directory):
    """A graph in a file, two partitions of its nodes, and points."""
    random = np.random.default_rng(number)
    suffix = list(FORMATS)[number % len(FORMATS)]
    file = directory / f"{number}.{suffix}"
    graph = without_loops(FORMATS[suffix](random_graph(random), str(file)))
    most = int(random.integers(1, 7))
    classes = {v: [int(random.integers(most)), int(random.integers(most))] for v in graph}
    if random.random() < 0.5:
        classes = {v: [a, a if random.random() < 0.8 else b] for v, (a, b) in classes.items()}
    centres = random.normal(0, 3, (3, 4))
    points = np.array([centres[random.integers(3)] + random.normal(0, 1, 4) for _ in range(random.integers(8, 30))], dtype=np.float32)
    question = {"file": str(file), "of_name": classes, "points": points.tolist(), "neighbours": int(random.integers(1, 6)), "clusters": int(random.integers(2, 5))}
    return question, graph, points


def compare_batch(binary, numbers, comparison):
    with tempfile.TemporaryDirectory() as name:
        asked = [question_of(number, pathlib.Path(name)) for number in numbers]
        result = subprocess.run([binary], input="\n".join(json.dumps(q) for q, _, _ in asked), capture_output=True, text=True, timeout=600)
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert result.returncode == 0 and len(answers) == len(asked), result.stderr
    for number, answer, (question, graph, points) in zip(numbers, answers, asked):
        case = f"graph {number} ({pathlib.Path(question['file']).suffix[1:]}, {graph.number_of_nodes()} nodes)"
        comparison.holds("reading", "error" not in answer, case, answer.get("error"))
        if "error" in answer or not comparison.graph(answer, graph, case):
            continue
        comparison.structure(answer, graph, case)
        comparison.partitions(answer, graph, question["of_name"], case)
        comparison.searches(answer, graph, points, question, case)


def main():
    binary, graphs, first = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 0
    comparison = Comparison()
    python_random.seed(first)  # which igraph draws from
    for begin in range(first, first + graphs, BATCH):
        compare_batch(binary, range(begin, min(begin + BATCH, first + graphs)), comparison)
    searches = comparison.searches_of_all()
    print(f"{graphs} graphs, {sum(comparison.compared.values())} comparisons: " + ", ".join(f"{what} {n}" for what, n in comparison.compared.items()))
    print(searches)
    print("\n".join(comparison.faults[:20]) or "no difference")
    print(f"{len(comparison.faults)} differences")
    return 1 if comparison.faults else 0


if __name__ == "__main__":
    sys.exit(main())

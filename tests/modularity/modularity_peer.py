"""Louvain and Leiden against igraph and leidenalg: 200 random graphs, and the datasets beside the project.

The modularity of our partition, recomputed by igraph, must not fall short of a peer's by more than 0.003 in the mean over
the graphs, nor by more than 0.02 on any; our own figure must agree with igraph's; and every community that our Leiden
finds must be connected. One start of Louvain is a gamble, theirs as ours: single results differ by up to 0.03 either way,
so the bound for any one graph is not asked of that.

Usage: modularity_peer.py DRIVER SHARED_DIR
"""
import json
import pathlib
import random
import statistics
import subprocess
import sys

try:
    import igraph
    import leidenalg
    import numpy
except ImportError as missing:
    print(f"skipped: {missing} (Debian packages python3-igraph, python3-leidenalg)")
    sys.exit(77)

WORST_SHORTFALL = 0.02
MEAN_SHORTFALL = 0.003
CONTENDERS = {  # name: method, options, peers, whether the bound for any one graph holds for it
    "louvain": ("louvain", [], ["igraph"], True),
    "louvain restarts=1": ("louvain", ["restarts=1"], ["igraph"], False),
    "leiden": ("leiden", [], ["leidenalg n=2", "leidenalg n=-1"], True),
}
DRIVER, SHARED = sys.argv[1], pathlib.Path(sys.argv[2])


def erdos_renyi(choose):
    nodes = choose.randint(50, 2000)
    graph = igraph.Graph.Erdos_Renyi(n=nodes, p=choose.uniform(1, 12) / nodes)
    return graph, None


def block_model(choose):
    blocks = choose.randint(2, 20)
    sizes = [choose.randint(10, 100) for _ in range(blocks)]
    inside = choose.uniform(5, 9) / max(sizes)
    across = choose.uniform(0.5, 5) / sum(sizes)
    preferences = [[inside if a == b else across for a in range(blocks)] for b in range(blocks)]
    return igraph.Graph.SBM(sum(sizes), preferences, sizes), None


def barabasi_albert(choose):
    return igraph.Graph.Barabasi(n=choose.randint(50, 2000), m=choose.randint(1, 5)), None


def weighted_planted_partition(choose):
    """Edges everywhere alike; only the weights tell the communities apart."""
    nodes, groups = choose.randint(50, 1000), choose.randint(2, 12)
    graph = igraph.Graph.Erdos_Renyi(n=nodes, p=min(1.0, choose.uniform(6, 20) / nodes))
    weights = []
    for edge in graph.es:
        together = edge.source % groups == edge.target % groups
        weights.append(choose.expovariate(1.0) * (choose.uniform(2, 8) if together else 1.0))
    return graph, weights


GENERATORS = [erdos_renyi, block_model, barabasi_albert, weighted_planted_partition]


def random_graphs():
    for number in range(200):
        choose = random.Random(number)
        igraph.set_random_number_generator(choose)
        generate = GENERATORS[number % len(GENERATORS)]
        graph, weights = generate(choose)
        if graph.ecount() > 0:
            yield generate.__name__, graph, weights


def datasets():
    for path in sorted((SHARED / "data").glob("*.npz")):
        if path.stem.endswith("_directed"):
            continue
        with numpy.load(path) as arrays:
            graph = igraph.Graph(n=len(arrays["node_labels"]), edges=arrays["edges"].tolist())
        yield path.stem, graph.simplify(), None


def ours(method, graph, weights, *options):
    """Our membership and the evidence that came with it."""
    lines = [str(graph.vcount())]
    lines += [f"{e.source} {e.target} {weights[e.index] if weights else 1.0!r}" for e in graph.es]
    answer = subprocess.run([DRIVER, method, *options], input="\n".join(lines), capture_output=True, text=True, check=True)
    evidence, *membership = answer.stdout.splitlines()
    return list(map(int, membership)), json.loads(evidence)


def peers(graph, weights):
    """The modularity that the peers reach."""
    random.seed(1)
    levels = graph.community_multilevel(weights=weights)
    yield "igraph", graph.modularity(levels.membership, weights=weights)
    for iterations in (2, -1):
        found = leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, weights=weights, seed=1,
                                         n_iterations=iterations)
        yield f"leidenalg n={iterations}", graph.modularity(found.membership, weights=weights)


def disconnected(graph, membership):
    """Communities that fall apart."""
    communities = igraph.VertexClustering(graph, membership)
    return [c for c in range(len(communities)) if len(communities.subgraph(c).connected_components()) > 1]


def compare(graphs, failures):
    """{(contender, peer, kind): [our modularity − the peer's]}"""
    differences = {}
    for number, (kind, graph, weights) in enumerate(graphs):
        name = f"graph {number} ({kind}, {graph.vcount()} nodes, {graph.ecount()} edges)"
        theirs = dict(peers(graph, weights))
        for contender, (method, options, rivals, bound_for_each) in CONTENDERS.items():
            membership, evidence = ours(method, graph, weights, *options)
            reached = graph.modularity(membership, weights=weights)
            if abs(reached - evidence["modularity"]) > 1e-9:
                failures.append(f"{name}: {contender} says {evidence['modularity']}, igraph computes {reached}")
            if method == "leiden" and disconnected(graph, membership):
                failures.append(f"{name}: leiden's communities {disconnected(graph, membership)} are not connected")
            for peer in rivals:
                difference = reached - theirs[peer]
                differences.setdefault((contender, peer, kind), []).append(difference)
                if bound_for_each and difference < -WORST_SHORTFALL:
                    failures.append(f"{name}: {contender} falls short of {peer} by {-difference:.4f}")
    return differences


def report(title, differences, failures):
    print(f"{title}: our modularity − the peer's")
    print(f"{'ours':20}{'peer':16}{'':28}{'graphs':>7}{'mean':>10}{'worst':>10}{'best':>10}")
    for contender, (_, _, rivals, _) in CONTENDERS.items():
        for peer in rivals:
            rows = {key[2]: values for key, values in differences.items() if key[:2] == (contender, peer)}
            rows["all"] = [value for values in rows.values() for value in values]
            for kind, values in rows.items():
                print(f"{contender:20}{peer:16}{kind:28}{len(values):7}{statistics.mean(values):+10.5f}"
                      f"{min(values):+10.5f}{max(values):+10.5f}")
            shortfall = -statistics.mean(rows["all"])
            if shortfall > MEAN_SHORTFALL:
                failures.append(f"{title}: {contender} falls short of {peer} by {shortfall:.5f} in the mean")
    print()


def main():
    failures = []
    report("random graphs", compare(random_graphs(), failures), failures)
    if (SHARED / "data").is_dir():
        report("datasets", compare(datasets(), failures), failures)
    else:
        print(f"datasets: left out, {SHARED / 'data'} is not here")
    print("\n".join(failures) or "no shortfall, every community of leiden connected")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()

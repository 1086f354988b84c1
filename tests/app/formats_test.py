"""Graph files exchanged with networkx and igraph, both ways: what cgsd writes they read, and what they write comes back.

Usage: formats_test.py CGSD        with Debian's python3-networkx and python3-igraph; without them the test is skipped (77)
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import igraph
    import networkx as nx
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)


def cgsd(*words):
    result = subprocess.run([sys.argv[1], *map(str, words)], capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, (words, result.stderr)
    return result.stdout


def weights_of(graph):
    return {tuple(sorted((str(u), str(v)))): round(float(w), 12) for u, v, w in graph.edges(data="weight")}


def as_networkx(graph):
    """The same graph as igraph holds it; names are in the attribute `name` or, as GML has it, `label`."""
    names = graph.vs["name"] if "name" in graph.vs.attributes() else graph.vs["label" if "label" in graph.vs.attributes() else "id"]
    made = nx.Graph()
    made.add_nodes_from(names)
    made.add_weighted_edges_from((names[e.source], names[e.target], e["weight"]) for e in graph.es)
    return made


def people(directory):
    """Karate's club with words for names and odd weights, as an edge list."""
    random.seed(4)
    edges = [(f"p {u}", f"p {v}", random.random() * 10) for u, v in nx.karate_club_graph().edges()]
    file = directory / "people.csv"
    file.write_text("source,target,weight\n" + "".join(f"{u},{v},{w!r}\n" for u, v, w in edges))
    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    return file, graph


def node_link(path):
    data = json.loads(path.read_text())
    return nx.node_link_graph({**data, "links": data["edges"]})  # networkx 2 knows only the older word


def written_by_cgsd(directory, file, graph):
    readers = {
        "g.graphml": nx.read_graphml,
        "g.gml": lambda path: nx.read_gml(path),
        "g.gexf": lambda path: nx.read_gexf(path, relabel=True),
        "g.json": node_link,
        "g.net": lambda path: nx.Graph(nx.read_pajek(path)),
        "i.graphml": lambda path: as_networkx(igraph.Graph.Read_GraphML(str(path))),
        "i.gml": lambda path: as_networkx(igraph.Graph.Read_GML(str(path))),
        "i.net": lambda path: as_networkx(igraph.Graph.Read_Pajek(str(path))),
    }
    for name, read in readers.items():
        cgsd("convert", file, "-o", directory / name)
        assert weights_of(read(directory / name)) == weights_of(graph), name
    cgsd("convert", "karate", "-o", directory / "k.adjlist")
    assert nx.read_adjlist(directory / "k.adjlist", nodetype=int).number_of_edges() == 78
    cgsd("convert", "karate", "-o", directory / "k.graphml")
    assert {"class"} <= set(nx.read_graphml(directory / "k.graphml").nodes["0"]), "other programs see the class"


def written_by_networkx(directory, graph):
    writers = {
        "n.graphml": nx.write_graphml,
        "n.gml": nx.write_gml,
        "n.gexf": nx.write_gexf,
        "n.net": nx.write_pajek,
        "n.json": lambda made, path: path.write_text(json.dumps(nx.node_link_data(made))),
        "c.json": lambda made, path: path.write_text(json.dumps(nx.cytoscape_data(made))),
    }
    for name, write in writers.items():
        write(graph, directory / name)
        cgsd("convert", directory / name, "-o", directory / "back.csv")
        lines = (directory / "back.csv").read_text().splitlines()[2:]
        found = {tuple(sorted(line.split(",")[:2])): round(float(line.split(",")[2]), 12) for line in lines}
        assert found == weights_of(graph), name


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        place = pathlib.Path(made)
        source, expected = people(place)
        written_by_cgsd(place, source, expected)
        written_by_networkx(place, expected)
    print("networkx and igraph agree")

"""Makes tests/data/formats: graph files as people have them, written by the programs people use, and expected.json, which says
what a reader must find in each. The files are kept with the tests; this script is for the day they are to be made anew.

Usage: make_formats.py DIRECTORY     with Debian's python3-networkx, python3-igraph, python3-pandas (2022)
       make_formats.py DIRECTORY --new   with anndata and networkx of today, for the files that need them

Both know the same six people. What is expected is spelled out here and not read back from the files.
"""
import gzip
import json
import pathlib
import pickle
import sys
import tempfile

PEOPLE = ["Anna", "Ben", "Cem", "Dörte", "Eva", "Finn"]
AGE = [41, 38, 29, 63, 35, 52]
CITY = ["Berlin", "Bonn", "Berlin", "Köln", "Bonn", "Köln"]
EDGES = [(0, 1, 2.0), (0, 2, 1.0), (1, 2, 0.5), (3, 4, 3.0), (3, 5, 1.5), (4, 5, 1.0), (2, 3, 0.25)]
HERE = pathlib.Path(sys.argv[1])
EXPECTED = {}


def expect(name, format_name, **facts):
    """What must be found: `weights` true means those of EDGES, `columns` of the table, `named` people or their numbers."""
    EXPECTED[name] = {"format": format_name, **facts}


def text(name, content, encoding="utf-8"):
    (HERE / name).write_bytes(content.encode(encoding))


def networkx_graph(networkx, names=True, directed=False):
    graph = networkx.DiGraph() if directed else networkx.Graph()
    for i, person in enumerate(PEOPLE):
        graph.add_node(person if names else i, age=AGE[i], city=CITY[i])
    for u, v, w in EDGES:
        graph.add_edge(PEOPLE[u] if names else u, PEOPLE[v] if names else v, weight=w)
    return graph


def of_networkx():
    import networkx as nx

    graph = networkx_graph(nx)
    both = {"age": AGE, "city": CITY}
    nx.write_gml(graph, HERE / "networkx/people.gml")
    expect("networkx/people.gml", "gml", weights=True, columns=both, directed=False)
    nx.write_gml(networkx_graph(nx, directed=True), HERE / "networkx/directed.gml")
    expect("networkx/directed.gml", "gml", weights=True, columns=both, directed=True)
    nx.write_graphml(graph, HERE / "networkx/people.graphml")
    expect("networkx/people.graphml", "graphml", weights=True, columns=both, directed=False)
    nx.write_gexf(graph, HERE / "networkx/people.gexf")
    expect("networkx/people.gexf", "gexf", weights=True, columns=both, directed=False)
    text("networkx/node_link.json", json.dumps(nx.node_link_data(graph)))  # "links"
    expect("networkx/node_link.json", "json", weights=True, columns=both, directed=False)
    text("networkx/numbers.json", json.dumps(nx.node_link_data(networkx_graph(nx, names=False))))
    expect("networkx/numbers.json", "json", weights=True, columns=both, directed=False, named=False)
    text("networkx/cytoscape.json", json.dumps(nx.cytoscape_data(graph)))
    expect("networkx/cytoscape.json", "json", weights=True, columns=both, directed=False)
    for_pajek = networkx_graph(nx)
    for person in for_pajek:
        for_pajek.nodes[person]["age"] = str(for_pajek.nodes[person]["age"])
    nx.write_pajek(for_pajek, HERE / "networkx/people.net")
    expect("networkx/people.net", "pajek", weights=True, columns=both, directed=False)
    nx.write_edgelist(graph, HERE / "networkx/people.edgelist")
    expect("networkx/people.edgelist", "networkx_edgelist", weights=True, columns={})
    nx.write_edgelist(networkx_graph(nx, names=False), HERE / "networkx/numbers.edgelist", data=False)
    expect("networkx/numbers.edgelist", "edge_list", weights=False, columns={}, named=False)
    nx.write_weighted_edgelist(graph, HERE / "networkx/weighted.edgelist")
    expect("networkx/weighted.edgelist", "edge_list", weights=True, columns={})
    nx.write_adjlist(graph, HERE / "networkx/people.adjlist")
    expect("networkx/people.adjlist", "adjacency_list", weights=False, columns={})
    with open(HERE / "networkx/people.gpickle", "wb") as out:
        pickle.dump(graph, out)
    expect("networkx/people.gpickle", None, refused="a Python pickle")
    text("graphviz.dot", 'graph "people" {\n' + "".join(f"  {PEOPLE[u]} -- {PEOPLE[v]};\n" for u, v, _ in EDGES) + "}\n")
    expect("graphviz.dot", None, refused="DOT (Graphviz)")


def of_igraph():
    import igraph

    graph = igraph.Graph(n=6, edges=[(u, v) for u, v, _ in EDGES])
    graph.vs["name"] = PEOPLE
    graph.vs["age"] = AGE
    graph.vs["city"] = CITY
    graph.es["weight"] = [w for _, _, w in EDGES]
    both = {"age": AGE, "city": CITY}
    graph.write_graphml(str(HERE / "igraph/people.graphml"))
    expect("igraph/people.graphml", "graphml", weights=True, columns=both, directed=False)
    graph.write_gml(str(HERE / "igraph/people.gml"))
    expect("igraph/people.gml", "gml", weights=True, columns=both, directed=False)
    graph.vs["id"] = PEOPLE
    graph.write_pajek(str(HERE / "igraph/people.net"))
    expect("igraph/people.net", "pajek", weights=True, columns={}, directed=False)
    graph.write_ncol(str(HERE / "igraph/people.ncol"))
    expect("igraph/people.ncol", "edge_list", weights=True, columns={})
    graph.write_lgl(str(HERE / "igraph/people.lgl"))
    expect("igraph/people.lgl", None, refused="LGL")


def of_pandas():
    import pandas

    edges = pandas.DataFrame([(PEOPLE[u], PEOPLE[v], w) for u, v, w in EDGES], columns=["source", "target", "weight"])
    edges.to_csv(HERE / "pandas.csv")  # with its index, as most people leave it
    expect("pandas.csv", "edge_list", weights=True, columns={})
    edges.to_csv(HERE / "excel.txt", sep="\t", index=False, encoding="utf-16")  # Excel's "Unicode text"
    expect("excel.txt", "edge_list", weights=True, columns={})
    edges.to_json(HERE / "pandas_records.json", orient="records")
    expect("pandas_records.json", "json", weights=True, columns={})


def by_hand():
    """Programs that have no script: as Gephi, yEd, Cytoscape, d3's examples and Neo4j write them."""
    nodes = "".join(
        f'      <node id="{i + 1}" label="{p}">\n        <attvalues>\n          <attvalue for="age" value="{AGE[i]}"/>\n'
        f'          <attvalue for="city" value="{CITY[i]}"/>\n        </attvalues>\n        <viz:size value="10.0"/>\n'
        f'        <viz:position x="{i}.5" y="-3.25"/>\n      </node>\n'
        for i, p in enumerate(PEOPLE))
    edges = "".join(f'      <edge id="{i}" source="{u + 1}" target="{v + 1}" weight="{w}"/>\n' for i, (u, v, w) in enumerate(EDGES))
    text("gephi.gexf", '<?xml version=\'1.0\' encoding=\'UTF-8\'?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3" '
         'xmlns:viz="http://gexf.net/1.3/viz">\n  <meta lastmodifieddate="2024-05-01">\n    <creator>Gephi 0.10.1</creator>\n'
         '  </meta>\n  <graph defaultedgetype="undirected" mode="static">\n    <attributes class="node" mode="static">\n'
         '      <attribute id="age" title="Age" type="integer"/>\n      <attribute id="city" title="City" type="string"/>\n'
         f"    </attributes>\n    <nodes>\n{nodes}    </nodes>\n    <edges>\n{edges}    </edges>\n  </graph>\n</gexf>\n")
    expect("gephi.gexf", "gexf", weights=True, columns={"Age": AGE, "City": CITY}, directed=False)
    text("gephi_edges.csv", "Source,Target,Type,Id,Label,Weight\n" +
         "".join(f"{PEOPLE[u]},{PEOPLE[v]},Undirected,{i},,{w}\n" for i, (u, v, w) in enumerate(EDGES)))
    expect("gephi_edges.csv", "edge_list", weights=True, columns={})
    labels = "".join(f'    <node id="n{i}">\n      <data key="d6">\n        <y:ShapeNode>\n          <y:Geometry height="30.0"/>\n'
                     f"          <y:NodeLabel>{p}<y:LabelModel/></y:NodeLabel>\n        </y:ShapeNode>\n      </data>\n    </node>\n"
                     for i, p in enumerate(PEOPLE))
    arcs = "".join(f'    <edge id="e{i}" source="n{u}" target="n{v}"/>\n' for i, (u, v, _) in enumerate(EDGES))
    text("yed.graphml", '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
         '<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:y="http://www.yworks.com/xml/graphml">\n'
         '  <key for="node" id="d6" yfiles.type="nodegraphics"/>\n  <key for="edge" id="d10" yfiles.type="edgegraphics"/>\n'
         f'  <graph edgedefault="directed" id="G">\n{labels}{arcs}  </graph>\n</graphml>\n')
    expect("yed.graphml", "graphml", weights=False, columns={}, directed=True)
    text("newman.gml", 'Creator "Mark Newman on Sat Jul 22 05:32:16 2006"\ngraph\n[\n  directed 0\n' +
         "".join(f'  node\n  [\n    id {i}\n    label "{p}"\n  ]\n' for i, p in enumerate(PEOPLE)) +
         "".join(f"  edge\n  [\n    source {u}\n    target {v}\n    value {w}\n  ]\n" for u, v, w in EDGES) + "]\n",
         "iso-8859-1")
    expect("newman.gml", "gml", weights=True, columns={}, directed=False)
    text("d3.json", json.dumps({"nodes": [{"name": p, "group": CITY[i]} for i, p in enumerate(PEOPLE)],
                                "links": [{"source": u, "target": v, "value": w} for u, v, w in EDGES]}, indent=1))
    expect("d3.json", "json", weights=True, columns={"group": CITY})
    elements = {"nodes": [{"data": {"id": str(62 + i), "name": p, "age": AGE[i]}, "position": {"x": 1.5, "y": 2.5},
                           "selected": False} for i, p in enumerate(PEOPLE)],
                "edges": [{"data": {"id": str(90 + i), "source": str(62 + u), "target": str(62 + v), "weight": w},
                           "selected": False} for i, (u, v, w) in enumerate(EDGES)]}
    text("cytoscape.cyjs", json.dumps({"format_version": "1.0", "generated_by": "cytoscape-3.9.1",
                                       "data": {"name": "people", "SUID": 52}, "elements": elements}, indent=1))
    expect("cytoscape.cyjs", "json", weights=True, columns={"age": AGE})
    rows = "".join(f'"{10 + i}",":Person","{p}","{AGE[i]}",,,,\n' for i, p in enumerate(PEOPLE))
    relationships = "".join(f',,,,"{10 + u}","{10 + v}","KNOWS","{w}"\n' for u, v, w in EDGES)
    text("neo4j_all.csv", f'"_id","_labels","name","age","_start","_end","_type","weight"\n{rows}{relationships}')
    expect("neo4j_all.csv", "neo4j", weights=True, columns={"_labels": [":Person"] * 6, "age": AGE}, directed=True)
    text("neo4j_relationships.csv", ":START_ID(Person),weight:double,:END_ID(Person),:TYPE\n" +
         "".join(f"{PEOPLE[u]},{w},{PEOPLE[v]},KNOWS\n" for u, v, w in EDGES))
    expect("neo4j_relationships.csv", "neo4j", weights=True, columns={}, directed=True)


def of_today():
    import anndata
    import networkx as nx
    import numpy
    import pandas
    import scipy.sparse

    text("networkx/node_link_of_3.json", json.dumps(nx.node_link_data(networkx_graph(nx))))  # "edges"
    expect("networkx/node_link_of_3.json", "json", weights=True, columns={"age": AGE, "city": CITY}, directed=False)
    matrix = numpy.zeros((6, 6))
    for u, v, w in EDGES:
        matrix[u, v] = matrix[v, u] = w
    cells = anndata.AnnData(X=scipy.sparse.csr_matrix(numpy.eye(6, 3, dtype="float32")),
                            obs=pandas.DataFrame({"age": AGE, "city": pandas.Categorical(CITY)}, index=PEOPLE))
    cells.obsm["X_pca"] = numpy.arange(12, dtype="float32").reshape(6, 2)
    cells.obsp["connectivities"] = scipy.sparse.csr_matrix(matrix)
    with tempfile.TemporaryDirectory() as directory:
        plain = pathlib.Path(directory) / "anndata.h5ad"
        cells.write_h5ad(plain)
        (HERE / "anndata.h5ad.gz").write_bytes(gzip.compress(plain.read_bytes(), mtime=0))  # a tenth
    expect("anndata.h5ad.gz", "h5ad", weights=True, both_ways=True, columns={"age": AGE, "city": CITY})


if __name__ == "__main__":
    for program in ("networkx", "igraph"):
        (HERE / program).mkdir(parents=True, exist_ok=True)
    if (HERE / "expected.json").exists():
        EXPECTED = json.loads((HERE / "expected.json").read_text())
    for make in [of_today] if "--new" in sys.argv else [of_networkx, of_igraph, of_pandas, by_hand]:
        make()
    text("expected.json", json.dumps(EXPECTED, indent=1, ensure_ascii=False, sort_keys=True) + "\n")

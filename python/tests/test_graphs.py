"""Every kind of graph gives the same answer as the plain index of its edges, by the caller's names."""
import types
import warnings

import numpy as np
import pytest

import cgsd
from cgsd import _core
from cgsd._convert import How, convert

sp = pytest.importorskip("scipy.sparse")


def matrix_of(edges, nodes, dtype=np.float64):
    ones = np.ones(len(edges), dtype=dtype)
    upper = sp.csr_matrix((ones, (edges[:, 0], edges[:, 1])), shape=(nodes, nodes))
    return (upper + upper.T).tocsr()


@pytest.fixture(scope="module")
def expected(blocks):
    edges, attributes, _ = blocks
    return cgsd.detect(edges, attributes, k=3)


def same(found, expected):
    np.testing.assert_array_equal(found.membership, expected.membership)
    np.testing.assert_array_equal(found.embedding, expected.embedding)


def test_finds_a_planted_partition(expected, blocks):
    assert cgsd.metrics.nmi(blocks[2], expected.membership) > 0.9


def test_counts_communities_if_no_number_is_given(blocks, expected):
    edges, attributes, _ = blocks
    same(cgsd.detect(edges, attributes), expected)


def test_takes_an_index_of_two_rows(blocks, expected):
    edges, attributes, _ = blocks
    same(cgsd.detect(edges.T, attributes, k=3), expected)


@pytest.mark.parametrize("kind", ["csr", "csc", "coo", "lil"])
def test_takes_scipy_matrices(blocks, expected, kind):
    edges, attributes, _ = blocks
    same(cgsd.detect(matrix_of(edges, 90).asformat(kind), attributes, k=3), expected)


def test_takes_one_triangle_of_a_matrix_and_a_matrix_with_a_diagonal(blocks, expected):
    edges, attributes, _ = blocks
    matrix = matrix_of(edges, 90)
    same(cgsd.detect(sp.triu(matrix), attributes, k=3), expected)
    same(cgsd.detect(matrix + sp.identity(90, format="csr"), attributes, k=3), expected)


def test_takes_rows_in_any_order_and_leaves_the_callers_matrix_alone(blocks, expected):
    edges, attributes, _ = blocks
    matrix = matrix_of(edges, 90)
    for u in range(90):
        row = slice(matrix.indptr[u], matrix.indptr[u + 1])
        matrix.indices[row] = matrix.indices[row][::-1].copy()
    matrix.has_sorted_indices = False
    before = matrix.indices.copy()
    same(cgsd.detect(matrix, attributes, k=3), expected)
    np.testing.assert_array_equal(matrix.indices, before)


def test_takes_a_dense_adjacency_matrix(blocks, expected):
    edges, attributes, _ = blocks
    same(cgsd.detect(matrix_of(edges, 90).toarray(), attributes, k=3), expected)


def test_takes_sparse_attributes(blocks):
    edges, attributes, _ = blocks
    thinned = np.where(attributes > 1.5, attributes, 0).astype(np.float32)
    sparse = cgsd.detect(edges, sp.csr_matrix(thinned), k=3)
    assert sparse.summary["data"]["attributes"]["form"] == "sparse"
    assert cgsd.metrics.nmi(blocks[2], sparse.membership) > 0.8


def test_takes_networkx_with_weights_and_names(blocks):
    nx = pytest.importorskip("networkx")
    edges, attributes, classes = blocks
    weights = np.where(classes[edges[:, 0]] == classes[edges[:, 1]], 2.0, 1.0)
    graph = nx.Graph()
    graph.add_nodes_from(f"n{i}" for i in range(90))
    graph.add_weighted_edges_from((f"n{u}", f"n{v}", w) for (u, v), w in zip(edges.tolist(), weights))
    found = cgsd.detect(graph, attributes, k=3)
    same(found, cgsd.detect(edges, attributes, k=3, weight=weights))
    assert found.labels.index[0] == "n0"
    assert found.explain("n5")["node"] == "n5"
    assert found.to_networkx(graph).nodes["n7"]["community"] == found.labels["n7"]


def test_uses_the_attributes_of_networkx_nodes_but_not_their_classes():
    nx = pytest.importorskip("networkx")
    graph = nx.karate_club_graph()
    for v in graph:
        graph.nodes[v]["age"] = 20 + v * v % 17
    found = cgsd.detect(graph, k=2)
    assert found.summary["data"]["attributes"]["columns"] == 1
    assert any("club" in clause for clause in found.summary["data"]["reading"])


def test_takes_directed_and_multi_graphs_of_networkx():
    nx = pytest.importorskip("networkx")
    multi = nx.MultiDiGraph([("a", "b"), ("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "f"), ("f", "d"), ("a", "d")])
    found = cgsd.detect(multi, k=2)
    assert found.summary["data"]["edges"] == 7
    assert list(found.labels.index) == ["a", "b", "c", "d", "e", "f"]


def test_takes_igraph(blocks, expected):
    igraph = pytest.importorskip("igraph")
    edges, attributes, _ = blocks
    graph = igraph.Graph(n=90, edges=edges.tolist())
    same(cgsd.detect(graph, attributes, k=3), expected)
    graph.vs["name"] = [f"n{i}" for i in range(90)]
    graph.es["weight"] = [1.0] * len(edges)
    graph.vs["age"] = [i * i % 31 for i in range(90)]
    found = cgsd.detect(graph, k=3)
    assert found.labels.index[3] == "n3"
    assert found.summary["data"]["attributes"]["columns"] == 1


def test_takes_frames_of_edges_by_name(blocks):
    pd = pytest.importorskip("pandas")
    edges, attributes, _ = blocks
    frame = pd.DataFrame({"to": [f"n{v}" for v in edges[:, 1]], "from": [f"n{u}" for u in edges[:, 0]]})
    names = list(dict.fromkeys(n for pair in zip(frame["from"], frame["to"]) for n in pair))
    order = [int(n[1:]) for n in names]
    found = cgsd.detect(frame, attributes[order], k=3)
    assert list(found.labels.index) == names
    assert cgsd.metrics.nmi(blocks[2][order], found.membership) > 0.9


def test_takes_polars_frames(blocks):
    pl = pytest.importorskip("polars")
    edges, attributes, _ = blocks
    frame = pl.DataFrame({"source": edges[:, 0], "target": edges[:, 1], "weight": np.ones(len(edges))})
    same(cgsd.detect(frame, attributes, k=3), cgsd.detect(edges, attributes, k=3))


def test_takes_lists_of_pairs_and_triples():
    pairs = [("a", "b"), ("b", "c"), ("c", "a"), ("d", "e"), ("e", "f"), ("f", "d"), ("a", "d")]
    found = cgsd.detect(pairs, k=2)
    assert found.labels["a"] == found.labels["b"] != found.labels["e"]
    weighted = cgsd.detect([(u, v, 1.0 + i) for i, (u, v) in enumerate(pairs)], k=2)
    assert weighted.summary["data"]["weighted"] is True


def test_takes_data_of_pytorch_geometric_by_its_members(blocks, expected):
    edges, attributes, _ = blocks
    both = np.concatenate([edges, edges[:, ::-1]]).T
    data = types.SimpleNamespace(edge_index=both, x=attributes, num_nodes=90, edge_weight=None)
    same(cgsd.detect(data, k=3), expected)


def test_takes_attributes_alone():
    rng = np.random.default_rng(3)
    rows = np.concatenate([rng.normal(size=(40, 4)), rng.normal(size=(40, 4)) + 6])
    with pytest.warns(cgsd.CGSDWarning, match="no edges"):
        found = cgsd.detect(None, rows, k=2)
    assert cgsd.metrics.nmi([0] * 40 + [1] * 40, found.membership) == 1.0


def test_takes_datasets_and_files_by_name(tmp_path):
    assert len(cgsd.detect("people")) == 5
    file = tmp_path / "graph.csv"
    file.write_text("source,target\na,b\nb,c\nc,a\nd,e\ne,f\nf,d\na,d\n")
    assert list(cgsd.detect(file, k=2).labels.index) == ["a", "b", "c", "d", "e", "f"]
    assert len(cgsd.detect(cgsd.datasets.load("people"))) == 5


def test_borrows_a_symmetric_matrix_and_float32_rows(blocks):
    edges, attributes, _ = blocks
    matrix = matrix_of(edges, 90)
    matrix.data[:] = 2.0
    data = convert(matrix, attributes, How()).data
    assert data.borrows_graph and data.borrows_attributes
    places = data.addresses()
    assert places["targets"] == matrix.indices.ctypes.data
    assert places["weights"] == matrix.data.ctypes.data
    assert places["attributes"] == attributes.ctypes.data


def test_borrows_sparse_attributes(blocks):
    edges, attributes, _ = blocks
    sparse = sp.csr_matrix(np.where(attributes > 1, attributes, 0).astype(np.float32))
    data = convert(edges, sparse, How()).data
    assert data.addresses()["attributes"] == sparse.data.ctypes.data


def test_copies_what_has_another_layout(blocks):
    edges, attributes, _ = blocks
    data = convert(edges, attributes.astype(np.float64), How()).data
    assert data.addresses()["attributes"] != attributes.ctypes.data
    assert not convert(sp.triu(matrix_of(edges, 90)).tocsr(), attributes, How()).data.borrows_graph


def test_a_borrowed_array_outlives_its_last_name(blocks):
    edges, attributes, _ = blocks
    found = cgsd.detect(matrix_of(edges, 90), attributes.copy(), k=3)
    np.zeros(10**6)
    assert found.explain(4)["node"] == "4"


@pytest.mark.parametrize("graph, attributes, text", [
    (np.array([[0, 1], [1, 9]]), np.zeros((3, 2)), "nodes are 0 … 2"),
    (np.array([[0, 1], [1, -1], [0, 2]]), None, "nodes are"),
    (np.zeros((4, 5, 6)), None, "shape"),
    (sp.csr_matrix(np.ones((3, 4))), None, "square"),
    ([("a", "b"), ("b", None)], None, "missing end"),
    (np.array([[0, 1], [1, 2], [2, 3]]), np.zeros((9, 2, 2)), "3 dimensions"),
    (np.array([[0, 1], [1, 2], [2, 3]]), [[np.nan], [1], [2], [3]], "nan"),
    (None, None, "neither a graph nor attributes"),
    ("no_such_file.csv", None, "no_such_file.csv"),
])
def test_refuses_what_is_no_graph_with_one_line(graph, attributes, text):
    with pytest.raises((ValueError, OSError), match=text) as error:
        cgsd.detect(graph, attributes, k=2)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("arguments, text", [
    ({"k": 0}, "k = 0"), ({"k": "many"}, "k = 'many'"), ({"method": "liden"}, "did you mean 'leiden'"),
    ({"options": {"knn.neighbors": 3}}, "knn.neighbours"), ({"seed": -1}, "seed = -1"), ({"n_jobs": 0}, "n_jobs = 0"),
    ({"directed": "perhaps"}, "directed"), ({"weights_scale": "square"}, "weights_scale"), ({"progress": 3}, "progress"),
    ({"max_size": 2, "min_size": 5}, "min_size"), ({"columns": ["age"]}, "table of attributes"),
])
def test_refuses_wrong_arguments_with_one_line(arguments, text):
    with pytest.raises(ValueError, match=text) as error:
        cgsd.detect([("a", "b"), ("b", "c"), ("c", "a")], **{"k": 2, **arguments})
    assert "\n" not in str(error.value)


def test_weights_may_be_ignored_scaled_or_insisted_on():
    triples = [("a", "b", 1e6), ("b", "c", 1.0), ("c", "a", 2.0), ("d", "e", 1.0), ("e", "f", 3.0), ("f", "d", 1.0), ("a", "d", 1.0)]
    assert cgsd.detect(triples, k=2, weight=False).summary["data"]["weighted"] is False
    found = cgsd.detect(triples, k=2)
    assert any("decades" in clause for clause in found.summary["data"]["reading"])
    scaled = cgsd.detect(triples, k=2, weights_scale="log")
    assert any("scaled" in clause for clause in scaled.summary["data"]["reading"])
    with pytest.raises(ValueError, match="no weights"):
        cgsd.detect([t[:2] for t in triples], k=2, weight=True)


def test_labels_are_for_scores_alone(blocks):
    edges, attributes, classes = blocks
    with_labels = cgsd.detect(edges, attributes, k=3, labels=[f"c{c}" for c in classes])
    assert with_labels.quality["nmi"] > 0.9
    same(with_labels, cgsd.detect(edges, attributes, k=3))

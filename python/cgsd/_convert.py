"""Graphs of other libraries as the library's own."""
from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import codes, dense_rows, index_vector, is_frame, is_sparse, root_module, sparse_rows, to_numpy
from ._table import Columns, aligned, cells, columns_of, headings, join, table, text_of

SOURCES = ("source", "src", "from", "u", "source_id", "head", "node1", "id1")
TARGETS = ("target", "dst", "to", "v", "target_id", "tail", "node2", "id2")
WEIGHTS = ("weight", "weights", "w", "value", "strength")


@dataclass
class How:
    """How a graph is read; the arguments of `detect` that are about data."""

    nodes: Optional[int] = None
    weight: Any = "auto"  # the name of an attribute or column, an array, False: ignored, True: used whatever they look like
    weights_scale: str = "none"
    directed: Any = "auto"
    labels: Any = None
    columns: Sequence[str] = ()
    ignore: Sequence[str] = ()
    kinds: Dict[str, str] = field(default_factory=dict)
    id_column: Optional[str] = None
    graph_key: str = "connectivities"
    format: str = "auto"
    data: Optional[str] = None
    wants_directed: bool = False
    threads: int = 0

    def reading(self, nodes: int, directed: Optional[bool]) -> _core.Reading:
        reading = _core.Reading()
        reading.nodes = nodes
        reading.directed = directed
        reading.keep_directed = self.keep_directed()
        reading.binary = self.weight is False or self.weight is None
        reading.threads = self.threads
        return reading

    def keep_directed(self) -> bool:
        if self.directed not in (True, False, "auto", "yes", "no"):
            raise ValueError(f"directed = {self.directed!r}: must be True, False or 'auto'")
        return self.wants_directed and self.directed not in (False, "no")


@dataclass
class Converted:
    """A graph that the library can use, and what the caller calls its nodes."""

    data: _core.Data
    nodes: Sequence[Any]  # the caller's names, in order
    named: bool = True
    graph: Any = None  # what it was made of

    def position(self) -> Dict[Any, int]:
        return {node: i for i, node in enumerate(self.nodes)}


@dataclass
class Edges:
    """What every kind of graph is turned into first."""

    sources: np.ndarray
    targets: np.ndarray
    weights: Optional[np.ndarray]
    nodes: Sequence[Any]
    named: bool
    directed: Optional[bool] = None
    may_grow: bool = False  # nodes are known by their edges alone
    kind: str = "graph"
    rows: Any = None  # compressed rows in place of the edges
    attributes: Any = None  # that came with the graph: an array, or columns of texts
    labels: Any = None


def convert(graph: Any, attributes: Any, how: How) -> Converted:
    if isinstance(graph, Converted):
        return graph
    if isinstance(graph, (str, os.PathLike)):
        return _of_file(os.fspath(graph), attributes, how)
    if hasattr(graph, "_converted"):  # a Dataset of cgsd.datasets
        return graph._converted(attributes, how)
    found = _edges_of(graph, attributes, how)
    joined = None
    if attributes is None:
        attributes = found.attributes
    elif attributes is False or (isinstance(attributes, str) and attributes == "none"):
        attributes = None
    elif isinstance(attributes, str):
        if found.kind != "AnnData":
            raise ValueError(f"attributes = {attributes!r}: a name is for AnnData and for files; give a frame or an array")
        attributes = found.attributes
    if attributes is not None and is_frame(attributes):
        joined = join(attributes, found.nodes, named=found.named, id_column=how.id_column, may_grow=found.may_grow)
        if joined.added:
            found.nodes = [*found.nodes, *joined.added]
    data = _built(found, how)
    _set_attributes(data, attributes, joined, how, contained=attributes is found.attributes)
    _set_labels(data, found.labels if how.labels is None else how.labels, found.nodes)
    return Converted(data, found.nodes, found.named, graph)


def _built(found: Edges, how: How) -> _core.Data:
    data = _core.Data()
    data.name = found.kind
    reading = how.reading(len(found.nodes), found.directed)
    if found.rows is not None:
        offsets, targets, values = found.rows
        data.set_rows(offsets, targets, values, reading)
    else:
        data.set_edges(found.sources, found.targets, found.weights, reading)
    data.scale_weights(how.weights_scale, how.threads)
    if found.named:
        data.set_names([text_of(v) for v in found.nodes])
    return data


def _set_attributes(data: _core.Data, attributes: Any, joined: Any, how: How, contained: bool) -> None:
    if attributes is None:
        if how.columns or how.ignore or how.kinds or how.id_column:
            raise ValueError("columns, ignore, kinds and id_column need a table of attributes, which there is not")
        return
    if is_frame(attributes):
        for clause in joined.account:
            data.tell(clause)
        columns = columns_of(attributes, leave_out=[joined.id_column] if joined.id_column else [])
        _set_table(data, aligned(columns, joined.rows), how, contained=False)
    elif isinstance(attributes, list) and attributes and isinstance(attributes[0], tuple) and isinstance(attributes[0][0], str):
        _set_table(data, attributes, how, contained)
    elif is_sparse(attributes):
        _check_rows(attributes.shape[0], data)
        data.set_sparse(*sparse_rows(attributes))
    else:
        rows = dense_rows(attributes)
        _check_rows(rows.shape[0], data)
        data.set_dense(rows)


def _check_rows(rows: int, data: _core.Data) -> None:
    if rows != data.nodes:
        raise ValueError(f"the attributes have {rows} rows for {data.nodes} nodes")


def _set_table(data: _core.Data, columns: Columns, how: How, contained: bool) -> None:
    if columns:
        data.set_table(table(columns, only=how.columns, ignore=how.ignore, kinds=how.kinds, contained=contained), how.threads)


def _set_labels(data: _core.Data, labels: Any, nodes: Sequence[Any]) -> None:
    if labels is None:
        return
    if isinstance(labels, dict) or (root_module(labels) == "pandas" and hasattr(labels, "index")):
        known = {text_of(k): v for k, v in (labels.items())}
        labels = np.array([known.get(text_of(v)) for v in nodes], dtype=object)
    data.set_labels(*codes(labels))


# ── the kinds of graphs ──


def _edges_of(graph: Any, attributes: Any, how: How) -> Edges:
    root = root_module(graph)
    readers: List[Tuple[bool, Callable[..., Edges]]] = [
        (graph is None, _of_nothing),
        (root == "networkx" or (hasattr(graph, "adj") and hasattr(graph, "nodes") and hasattr(graph, "edges")), _of_networkx),
        (root == "igraph" or hasattr(graph, "get_edgelist"), _of_igraph),
        (hasattr(graph, "obsp") and hasattr(graph, "obs"), _of_anndata),
        (hasattr(graph, "edge_index"), _of_pyg),
        (is_sparse(graph), _of_scipy),
        (is_frame(graph), _of_frame),
    ]
    for fits, reader in readers:
        if fits:
            return reader(graph, attributes, how)
    return _of_array(graph, attributes, how)


def _rows_of_attributes(attributes: Any) -> Optional[int]:
    if attributes is None or attributes is False or isinstance(attributes, str):
        return None
    return int(attributes.shape[0]) if hasattr(attributes, "shape") else len(attributes)


def _numbered(sources: np.ndarray, targets: np.ndarray, attributes: Any, how: How) -> int:
    """How many nodes there are if they are numbers."""
    if how.nodes is not None:
        return int(how.nodes)
    rows = _rows_of_attributes(attributes)
    if rows is not None:
        return rows
    return int(max(sources.max(initial=-1), targets.max(initial=-1))) + 1


def _given_weights(how: How, count: int) -> Optional[np.ndarray]:
    """Weights that were given as an array of their own."""
    if how.weight is None or isinstance(how.weight, (str, bool)):
        return None
    weights = np.ascontiguousarray(to_numpy(how.weight), dtype=np.float64).reshape(-1)
    if weights.size != count:
        raise ValueError(f"weight: {weights.size} numbers for {count} edges")
    return weights


def _of_nothing(graph: Any, attributes: Any, how: How) -> Edges:
    nodes = _rows_of_attributes(attributes) if how.nodes is None else how.nodes
    if nodes is None:
        raise ValueError("there is neither a graph nor attributes")
    none = np.zeros(0, dtype=np.int64)
    return Edges(none, none, None, range(nodes), named=False, kind="attributes")


def _of_networkx(graph: Any, attributes: Any, how: How) -> Edges:
    nodes = list(graph.nodes)
    position = {v: i for i, v in enumerate(nodes)}
    key = "weight" if how.weight in ("auto", True) else how.weight
    sources, targets, weights, weighted = [], [], [], 0
    for u, v, values in graph.edges(data=True):
        sources.append(position[u])
        targets.append(position[v])
        value = values.get(key) if isinstance(key, str) else None
        weighted += value is not None
        weights.append(1.0 if value is None else float(value))
    if isinstance(key, str) and key != "weight" and not weighted and sources:
        raise ValueError(f"weight = {key!r}: no edge of the graph has it")
    array = np.array(weights, dtype=np.float64) if weighted else _given_weights(how, len(sources))
    plain = nodes == list(range(len(nodes)))
    return Edges(np.array(sources, dtype=np.int64), np.array(targets, dtype=np.int64), array, nodes, named=not plain,
                 directed=bool(graph.is_directed()), kind="networkx graph", attributes=_node_values(graph, nodes))


def _node_values(graph: Any, nodes: Sequence[Any]) -> Optional[Columns]:
    """The attributes of the nodes as columns, in the order in which their names first occur."""
    names: Dict[str, None] = {}
    for _, values in graph.nodes(data=True):
        for name in values:
            names.setdefault(name)
    if not names:
        return None
    rows = [graph.nodes[v] for v in nodes]
    return [(str(name), [text_of(row.get(name)) for row in rows]) for name in names]


def _of_igraph(graph: Any, attributes: Any, how: How) -> Edges:
    count = graph.vcount()
    ends = np.array(graph.get_edgelist(), dtype=np.int64).reshape(-1, 2)
    key = "weight" if how.weight in ("auto", True) else how.weight
    weights = None
    if isinstance(key, str) and key in graph.es.attributes():
        weights = np.array(graph.es[key], dtype=np.float64)
    elif isinstance(key, str) and key != "weight":
        raise ValueError(f"weight = {key!r}: no edge of the graph has it")
    else:
        weights = _given_weights(how, len(ends))
    named = "name" in graph.vs.attributes()
    nodes: Sequence[Any] = graph.vs["name"] if named else range(count)
    columns = [(name, [text_of(v) for v in graph.vs[name]]) for name in graph.vs.attributes() if name != "name"]
    return Edges(np.ascontiguousarray(ends[:, 0]), np.ascontiguousarray(ends[:, 1]), weights, nodes, named,
                 directed=bool(graph.is_directed()), kind="igraph graph", attributes=columns or None)


def _rows_of_scipy(matrix: Any) -> Tuple[Any, ...]:
    """Compressed rows; nothing is copied that has the form already."""
    rows = matrix.tocsr()
    if rows.shape[0] != rows.shape[1]:
        raise ValueError(f"the adjacency matrix has {rows.shape[0]} rows and {rows.shape[1]} columns; must be square")
    if rows.shape[0] >= 2**31:
        raise ValueError(f"{rows.shape[0]} nodes; at most 2^31 - 1")
    if rows.data.dtype.kind == "c":
        raise ValueError("Complex data not supported: the weights of edges are real numbers")
    values = None if rows.data.dtype.kind == "b" else np.ascontiguousarray(rows.data, dtype=np.float64)
    return (np.ascontiguousarray(rows.indptr, dtype=np.int64), np.ascontiguousarray(rows.indices, dtype=np.int32), values)


def _of_scipy(graph: Any, attributes: Any, how: How) -> Edges:
    none = np.zeros(0, dtype=np.int64)
    return Edges(none, none, None, range(graph.shape[0]), named=False, kind="sparse matrix", rows=_rows_of_scipy(graph))


def _of_anndata(graph: Any, attributes: Any, how: How) -> Edges:
    if how.graph_key not in graph.obsp:
        raise ValueError(f"graph_key = {how.graph_key!r}: obsp has {', '.join(graph.obsp.keys()) or 'nothing'}; "
                         "scanpy.pp.neighbors makes connectivities")
    found = _of_scipy(graph.obsp[how.graph_key], None, how)
    found.nodes, found.named, found.kind = list(graph.obs_names), True, "AnnData"
    found.attributes = anndata_attributes(graph, attributes)
    return found


def anndata_attributes(graph: Any, wanted: Any) -> Any:
    """X, layers/NAME or obsm/NAME; without a word the principal components if there are any, else X."""
    if wanted is None:
        return graph.obsm["X_pca"] if "X_pca" in graph.obsm else graph.X
    if not isinstance(wanted, str):
        return None
    if wanted == "X":
        return graph.X
    place, _, name = wanted.partition("/")
    store = {"obsm": graph.obsm, "layers": graph.layers}.get(place)
    if store is None or name not in store:
        raise ValueError(f"attributes = {wanted!r}: must be 'X', 'obsm/NAME' or 'layers/NAME' of the AnnData")
    return store[name]


def _of_pyg(graph: Any, attributes: Any, how: How) -> Edges:
    index = to_numpy(graph.edge_index)
    sources, targets = index_vector(index[0]), index_vector(index[1])
    weights = None
    if isinstance(how.weight, str) or how.weight is True:
        weights = getattr(graph, "edge_weight" if how.weight in ("auto", True) else str(how.weight), None)
    weights = _given_weights(how, sources.size) if weights is None else to_numpy(weights).astype(np.float64).reshape(-1)
    x = getattr(graph, "x", None)
    nodes = how.nodes
    if nodes is None:
        nodes = getattr(graph, "num_nodes", None)
    if nodes is None:
        nodes = _numbered(sources, targets, x if attributes is None else attributes, how)
    directed = bool(graph.is_directed()) if hasattr(graph, "is_directed") else None
    return Edges(sources, targets, weights, range(int(nodes)), named=False, directed=directed, kind="PyG Data", attributes=x)


def _column(frame: Any, wanted: Sequence[str], otherwise: Optional[int]) -> Optional[str]:
    names = headings(frame)
    for name in names:
        if name.lower() in wanted:
            return name
    return names[otherwise] if otherwise is not None and otherwise < len(names) else None


def _of_frame(graph: Any, attributes: Any, how: How) -> Edges:
    names = headings(graph)
    if len(names) < 2:
        raise ValueError("a frame of edges needs two columns, source and target")
    source, target = _column(graph, SOURCES, None), _column(graph, TARGETS, None)
    if source is None or target is None:
        source, target = names[0], names[1]
    weight = how.weight if isinstance(how.weight, str) and how.weight != "auto" else _column(graph, WEIGHTS, None)
    if weight is not None and weight not in names:
        raise ValueError(f"weight = {weight!r}: the frame of edges has no such column")
    values = _given_weights(how, len(graph))
    if values is None and weight is not None and how.weight not in (False, None):
        values = np.ascontiguousarray(to_numpy(graph[weight]), dtype=np.float64)
    found = named_edges(list(graph[source]), list(graph[target]), values, how)
    found.kind = "frame of edges"
    return found


def named_edges(sources: Sequence[Any], targets: Sequence[Any], weights: Optional[np.ndarray], how: How) -> Edges:
    """Ends of edges by name. Whole numbers ascend, other names stand in the order in which they occur; numbers that are 0 … n-1
    are the places of the nodes."""
    ends = [end for pair in zip(sources, targets) for end in pair]
    for end in ends:
        if end is None or end != end:
            raise ValueError("an edge has a missing end")
    nodes = list(dict.fromkeys(ends))
    whole = all(isinstance(v, (int, np.integer)) and not isinstance(v, bool) for v in nodes)
    if whole:
        nodes = sorted(int(v) for v in nodes)
    numbered = whole and (how.nodes is not None or nodes == list(range(len(nodes))))
    if numbered:
        count = how.nodes if how.nodes is not None else len(nodes)
        return Edges(index_vector(sources), index_vector(targets), weights, range(count), named=False)
    position = {v: i for i, v in enumerate(nodes)}
    where = np.fromiter((position[v] for v in ends), dtype=np.int64, count=len(ends)).reshape(-1, 2)
    return Edges(np.ascontiguousarray(where[:, 0]), np.ascontiguousarray(where[:, 1]), weights, nodes, named=True, may_grow=True)


def _of_pairs(graph: Sequence[Any], how: How) -> Edges:
    """A list of (u, v) or (u, v, weight)."""
    lengths = {len(edge) for edge in graph}
    if lengths - {2, 3} or len(lengths) > 1:
        raise ValueError("a list of edges must hold pairs (source, target) or triples (source, target, weight)")
    weights = _given_weights(how, len(graph))
    if lengths == {3} and weights is None:
        weights = np.array([float(edge[2]) for edge in graph])
    found = named_edges([edge[0] for edge in graph], [edge[1] for edge in graph], weights, how)
    found.kind = "list of edges"
    return found


def _of_array(graph: Any, attributes: Any, how: How) -> Edges:
    if isinstance(graph, (list, tuple)) and graph and all(isinstance(e, (tuple, list)) for e in graph):
        numbers = all(isinstance(v, (int, np.integer)) for e in graph for v in e)
        if not numbers or len(graph) != 2 or any(len(e) == 2 for e in graph):
            if not (numbers and _rows_of_attributes(attributes) is not None):
                return _of_pairs(graph, how)
    tensor = root_module(graph) == "torch"
    array = to_numpy(graph)
    if array.ndim != 2:
        raise ValueError(f"a graph is given by an index of its edges, of shape (m, 2) or (2, m), not by one of shape {array.shape}; "
                         "networkx, igraph, scipy, pandas, polars, PyG and AnnData objects are taken too")
    rows, columns = array.shape
    if rows == columns and rows > 2:
        return _of_scipy(_as_sparse(array), attributes, how)
    if columns == 2 and not (rows == 2 and tensor):
        ends = array[:, 0], array[:, 1]
    elif rows == 2:
        ends = array[0], array[1]
    else:
        raise ValueError(f"an index of edges has the shape (m, 2) or (2, m), not {array.shape}")
    sources, targets = index_vector(ends[0]), index_vector(ends[1])
    nodes = _numbered(sources, targets, attributes, how)
    return Edges(sources, targets, _given_weights(how, sources.size), range(nodes), named=False, kind="array of edges")


class _as_sparse:
    """A dense adjacency matrix with the few members of a scipy matrix that are read here."""

    def __init__(self, array: np.ndarray) -> None:
        self.shape = array.shape
        rows, self.indices = np.nonzero(array)
        self.data = array[rows, self.indices]
        self.indptr = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=array.shape[0]))])

    def tocsr(self) -> "_as_sparse":
        return self


def _of_file(graph: str, attributes: Any, how: How) -> Converted:
    request = _core.FileRequest()
    request.graph = graph
    if attributes is not None and not isinstance(attributes, (str, os.PathLike)):
        read = _of_file(graph, None, how)
        return _with_attributes(read, attributes, how)
    request.attributes = None if attributes is None else os.fspath(attributes)
    if isinstance(how.labels, (str, os.PathLike)):
        request.labels = os.fspath(how.labels)
    request.directory = how.data
    request.format = how.format
    request.directed = how.keep_directed()
    request.binary = how.weight is False or how.weight is None
    request.only, request.ignore = list(how.columns), list(how.ignore)
    request.kinds = [(str(k), str(v)) for k, v in how.kinds.items()]
    request.threads = how.threads
    data = _core.read_data(request)
    data.scale_weights(how.weights_scale, how.threads)
    names: Any = data.names()
    nodes: Sequence[Any] = range(data.nodes) if names is None else names
    if how.labels is not None and request.labels is None:
        _set_labels(data, how.labels, nodes)
    return Converted(data, nodes, names is not None, graph)


def _with_attributes(read: Converted, attributes: Any, how: How) -> Converted:
    """A graph of a file with attributes of the caller's."""
    sources, targets, weights = read.data.edge_arrays()
    found = Edges(sources, targets, weights, read.nodes, read.named, kind=read.data.name, attributes=None)
    joined = None
    if is_frame(attributes):
        joined = join(attributes, found.nodes, named=found.named, id_column=how.id_column, may_grow=False)
    data = _built(found, how)
    _set_attributes(data, attributes, joined, how, contained=False)
    _set_labels(data, how.labels, found.nodes)
    return Converted(data, found.nodes, found.named, read.graph)

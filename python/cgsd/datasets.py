"""Graphs to try things on: those that ship with cgsd, files, and planted partitions.

>>> import cgsd
>>> people = cgsd.datasets.load("people")
>>> people.nodes[:2]
['Ada Lindqvist', 'Fatima Zahra']
>>> len(people.edges), people.attributes.shape
(240, (65, 63))
"""
from __future__ import annotations

from typing import Any, List, Optional, Sequence

import numpy as np

from . import _core
from ._convert import Converted, How, _of_file, _with_attributes
from ._detect import _frame, assignments, seed_of

__all__ = ["Dataset", "available", "load", "planted_partition"]


class Dataset:
    """A graph with attributes and, if they are known, classes. `cgsd.detect` takes it as a graph."""

    def __init__(self, converted: Converted) -> None:
        self._kept = converted

    @property
    def name(self) -> str:
        return self._kept.data.name

    @property
    def nodes(self) -> Sequence[Any]:
        return self._kept.nodes

    @property
    def edges(self) -> np.ndarray:
        """Pairs of places in `nodes`, each edge once: shape (m, 2)."""
        sources, targets, _ = self._kept.data.edge_arrays()
        return np.stack([sources, targets], axis=1)

    @property
    def weights(self) -> Optional[np.ndarray]:
        return self._kept.data.edge_arrays()[2]

    @property
    def attributes(self) -> Any:
        """An array of float32, a scipy matrix if they are sparse (if scipy is there), or None."""
        found: Any = self._kept.data.attribute_arrays()
        if not isinstance(found, tuple):
            return found
        offsets, columns, values, width = found
        from scipy.sparse import csr_matrix

        return csr_matrix((values, columns.astype(np.int32), offsets.astype(np.int64)), shape=(len(offsets) - 1, width))

    @property
    def attribute_names(self) -> List[str]:
        return self._kept.data.attribute_names

    @property
    def labels(self) -> Optional[np.ndarray]:
        """The class of each node as a number, -1 if it has none."""
        found: Any = self._kept.data.labels()
        return None if found is None else found[0]

    @property
    def label_names(self) -> List[str]:
        found: Any = self._kept.data.labels()
        return [] if found is None else found[1]

    @property
    def account(self) -> List[str]:
        """What reading ignored, guessed, filled or joined."""
        return self._kept.data.account

    def adjacency(self) -> Any:
        """The adjacency matrix of scipy."""
        from scipy.sparse import csr_matrix

        sources, targets, weights = self._kept.data.edge_arrays()
        weights = np.ones(len(sources)) if weights is None else weights
        n = len(self.nodes)
        upper = csr_matrix((weights, (sources, targets)), shape=(n, n))
        return upper if self._kept.data.directed else upper + upper.T

    def to_networkx(self) -> Any:
        """The graph of networkx, with the classes as the attribute `label`."""
        import networkx as nx

        graph = nx.DiGraph() if self._kept.data.directed else nx.Graph()
        graph.add_nodes_from(self.nodes)
        sources, targets, weights = self._kept.data.edge_arrays()
        names = list(self.nodes)
        for i, (u, v) in enumerate(zip(sources.tolist(), targets.tolist())):
            graph.add_edge(names[u], names[v], **({} if weights is None else {"weight": float(weights[i])}))
        if self.labels is not None:
            classes = self.label_names
            for node, label in zip(names, self.labels.tolist()):
                if label >= 0:
                    graph.nodes[node]["label"] = classes[label] if classes else label
        return graph

    def _converted(self, attributes: Any, how: How) -> Converted:
        if attributes is None and how.labels is None and how.weight == "auto" and how.weights_scale == "none":
            if how.keep_directed() == self._kept.data.directed or not how.wants_directed:
                return self._kept
        if attributes is None:
            attributes = self.attributes
        elif attributes is False:
            attributes = None
        how.labels = self.labels if how.labels is None else how.labels
        return _with_attributes(self._kept, attributes, how)

    def __repr__(self) -> str:
        data = self._kept.data
        parts = [data.name, f"{data.nodes:,} nodes", f"{data.edges:,} edges" + (" (weighted)" if data.weighted else "")]
        if data.width:
            parts.append(f"{data.width:,} attributes")
        return " · ".join(parts)


def load(name: Any, attributes: Any = None, *, labels: Any = None, format: str = "auto", data: Optional[str] = None,
         directed: bool = False, weight: Any = "auto", columns: Sequence[str] = (), ignore: Sequence[str] = (),
         kinds: Any = None) -> Dataset:
    """A dataset by its name, or a file in any of the formats of the command line (all but .h5ad).

    `data` is a directory to look for datasets in first. Those of `available()` that are not here are downloaded by the command-line
    tool: `cgsd data fetch NAME`.
    """
    how = How(labels=labels, format=format, data=data, directed=directed, wants_directed=directed, weight=weight, columns=columns,
              ignore=ignore, kinds=kinds or {})
    return Dataset(_of_file(str(name), attributes, how))


def available() -> Any:
    """Every dataset that cgsd knows by name, and whether it is on this machine. A DataFrame; without pandas a list.

    >>> import cgsd
    >>> bool(cgsd.datasets.available().loc["karate", "here"])
    True
    """
    return _frame(_core.dataset_table(), "dataset")


def planted_partition(*, seed: Any = 0, **options: Any) -> Dataset:
    """A random graph whose communities are known: nodes, communities, heterophily, p_in, mean_degree, attributes, dimensions, …

    >>> import cgsd
    >>> cgsd.datasets.planted_partition(nodes=100, communities=4, heterophily=0.8, seed=7)
    planted partition · 100 nodes · 1,787 edges · 64 attributes
    """
    data = _core.planted_partition(assignments(options), seed_of(seed))
    return Dataset(Converted(data, range(data.nodes), False))

"""Scores of communities.

Against known classes, whatever either is called: nmi, ami, ari, accuracy, macro_f1. A class of -1, None or NaN is left out.

>>> from cgsd import metrics
>>> round(metrics.ari([0, 0, 1, 1], ["a", "a", "b", "c"]), 3)
0.571

Against the graph itself: modularity, coverage, conductance; and homophily, how alike neighbours are by class.

>>> import numpy as np
>>> round(metrics.modularity(np.array([[0, 1], [1, 2], [2, 0], [3, 4], [4, 5], [5, 3]]), [0, 0, 0, 1, 1, 1]), 3)
0.5
"""
from __future__ import annotations

from typing import Any, Dict

from . import _core
from ._arrays import codes
from ._convert import How, convert

__all__ = ["accuracy", "agreement", "ami", "ari", "conductance", "coverage", "cut_quality", "homophily", "macro_f1", "modularity", "nmi"]


def agreement(truth: Any, found: Any) -> Dict[str, float]:
    """All of nmi, ami, ari, accuracy, macro_f1."""
    truth, found = codes(truth)[0], codes(found)[0]
    if truth.shape != found.shape:
        raise ValueError(f"{truth.size} classes for {found.size} communities")
    return _core.agreement(truth, found)


def nmi(truth: Any, found: Any) -> float:
    """Normalised mutual information (arithmetic mean)."""
    return agreement(truth, found)["nmi"]


def ami(truth: Any, found: Any) -> float:
    """Adjusted mutual information: 0 is chance."""
    return agreement(truth, found)["ami"]


def ari(truth: Any, found: Any) -> float:
    """Adjusted Rand index: 0 is chance."""
    return agreement(truth, found)["ari"]


def accuracy(truth: Any, found: Any) -> float:
    """Share of nodes that are right under the best one-to-one matching of communities to classes."""
    return agreement(truth, found)["accuracy"]


def macro_f1(truth: Any, found: Any) -> float:
    """Mean F1 of the classes under the same matching."""
    return agreement(truth, found)["macro_f1"]


def cut_quality(graph: Any, communities: Any, **how: Any) -> Dict[str, float]:
    """All of modularity, coverage, mean_conductance and largest_conductance. `how`: nodes, weight, … as for `detect`."""
    community = codes(communities)[0]
    if "nodes" not in how and not hasattr(graph, "nodes"):
        how["nodes"] = community.size
    return _core.cut_quality(convert(graph, False, How(**how)).data, community, 0)


def modularity(graph: Any, communities: Any, **how: Any) -> float:
    return cut_quality(graph, communities, **how)["modularity"]


def coverage(graph: Any, communities: Any, **how: Any) -> float:
    """Share of the edge weight that lies inside communities."""
    return cut_quality(graph, communities, **how)["coverage"]


def conductance(graph: Any, communities: Any, **how: Any) -> float:
    """Mean over the communities of the weight across the border over the smaller volume."""
    return cut_quality(graph, communities, **how)["mean_conductance"]


def homophily(graph: Any, labels: Any, **how: Any) -> Dict[str, float]:
    """How alike neighbours are by class: edge, node, adjusted, label_informativeness (Platonov et al. 2023)."""
    found = codes(labels)[0]
    if "nodes" not in how and not hasattr(graph, "nodes"):
        how["nodes"] = found.size
    return _core.homophily(convert(graph, False, How(**how)).data, found, 0)

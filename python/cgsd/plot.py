"""Pictures of a result, by matplotlib: the graph, the embedding, the eigenvalues, a comparison. Each returns its axes.

>>> import matplotlib
>>> matplotlib.use("Agg")
>>> import cgsd
>>> axes = cgsd.plot.graph(cgsd.detect("karate", k=2))
>>> axes.get_title()
'karate: 2 communities'
"""
from __future__ import annotations

from typing import Any, Optional

import numpy as np

from ._result import Result

__all__ = ["comparison", "embedding", "graph", "spectrum"]

# Distinguishable with any colour vision (Okabe & Ito 2008); further communities are grey.
COLOURS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#000000")
OTHER = "#999999"


def _axes(axes: Any) -> Any:
    try:
        import matplotlib.pyplot as plt
    except ImportError as error:
        raise ImportError("cgsd.plot needs matplotlib: pip install matplotlib") from error
    return plt.subplots(figsize=(7, 5))[1] if axes is None else axes


def _colours(result: Result) -> list:
    ids = [row["id"] for row in result.summary["communities"]["list"]]
    colour = {c: COLOURS[i] if i < len(COLOURS) else OTHER for i, c in enumerate(ids)}
    return [colour[c] for c in result.membership.tolist()]


def _legend(axes: Any, result: Result) -> None:
    from matplotlib.lines import Line2D

    rows = result.summary["communities"]["list"]
    marks = [Line2D([], [], linestyle="", marker="o", color=COLOURS[i], label=f"{row['id']} ({row['size']:,} nodes)")
             for i, row in enumerate(rows[: len(COLOURS)])]
    if len(rows) > len(COLOURS):
        marks.append(Line2D([], [], linestyle="", marker="o", color=OTHER, label=f"{len(rows) - len(COLOURS)} more"))
    axes.legend(handles=marks, frameon=False, loc="center left", bbox_to_anchor=(1.0, 0.5))


def _title(result: Result) -> str:
    count = len(result)
    return f"{result.summary['data']['name']}: {count} {'community' if count == 1 else 'communities'}"


def graph(result: Result, *, axes: Any = None, positions: Any = None, most: int = 2000, seed: int = 0) -> Any:
    """The graph with its nodes coloured by community; positions are those of networkx's spring layout unless given."""
    import networkx as nx

    run = result._alive("plot.graph")
    count = len(result.nodes)
    if count > most:
        raise ValueError(f"{count:,} nodes are more than a picture shows: plot.embedding, or most={count}")
    axes = _axes(axes)
    sources, targets, _ = run.edge_arrays()
    drawn = nx.Graph()
    drawn.add_nodes_from(range(count))
    drawn.add_edges_from(zip(sources.tolist(), targets.tolist()))
    if positions is None:
        place = nx.spring_layout(drawn, seed=seed)
    else:
        place = {i: positions[node] for i, node in enumerate(result.nodes)}
    where = np.array([place[i] for i in range(count)])
    from matplotlib.collections import LineCollection

    axes.add_collection(LineCollection([(where[u], where[v]) for u, v in drawn.edges], colors="#bbbbbb", linewidths=0.6, zorder=1))
    axes.scatter(where[:, 0], where[:, 1], c=_colours(result), s=max(4.0, 60.0 - count / 20.0), zorder=2, edgecolors="white", linewidths=0.5)
    axes.set_title(_title(result))
    axes.set_axis_off()
    _legend(axes, result)
    return axes


def embedding(result: Result, *, axes: Any = None) -> Any:
    """The two directions in which the coordinates of the nodes differ most."""
    if result.embedding is None:
        raise ValueError(f"{result.summary['method']} makes no embedding")
    axes = _axes(axes)
    z = np.asarray(result.embedding, dtype=np.float64)
    z = z - z.mean(axis=0)
    _, vectors = np.linalg.eigh(z.T @ z)
    flat = z @ vectors[:, ::-1][:, :2]
    if flat.shape[1] == 1:
        flat = np.column_stack([flat, np.zeros(len(flat))])
    axes.scatter(flat[:, 0], flat[:, 1], c=_colours(result), s=12, linewidths=0)
    axes.set(title=_title(result), xlabel="first direction", ylabel="second direction")
    axes.spines[["top", "right"]].set_visible(False)
    _legend(axes, result)
    return axes


def spectrum(result: Result, *, axes: Any = None) -> Any:
    """The eigenvalues that the run has seen: of counting the communities, of the graph's structure, or of the rounding."""
    summary = result.summary
    places = (summary.get("spectrum"), summary["communities"], summary.get("diffusion", {}).get("topology"))
    values = next((v for place in places if place for v in (place.get("values"), place.get("eigenvalues")) if v), None)
    if not values:
        raise ValueError("this run has no eigenvalues to show")
    axes = _axes(axes)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.plot(range(1, len(values) + 1), values, marker="o", color=COLOURS[0], linewidth=1)
    axes.set(title=_title(result), xlabel="number", ylabel="eigenvalue")
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def comparison(frame: Any, score: Optional[str] = None, *, axes: Any = None) -> Any:
    """The scores of `cgsd.compare`, a bar per method; dots are seeds."""
    if score is None:
        score = "nmi" if "nmi" in frame.columns else "modularity"
    if score not in frame.columns:
        raise ValueError(f"score = {score!r}: the comparison has {', '.join(frame.columns)}")
    axes = _axes(axes)
    groups = frame.dropna(subset=[score]).groupby("method", sort=False)[score]
    means = groups.mean().sort_values()
    axes.barh(range(len(means)), means.to_numpy(), color=COLOURS[0], height=0.6)
    for i, method in enumerate(means.index):
        values = groups.get_group(method)
        axes.plot(values, [i] * len(values), linestyle="", marker="o", markersize=4, color="black")
    axes.set_yticks(range(len(means)), means.index)
    axes.set_xlabel(score)
    axes.spines[["top", "right"]].set_visible(False)
    return axes

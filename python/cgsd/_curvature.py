"""cgsd.curvature: the discrete Ricci curvature of every edge."""
from __future__ import annotations

from typing import Any, Optional

from . import _core
from ._convert import How, convert


def curvature(graph: Any, kind: str = "forman", *, idleness: float = 0.5, n_jobs: Optional[int] = None, **how: Any) -> Any:
    """The curvature of each edge, as a DataFrame source, target, [weight,] curvature; without pandas a list of tuples.

    kind: forman, weighted_forman, augmented_forman, balanced_forman or ollivier. `how`: nodes, weight, … as for `detect`.

    >>> import cgsd
    >>> triangle = [("a", "b"), ("b", "c"), ("c", "a")]
    >>> cgsd.curvature(triangle, "ollivier")["curvature"].tolist()
    [0.75, 0.75, 0.75]
    """
    from ._detect import threads_of

    threads = threads_of(n_jobs)
    converted = convert(graph, False, How(threads=threads, **how))
    values = _core.curvature(converted.data, kind, idleness, threads)
    sources, targets, weights = converted.data.edge_arrays()
    nodes = converted.nodes
    left, right = [nodes[i] for i in sources.tolist()], [nodes[i] for i in targets.tolist()]
    try:
        import pandas as pd
    except ImportError:
        return list(zip(left, right, values.tolist()))
    columns = {"source": left, "target": right}
    if weights is not None:
        columns["weight"] = weights
    return pd.DataFrame({**columns, "curvature": values})

"""cgsd.compare: several methods on one graph."""
from __future__ import annotations

import time
from typing import Any, Mapping, Optional, Sequence, Union

from ._detect import detect

NEEDS_K = "needs a number of communities: give k"


def compare(graph: Any, attributes: Any = None, k: Union[int, str] = "auto", *,
            methods: Sequence[str] = ("default", "leiden", "louvain", "kmeans"), seeds: Sequence[int] = (0,),
            options: Optional[Mapping[str, Mapping[str, Any]]] = None, **how: Any) -> Any:
    """Runs methods on a graph; one row for each method and seed: communities, scores, seconds. `how` as for `detect`.

    A method that cannot take the input (no attributes, no number of communities) has an `error` in place of scores.

    >>> import cgsd
    >>> rows = cgsd.compare("karate", k=2, methods=["default", "leiden"])
    >>> rows["communities"].tolist()
    [2, 2]
    """
    import warnings

    import pandas as pd

    rows = []
    for method in methods:
        for seed in seeds:
            row = {"method": method, "seed": seed}
            began = time.perf_counter()
            try:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    found = detect(graph, attributes, k, method=method, seed=seed, options=(options or {}).get(method), **how)
            except ValueError as error:
                row["error"] = str(error)
            else:
                row["seconds"] = time.perf_counter() - began
                row["communities"] = len(found)
                row.update({name: value for name, value in found.quality.items() if value is not None})
            rows.append(row)
    frame = pd.DataFrame(rows)
    order = ["method", "seed", "communities", "nmi", "ari", "accuracy", "modularity", "mean_conductance", "seconds", "error"]
    return frame[[c for c in order if c in frame.columns]]

"""cgsd.detect: one line from a graph to its communities."""
from __future__ import annotations

import re
import warnings as _warnings
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

import numpy as np

from . import _core
from ._convert import Converted, How, convert
from ._result import CGSDWarning, Result
from .progress import ProgressChoice, shown


def threads_of(n_jobs: Optional[int]) -> int:
    """None and -1 are all processors. Results do not depend on it."""
    if n_jobs is None or n_jobs == -1:
        return 0
    if isinstance(n_jobs, bool) or not isinstance(n_jobs, (int, np.integer)) or n_jobs < 1:
        raise ValueError(f"n_jobs = {n_jobs!r}: must be a whole number from 1 on, or None for all processors")
    return int(n_jobs)


def seed_of(seed: Any) -> int:
    if isinstance(seed, np.random.RandomState):
        return int(seed.randint(2**31 - 1))
    if isinstance(seed, np.random.Generator):
        return int(seed.integers(2**31 - 1))
    if seed is None:
        return 0
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"seed = {seed!r}: must be a whole number from 0 on")
    return int(seed)


def communities_of(k: Union[int, str, None]) -> int:
    if k is None or k == "auto":
        return 0
    if isinstance(k, bool) or not isinstance(k, (int, np.integer)) or k < 1:
        raise ValueError(f"k = {k!r}: must be a number from 1 on, or 'auto'")
    return int(k)


def assignments(options: Optional[Mapping[str, Any]]) -> List[str]:
    return [f"{name}={str(v).lower() if isinstance(v, bool) else v}" for name, v in (options or {}).items()]


def in_python(message: str) -> str:
    """A message that names options of the command line, with those of Python."""
    message = re.sub(r"--weights-scale (\w+)", r"weights_scale='\1'", message)
    return re.sub(r"(?<![\w-])--([a-z][a-z-]+)", lambda m: m.group(1).replace("-", "_"), message)


def tell(messages: Sequence[str], level: int) -> None:
    for message in messages:
        _warnings.warn(in_python(message), CGSDWarning, stacklevel=level + 1)


def detect(graph: Any, attributes: Any = None, k: Union[int, str] = "auto", *, method: str = "default", seed: Any = 0,
           n_jobs: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, labels: Any = None, nodes: Optional[int] = None,
           weight: Any = "auto", weights_scale: str = "none", directed: Any = "auto", columns: Sequence[str] = (),
           ignore: Sequence[str] = (), kinds: Optional[Dict[str, str]] = None, id_column: Optional[str] = None,
           stability: int = 0, levels: bool = False, max_size: Optional[int] = None, min_size: Optional[int] = None,
           previous: Any = None, progress: ProgressChoice = None, graph_key: str = "connectivities", key_added: str = "cgsd",
           format: str = "auto", data: Optional[str] = None) -> Result:
    """Finds the communities of a graph.

    Parameters
    ----------
    graph
        networkx, igraph, a scipy matrix, an index of edges of shape (m, 2) or (2, m), a list of pairs, a frame of edges (pandas or
        polars), PyG ``Data``, AnnData, a file, the name of a dataset, or None for attributes alone.
    attributes
        a frame with any columns (joined by its index, or the column that holds the names of the nodes), an array or a scipy matrix with
        a row per node. None: those that the graph has. False: none.
    k
        how many communities; "auto": cgsd counts them.
    method
        see ``cgsd.methods()``; `options` are those of ``cgsd.options(method)``.
    n_jobs
        threads; None: all. Results do not depend on it.
    labels
        known classes, for the scores in ``quality`` alone.
    weight
        the name of the weights of the edges, or an array of them; False: ignored; True: used even if they look like noise.
    columns, ignore, kinds, id_column
        of a table: only these, not these, what a column holds, which holds the names.
    levels, max_size, min_size
        nested communities, and how large they may be.
    previous
        an earlier result, or its labels: communities keep their ids.
    progress
        a callable (stage, fraction), or "tqdm".

    >>> import cgsd
    >>> ties = [("ann", "bob"), ("bob", "cleo"), ("cleo", "ann"), ("dan", "eve"), ("eve", "flo"), ("flo", "dan"), ("ann", "dan")]
    >>> found = cgsd.detect(ties, k=2)
    >>> found.labels[["ann", "bob"]].nunique(), found.labels[["ann", "eve"]].nunique()
    (1, 2)
    """
    request = _core.Request()
    request.method = method
    request.communities = communities_of(k)
    request.seed = seed_of(seed)
    request.threads = threads_of(n_jobs)
    request.options = assignments(options)
    request.use_weights = weight is True
    request.stability = stability
    request.levels = bool(levels or max_size is not None or min_size is not None)
    request.max_size = max_size or 0
    request.min_size = 1 if min_size is None else min_size
    how = How(nodes=nodes, weight=weight, weights_scale=weights_scale, directed=directed, labels=labels, columns=columns,
              ignore=ignore, kinds=kinds or {}, id_column=id_column, graph_key=graph_key, format=format, data=data,
              wants_directed=request.wants_directed(), threads=request.threads)
    converted = convert(graph, attributes, how)
    if weight is True and not converted.data.weighted:
        raise ValueError("weight = True: the graph has no weights")
    result = run(request, converted, previous, progress)
    tell(result.warnings, 2)
    if hasattr(graph, "obsp") and hasattr(graph, "uns"):
        write_anndata(graph, result, key_added)
    return result


def run(request: _core.Request, converted: Converted, previous: Any, progress: ProgressChoice) -> Result:
    if previous is not None:
        _set_previous(request, converted, previous)
    with shown(progress) as call:
        request.progress = call
        try:
            return Result(_core.Run(converted.data, request), converted)
        finally:
            request.progress = None


def _set_previous(request: _core.Request, converted: Converted, previous: Any) -> None:
    if isinstance(previous, Result):
        known = dict(zip(previous.nodes, previous.membership.tolist()))
    elif isinstance(previous, Mapping) or hasattr(previous, "items"):
        known = {node: int(community) for node, community in previous.items()}
    else:
        raise ValueError("previous: must be an earlier result, or a Series or dictionary of the community of each node")
    former = [known.get(node, -1) for node in converted.nodes]
    if all(c < 0 for c in former):
        raise ValueError("previous: it knows none of the nodes")
    request.previous = former
    request.previous_ids = sorted({int(c) for c in known.values() if c >= 0})
    request.previous_name = "previous"
    if request.communities == 0 and request.method in ("default", "paper", "authors"):
        request.communities = len({c for c in former if c >= 0})
        request.account = ["as many communities as in the earlier result; a number for k asks for another"]


def write_anndata(adata: Any, result: Result, key: str) -> None:
    """The result into adata.obs, its parameters into adata.uns."""
    import pandas as pd

    texts = [str(c) for c in result.membership.tolist()]
    order = [str(c) for c in sorted(set(result.membership.tolist()))]
    adata.obs[key] = pd.Categorical(texts, categories=order)
    if result.confidence is not None:
        adata.obs[f"{key}_confidence"] = np.array(result.confidence)
    summary = result.summary
    adata.uns[key] = {"params": {"method": summary["method"], "seed": summary["seed"],
                                 **{name: value for name, value in summary["options"].items() if value is not None}},
                      "version": summary["cgsd"]}


def read(graph: Any, attributes: Any = None, **how: Any) -> Any:
    """A graph of a file, or a dataset by name, with its attributes: `cgsd.datasets.load`."""
    from .datasets import load

    return load(graph, attributes, **how)


def _frame(rows: List[Dict[str, Any]], index: str) -> Any:
    try:
        import pandas as pd
    except ImportError:
        return rows
    return pd.DataFrame(rows).set_index(index)


def methods() -> Any:
    """Every method: what it needs and uses, what it costs, where it comes from. A DataFrame; without pandas a list.

    >>> import cgsd
    >>> cgsd.methods().loc["leiden", "what"]
    'modularity, communities connected'
    """
    return _frame(_core.method_table(), "method")


def options(method: str = "default") -> Any:
    """The options of a method, for `options=` of `detect`. A DataFrame; without pandas a list.

    >>> import cgsd
    >>> cgsd.options("leiden").loc["leiden.resolution", "type"]
    'number'
    """
    return _frame(_core.option_table(method), "option")

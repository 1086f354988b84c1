"""Communities in graphs whose nodes have attributes, also if neighbours are not alike.

>>> import cgsd
>>> found = cgsd.detect("people")          # a dataset that ships with cgsd; or a graph of yours
>>> len(found.communities)
5

`detect` takes graphs of networkx, igraph, scipy, NumPy, PyTorch Geometric, pandas, polars and AnnData, and files.
`CGSD` is the same as an estimator by the conventions of scikit-learn. docs/python.md is the guide.
"""
from __future__ import annotations

import os as _os
from typing import TYPE_CHECKING, Any, List

from . import _core
from ._compare import compare
from ._curvature import curvature
from ._detect import detect, methods, options, read
from ._result import CGSDWarning, Result

if TYPE_CHECKING:
    from . import datasets, metrics, plot, progress
    from ._estimator import CGSD

__version__ = _core.version
__all__ = ["CGSD", "CGSDWarning", "Result", "compare", "curvature", "datasets", "detect", "methods", "metrics", "options",
           "plot", "progress", "read"]

if hasattr(_os, "register_at_fork"):
    _os.register_at_fork(after_in_child=_core.remember_fork)


def __getattr__(name: str) -> Any:
    if name == "CGSD":  # imports scikit-learn if it is there, which takes a second
        from ._estimator import CGSD

        return CGSD
    if name in ("datasets", "metrics", "plot", "progress"):
        import importlib

        return importlib.import_module(f"cgsd.{name}")
    raise AttributeError(f"module 'cgsd' has no attribute {name!r}")


def __dir__() -> List[str]:
    return sorted(__all__)

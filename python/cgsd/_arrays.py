"""Arrays of others in the form that the library takes, copied only if their layout is another."""
from __future__ import annotations

from typing import Any

import numpy as np


def root_module(thing: Any) -> str:
    """The package that a class, or one that it derives from, comes from: networkx, pandas, …"""
    known = ("networkx", "igraph", "pandas", "polars", "torch", "torch_geometric", "anndata", "scipy", "numpy")
    for cls in type(thing).__mro__:
        name = (cls.__module__ or "").split(".")[0]
        if name in known:
            return name
    return (type(thing).__module__ or "").split(".")[0]


def is_sparse(thing: Any) -> bool:
    return hasattr(thing, "tocsr") and hasattr(thing, "nnz")


def is_frame(thing: Any) -> bool:
    return hasattr(thing, "columns") and hasattr(thing, "__getitem__") and not is_sparse(thing)


def to_numpy(thing: Any) -> np.ndarray:
    """A NumPy array with the same memory if there can be one."""
    if hasattr(thing, "detach") and hasattr(thing, "cpu"):  # a tensor of torch
        return thing.detach().cpu().numpy()
    return np.asarray(thing)


def dense_rows(thing: Any, what: str = "attributes") -> np.ndarray:
    """A matrix of float32, row after row."""
    array = to_numpy(thing)
    if array.ndim == 1:
        array = array.reshape(-1, 1)
    if array.ndim != 2:
        raise ValueError(f"{what}: an array of {array.ndim} dimensions; must have 2, a row per node")
    if array.dtype.kind == "c":
        raise ValueError("Complex data not supported: attributes are real numbers")
    if array.dtype.kind not in "fiub":
        try:
            array = array.astype(np.float64)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{what}: an array of {array.dtype} is not one of numbers; a DataFrame may hold other columns "
                             f"({error})") from error
    return np.ascontiguousarray(array, dtype=np.float32)


def sparse_rows(matrix: Any) -> tuple:
    """(offsets, columns, values, width) of a scipy matrix as compressed rows with ascending columns."""
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    if rows.data.dtype.kind == "c":
        raise ValueError("Complex data not supported: attributes are real numbers")
    if rows.shape[1] >= 2**31:
        raise ValueError(f"attributes: {rows.shape[1]} columns; at most 2^31 - 1")
    return (np.ascontiguousarray(rows.indptr, dtype=np.int64), np.ascontiguousarray(rows.indices, dtype=np.int32),
            np.ascontiguousarray(rows.data, dtype=np.float32), rows.shape[1])


def index_vector(thing: Any) -> np.ndarray:
    array = to_numpy(thing)
    if array.dtype.kind not in "iu":
        whole = array.astype(np.int64)
        if array.size and not np.array_equal(whole, array):
            raise ValueError(f"the ends of edges must be whole numbers, not {array.dtype}")
        array = whole
    return np.ascontiguousarray(array, dtype=np.int64)


def codes(values: Any) -> tuple:
    """(class of each node from 0 on, -1 for a missing one; names of the classes) of labels of any type."""
    if hasattr(values, "to_numpy") and not isinstance(values, np.ndarray):
        values = values.to_numpy()
    array = to_numpy(values)
    if array.ndim != 1:
        raise ValueError(f"labels: an array of {array.ndim} dimensions; must have 1, a label per node")
    if array.dtype.kind in "iu":
        lowest = int(array.min()) if array.size else 0
        if lowest >= -1 and (array.size == 0 or int(array.max()) < 2**31 - 1):
            return np.ascontiguousarray(array, dtype=np.int32), []
    missing = np.array([v is None or v != v for v in array.tolist()], dtype=bool)
    texts = np.array([str(v) for v in array.tolist()], dtype=object)
    found = np.full(len(texts), -1, dtype=np.int32)
    names, inverse = np.unique(texts[~missing].astype(str), return_inverse=True)
    found[~missing] = inverse
    return found, [str(n) for n in names]

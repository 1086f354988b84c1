"""Tables of attributes: the columns of a frame as texts, which the library reads as it reads those of a file."""
from __future__ import annotations

import datetime
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple

import numpy as np

from . import _core
from ._arrays import root_module

Columns = List[Tuple[str, List[str]]]


def is_missing(value: Any) -> bool:
    if value is None:
        return True
    if isinstance(value, (list, tuple, set, dict, np.ndarray, str, bytes)):
        return False
    try:
        return bool(value != value)
    except (TypeError, ValueError):  # pandas.NA refuses to be a truth value
        return True


def text_of(value: Any) -> str:
    """One cell, as a file would spell it; a missing one is empty."""
    if isinstance(value, str):
        return value
    if is_missing(value):
        return ""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, np.floating):
        return str(value)  # the shortest digits of its own precision
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (set, frozenset)):
        value = sorted(value, key=str)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(repr(str(v)) if isinstance(v, str) else repr(v) for v in value) + "]"
    if isinstance(value, np.datetime64):
        return str(value.astype("datetime64[s]")).replace("T", " ")
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time()
        return value.date().isoformat() if midnight else value.isoformat(sep=" ", timespec="seconds")
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return str(value)


def cells(column: Any) -> List[str]:
    """All cells of a column of pandas, polars or NumPy."""
    if root_module(column) == "polars":
        return [text_of(v) for v in column.to_list()]
    kind = getattr(getattr(column, "dtype", None), "kind", "O")
    if kind == "f" and isinstance(getattr(column, "dtype", None), np.dtype):
        array = np.asarray(column)
        texts = array.astype(str).tolist()
        for i in np.flatnonzero(np.isnan(array)).tolist():
            texts[i] = ""
        return texts
    if kind in "iu" and isinstance(getattr(column, "dtype", None), np.dtype):
        return [str(v) for v in np.asarray(column).tolist()]
    return [text_of(v) for v in (column.tolist() if hasattr(column, "tolist") else column)]


def headings(frame: Any) -> List[str]:
    return [str(c) for c in frame.columns]


def columns_of(frame: Any, leave_out: Iterable[str] = ()) -> Columns:
    if root_module(frame) == "pandas":
        return [(str(c), cells(frame.iloc[:, i])) for i, c in enumerate(frame.columns) if str(c) not in leave_out]
    return [(str(c), cells(frame[c])) for c in frame.columns if str(c) not in leave_out]


class Join:
    """Which row of a frame belongs to which node."""

    def __init__(self, rows: Optional[np.ndarray], added: Sequence[Any], id_column: Optional[str], account: List[str]):
        self.rows = rows  # of each node, -1: none; None: rows are in the order of the nodes
        self.added = list(added)  # names of nodes without edges
        self.id_column = id_column
        self.account = account


def _match(values: Sequence[Any], position: Dict[str, int]) -> int:
    return sum(1 for v in {text_of(v) for v in values} if v in position)


def _candidates(frame: Any, id_column: Optional[str]) -> List[Tuple[Optional[str], List[Any]]]:
    """(heading, None for the index; values) of what may hold the names of the nodes."""
    if id_column is not None:
        if id_column not in headings(frame):
            raise ValueError(f"id_column = {id_column!r}: the attributes have no such column")
        return [(id_column, list(frame[id_column]))]
    found: List[Tuple[Optional[str], List[Any]]] = []
    if root_module(frame) == "pandas" and type(frame.index).__name__ != "RangeIndex":
        found.append((None, frame.index.tolist()))
    for heading in headings(frame):
        column = frame[heading] if root_module(frame) != "pandas" else frame.loc[:, heading]
        if getattr(column, "ndim", 1) == 1:
            found.append((heading, list(column)))
    return found


def join(frame: Any, nodes: Sequence[Any], *, named: bool, id_column: Optional[str], may_grow: bool) -> Join:
    """By the index or the column that holds the names of the nodes; without one row i is node i."""
    rows = len(frame)
    if not named and id_column is None:
        if root_module(frame) == "pandas" and type(frame.index).__name__ != "RangeIndex":
            index = frame.index.tolist()
            if sorted(map(text_of, index)) == sorted(map(text_of, nodes)):
                return _joined(None, index, nodes, may_grow=False)
        if rows != len(nodes):
            raise ValueError(f"the attributes have {rows} rows for {len(nodes)} nodes")
        return Join(None, [], None, [])
    position = {text_of(v): i for i, v in enumerate(nodes)}
    best: Tuple[int, Optional[str], List[Any]] = (0, None, [])
    for heading, values in _candidates(frame, id_column):
        matched = _match(values, position)
        if matched > best[0]:
            best = (matched, heading, values)
    if 2 * best[0] >= min(rows, len(nodes)) and best[0] > 0:
        return _joined(best[1], best[2], nodes, may_grow=may_grow)
    if id_column is not None:
        raise ValueError(f"id_column = {id_column!r}: it holds none of the nodes")
    if rows == len(nodes):
        return Join(None, [], None, ["no column holds the names of the nodes: rows taken in the order of the nodes"])
    raise ValueError(f"the attributes have {rows} rows for {len(nodes)} nodes, and neither the index nor a column holds the "
                     "names of the nodes")


def _joined(heading: Optional[str], values: List[Any], nodes: Sequence[Any], *, may_grow: bool) -> Join:
    position = {text_of(v): i for i, v in enumerate(nodes)}
    row_of = np.full(len(nodes), -1, dtype=np.int64)
    strangers = []
    for row, value in enumerate(values):
        node = position.get(text_of(value))
        if node is None:
            strangers.append((text_of(value), row, value))
        elif row_of[node] >= 0:
            raise ValueError(f"node {text_of(value)!r} has two rows of attributes")
        else:
            row_of[node] = row
    matched = int((row_of >= 0).sum())
    called = "the index" if heading is None else f"`{heading}`"
    account = [f"joined on {called}: {matched} of {len(values)} rows"]
    added = []
    if strangers and may_grow and len(strangers) <= matched:
        strangers.sort()
        added = [value for _, _, value in strangers]
        row_of = np.concatenate([row_of, np.array([row for _, row, _ in strangers], dtype=np.int64)])
        account.append(f"{len(added)} rows without edges became isolated nodes")
    elif strangers:
        account.append(f"{len(strangers)} rows that belong to no node dropped")
    absent = int((row_of < 0).sum())
    if absent:
        account.append(f"{absent} nodes without a row: their values are missing")
    return Join(row_of, added, heading, account)


def aligned(columns: Columns, rows: Optional[np.ndarray]) -> Columns:
    if rows is None:
        return columns
    return [(name, ["" if r < 0 else values[r] for r in rows.tolist()]) for name, values in columns]


def table(columns: Columns, *, only: Sequence[str], ignore: Sequence[str], kinds: Dict[str, str], contained: bool) -> _core.Table:
    made = _core.Table()
    made.columns = columns
    made.only = list(only)
    made.ignore = list(ignore)
    made.kinds = [(str(k), str(v)) for k, v in kinds.items()]
    made.contained = contained
    return made

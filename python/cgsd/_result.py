"""What `cgsd.detect` returns."""
from __future__ import annotations

import html
import json
import os
import shutil
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

import numpy as np

if TYPE_CHECKING:
    import pandas as pd

    from . import _core
    from ._convert import Converted


class CGSDWarning(UserWarning):
    """Something went differently than asked for."""


def _pandas(what: str) -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError(f"{what} needs pandas: pip install pandas. Without it there are .membership, .nodes and .summary") from error
    return pandas


class Explanation(Dict[str, Any]):
    """Why a node is in its community: a dictionary with every figure, which prints as `cgsd explain` does."""

    def __init__(self, figures: Dict[str, Any], text: str) -> None:
        super().__init__(figures)
        self._text = text

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return self._text

    def _repr_html_(self) -> str:
        return f"<div style='white-space: pre-wrap; max-width: 50em'>{html.escape(self._text)}</div>"


class Result:
    """Communities, and everything that explains them. It prints as `cgsd detect` does.

    >>> import cgsd
    >>> found = cgsd.detect("karate", k=2)
    >>> found.labels[[0, 33]].tolist()
    [1, 0]
    >>> int(found.communities["size"].sum())
    34
    >>> found.explain(33)["community"]
    0
    """

    def __init__(self, run: "_core.Run", converted: "Converted") -> None:
        self._run: Optional["_core.Run"] = run
        self._nodes = converted.nodes
        self._position: Optional[Dict[Any, int]] = None
        self._graph = converted.graph
        self._json = run.json()
        self._summary: Optional[Dict[str, Any]] = None
        shown: Any = run
        self._membership: np.ndarray = np.zeros(0, np.int32) if shown.membership is None else shown.membership
        self._second: Optional[np.ndarray] = shown.second_choice
        self._confidence: Optional[np.ndarray] = shown.confidence
        self._stability: Optional[np.ndarray] = shown.stability
        self._embedding: Optional[np.ndarray] = shown.embedding
        self._nested: List[Dict[str, Any]] = run.nested()
        self._found_level = run.found_level
        self._ids_at = [run.ids_at(level) for level in range(run.levels)]
        self._texts = {"": "", "explanation": run.explanation}

    # ── of each node ──

    @property
    def nodes(self) -> Sequence[Any]:
        """The names of the nodes, as the caller's graph has them."""
        return self._nodes

    @property
    def membership(self) -> np.ndarray:
        """The community of each node, in the order of `nodes`."""
        return self._membership

    @property
    def confidence(self) -> Optional[np.ndarray]:
        """How sure each node is of its community, 0 to 1; NaN if the method cannot tell."""
        return self._confidence

    @property
    def second_choice(self) -> Optional[np.ndarray]:
        """The community that comes next; -1 if there is none."""
        return self._second

    @property
    def stability(self) -> Optional[np.ndarray]:
        """The share of repeated runs in which a node stays, if `stability` asked for them."""
        return self._stability

    @property
    def embedding(self) -> Optional[np.ndarray]:
        """Coordinates of the nodes; None if the method makes none."""
        return self._embedding

    @property
    def labels(self) -> "pd.Series":
        """The community of each node, by the caller's names."""
        pd = _pandas("labels")
        return pd.Series(self._membership, index=self._index(pd), name="community")

    @property
    def frame(self) -> "pd.DataFrame":
        """One row per node: community, confidence, second choice and, if measured, stability."""
        pd = _pandas("frame")
        columns: Dict[str, Any] = {"community": self._membership, "confidence": self._confidence}
        if self._second is not None:
            columns["second_choice"] = pd.array(self._second, dtype="Int32")
            columns["second_choice"][self._second < 0] = pd.NA
        if self._stability is not None:
            columns["stability"] = self._stability
        return pd.DataFrame(columns, index=self._index(pd))

    def _index(self, pd: Any) -> Any:
        if isinstance(self._nodes, range):
            return pd.RangeIndex(len(self._nodes), name="node")
        tuples = any(isinstance(v, tuple) for v in self._nodes[:1])
        return pd.Index(list(self._nodes), name="node", tupleize_cols=False) if tuples else pd.Index(self._nodes, name="node")

    # ── of each community ──

    @property
    def communities(self) -> "pd.DataFrame":
        """One row per community: size, density, conductance, mean confidence, what sets it apart, nodes that stand for it."""
        pd = _pandas("communities")
        rows = self.summary["communities"]["list"]
        frame = pd.DataFrame({
            "community": [row["id"] for row in rows],
            "size": [row["size"] for row in rows],
            "density": [row["density"] for row in rows],
            "conductance": [row["conductance"] for row in rows],
            "mean_confidence": [row["mean_confidence"] for row in rows],
            "set_apart": ["; ".join(trait["words"] for trait in row["set_apart"]) for row in rows],
            "central": [row["central"] for row in rows],
            "doubtful": [row["doubtful"] for row in rows],
        })
        return frame.astype({c: float for c in ("density", "conductance", "mean_confidence")}).set_index("community")

    def __len__(self) -> int:
        return len(self.summary["communities"]["list"])

    # ── of the run ──

    @property
    def summary(self) -> Dict[str, Any]:
        """Everything that is known of the run, as `cgsd detect --json` prints it."""
        if self._summary is None:
            self._summary = json.loads(self._json)
        return self._summary

    @property
    def explanation(self) -> str:
        """How the communities were found, in plain words."""
        return self._texts["explanation"]

    @property
    def quality(self) -> Dict[str, float]:
        """Modularity, coverage and conductance; with labels also nmi, ami, ari and accuracy."""
        return self.summary["quality"]

    @property
    def warnings(self) -> List[str]:
        return list(self.summary["warnings"])

    # ── levels ──

    @property
    def levels(self) -> "pd.DataFrame":
        """One row per node: its community on every level, coarsest first; `community` is that of the run."""
        pd = _pandas("levels")
        self._need_levels()
        columns = {"community": self._ids_at[self._found_level]}
        columns.update({f"level_{i}": ids for i, ids in enumerate(self._ids_at)})
        return pd.DataFrame(columns, index=self._index(pd))

    @property
    def hierarchy(self) -> "pd.DataFrame":
        """One row per community of every level, in the columns of GraphRAG's table of communities."""
        pd = _pandas("hierarchy")
        self._need_levels()
        members: Dict[int, List[Any]] = {}
        for level in range(len(self._ids_at)):
            standing = {row["community"] for row in self._nested if row["level"] == level}
            for node, community in zip(self._nodes, self._ids_at[level].tolist()):
                if community in standing:
                    members.setdefault(community, []).append(node)
        rows = sorted(self._nested, key=lambda row: (row["level"], row["community"]))
        return pd.DataFrame({
            "id": [str(row["community"]) for row in rows],
            "human_readable_id": [row["community"] for row in rows],
            "community": [row["community"] for row in rows],
            "level": [row["level"] for row in rows],
            "parent": [row["parent"] for row in rows],
            "children": [row["children"] for row in rows],
            "title": [f"Community {row['community']}" for row in rows],
            "entity_ids": [members.get(row["community"], []) for row in rows],
            "size": [row["size"] for row in rows],
        })

    def _need_levels(self) -> None:
        if not self._ids_at:
            raise ValueError("this run has no levels: ask for them by levels=True, max_size or min_size")

    # ── what to do with it ──

    def explain(self, node: Any) -> Explanation:
        """Why a node is in its community: its neighbours, and the attributes that speak for and against it."""
        run = self._alive("explain")
        where = self._place(node)
        return Explanation(json.loads(run.explanation_json(where)), run.explanation_text(where, _width()))

    def _place(self, node: Any) -> int:
        if isinstance(self._nodes, range):
            if isinstance(node, (int, np.integer)) and 0 <= node < len(self._nodes):
                return int(node)
        else:
            if self._position is None:
                self._position = {v: i for i, v in enumerate(self._nodes)}
            if node in self._position:
                return self._position[node]
        raise KeyError(f"there is no node {node!r}; nodes are {', '.join(repr(v) for v in list(self._nodes[:3]))}, …")

    def to_networkx(self, graph: Any = None, name: str = "community") -> Any:
        """The graph of networkx with the community and the confidence of each node as attributes; in place."""
        graph = self._graph if graph is None else graph
        if not (hasattr(graph, "nodes") and hasattr(graph, "adj")):
            raise ValueError("to_networkx needs the graph of networkx: give it")
        for i, node in enumerate(self._nodes):
            if node not in graph:
                raise ValueError(f"the graph has no node {node!r}")
            graph.nodes[node][name] = int(self._membership[i])
            if self._confidence is not None:
                graph.nodes[node][f"{name}_confidence"] = float(self._confidence[i])
        return graph

    def save(self, directory: Any, embedding: bool = False) -> List[str]:
        """Writes the files that `cgsd detect -o DIRECTORY` writes; returns their names."""
        return self._alive("save").write(os.fspath(directory), embedding)

    def report(self, file: Any) -> str:
        """Writes one page (HTML) with the graph, its communities and what explains them; returns its name."""
        self._alive("report").write_report(os.fspath(file))
        return os.fspath(file)

    def _alive(self, what: str) -> "_core.Run":
        if self._run is None:
            raise ValueError(f"{what} needs the graph, which a result that was unpickled no longer has: run detect again")
        return self._run

    # ── how it looks ──

    def text(self, width: Optional[int] = None, verbose: bool = False, colour: bool = False) -> str:
        """What `cgsd detect` prints; with `verbose` every figure."""
        if self._run is None:
            return self._texts[""]
        return self._run.text(_width() if width is None else width, verbose, colour)

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    def __repr__(self) -> str:
        return self.text().rstrip("\n")

    def _repr_html_(self) -> str:
        lines = self.text(width=120).split("\n\n")
        head, *sections = [part for part in lines if part.strip()]
        first, _, reading = head.partition("\n")
        out = [_paragraph([first]), _paragraph(reading.split("\n"), "opacity: 0.7")]
        for section in sections:
            title, _, body = section.partition("\n")
            out.append(f"<p><b>{html.escape(title.strip())}</b></p>")
            if "for example" in body:
                words = body.split("\n  id ")[0].split("\n")
                out.append(_paragraph([w for w in words if not w.strip().startswith("id ")]) + self._table())
            elif title.strip().startswith("Levels"):
                out.append(f"<pre>{html.escape(body)}</pre>")
            else:
                out.append(_paragraph(body.split("\n")))
        return "<div class='cgsd'>" + "".join(out) + "</div>"

    def _table(self) -> str:
        rows = self.summary["communities"]["list"]
        shown = rows[:20]
        heading = "".join(f"<th>{name}</th>" for name in ("community", "nodes", "confidence", "set apart by", "for example"))
        lines = []
        for row in shown:
            confidence = row["mean_confidence"]
            values = (row["id"], row["size"], "–" if confidence is None else f"{confidence:.2f}",
                      ", ".join(trait["words"] for trait in row["set_apart"][:3]), ", ".join(map(str, row["central"][:3])))
            lines.append("<tr>" + "".join(f"<td>{html.escape(str(v))}</td>" for v in values) + "</tr>")
        more = f"<p>… and {len(rows) - len(shown)} more</p>" if len(rows) > len(shown) else ""
        return f"<table><thead><tr>{heading}</tr></thead><tbody>{''.join(lines)}</tbody></table>{more}"

    # ── pickle: everything but the graph ──

    def __getstate__(self) -> Dict[str, Any]:
        state = dict(self.__dict__)
        state["_texts"] = {**self._texts, "": self.text(width=80)}
        state["_run"] = state["_graph"] = state["_summary"] = None
        for name in ("_membership", "_second", "_confidence", "_stability", "_embedding"):
            if state[name] is not None:
                state[name] = np.array(state[name])
        state["_ids_at"] = [np.array(ids) for ids in self._ids_at]
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        self.__dict__.update(state)


def _paragraph(lines: Sequence[str], style: str = "") -> str:
    words = " ".join(" ".join(lines).split())
    return f"<p style='{style}'>{html.escape(words)}</p>" if words else ""


def _width() -> int:
    return min(120, max(40, shutil.get_terminal_size((80, 24)).columns))

"""cgsd.CGSD: an estimator by the conventions of scikit-learn, which need not be installed."""
from __future__ import annotations

import os
import tempfile
from typing import Any, Dict, List, Mapping, Optional, Union

import numpy as np

from . import _core
from ._arrays import dense_rows, index_vector, is_frame, is_sparse, sparse_rows, to_numpy
from ._detect import detect, threads_of
from ._result import Result
from ._table import columns_of, headings, text_of

try:
    from sklearn.base import BaseEstimator, ClusterMixin
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError:  # the same conventions, as far as they go without scikit-learn

    class BaseEstimator:  # type: ignore[no-redef]
        def get_params(self, deep: bool = True) -> Dict[str, Any]:
            return {name: getattr(self, name) for name in self._names()}

        def set_params(self, **params: Any) -> Any:
            for name, value in params.items():
                if name not in self._names():
                    raise ValueError(f"Invalid parameter {name!r} for estimator {self!r}. Valid parameters are: {self._names()}.")
                setattr(self, name, value)
            return self

        @classmethod
        def _names(cls) -> List[str]:
            import inspect

            return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

        def __repr__(self) -> str:
            import inspect

            defaults = inspect.signature(type(self).__init__).parameters
            changed = [f"{n}={v!r}" for n, v in self.get_params().items() if v is not defaults[n].default and v != defaults[n].default]
            return f"{type(self).__name__}({', '.join(changed)})"

        def __getstate__(self) -> Dict[str, Any]:
            return dict(self.__dict__)

        def __setstate__(self, state: Dict[str, Any]) -> None:
            self.__dict__.update(state)

    class ClusterMixin:  # type: ignore[no-redef]
        _estimator_type = "clusterer"

    def validate_data(estimator: Any, X: Any, *, reset: bool = True, **_: Any) -> Any:
        width = int(X.shape[1]) if np.ndim(X) == 2 or is_sparse(X) else 1
        if reset:
            estimator.n_features_in_ = width
        elif width != estimator.n_features_in_:
            raise ValueError(f"X has {width} features, but {type(estimator).__name__} is expecting {estimator.n_features_in_} features "
                             "as input.")
        return X

    def check_is_fitted(estimator: Any) -> None:
        if not hasattr(estimator, "labels_"):
            raise ValueError(f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' first.")


class CGSD(ClusterMixin, BaseEstimator):
    """Communities of a graph whose nodes have attributes.

    Parameters
    ----------
    n_clusters : int or "auto"
        how many communities; "auto": they are counted.
    method : str
        any of ``cgsd.methods()``; `options` are those of ``cgsd.options(method)``.
    random_state : int, RandomState or None
        the seed; None is 0, so results are always the same.
    n_jobs : int or None
        threads; None: all. Results do not depend on it.
    levels, max_size, min_size
        nested communities, in `hierarchy_`.

    Attributes
    ----------
    labels_, confidence_, embedding_
        the community of each node, how sure it is, and its coordinates (None if the method makes none).
    hierarchy_
        the communities of every level, if levels were asked for; else None.
    explanation_
        how the communities were found, in plain words.
    result_
        everything else: see ``cgsd.Result``.

    >>> import cgsd
    >>> data = cgsd.datasets.planted_partition(nodes=120, communities=3, seed=1)
    >>> estimator = cgsd.CGSD(n_clusters=3).fit(data.attributes, graph=data.edges)
    >>> cgsd.metrics.nmi(data.labels, estimator.labels_) > 0.9
    True
    >>> estimator.predict(data.attributes[:2]).tolist() == estimator.labels_[:2].tolist()
    True
    """

    def __init__(self, n_clusters: Union[int, str] = "auto", *, method: str = "default", random_state: Any = 0,
                 n_jobs: Optional[int] = None, options: Optional[Mapping[str, Any]] = None, weight: Any = "auto",
                 levels: bool = False, max_size: Optional[int] = None, min_size: Optional[int] = None, progress: Any = None) -> None:
        self.n_clusters = n_clusters
        self.method = method
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.options = options
        self.weight = weight
        self.levels = levels
        self.max_size = max_size
        self.min_size = min_size
        self.progress = progress

    def fit(self, X: Any = None, y: Any = None, *, graph: Any = None) -> "CGSD":
        """Finds the communities. X: attributes, a row per node, or None; graph: whatever ``cgsd.detect`` takes, or None."""
        if X is None and graph is None:
            raise ValueError("there is neither a graph nor attributes")
        result = detect(graph, self._checked(X, reset=True), self.n_clusters, method=self.method, seed=self.random_state,
                        n_jobs=self.n_jobs, options=self.options, weight=self.weight, levels=self.levels, max_size=self.max_size,
                        min_size=self.min_size, progress=self.progress)
        self.result_: Result = result
        self.labels_ = np.array(result.membership)
        self.confidence_ = None if result.confidence is None else np.array(result.confidence)
        self.embedding_ = result.embedding
        self.hierarchy_ = result.hierarchy if result._ids_at else None
        self.explanation_ = result.explanation
        self._nodes = result.nodes
        self._placing: Dict[str, _core.Model] = {}  # the model, once it was needed
        self._table = X is not None and is_frame(X)
        return self

    def fit_predict(self, X: Any = None, y: Any = None, *, graph: Any = None) -> np.ndarray:
        """Finds the communities and returns them."""
        return self.fit(X, y, graph=graph).labels_

    def predict(self, X: Any = None, *, graph: Any = None) -> np.ndarray:
        """Places new nodes into the communities that were found. Row i of X is the i-th new node.

        graph: edges of the new nodes, an array of pairs or a frame. Known nodes are named as before; the i-th new node is n + i, or,
        if nodes have names, the i-th row of a frame X by its index. A node with neither attributes nor edges gets -1.
        """
        check_is_fitted(self)
        newcomers, names = self._newcomers(X, graph)
        if graph is not None:
            self._set_edges(newcomers, graph, names)
        return self._placing_model().place(newcomers, threads_of(self.n_jobs))[0]

    def _newcomers(self, X: Any, graph: Any) -> Any:
        newcomers, names = _core.Newcomers(), None
        if X is None:
            if graph is None:
                raise ValueError("predict needs the attributes of the new nodes (X), their edges (graph), or both")
            return newcomers, names
        if is_frame(X) and self._table:
            self._check_columns(X)
            newcomers.count = len(X)
            newcomers.table = columns_of(X)
            names = [text_of(v) for v in getattr(X, "index", range(len(X)))]
            return newcomers, names
        X = self._checked(X, reset=False)
        newcomers.count = int(X.shape[0])
        if is_sparse(X):
            newcomers.set_sparse(*sparse_rows(X))
        else:
            newcomers.set_dense(dense_rows(X))
        return newcomers, names

    def _checked(self, X: Any, reset: bool) -> Any:
        if X is None:
            return None
        if is_frame(X):
            if reset:
                self.n_features_in_ = len(X.columns)
                names = headings(X)
                if all(isinstance(c, str) for c in X.columns):
                    self.feature_names_in_ = np.array(names, dtype=object)
                elif hasattr(self, "feature_names_in_"):
                    del self.feature_names_in_
            return X
        if reset and hasattr(self, "feature_names_in_"):
            del self.feature_names_in_
        if hasattr(X, "detach") and hasattr(X, "cpu"):
            X = to_numpy(X)
        return validate_data(self, X, reset=reset, accept_sparse="csr", dtype=[np.float32, np.float64], order="C")

    def _check_columns(self, X: Any) -> None:
        wanted = list(getattr(self, "feature_names_in_", []))
        missing = [c for c in wanted if c not in headings(X)]
        if missing:
            raise ValueError("The feature names should match those that were passed during fit.\nFeature names seen at fit time, yet "
                             "now missing:\n" + "".join(f"- {name}\n" for name in missing))

    def _set_edges(self, newcomers: Any, graph: Any, names: Optional[List[str]]) -> None:
        if is_frame(graph):
            heads = headings(graph)
            pairs: Any = list(zip(graph[heads[0]], graph[heads[1]]))
        else:
            array = to_numpy(graph)
            pairs = array if array.ndim == 2 and array.shape[1] == 2 else array.T
        position = {node: i for i, node in enumerate(self._nodes)}
        known = len(self._nodes)
        texts = {text_of(node): i for node, i in position.items()}
        if names is not None and not isinstance(self._nodes, range):
            texts.update({name: known + i for i, name in enumerate(names)})
        ends = np.array([[self._end(v, position, texts) for v in pair] for pair in pairs], dtype=np.int64).reshape(-1, 2)
        newcomers.count = max(newcomers.count, int(ends.max(initial=known - 1)) - known + 1)
        newcomers.set_edges(index_vector(ends[:, 0]), index_vector(ends[:, 1]), None)

    def _end(self, value: Any, position: Dict[Any, int], texts: Dict[str, int]) -> int:
        if isinstance(self._nodes, range):
            return int(value)
        found = position.get(value, texts.get(text_of(value)))
        if found is not None:
            return found
        if isinstance(value, (int, np.integer)):
            return int(value)
        raise ValueError(f"an edge names {value!r}, which is neither a known node nor in the index of X")

    def _placing_model(self) -> _core.Model:
        if "model" not in self._placing:
            run = self.result_._run
            if run is None:
                raise ValueError(f"{self.method} makes no model that new nodes could be placed with")
            self._placing["model"] = _core.Model(run, threads_of(self.n_jobs))
        return self._placing["model"]

    def save_model(self, file: Any) -> None:
        """Writes the model that `cgsd assign` reads (.npz)."""
        check_is_fitted(self)
        self._placing_model().save(os.fspath(file))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags

    def __getstate__(self) -> Dict[str, Any]:
        state = dict(super().__getstate__())
        if "labels_" in state and "result_" in state:
            state["_placing"] = self._model_bytes()
            state["embedding_"] = None if self.embedding_ is None else np.array(self.embedding_)
        return state

    def __setstate__(self, state: Dict[str, Any]) -> None:
        kept = state.get("_placing")
        super().__setstate__(state)
        self._placing = {}
        if isinstance(kept, bytes):
            with tempfile.TemporaryDirectory() as directory:
                file = os.path.join(directory, "model.npz")
                with open(file, "wb") as out:
                    out.write(kept)
                self._placing["model"] = _core.Model(file)

    def _model_bytes(self) -> Optional[bytes]:
        run = self.result_._run
        if "model" not in self._placing and (run is None or run.why_no_model()):
            return None
        with tempfile.TemporaryDirectory() as directory:
            file = os.path.join(directory, "model.npz")
            self._placing_model().save(file)
            with open(file, "rb") as source:
                return source.read()

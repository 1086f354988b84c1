"""The estimator by the conventions of scikit-learn."""
import pickle

import numpy as np
import pytest

import cgsd

sklearn = pytest.importorskip("sklearn")

# What of scikit-learn's own checks does not apply, and why: nothing. (It skips the one of other array libraries unless asked for.)
EXCLUDED = {}


def test_fits_and_tells_what_it_found(blocks):
    edges, attributes, classes = blocks
    estimator = cgsd.CGSD(n_clusters=3)
    labels = estimator.fit_predict(attributes, graph=edges)
    assert cgsd.metrics.nmi(classes, labels) > 0.9
    np.testing.assert_array_equal(labels, cgsd.detect(edges, attributes, k=3).membership)
    assert estimator.confidence_.shape == (90,) and estimator.embedding_.shape[0] == 90
    assert estimator.hierarchy_ is None and "Neighbours" in estimator.explanation_
    assert estimator.n_features_in_ == 12


def test_counts_if_no_number_is_given_and_nests_if_asked(blocks):
    edges, attributes, _ = blocks
    estimator = cgsd.CGSD(max_size=20).fit(attributes, graph=edges)
    assert estimator.hierarchy_["size"].min() <= 20
    assert len(set(estimator.labels_.tolist())) == 3


def test_takes_every_method(blocks):
    edges, attributes, _ = blocks
    assert len(cgsd.CGSD(3, method="leiden").fit_predict(graph=edges)) == 90
    with pytest.raises(ValueError, match="leiden makes no model"):
        cgsd.CGSD(3, method="leiden").fit(graph=edges).predict(attributes)


def test_places_new_nodes_by_attributes_and_by_edges(blocks):
    edges, attributes, classes = blocks
    known = np.arange(90) < 80
    inside = edges[(edges < 80).all(axis=1)]
    new = edges[(edges < 80).any(axis=1) & (edges >= 80).any(axis=1)]
    estimator = cgsd.CGSD(3).fit(attributes[known], graph=inside)
    truth = classes[80:]
    assert cgsd.metrics.accuracy(truth, estimator.predict(attributes[80:])) > 0.8
    assert cgsd.metrics.accuracy(truth, estimator.predict(attributes[80:], graph=new)) > 0.8
    by_edges = estimator.predict(graph=new)
    assert by_edges.shape[0] == 10


def test_places_rows_of_a_table_by_name():
    pd = pytest.importorskip("pandas")
    ties = pd.DataFrame({"source": list("abcdefa"), "target": list("bcaefdd")})
    people = pd.DataFrame({"age": [30, 31, 32, 60, 61, 62], "city": ["Rome"] * 3 + ["Oslo"] * 3}, index=list("abcdef"))
    estimator = cgsd.CGSD(2).fit(people, graph=ties)
    new = pd.DataFrame({"age": [29, 65], "city": ["Rome", "Oslo"]}, index=["y", "z"])
    placed = estimator.predict(new, graph=pd.DataFrame({"source": ["y", "z"], "target": ["a", "e"]}))
    assert placed.tolist() == [estimator.labels_[0], estimator.result_.labels["e"]]
    with pytest.raises(ValueError, match="- city"):
        estimator.predict(new[["age"]])


def test_the_model_is_that_of_the_command_line(blocks, tmp_path):
    edges, attributes, _ = blocks
    estimator = cgsd.CGSD(3).fit(attributes, graph=edges)
    estimator.save_model(tmp_path / "model.npz")
    with np.load(tmp_path / "model.npz", allow_pickle=False) as arrays:
        assert "centres" in arrays.files


def test_can_be_cloned_pickled_and_searched(blocks):
    from sklearn.base import clone

    edges, attributes, _ = blocks
    estimator = cgsd.CGSD(n_clusters=3, method="default", options={"knn.neighbours": 10})
    copy = clone(estimator)
    assert copy.get_params() == estimator.get_params() and not hasattr(copy, "labels_")
    assert copy.set_params(n_clusters=4).n_clusters == 4
    fitted = estimator.fit(attributes, graph=edges)
    again = pickle.loads(pickle.dumps(fitted))
    np.testing.assert_array_equal(again.labels_, fitted.labels_)
    np.testing.assert_array_equal(again.predict(attributes[:9]), fitted.predict(attributes[:9]))
    assert pickle.loads(pickle.dumps(again)).predict(attributes[:3]).shape == (3,)


def test_has_a_html_form_for_notebooks():
    assert "CGSD" in cgsd.CGSD(3)._repr_html_()


def test_passes_the_checks_of_scikit_learn_that_apply():
    import warnings

    from sklearn.utils.estimator_checks import check_estimator

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        outcomes = check_estimator(cgsd.CGSD(n_clusters=2, n_jobs=1), on_fail=None, on_skip=None)
    failed = {o["check_name"]: o["exception"] for o in outcomes if o["status"] == "failed"}
    assert not set(failed) - set(EXCLUDED), failed
    assert len([o for o in outcomes if o["status"] == "passed"]) > 30

"""The wheel in an environment with nothing but NumPy, and what is in the wheel.

Usage: bare.py WHEEL
"""
import importlib.util
import pathlib
import pickle
import sys
import warnings
import zipfile

import numpy as np

import cgsd

MOST_BYTES = 15_000_000

wheel = pathlib.Path(sys.argv[1])
assert wheel.stat().st_size <= MOST_BYTES, wheel.stat().st_size
files = zipfile.ZipFile(wheel).namelist()
for wanted in ("cgsd/py.typed", "cgsd/_core.pyi", "cgsd/__init__.py"):
    assert wanted in files, wanted
assert any("LICENSE" in name for name in files)
for absent in ("pandas", "scipy", "sklearn", "networkx", "matplotlib"):
    assert importlib.util.find_spec(absent) is None, f"{absent} is there: this environment is not bare"

rng = np.random.default_rng(0)
classes = np.arange(60) % 3
attributes = rng.normal(size=(60, 8)).astype(np.float32)
attributes[np.arange(60), classes] += 4
edges = np.argwhere(np.triu(rng.random((60, 60)) < np.where(classes[:, None] == classes, 0.4, 0.03), 1))

found = cgsd.detect(edges, attributes, k=3)
assert cgsd.metrics.nmi(classes, found.membership) > 0.9
assert "3 communities" in str(found) and "<table>" in found._repr_html_()
assert found.explain(4)["community"] == found.membership[4]
try:
    found.labels
except ImportError as error:
    assert "pandas" in str(error)
else:
    raise AssertionError("labels without pandas")
estimator = cgsd.CGSD(n_clusters=3).fit(attributes, graph=edges)
assert (estimator.labels_ == found.membership).all()
assert (pickle.loads(pickle.dumps(estimator)).predict(attributes[:9]) == estimator.labels_[:9]).all()
assert estimator.get_params()["n_clusters"] == 3 and "n_clusters=3" in repr(estimator)
assert len(cgsd.curvature([("a", "b"), ("b", "c")])) == 2
assert {row["method"] for row in cgsd.methods()} >= {"default", "leiden"}
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    cgsd.detect(None, attributes, k=3)
assert any("no edges" in str(w.message) for w in caught)
assert len(cgsd.detect("people").membership) == 65
print(f"{wheel.name} works with NumPy {np.__version__} alone")

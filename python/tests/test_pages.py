"""The Python of the pages is executed, page by page; so are the examples in docstrings, and the types are checked."""
import doctest
import importlib
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

import cgsd

ROOT = pathlib.Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"(<!-- needs (\w+) -->\n)?```python\n(.*?)```", re.S)
PAGES = ["README.md", "docs/python.md", "docs/python_recipes.md", "python/README.md"]
MODULES = ["", "._detect", "._result", "._estimator", "._curvature", "._compare", ".datasets", ".metrics", ".progress", ".plot"]


@pytest.mark.parametrize("page", PAGES)
def test_every_block_of_the_pages_runs(page, capsys):
    namespace, ran = {}, 0
    for _, needs, code in BLOCK.findall((ROOT / page).read_text()):
        if needs:
            try:
                importlib.import_module(needs)
            except ImportError:
                continue
        exec(compile(code, page, "exec"), namespace)
        ran += 1
    assert ran > 0 or page == "README.md"


@pytest.mark.parametrize("name", MODULES)
def test_examples_of_docstrings_hold(name):
    module = importlib.import_module(f"cgsd{name}")
    failed, tried = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failed == 0


USE = """
import numpy as np
import cgsd

found: cgsd.Result = cgsd.detect(np.zeros((3, 2)), k=2, progress="tqdm")
members: np.ndarray = found.membership
estimator = cgsd.CGSD(n_clusters=3, method="leiden").fit(np.zeros((3, 2)))
score: float = cgsd.metrics.nmi([0, 1], [1, 0])
"""


@pytest.mark.parametrize("checker", ["mypy", "basedpyright"])
def test_types_hold(checker, tmp_path):
    pytest.importorskip(checker)
    use = tmp_path / "use.py"
    use.write_text(USE)
    if checker == "mypy":  # beside other packages it takes those for sources of ours
        shutil.copytree(pathlib.Path(cgsd.__file__).parent, tmp_path / "cgsd", ignore=shutil.ignore_patterns("*.so"))
        command = [sys.executable, "-m", "mypy", "--cache-dir", str(tmp_path / "cache"), "--ignore-missing-imports",
                   "--disallow-untyped-defs", "cgsd", str(use)]
    else:
        (tmp_path / "pyrightconfig.json").write_text('{"include": ["."], "typeCheckingMode": "standard"}')
        command = [sys.executable, "-m", "basedpyright", "--project", str(tmp_path), "--pythonpath", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr

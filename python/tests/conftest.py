import os
import pathlib

import numpy as np
import pytest


def planted(nodes=90, groups=3, inside=0.3, across=0.02, seed=1):
    """Edges, attributes and classes of a planted partition, drawn by NumPy."""
    rng = np.random.default_rng(seed)
    classes = np.arange(nodes) % groups
    same = classes[:, None] == classes[None, :]
    drawn = np.triu(rng.random((nodes, nodes)) < np.where(same, inside, across), 1)
    attributes = rng.normal(size=(nodes, 12)).astype(np.float32)
    attributes[np.arange(nodes), classes] += 3.0
    return np.argwhere(drawn), attributes, classes


@pytest.fixture(scope="session")
def blocks():
    return planted()


@pytest.fixture(scope="session")
def command_line():
    """The command-line tool, if the caller has one: CGSD_BINARY."""
    binary = os.environ.get("CGSD_BINARY")
    if not binary or not pathlib.Path(binary).exists():
        pytest.skip("CGSD_BINARY names no command-line tool")
    return binary

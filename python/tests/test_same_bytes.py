"""The same input, options and seed give the same bytes through the command line, Python and C++, but for the name of the data."""
import json
import os
import re
import subprocess

import numpy as np
import pytest

import cgsd

FILES = ["communities.csv", "communities.json", "community_table.csv", "embedding.npy"]


def by_command_line(binary, directory, *arguments):
    subprocess.run([binary, "detect", *arguments, "-o", str(directory), "--embedding", "-q"], check=True)
    return contents(directory)


def contents(directory):
    """The bytes of the files; communities.json without the line that names the data."""
    found = {name: (directory / name).read_bytes() for name in FILES}
    found["communities.json"] = re.sub(rb'\n  "data": [^\n]*', b"", found["communities.json"])
    return found


def by_python(found, directory):
    found.save(directory, embedding=True)
    return contents(directory)


@pytest.mark.parametrize("k, seed", [("auto", 0), (4, 7)])
def test_arrays(command_line, tmp_path, blocks, k, seed):
    edges, attributes, _ = blocks
    np.savetxt(tmp_path / "graph.csv", edges, fmt="%d", delimiter=",", header="source,target", comments="")
    np.save(tmp_path / "x.npy", attributes)
    expected = by_command_line(command_line, tmp_path / "cli", tmp_path / "graph.csv", "-x", tmp_path / "x.npy", "-k", str(k), "--seed", str(seed))
    assert by_python(cgsd.detect(edges, attributes, k=k, seed=seed), tmp_path / "python") == expected


def test_a_weighted_scipy_matrix(command_line, tmp_path, blocks):
    sp = pytest.importorskip("scipy.sparse")
    edges, attributes, classes = blocks
    weights = 1.0 + np.random.default_rng(5).random(len(edges))
    upper = sp.csr_matrix((weights, (edges[:, 0], edges[:, 1])), shape=(90, 90))
    matrix = (upper + upper.T).tocsr()
    sp.save_npz(tmp_path / "graph.npz", matrix)
    np.save(tmp_path / "x.npy", attributes)
    expected = by_command_line(command_line, tmp_path / "cli", tmp_path / "graph.npz", "-x", tmp_path / "x.npy")
    assert by_python(cgsd.detect(matrix, attributes), tmp_path / "python") == expected


def test_a_table_with_mixed_columns(command_line, tmp_path):
    pd = pytest.importorskip("pandas")
    people = cgsd.datasets.load("people")
    rng = np.random.default_rng(2)
    n = len(people.nodes)
    table = pd.DataFrame({"name": people.nodes, "age": np.where(rng.random(n) < 0.1, np.nan, rng.integers(20, 60, n)),
                          "city": rng.choice(["Rome", "Oslo", "Lima"], n), "score": rng.normal(size=n),
                          "since": pd.Timestamp("2020-01-01") + pd.to_timedelta(rng.integers(0, 900, n), unit="D")})
    names = np.array(people.nodes)
    ties = pd.DataFrame({"source": names[people.edges[:, 0]], "target": names[people.edges[:, 1]], "weight": people.weights})
    table.to_csv(tmp_path / "people.csv", index=False)
    ties.to_csv(tmp_path / "ties.csv", index=False)
    expected = by_command_line(command_line, tmp_path / "cli", tmp_path / "ties.csv", "-x", tmp_path / "people.csv")
    assert by_python(cgsd.detect(ties, table), tmp_path / "python") == expected
    by_index = cgsd.detect(ties, table.set_index("name"))
    np.testing.assert_array_equal(by_index.embedding, np.load(tmp_path / "cli/embedding.npy"))


@pytest.mark.parametrize("name", ["karate", "people", "trade", "blocks_unlike"])
def test_datasets_by_name(command_line, tmp_path, name):
    expected = by_command_line(command_line, tmp_path / "cli", name)
    assert by_python(cgsd.detect(name), tmp_path / "python") == expected


@pytest.mark.parametrize("method", ["leiden", "kmeans", "ssgc"])
def test_other_methods(command_line, tmp_path, method):
    subprocess.run([command_line, "detect", "people", "-k", "5", "--method", method, "-o", tmp_path / "cli", "-q"], check=True)
    cgsd.detect("people", k=5, method=method).save(tmp_path / "python")
    for name in FILES[:3]:
        assert (tmp_path / "python" / name).read_bytes() == (tmp_path / "cli" / name).read_bytes()


@pytest.mark.parametrize("data, method, k, seed", [("people", "default", 0, 7), ("trade", "default", 4, 1), ("karate", "default", 2, 0),
                                                   ("people", "leiden", 0, 3), ("people", "kmeans", 5, 2)])
def test_the_library_in_cpp(command_line, tmp_path, data, method, k, seed):
    """CGSD_LIBRARY is tests/app/communities_by_library.cpp: communities and embedding of a C++ program, of the command line and of Python."""
    program = os.environ.get("CGSD_LIBRARY")
    if not program:
        pytest.skip("CGSD_LIBRARY names no program")
    in_cpp = subprocess.run([program, data, method, str(k), str(seed)], check=True, capture_output=True).stdout
    found = cgsd.detect(data, k=k or "auto", method=method, seed=seed)
    embedding = b"" if found.embedding is None else np.ascontiguousarray(found.embedding, dtype=np.float32).tobytes()
    assert in_cpp == found.membership.astype(np.int32).tobytes() + embedding
    asked = (["-k", str(k)] if k else []) + (["--embedding"] if embedding else [])
    subprocess.run([command_line, "detect", data, "--method", method, *asked, "--seed", str(seed), "-o", tmp_path, "-q"], check=True)
    communities = json.loads((tmp_path / "communities.json").read_text())["nodes"]["community"]
    assert in_cpp == np.array(communities, dtype=np.int32).tobytes() + (np.load(tmp_path / "embedding.npy").tobytes() if embedding else b"")

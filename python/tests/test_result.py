"""What a result offers, and how it looks."""
import json
import pathlib
import pickle

import numpy as np
import pytest

import cgsd


@pytest.fixture(scope="module")
def people():
    return cgsd.detect("people", levels=True, max_size=10)


def test_labels_communities_and_summary_agree(people):
    assert people.labels["Ada Lindqvist"] == people.membership[0]
    sizes = np.bincount(people.membership)
    assert people.communities["size"].tolist() == sizes.tolist() == people.summary["communities"]["sizes"]
    assert len(people) == 5 and people.summary["method"] == "default"
    assert people.frame.loc["Ada Lindqvist", "confidence"] == people.confidence[0]
    assert people.frame["second_choice"].dtype.name == "Int32"


def test_prints_as_the_command_line_does(people, command_line, tmp_path):
    import subprocess

    printed = subprocess.run([command_line, "detect", "people", "--max-size", "10", "-o", tmp_path / "out"], capture_output=True, text=True,
                             check=True, env={"COLUMNS": "80", "HOME": str(tmp_path)}).stdout
    shown = people.text(width=80)
    # The first line has a time, the last ones the files that were written.
    body = printed.split("\n", 1)[1]
    assert shown.split("\n", 1)[1].rstrip() == body[: body.rindex("\n\n")].rstrip()
    assert shown.split(" · ")[:4] == printed.split(" · ")[:4]


def test_is_html_in_a_notebook(people):
    page = people._repr_html_()
    assert page.count("<tr>") == 6 and "<b>5 communities" in page and "Ada Lindqvist" not in page.split("<table>")[0]
    hostile = cgsd.detect([("<script>", "b"), ("b", "c"), ("c", "<script>"), ("d", "e"), ("e", "f"), ("f", "d"), ("b", "d")], k=2)
    assert "<script>" not in hostile._repr_html_()


def test_explains_a_node(people):
    why = people.explain("Fatima Zahra")
    assert why["community"] == people.labels["Fatima Zahra"]
    assert "Fatima Zahra" in str(why) and "<div" in why._repr_html_()
    with pytest.raises(KeyError, match="Nobody"):
        people.explain("Nobody")
    with pytest.raises(KeyError):
        cgsd.detect("karate", k=2).explain(34)


def test_levels_nest_and_keep_their_bounds(people):
    levels = people.levels
    assert list(levels["community"]) == people.membership.tolist()
    finest = levels.columns[-1]
    for coarse, fine in zip(levels.columns[1:], levels.columns[2:]):
        assert (levels.groupby(fine)[coarse].nunique() == 1).all()
    rows = people.hierarchy
    leaves = rows[rows["children"].map(len) == 0]
    assert leaves["size"].max() <= 10
    assert sorted(n for ids in leaves["entity_ids"] for n in ids) == sorted(people.nodes)
    assert rows["size"].tolist() == [len(ids) for ids in rows["entity_ids"]]
    assert finest.startswith("level_")
    with pytest.raises(ValueError, match="levels=True"):
        cgsd.detect("karate", k=2).levels


def test_ids_stay_if_a_former_result_is_given():
    first = cgsd.detect("people")
    renamed = {node: int(c) + 10 for node, c in first.labels.items()}
    again = cgsd.detect("people", previous=renamed)
    assert dict(again.labels) == renamed
    assert cgsd.detect("people", previous=first).membership.tolist() == first.membership.tolist()
    with pytest.raises(ValueError, match="knows none"):
        cgsd.detect("people", previous={"nobody": 1})


def test_stability_is_there_if_asked_for():
    found = cgsd.detect("karate", k=2, stability=2)
    assert found.stability.shape == (34,) and "stability" in found.frame.columns
    assert cgsd.detect("karate", k=2).stability is None


def test_can_be_pickled_without_its_graph(people):
    again = pickle.loads(pickle.dumps(people))
    np.testing.assert_array_equal(again.membership, people.membership)
    assert again.summary == people.summary and again.text() == people.text(width=80)
    assert again.levels.equals(people.levels)
    with pytest.raises(ValueError, match="run detect again"):
        again.explain("Ada Lindqvist")


def test_report_writes_one_page_that_is_that_of_the_command_line(people, tmp_path):
    file = tmp_path / "page.html"
    assert people.report(file) == str(file)
    page = file.read_text()
    assert "<html" in page[:2000] and "Mila Jovic" in page


def test_save_writes_the_files_of_the_command_line(people, tmp_path):
    written = people.save(tmp_path / "out", embedding=True)
    assert {pathlib.Path(f).name for f in written} == {"communities.csv", "communities.json", "community_table.csv", "levels.csv",
                                                      "hierarchy.json", "embedding.npy", "manifest.json"}
    assert json.loads((tmp_path / "out/manifest.json").read_text())["method"] == "default"


def test_every_method_runs_through_the_same_surface(blocks):
    edges, attributes, _ = blocks
    quick = {"paper": {"trained.epochs": 2}, "authors": {"trained.epochs": 2}}
    for method in cgsd.methods().index:
        table = cgsd.options(method)
        epochs = [name for name in table.index if name.endswith(".epochs")]
        options = quick.get(method, {name: 2 for name in epochs})
        found = cgsd.detect(edges, attributes, k=None if method == "louvain" else 3, method=method, options=options)
        assert found.membership.shape == (90,) and found.summary["method"] == method, method


def test_warnings_come_through_warnings(blocks):
    edges, _, _ = blocks
    with pytest.warns(cgsd.CGSDWarning, match="louvain"):
        cgsd.detect(edges, k=3, method="louvain")


def test_metrics_are_those_of_scikit_learn():
    sk = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(0)
    truth, found = rng.integers(4, size=200), rng.integers(5, size=200)
    assert cgsd.metrics.nmi(truth, found) == pytest.approx(sk.normalized_mutual_info_score(truth, found), abs=1e-12)
    assert cgsd.metrics.ami(truth, found) == pytest.approx(sk.adjusted_mutual_info_score(truth, found), abs=1e-12)
    assert cgsd.metrics.ari(truth, found) == pytest.approx(sk.adjusted_rand_score(truth, found), abs=1e-12)


def test_modularity_is_that_of_networkx():
    nx = pytest.importorskip("networkx")
    graph = nx.karate_club_graph()
    labels = [0 if graph.nodes[v]["club"] == "Mr. Hi" else 1 for v in graph]
    groups = [{v for v in graph if labels[v] == c} for c in (0, 1)]
    assert cgsd.metrics.modularity(graph, labels) == pytest.approx(nx.community.modularity(graph, groups), abs=1e-12)


def test_curvature_of_a_star_and_a_triangle_is_as_by_hand():
    star = cgsd.curvature([("hub", f"leaf{i}") for i in range(4)], "forman")
    assert star["curvature"].tolist() == [4 - 4 - 1] * 4
    with pytest.raises(ValueError, match="kind"):
        cgsd.curvature([("a", "b")], "round")


def test_compare_has_a_row_per_method_and_seed(blocks):
    edges, attributes, classes = blocks
    rows = cgsd.compare(edges, attributes, 3, methods=["default", "kmeans", "leiden"], seeds=[0, 1], labels=classes)
    assert rows["method"].tolist() == ["default", "default", "kmeans", "kmeans", "leiden", "leiden"]
    assert rows["nmi"].min() > 0.5
    refused = cgsd.compare(edges, None, 3, methods=["kmeans"])
    assert "attributes" in refused["error"][0]


def test_pictures_can_be_drawn(blocks, tmp_path):
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    found = cgsd.detect("people")
    for i, axes in enumerate([cgsd.plot.graph(found), cgsd.plot.embedding(found), cgsd.plot.spectrum(found),
                              cgsd.plot.comparison(cgsd.compare("people", methods=["default", "leiden"]))]):
        axes.figure.savefig(tmp_path / f"{i}.png", bbox_inches="tight")
    plt.close("all")
    with pytest.raises(ValueError, match="no embedding"):
        cgsd.plot.embedding(cgsd.detect("karate", k=2, method="leiden"))
    with pytest.raises(ValueError, match="more than a picture shows"):
        cgsd.plot.graph(found, most=10)

"""Frames of attributes are read as the command line reads tables."""
import datetime

import numpy as np
import pytest

import cgsd
from cgsd._table import text_of

pd = pytest.importorskip("pandas")

TIES = pd.DataFrame({"source": list("abcdefa"), "target": list("bcaefdd")})
PEOPLE = pd.DataFrame({"age": [30, 31, np.nan, 60, 61, 62], "city": ["Rome", "Rome", "Rome", "Oslo", "Oslo", "Oslo"],
                       "since": pd.to_datetime(["2020-01-02", "2020-02-03", "2020-03-04", "1999-01-01", "1998-02-02", "1997-03-03"]),
                       "member": [True, True, False, False, False, True]}, index=list("abcdef"))


def reading(found):
    return "; ".join(found.summary["data"]["reading"])


def test_joins_rows_by_the_index_in_any_order():
    expected = cgsd.detect(TIES, PEOPLE, k=2)
    shuffled = cgsd.detect(TIES, PEOPLE.iloc[[5, 0, 3, 1, 4, 2]], k=2)
    np.testing.assert_array_equal(expected.membership, shuffled.membership)
    np.testing.assert_array_equal(expected.embedding, shuffled.embedding)
    assert "joined on the index: 6 of 6 rows" in reading(expected)
    assert "filled: 1 of `age`" in reading(expected)


def test_joins_rows_by_a_column_that_holds_the_names():
    table = PEOPLE.rename_axis("who").reset_index()
    found = cgsd.detect(TIES, table, k=2)
    assert "joined on `who`: 6 of 6 rows" in reading(found)
    np.testing.assert_array_equal(found.embedding, cgsd.detect(TIES, PEOPLE, k=2).embedding)
    assert "joined on `who`" in reading(cgsd.detect(TIES, table, k=2, id_column="who"))
    with pytest.raises(ValueError, match="no such column"):
        cgsd.detect(TIES, table, k=2, id_column="name")


def test_rows_without_a_node_become_isolated_nodes_and_nodes_without_a_row_have_missing_values():
    table = pd.concat([PEOPLE.iloc[:5], pd.DataFrame({"age": [33], "city": ["Rome"]}, index=["z"])])
    found = cgsd.detect(TIES, table, k=2)
    assert list(found.labels.index) == ["a", "b", "c", "e", "f", "d", "z"] or found.labels.index[-1] == "z"
    assert "isolated" in reading(found) and "1 nodes without a row" in reading(found)


def test_columns_may_be_chosen_ignored_and_told_their_kind():
    assert "1 category" not in reading(cgsd.detect(TIES, PEOPLE, k=2, columns=["age", "since"]))
    assert "1 category" not in reading(cgsd.detect(TIES, PEOPLE, k=2, ignore=["city"]))
    assert cgsd.detect(TIES, PEOPLE, k=2, kinds={"age": "category"}).summary is not None
    with pytest.raises(ValueError, match="agee"):
        cgsd.detect(TIES, PEOPLE, k=2, columns=["agee"])
    with pytest.raises(ValueError, match="kinds"):
        cgsd.detect(TIES, PEOPLE, k=2, kinds={"age": "colour"})


def test_a_cell_that_does_not_fit_is_named_with_its_node():
    table = PEOPLE.assign(age=["30", "31", "x", "60", "61", "62"])
    with pytest.raises(ValueError, match="node 'c'"):
        cgsd.detect(TIES, table, k=2)


def test_polars_tables_are_joined_by_a_column():
    pl = pytest.importorskip("polars")
    table = pl.DataFrame({"who": list("abcdef"), "age": [30, 31, None, 60, 61, 62]})
    assert "joined on `who`" in reading(cgsd.detect(TIES, table, k=2))


def test_too_few_rows_without_names_are_refused():
    with pytest.raises(ValueError, match="4 rows for 3 nodes"):
        cgsd.detect(np.array([[0, 1], [1, 2]]), pd.DataFrame({"x": [1.0, 2, 3, 4]}), k=2, nodes=3)


@pytest.mark.parametrize("value, text", [
    (None, ""), (float("nan"), ""), (pd.NA, ""), (pd.NaT, ""), (True, "true"), (np.int64(3), "3"), (0.1, "0.1"),
    (np.float32(0.1), "0.1"), ("x", "x"), ([1.5, 2], "[1.5, 2]"), (["a", "b"], "['a', 'b']"), (np.array([1, 2]), "[1, 2]"),
    (datetime.date(2020, 1, 2), "2020-01-02"), (datetime.datetime(2020, 1, 2), "2020-01-02"), (pd.Timestamp("2020-01-02 03:04:05"),
                                                                                             "2020-01-02 03:04:05"),
])
def test_cells_are_spelled_as_a_file_would(value, text):
    assert text_of(value) == text

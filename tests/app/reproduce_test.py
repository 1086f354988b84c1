"""`cgsd reproduce` as a user meets it: a table, its files, one-line errors.

Usage: reproduce_test.py CGSD SHARED_DIR [unittest arguments]
"""
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CGSD = None
SHARED = None


class Reproduce(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.directory.name)

    def tearDown(self):
        self.directory.cleanup()

    def run_cgsd(self, *words):
        return subprocess.run([CGSD, *map(str, words)], cwd=self.here, capture_output=True, text=True, timeout=600,
                              env={"HOME": str(self.here)})

    def ok(self, *words):
        result = self.run_cgsd(*words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, *words, code, says):
        result = self.run_cgsd(*words)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        for part in ["cgsd: ", *says]:
            self.assertIn(part, result.stderr)

    def needs_data(self):
        if not (SHARED / "data" / "geom-gcn" / "texas").exists():
            self.skipTest("the data are not here")

    def test_says_which_data_are_missing_and_how_to_give_them(self):
        self.refused("reproduce", "table-curvature", code=1, says=["geom-gcn/texas", "squirrel", "--data-dir", "CGSD_DATA"])
        self.assertFalse((self.here / "reproduction").exists())

    def test_names_the_items(self):
        self.refused("reproduce", "table-none", code=2, says=["table-none", "all", "table-main", "figure-sbm"])
        self.refused("reproduce", code=2, says=["ITEM"])
        self.refused("reproduce", "table-main", "--seeds", "0", code=2, says=["seeds"])

    def test_counts_the_datasets(self):
        self.needs_data()
        text = self.ok("reproduce", "table-data", "--data-dir", SHARED / "data", "-o", "out", "-q")
        self.assertEqual(text, "")
        rows = list(csv.DictReader(io.StringIO((self.here / "out/table-data.csv").read_text())))
        texas = {row["figure"]: row for row in rows if row["dataset"] == "Texas"}
        self.assertEqual(texas["edges"]["measured"], "325")
        self.assertEqual(texas["edges"]["agreement"], "equal")

    def test_evaluates_our_statements(self):
        self.needs_data()
        command = ["reproduce", "theory", "--data-dir", SHARED / "data", "-o", "out"]
        item = json.loads(self.ok(*command, "--json"))["items"][0]
        verdicts = {}
        for figure in item["statements"]:
            verdicts.setdefault(figure["statement"], {})[figure["dataset"]] = figure["verdict"]
        self.assertEqual(set(verdicts), {"curvature bounds", "leak and contraction bound", "curvature tails", "modularity under gates",
                                         "expected gap in the degree-corrected block model", "soft rank"})
        for statement, by_dataset in verdicts.items():
            self.assertEqual(set(by_dataset), {"Cora", "Cornell", "Texas", "Wisconsin", "Chameleon"})
            if not statement.startswith("expected"):
                self.assertNotIn("violated", by_dataset.values(), f"{statement} is proved")
        self.assertEqual(item["claims"], [], "none of these is a sentence of the paper")
        text = self.ok(*command)
        self.assertIn("These statements are ours, not the paper's", text)
        for word in ["Lemma", "Theorem"]:
            self.assertNotIn(word, text)
        self.assertIn("Texas,curvature bounds,lowest curvature,-117,-204,,holds", (self.here / "out/theory.csv").read_text())

    def test_a_tiny_run_of_an_experiment(self):
        self.needs_data()
        common = ["reproduce", "figure-cspec", "--data-dir", SHARED / "data", "-o", "out", "--seeds", "1"]
        found = json.loads(self.ok(*common, "--json"))
        self.assertEqual(found["items"][0]["item"], "figure-cspec")
        lines = (self.here / "out/cells/table-main/cells.jsonl").read_text().splitlines()
        self.assertEqual({json.loads(line)["state"] for line in lines}, {"done"})
        self.assertIn("<svg", (self.here / "out/figure-cspec.svg").read_text())
        text = self.ok("reproduce", "table-main", *common[2:])
        self.assertIn("contradicts itself: CSpec gains +15 % over K-means", text)
        self.assertIn("not run: --learned adds it", text)
        self.assertEqual((self.here / "out/cells/table-main/cells.jsonl").read_text().splitlines(), lines,
                         "what is kept is not run again")
        self.refused(*common[:-1], "2", "-q", code=1, says=["its seeds differ"])


if __name__ == "__main__":
    CGSD = str(pathlib.Path(sys.argv[1]).resolve())
    SHARED = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

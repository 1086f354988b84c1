"""`cgsd reproduce` as a user meets it: a table, its files, one-line errors.

Usage: reproduce_test.py CGSD SHARED_DIR [unittest arguments]
"""
import csv
import io
import json
import math
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
        command = ["reproduce", "own-statements", "--data-dir", SHARED / "data", "-o", "out"]
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
        self.assertIn("Texas,curvature bounds,lowest curvature,-117,-204,,holds", (self.here / "out/own-statements.csv").read_text())

    def test_judges_the_theory_as_printed(self):
        """Three counter-examples are computed again here, without the program: from the data's files and from formulas."""
        self.needs_data()
        item = json.loads(self.ok("reproduce", "theory", "--data-dir", SHARED / "data", "-o", "out", "--json"))["items"][0]
        statements = {s["statement"]: {g["graph"]: g for g in s["graphs"]} for s in item["theory"]}
        claims = {c["claim"]: c for c in item["claims"]}
        self.assertEqual(list(statements), ["Lemma 1 (suppression)", "Theorem 1 (contraction)", "Lemma 2 (concentration)",
                                            "Theorem 2 (modularity gap)", "Theorem 3 (generalisation)", "Lemma 3 (soft rank)"])

        # Theorem 1's premise on Cornell, min κ within − max κ across > 0, from the files alone.
        directory = SHARED / "data/geom-gcn/cornell-corrected"
        rows = [line.split("\t") for line in (directory / "out1_graph_edges.txt").read_text().splitlines()[1:]]
        edges = {tuple(sorted((int(u), int(v)))) for u, v in rows if u != v}
        nodes = [line.split("\t") for line in (directory / "out1_node_feature_label.txt").read_text().splitlines()[1:]]
        label = {int(row[0]): row[-1] for row in nodes}
        degree = {v: sum(v in edge for edge in edges) for v in label}
        kappa = {True: [], False: []}
        for u, v in edges:
            kappa[label[u] == label[v]].append(4 - degree[u] - degree[v])
        gap = min(kappa[True]) - max(kappa[False])
        self.assertLess(gap, 0)
        cornell = statements["Theorem 1 (contraction)"]["Cornell"]
        self.assertEqual((cornell["premise"], cornell["figures"]["Δ"]), ("not met", gap))
        means = sum(kappa[True]) / len(kappa[True]) - sum(kappa[False]) / len(kappa[False])
        self.assertAlmostEqual(cornell["figures"]["means"], means, places=9)

        # Theorem 2: the text has small h give the largest gap; Δ/(1/h − 1) at Δ = 1 falls with h.
        bounds = [f"{1 / (1 / h - 1):.2f} at h = {h}" for h in (0.1, 0.3, 0.5, 0.9)]
        self.assertEqual(bounds, sorted(bounds))
        direction = claims["Theorem 2, interpretation: small h gives the largest gap"]
        self.assertEqual(direction["verdict"], "contradicts itself")
        self.assertIn(", ".join(bounds), direction["evidence"])

        # Lemma 3: N (1 − e^(−1/T)) at T = 0.1 is not 0.1 N.
        bound = 1 - math.exp(-1 / 0.1)
        self.assertGreater(bound, 0.9999)
        temperature = claims["Lemma 3: T = 0.1 gives bias ≤ 0.1 N"]
        self.assertEqual(temperature["verdict"], "contradicts itself")
        self.assertIn(f"{bound:.5f} N at T = 0.1", temperature["evidence"])

    def test_says_which_data_the_claims_need(self):
        self.refused("reproduce", "claims", code=1, says=["squirrel", "tolokers", "geom-gcn/texas"])

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

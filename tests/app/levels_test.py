"""`cgsd detect --levels` and `--previous` as a user meets them: nested files, bounds, ids that stay, one-line errors.

Usage: levels_test.py CGSD SHARED_DIR [unittest arguments]
"""
import csv
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

CGSD = None


def planted(seed=1, size=12, groups=4, parts=4):
    """Edges of groups of groups, by name; node n_g_p_i is in part p of group g."""
    draw = random.Random(seed)
    nodes = [f"n_{g}_{p}_{i}" for g in range(groups) for p in range(parts) for i in range(size)]
    edges = []
    for i, u in enumerate(nodes):
        for v in nodes[i + 1:]:
            same_group, same_part = u.split("_")[1] == v.split("_")[1], u.split("_")[1:3] == v.split("_")[1:3]
            if draw.random() < (.6 if same_part else .06 if same_group else .004):
                edges.append((u, v))
    return edges


class Levels(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.directory.name)
        self.write("graph.csv", planted())

    def tearDown(self):
        self.directory.cleanup()

    def write(self, name, edges):
        (self.here / name).write_text("source,target\n" + "".join(f"{u},{v}\n" for u, v in edges))

    def run_cgsd(self, *words):
        return subprocess.run([CGSD, *map(str, words)], cwd=self.here, capture_output=True, text=True, timeout=300)

    def detect(self, *words):
        result = self.run_cgsd("detect", *words, "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def refused(self, *words, says, code=1):
        result = self.run_cgsd("detect", *words)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        self.assertIn(says, result.stderr)

    def table(self, name):
        with open(self.here / name, newline="") as file:
            return list(csv.DictReader(file))

    def ids(self, run):
        return {row["node"]: int(row["community"]) for row in self.table(f"{run}/communities.csv")}

    def test_files_are_nested_and_agree(self):
        summary = self.detect("graph.csv", "-k", 4, "--levels", "-o", "out")
        hierarchy = {c["community"]: c for c in json.loads((self.here / "out/hierarchy.json").read_text())}
        rows = self.table("out/levels.csv")
        own = self.ids("out")
        levels = [name for name in rows[0] if name.startswith("level_")]
        self.assertEqual(len(levels), summary["levels"]["count"])
        for row in rows:
            path = [int(row[level]) for level in levels]
            self.assertEqual(int(row["community"]), own[row["node"]])
            self.assertEqual(path[summary["levels"]["found_level"]], own[row["node"]])
            for above, below in zip(path, path[1:]):
                self.assertTrue(above == below or hierarchy[below]["parent"] == above)
            for community in path:
                self.assertIn(row["node"], hierarchy[community]["entity_ids"])
        for community in hierarchy.values():
            self.assertEqual(community["size"], len(community["entity_ids"]))
            for child in community["children"]:
                self.assertEqual(hierarchy[child]["parent"], community["community"])
        # The plant is the truth: four groups, and below them sixteen parts.
        parts = {tuple(sorted({row["node"].rsplit("_", 1)[0] for row in rows if row[levels[-1]] == leaf}))
                 for leaf in {row[levels[-1]] for row in rows}}
        self.assertEqual(parts, {(f"n_{g}_{p}",) for g in range(4) for p in range(4)})

    def test_bounds_are_kept(self):
        self.detect("graph.csv", "-k", 4, "--max-size", 8, "--min-size", 3, "-o", "out")
        hierarchy = json.loads((self.here / "out/hierarchy.json").read_text())
        self.assertTrue(all(c["size"] >= 3 for c in hierarchy))
        self.assertTrue(all(c["size"] <= 8 for c in hierarchy if not c["children"]))

    def test_bounds_that_cannot_be_met_are_said(self):
        self.write("clique.csv", [(f"c{i}", f"c{j}") for i in range(30) for j in range(i)])
        result = self.run_cgsd("detect", "clique.csv", "--method", "leiden", "--max-size", 10)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("1 stays above 10 nodes", " ".join(result.stdout.split()))

    def test_wrong_bounds_are_refused(self):
        self.refused("graph.csv", "--max-size", "five", says="--max-size", code=2)
        self.refused("graph.csv", "--min-size", "0", says="--min-size", code=2)
        self.refused("graph.csv", "-k", 2, "--min-size", "9", "--max-size", "3", says="min_size = 9: must not be above max_size = 3")

    def test_the_same_at_any_number_of_threads(self):
        for threads in (1, 2, 4):
            self.detect("graph.csv", "-k", 4, "--max-size", 8, "--threads", threads, "-o", f"out{threads}")
        files = [(self.here / f"out{threads}/{name}").read_bytes() for name in ("levels.csv", "hierarchy.json") for threads in (1, 2, 4)]
        self.assertEqual(len(set(files)), 2)

    def test_ids_stay_if_a_graph_changes_a_little(self):
        self.detect("graph.csv", "-k", 4, "--levels", "-o", "old")
        edges = planted()
        random.Random(5).shuffle(edges)  # nodes are met in another order
        kept = [e for e in edges[len(edges) // 100:] if "n_0_0_0" not in e] + [("new", "n_1_1_1"), ("new", "n_1_1_2"), ("new", "n_1_1_3")]
        self.write("changed.csv", kept)
        summary = self.detect("changed.csv", "--levels", "--previous", "old", "-o", "new")
        before, after = self.ids("old"), self.ids("new")
        shared = before.keys() & after.keys()
        self.assertGreaterEqual(sum(before[v] == after[v] for v in shared) / len(shared), .99)
        self.assertEqual(after["new"], after["n_1_1_1"])
        self.assertEqual(summary["previous"]["nodes_gone"], 1)
        self.assertEqual(summary["previous"]["communities_kept"], 4)
        self.assertEqual(summary["previous"]["start"], "taken")
        old, new = ({row["node"]: row for row in self.table(f"{run}/levels.csv")} for run in ("old", "new"))
        same = sum(old[v]["level_1"] == new[v]["level_1"] for v in shared)
        self.assertGreaterEqual(same / len(shared), .95)

    def test_split_and_merged_communities_are_listed(self):
        self.detect("graph.csv", "-k", 4, "-o", "four")
        split = self.detect("graph.csv", "-k", 5, "--previous", "four", "-o", "five")
        self.assertEqual([c["kind"] for c in split["previous"]["changes"]], ["split"])
        self.assertEqual(sorted(split["communities"]["ids"]), [0, 1, 2, 3, 4])
        merged = self.detect("graph.csv", "-k", 3, "--previous", "five", "-o", "three")
        self.assertIn("merged", [c["kind"] for c in merged["previous"]["changes"]])
        # An id that is gone does not come back for another community.
        again = self.detect("graph.csv", "-k", 6, "--previous", "three", "-o", "six")
        new = {c["community"] for c in again["previous"]["changes"] if c["kind"] in ("appeared", "split")}
        self.assertTrue(all(i >= merged["next_community_id"] for i in new), (new, merged["next_community_id"]))

    def test_a_run_of_another_method_serves_and_is_mentioned(self):
        self.detect("graph.csv", "-k", 4, "--method", "leiden", "-o", "old")
        result = self.run_cgsd("detect", "graph.csv", "--previous", "old", "-o", "new")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("That run was by leiden.", " ".join(result.stdout.split()))

    def test_former_runs_that_do_not_fit_are_refused(self):
        (self.here / "other.csv").write_text("node,community\nx,1\ny,2\n")
        self.refused("graph.csv", "--previous", "other.csv", says="no node in common")
        self.refused("graph.csv", "--previous", "nowhere", says="nowhere")


if __name__ == "__main__":
    CGSD = str(pathlib.Path(sys.argv.pop(1)).resolve())
    sys.argv.pop(1)
    unittest.main()

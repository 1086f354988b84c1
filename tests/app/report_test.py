"""Pages and figures from the command line.

Usage: report_test.py CGSD
"""
import base64
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import zlib

BINARY = str(pathlib.Path(sys.argv.pop(1)).resolve()) if len(sys.argv) > 1 else None


def facts_of(page):
    text = page.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="facts">(.*?)</script>', text, re.S).group(1))


def names_of(page):
    text = page.read_text(encoding="utf-8")
    _, at, count = facts_of(page)["arrays"]["names"]
    data = zlib.decompress(base64.b64decode(re.search(r'id="arrays">(.*?)</script>', text, re.S).group(1)))
    return json.loads(data[at:at + count])


class Report(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.dir = pathlib.Path(self.temporary.name)
        self.addCleanup(self.temporary.cleanup)

    def run_cgsd(self, *words, code=0, path=None):
        environment = dict(os.environ, **({"PATH": path} if path is not None else {}))
        done = subprocess.run([BINARY, *map(str, words)], cwd=self.dir, capture_output=True, text=True, env=environment)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def write_graph(self):
        (self.dir / "ties.csv").write_text("from,to\n" + "".join(f"n{i},n{(i + d) % 24}\n" for i in range(24) for d in (1, 2)))

    def test_detect_writes_a_page_that_holds_the_run(self):
        self.run_cgsd("detect", "people", "-k", 5, "--report", "-o", "run")
        page = self.dir / "run/report.html"
        facts = facts_of(page)
        manifest = json.loads((self.dir / "run/manifest.json").read_text())
        self.assertIn("report.html", [output["file"] for output in manifest.pop("outputs")])
        self.assertEqual(facts["run"], manifest)
        self.assertEqual(facts["command"], "cgsd detect people --directed=no -k 5 --seed 0")
        self.assertIn("Ada Lindqvist", names_of(page))

    def test_the_command_on_the_page_repeats_the_run(self):
        self.write_graph()
        self.run_cgsd("detect", "ties.csv", "-k", 3, "--seed", 7, "--set", "knn.neighbours=5", "--report", "-o", "run")
        words = facts_of(self.dir / "run/report.html")["command"].split()
        self.assertEqual(words[:3], ["cgsd", "detect", "ties.csv"])
        self.run_cgsd(*words[1:], "-o", "again")
        self.assertEqual((self.dir / "run/communities.csv").read_text(), (self.dir / "again/communities.csv").read_text())

    def test_an_earlier_run_gets_a_page_too(self):
        self.write_graph()
        self.run_cgsd("detect", "ties.csv", "-k", 3, "--levels", "--stability", 2, "--embedding", "-o", "run")
        done = self.run_cgsd("report", "run")
        self.assertEqual(done.stdout.strip(), "run/report.html")
        facts = facts_of(self.dir / "run/report.html")
        self.assertIn("stability", facts["arrays"])
        self.assertIn("level_0", facts["arrays"])
        self.assertIn("scatter_x", facts["arrays"])
        self.run_cgsd("report", "run", "-o", "elsewhere/page.html")
        self.assertTrue((self.dir / "elsewhere/page.html").exists())

    def test_data_that_have_changed_are_an_error(self):
        self.write_graph()
        self.run_cgsd("detect", "ties.csv", "-k", 3, "-o", "run")
        with (self.dir / "ties.csv").open("a") as file:
            file.write("n0,n9\n")
        self.assertIn("has changed since the run", self.run_cgsd("report", "run", code=1).stderr)

    def test_a_page_needs_a_place(self):
        done = self.run_cgsd("detect", "karate", "-k", 2, "-o", "found.csv", "--report", code=1)
        self.assertIn("--report=FILE", done.stderr)
        self.assertFalse((self.dir / "found.csv").exists())
        self.run_cgsd("detect", "karate", "-k", 2, "-o", "found.csv", "--report=page.html")
        self.assertTrue((self.dir / "page.html").exists())

    def test_what_is_no_run_is_refused_with_one_line(self):
        done = self.run_cgsd("report", "nothing", code=1)
        self.assertIn("there is no run here", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_view_prints_the_path_without_xdg_open(self):
        self.run_cgsd("detect", "karate", "-k", 2, "-o", "run")
        done = self.run_cgsd("view", "run", path="/nonexistent")
        self.assertIn(f"Open this file in a browser: {self.dir.resolve()}/run/report.html", done.stdout)
        self.assertTrue((self.dir / "run/report.html").exists())

    def test_view_says_what_to_do_if_there_is_no_browser(self):
        tools = self.dir / "tools"
        tools.mkdir()
        (tools / "xdg-open").write_text("#!/bin/sh\necho 'xdg-open: no method available for opening' >&2\nexit 3\n")
        (tools / "xdg-open").chmod(0o755)
        self.run_cgsd("detect", "karate", "-k", 2, "-o", "run")
        done = self.run_cgsd("view", "run", path=f"{tools}:/bin:/usr/bin")
        self.assertEqual(done.stdout, f"Open this file in a browser: {self.dir.resolve()}/run/report.html\n")
        self.assertEqual(done.stderr, "")

    def test_view_opens_with_xdg_open(self):
        tools = self.dir / "tools"
        tools.mkdir()
        (tools / "xdg-open").write_text("#!/bin/sh\necho \"$1\" > opened\n")
        (tools / "xdg-open").chmod(0o755)
        self.run_cgsd("detect", "karate", "-k", 2, "-o", "run")
        self.assertIn("opened run/report.html", self.run_cgsd("view", "run", path=f"{tools}:/bin:/usr/bin").stdout)
        self.assertTrue((self.dir / "opened").read_text().strip().endswith("run/report.html"))

    def test_a_comparison_gets_a_page_and_figures(self):
        self.run_cgsd("compare", "--data", "karate,trade", "--methods", "default,leiden", "--seeds", 2, "-o", "c", "--figures")
        self.run_cgsd("report", "c")
        facts = facts_of(self.dir / "c/report.html")
        self.assertEqual(facts["kind"], "comparison")
        self.assertEqual(facts["metrics"][0]["ranks"]["methods"], ["default", "leiden"])
        for name in ("nmi.svg", "nmi-ranks.svg"):
            self.assertIn("<svg", (self.dir / "c/figures" / name).read_text())

    def test_detect_draws_figures(self):
        self.run_cgsd("detect", "people", "--figures", "-o", "run")
        self.assertIn("people", (self.dir / "run/figures/curvature.svg").read_text())
        self.assertTrue((self.dir / "run/figures/count.svg").exists())

    def test_figures_of_a_former_run_do_not_stay_beside_a_new_one(self):
        self.run_cgsd("detect", "people", "--figures", "-o", "run")
        drawn = {f"figures/{file.name}" for file in (self.dir / "run/figures").iterdir()}
        manifest = json.loads((self.dir / "run/manifest.json").read_text())
        self.assertEqual({output["file"] for output in manifest["outputs"] if output["file"].startswith("figures/")}, drawn)
        (self.dir / "run/figures/mine.svg").write_text("a drawing of my own")
        self.run_cgsd("detect", "people", "-k", 5, "-o", "run")
        self.assertEqual([file.name for file in (self.dir / "run/figures").iterdir()], ["mine.svg"])
        (self.dir / "run/figures/mine.svg").unlink()
        self.run_cgsd("detect", "people", "-k", 5, "--figures", "-o", "run")
        self.run_cgsd("detect", "people", "-k", 5, "-o", "run")
        self.assertFalse((self.dir / "run/figures").exists())


if __name__ == "__main__":
    unittest.main()

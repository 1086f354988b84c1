"""`cgsd compare` as a user meets it: tables, one-line errors, and cells that survive kills, torn lines and full disks.

Usage: compare_test.py CGSD SHARED_DIR [unittest arguments]
"""
import csv
import io
import json
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CGSD = None
SHARED = None
ENDLESS = ["--methods", "paper", "--set", "paper.trained.epochs=1000000"]


def key(cell):
    return cell["dataset"], cell["method"], cell["seed"]


def lasting(cell):
    """What must not depend on when and how a cell was run."""
    return {name: value for name, value in cell.items() if name not in ("seconds", "peak_memory_bytes", "checksum")}


class Compare(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.directory.name)

    def tearDown(self):
        self.directory.cleanup()

    def run_cgsd(self, *words, **options):
        return subprocess.run([CGSD, *map(str, words)], cwd=self.here, capture_output=True, text=True, timeout=300, **options)

    def start(self, *words):
        return subprocess.Popen([CGSD, *map(str, words)], cwd=self.here, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)

    def ok(self, *words):
        result = self.run_cgsd(*words)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def refused(self, *words, code=1, says=()):
        result = self.run_cgsd(*words)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        lines = result.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        for part in ["cgsd: ", *says]:
            self.assertIn(part, lines[0])
        self.assertEqual(result.stdout, "")

    def lines(self, name="out"):
        return (self.here / name / "cells.jsonl").read_text().splitlines()

    def cells(self, name="out"):
        cells = [json.loads(line) for line in self.lines(name)]
        self.assertEqual(len(cells), len(set(map(key, cells))), "no cell is done twice")
        return sorted(map(lasting, cells), key=key)


class Tables(Compare):
    def test_one_dataset(self):
        text = self.ok("compare", "--data", "karate", "--methods", "louvain,leiden,kmeans", "--seeds", 3, "-o", "out")
        self.assertIn("louvain", text)
        self.assertIn("failed: needs attributes", text)
        self.assertIn("mean ± standard error of 3 seeds", text)
        self.assertEqual(len(self.cells()), 9)

    def test_every_format(self):
        common = ["compare", "--data", "karate", "--methods", "louvain,spectral", "--seeds", "2", "-o", "out"]
        self.ok(*common)
        before = self.lines()
        rows = list(csv.DictReader(io.StringIO(self.ok(*common, "--format", "csv"))))
        self.assertEqual(len(rows), 12)
        results = json.loads(self.ok(*common, "--format", "json"))
        self.assertEqual(results, json.loads(self.ok(*common, "--json")))
        cells = [cell["nmi"] for cell in self.cells() if cell["method"] == "spectral"]
        spectral = next(r for r in results["results"] if r["method"] == "spectral" and r["metric"] == "nmi")
        self.assertAlmostEqual(spectral["mean"], sum(cells) / 2)
        self.assertEqual(float(rows[0]["mean"]), results["results"][0]["mean"])
        self.assertIn("\\toprule", self.ok(*common, "--format", "latex"))
        self.assertIn("| method |", self.ok(*common, "--format", "markdown"))
        self.assertIn("AMI", self.ok("compare", "-o", "out", "--metrics", "ami,communities"))
        self.assertEqual(self.ok(*common, "--quiet"), "")
        self.assertEqual(self.lines(), before, "showing a table does no cell again")

    def test_a_spec_file_with_printed_values(self):
        spec = {"methods": ["louvain", {"method": "paper", "label": "CGSD", "options": {"trained.epochs": 3}}],
                "datasets": ["karate", {"data": "karate", "label": "in three", "communities": 3}], "seeds": [5, 6],
                "paper": {"nmi": {"CGSD": {"karate": 0.123}}}}
        (self.here / "mine.json").write_text(json.dumps(spec))
        text = self.ok("compare", "mine.json")
        self.assertIn("[0.123]", text)
        cells = self.cells("mine.cgsd")
        self.assertEqual({cell["seed"] for cell in cells}, {5, 6})
        self.assertIn(["trained.epochs=3"], [cell["overrides"] for cell in cells])

    def test_memory_is_measured_where_cells_run_alone_and_absent_otherwise(self):
        self.ok("compare", "--data", "karate", "--methods", "louvain", "--parallel", 1, "-o", "alone")
        self.ok("compare", "--data", "karate", "--methods", "louvain", "--parallel", 2, "--threads", 2, "-o", "together")
        self.assertEqual(self.cells("alone"), self.cells("together"))
        self.assertNotIn("peak_memory_bytes", (self.here / "together/cells.jsonl").read_text())

    def test_fast_methods_train_nothing_and_default_is_among_them(self):
        results = json.loads(self.ok("compare", "--data", "karate", "--methods", "fast", "--seeds", 1, "-o", "out", "--json"))
        names = {result["method"] for result in results["results"]}
        self.assertIn("default", names)
        self.assertEqual(names & {"paper", "authors", "dgi", "dmon"}, set())
        done = {cell["method"] for cell in self.cells() if cell["state"] == "done"}
        self.assertIn("default", done)

    def test_help_and_progress(self):
        self.assertIn("Examples\n", self.ok("compare", "--help"))
        result = self.run_cgsd("compare", "--data", "karate", "--methods", "louvain", "--seeds", 2, "--parallel", 1, "-o", "out")
        self.assertIn("[2/2] karate × louvain × seed 1: NMI", result.stderr)


class Mistakes(Compare):
    def test_wrong_usage_is_one_line_and_exit_code_2(self):
        karate = ["compare", "--data", "karate"]
        self.refused("compare", code=2, says=["nothing to compare"])
        self.refused("compare", "--methods", "louvain", code=2, says=["--data"])
        self.refused(*karate, "--methods", "leidn", code=2, says=["did you mean 'leiden'?"])
        self.refused("compare", "--data", "karatee", "--methods", "louvain", code=2, says=["karate"])
        self.refused(*karate, "--methods", "dgi", "--set", "dgi.epoch=3", code=2, says=["dgi.epochs"])
        self.refused(*karate, "--methods", "dgi", "--set", "grace.epochs=3", code=2, says=["none of the methods dgi"])
        self.refused(*karate, "--methods", "louvain,louvain", code=2, says=["two methods are called 'louvain'"])
        self.refused(*karate, "--seeds", "0", code=2, says=["seeds"])
        self.refused(*karate, "--format", "word", code=2, says=["text | csv"])
        self.refused(*karate, "--metrics", "mni", code=2, says=["nmi"])
        self.refused("compare", "x.json", "--data", "karate", code=2, says=["SPEC"])
        self.assertEqual(list(self.here.iterdir()), [])

    def test_a_wrong_spec_file_is_one_line(self):
        (self.here / "s.json").write_text('{"methods": ["louvain"],\n "datasets": ["karate"] "seeds": 1}')
        self.refused("compare", "s.json", says=["s.json:2:", "not valid JSON"])
        (self.here / "s.json").write_text('{"methods": ["louvain"], "datasets": ["karate"], "seed": 1}')
        self.refused("compare", "s.json", says=["s.json", "did you mean 'seeds'?"])
        self.refused("compare", "absent.json", says=["absent.json"])

    def test_missing_data_are_told_before_anything_runs(self):
        (self.here / "data").mkdir()
        self.refused("compare", "--data", "karate,absent.npz", "--methods", "louvain", "-o", "out", says=["absent.npz"])
        self.assertFalse((self.here / "out").exists(), "a directory without a cell does not stay behind")

    def test_a_failure_does_not_block_the_next_comparison(self):
        (self.here / "broken.npz").write_bytes(b"no archive")
        self.refused("compare", "--data", "broken.npz", "--methods", "louvain", says=["broken.npz"])
        self.assertEqual([path.name for path in self.here.iterdir()], ["broken.npz"])
        self.assertIn("louvain", self.ok("compare", "--data", "karate", "--methods", "louvain", "--seeds", 1))

    def test_a_run_that_was_killed_before_its_first_cell_does_not_block_another(self):
        first = self.start("compare", "--data", "karate", *ENDLESS)
        while not (self.here / "compare.cgsd/cells.jsonl").exists():
            time.sleep(0.01)
        first.kill()
        first.communicate()
        self.assertTrue((self.here / "compare.cgsd/spec.json").exists())
        self.assertIn("louvain", self.ok("compare", "--data", "karate", "--methods", "louvain", "--seeds", 1))

    def test_a_failure_leaves_the_files_of_others_alone(self):
        (self.here / "out").mkdir()
        (self.here / "out/notes.txt").write_text("mine")
        self.refused("compare", "--data", "absent.npz", "--methods", "louvain", "-o", "out", says=["absent.npz"])
        self.assertEqual([path.name for path in (self.here / "out").iterdir()], ["notes.txt"])

    def test_another_experiment_is_refused(self):
        self.ok("compare", "--data", "karate", "--methods", "louvain", "--seeds", 2, "-o", "out")
        before = self.lines()
        self.refused("compare", "--data", "karate", "--methods", "louvain", "--seeds", 3, "-o", "out", says=["seeds differ"])
        self.refused("compare", "--data", "karate", "--methods", "leiden", "--seeds", 2, "-o", "out", says=["methods"])
        self.assertEqual(self.lines(), before)

    def test_data_that_have_changed_are_refused(self):
        (self.here / "g.csv").write_text("0,1\n1,2\n2,0\n2,3\n")
        common = ["compare", "--data", "g.csv", "--methods", "louvain", "--seeds", 2, "-o", "out"]
        self.ok(*common)
        log = self.here / "out/cells.jsonl"
        log.write_text(log.read_text().splitlines()[0] + "\n")
        (self.here / "g.csv").write_text("0,1\n1,2\n2,0\n")
        self.refused(*common, says=["the data of 'g' are not those"])

    def test_two_writers_are_refused(self):
        first = self.start("compare", "--data", "karate", *ENDLESS, "-o", "out")
        try:
            while not (self.here / "out/cells.jsonl").exists():
                time.sleep(0.01)
            self.refused("compare", "-o", "out", says=["another run is writing here"])
        finally:
            first.kill()
            first.communicate()


class Survival(Compare):
    def many(self):
        """About 60 cells of a few milliseconds to a few tenths of a second."""
        self.ok("generate", "-o", "sbm.npz", "--nodes", 200, "--communities", 3, "--signal", 2)
        data = ["karate", "sbm.npz"]
        if (SHARED / "data/football.npz").exists():
            data.append(str(SHARED / "data/football.npz"))
        return ["compare", "--data", ",".join(data), "--methods", "louvain,leiden,spectral,kmeans,knn-njw,ssgc,paper",
                "--set", "paper.trained.epochs=40", "--seeds", 3 if len(data) == 3 else 4]

    def test_ten_kills_lose_nothing_and_repeat_nothing(self):
        many = self.many()
        begin = time.monotonic()
        self.ok(*many, "-o", "whole")
        whole_time = time.monotonic() - begin
        whole = self.cells("whole")
        self.assertGreater(len(whole), 55)
        rng = random.Random()
        hits, kept = 0, ""
        log = self.here / "out/cells.jsonl"
        for _ in range(10):
            process = self.start(*many, "-o", "out")
            time.sleep(rng.uniform(0.0, whole_time / 6))
            process.send_signal(signal.SIGKILL)
            process.communicate()
            hits += process.returncode == -signal.SIGKILL
            now = log.read_text() if log.exists() else ""
            complete = now[:now.rfind("\n") + 1]
            self.assertTrue(complete.startswith(kept), "a line that was kept stays as it is")
            kept = complete
        self.assertGreaterEqual(hits, 3, "most kills must strike before the end")
        self.ok(*many, "-o", "out")
        self.assertTrue(log.read_text().startswith(kept))
        self.assertEqual(self.cells(), whole)

    def test_a_torn_line_is_cut_and_its_cell_done_again(self):
        common = ["compare", "--data", "karate", "--methods", "louvain,leiden", "--seeds", 3, "-o", "out"]
        self.ok(*common)
        whole, log = self.cells(), self.here / "out/cells.jsonl"
        text = log.read_text()
        rng = random.Random()
        for _ in range(5):
            log.write_text(text[:rng.randrange(len(text))])
            self.ok(*common)
            self.assertEqual(self.cells(), whole)

    def test_a_full_disk_ends_the_run_in_one_line_and_the_rest_follows(self):
        common = ["compare", "--data", "karate", "--methods", "louvain,leiden,spectral", "--seeds", 4]
        self.ok(*common, "-o", "whole")

        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1500, 1500))

        result = self.run_cgsd(*common, "-o", "out", "--quiet", preexec_fn=limit)
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"cgsd: .*cells\.jsonl: File too large\n")
        text = (self.here / "out/cells.jsonl").read_text()
        self.assertTrue(text.endswith("\n"), "half a line is taken back")
        self.assertGreaterEqual(len(text.splitlines()), 1)
        self.ok(*common, "-o", "out")
        self.assertEqual(self.cells("out"), self.cells("whole"))

    def test_ctrl_c_says_how_to_go_on(self):
        many = self.many()
        self.ok(*many, "-o", "whole")
        process = self.start(*many, "-o", "out", "--quiet")
        log = self.here / "out/cells.jsonl"
        while not (log.exists() and log.read_text()):
            time.sleep(0.005)
        process.send_signal(signal.SIGINT)
        _, error = process.communicate(timeout=60)
        if process.returncode == 0:
            self.skipTest("the run was over before Ctrl-C")
        self.assertEqual(process.returncode, 130, error)
        self.assertEqual(error, "cgsd: finished cells are kept; to resume: cgsd compare -o out\ncgsd: cancelled\n")
        self.ok("compare", "-o", "out")
        self.assertEqual(self.cells("out"), self.cells("whole"))

    def test_a_time_limit_keeps_what_has_ended_and_says_how_to_go_on(self):
        words = ["compare", "--data", "karate", "--methods", "louvain,paper", "--seeds", 1, "-o", "a\x1b[31mb", "--parallel", 1,
                 "--set", "paper.trained.epochs=1000000", "--timeout", 1, "-q"]
        process = self.start(*words)
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 124, error)
        self.assertEqual(error.splitlines()[1], "cgsd: stopped after 1 s, the limit of --timeout; nothing half-written is left")
        self.assertIn("to resume: cgsd compare -o a", error)
        self.assertNotIn("\x1b", error)
        self.assertEqual([cell["method"] for cell in self.cells("a\x1b[31mb")], ["louvain"])

    def test_a_directory_that_vanishes_is_an_error(self):
        process = self.start("compare", "--data", "karate", "--methods", "all", "--seeds", 50, "-o", "gone", "-q")
        log = self.here / "gone/cells.jsonl"
        while not (log.exists() and log.stat().st_size):  # from here on the command adds cells
            time.sleep(0.005)
        shutil.rmtree(self.here / "gone")
        _, error = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1, error)
        self.assertIn("removed or moved", error)

    def test_a_finished_table_is_shown_from_a_read_only_disk_byte_by_byte_the_same(self):
        words = ["compare", "--data", "karate", "--methods", "louvain", "--seeds", 2, "-o", "out"]
        self.ok(*words)
        before = {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in (self.here / "out").iterdir()}
        text = self.ok("compare", "-o", "out", "--format", "csv")
        self.assertEqual({p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in (self.here / "out").iterdir()}, before)
        script = 'mount --bind out out && mount -o remount,ro,bind out && exec "$@"'
        command = ["unshare", "-rm", "sh", "-c", script, "sh", CGSD, "compare", "-o", "out", "--format", "csv"]
        if subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode != 0:
            self.skipTest("no mounts allowed here")
        done = subprocess.run(command, cwd=self.here, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (0, text), done.stderr)

    def test_a_cell_that_was_changed_is_noticed(self):
        self.ok("compare", "--data", "karate", "--methods", "louvain", "--seeds", 3, "--parallel", 1, "-o", "out")
        log = self.here / "out/cells.jsonl"
        log.write_text(log.read_text().replace('"seed":1,', '"seed":1 ,', 1))
        result = self.run_cgsd("compare", "-o", "out")
        self.assertEqual(result.returncode, 1)
        self.assertIn("cells.jsonl:2: this is not the record of a cell, or its checksum differs", result.stderr)

    def test_failures_and_time_outs_are_kept_until_they_are_to_be_retried(self):
        common = ["compare", "--data", "karate", "--methods", "kmeans,louvain,paper", "--seeds", 2, "-o", "out", "--set",
                  "paper.trained.epochs=1000000"]
        text = self.ok(*common, "--cell-timeout", "0.3")
        self.assertIn("failed: needs attributes", text)
        self.assertIn("stopped after 0.3 s", text)
        states = [(cell["method"], cell["state"]) for cell in self.cells()]
        self.assertEqual(sorted(set(states)), [("kmeans", "failed"), ("louvain", "done"), ("paper", "timed_out")])
        before = self.lines()
        self.ok(*common)
        self.assertEqual(self.lines(), before)
        self.ok(*common, "--cell-timeout", "0.1", "--retry-failed")
        again = self.lines()
        self.assertEqual(again[:len(before)], before)
        self.assertEqual(len(again), len(before) + 4)
        self.assertIn("stopped after 0.1 s", self.ok("compare", "-o", "out"))


if __name__ == "__main__":
    CGSD = sys.argv[1]
    SHARED = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

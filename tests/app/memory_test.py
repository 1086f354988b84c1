"""What a run is expected to need is near what it takes, and a limit is kept before the work starts.

Usage: memory_test.py CGSD
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

CGSD = None


def run(*arguments):
    return subprocess.run([CGSD, *map(str, arguments)], capture_output=True, text=True, timeout=300)


class Memory(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.room = tempfile.TemporaryDirectory()
        cls.graph = pathlib.Path(cls.room.name) / "graph.npz"
        made = run("generate", "--nodes", 30000, "--communities", 4, "--mean-degree", 10, "--dimensions", 32, "-o", cls.graph)
        assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.room.cleanup()

    def detect(self, *arguments):
        return run("detect", self.graph, "-o", pathlib.Path(self.room.name) / "out", *arguments)

    def test_expected_is_within_a_factor_of_two_of_the_peak(self):
        done = self.detect("-k", 4, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        facts = json.loads(done.stdout)
        ratio = facts["expected_memory_bytes"] / facts["peak_memory_bytes"]
        self.assertGreater(ratio, 0.5)
        self.assertLess(ratio, 2.0)
        manifest = json.loads((pathlib.Path(self.room.name) / "out" / "manifest.json").read_text())
        self.assertEqual(manifest["expected_memory_bytes"], facts["expected_memory_bytes"])

    def test_a_limit_is_kept_and_the_need_named(self):
        refused = self.detect("-k", 4, "--memory-limit", "50M")
        self.assertNotEqual(refused.returncode, 0)
        self.assertRegex(refused.stderr, r"about \d+ MB of memory are needed, and --memory-limit allows 50 MB")

    def test_a_size_is_needed(self):
        refused = self.detect("-k", 4, "--memory-limit", "much")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("500M or 8G", refused.stderr)

    def test_other_methods_say_that_they_do_not_know(self):
        refused = self.detect("-k", 4, "--memory-limit", "8G", "--method", "kmeans", "--overwrite")
        self.assertNotEqual(refused.returncode, 0)
        self.assertIn("what kmeans needs is not known", refused.stderr)


if __name__ == "__main__":
    CGSD = sys.argv.pop(1)
    unittest.main()

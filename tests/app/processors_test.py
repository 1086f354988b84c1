"""The same bits on every processor: one program on this machine's, on a Haswell of 2013 and on a newer one, both emulated; and one
line, not a crash, on a processor that is too old.

Emulation is some 20 times slower, so graphs are small; they still pass through every kernel of the methods that are run.

Usage: processors_test.py CGSD [unittest arguments]
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

CGSD = None
QEMU = shutil.which("qemu-x86_64")
OLD = ["Nehalem", "SandyBridge"]  # before AVX, and AVX without AVX2
NEW = ["Haswell", "EPYC-Rome"]
RUNS = {
    "default": ["detect", "people", "--embedding", "--seed", "1"],
    "default, unlike neighbours": ["detect", "blocks_unlike", "-k", "5", "--embedding", "--seed", "1"],
    "leiden": ["detect", "blocks", "--method", "leiden", "--seed", "1"],
    "louvain": ["detect", "blocks", "--method", "louvain", "--seed", "1"],
    "trained": ["detect", "karate", "-k", "2", "--method", "authors", "--embedding", "--seed", "1"],
}
COMPARED = ["communities.csv", "embedding.npy"]


def on(cpu, *arguments):
    """The program with these arguments on an emulated processor, or on this machine's (None)."""
    words = [CGSD, *arguments] if cpu is None else [QEMU, "-cpu", cpu, CGSD, *arguments]
    return subprocess.run(words, capture_output=True, text=True)


class Processors(unittest.TestCase):
    def files_of(self, cpu, arguments):
        with tempfile.TemporaryDirectory() as name:
            target = pathlib.Path(name) / "out"
            answer = on(cpu, *arguments, "--quiet", "-o", target)
            self.assertEqual(answer.returncode, 0, (cpu, arguments, answer.stderr))
            return {file.name: file.read_bytes() for file in target.iterdir() if file.name in COMPARED}

    def test_files_have_the_same_bytes_on_every_processor(self):
        for name, arguments in RUNS.items():
            here = self.files_of(None, arguments)
            self.assertIn("communities.csv", here)
            for cpu in NEW:
                with self.subTest(run=name, cpu=cpu):
                    there = self.files_of(cpu, arguments)
                    self.assertEqual(sorted(there), sorted(here))
                    for file in here:
                        self.assertEqual(there[file], here[file], f"{file} differs on {cpu}")

    def test_embeddings_are_among_what_is_compared(self):
        self.assertIn("embedding.npy", self.files_of(None, RUNS["default"]))

    def test_a_processor_that_is_too_old_gets_one_line(self):
        for cpu in OLD:
            answer = on(cpu, "--version")
            self.assertEqual(answer.returncode, 1, (cpu, answer))
            lines = [line for line in answer.stderr.splitlines() if not line.startswith("qemu-x86_64: warning")]
            self.assertEqual(len(lines), 1, (cpu, answer.stderr))
            self.assertIn("this processor lacks AVX2", lines[0])
            self.assertEqual(answer.stdout, "")


if __name__ == "__main__":
    if QEMU is None:
        print("skipped: qemu-x86_64 is not here (Debian package qemu-user)")
        sys.exit(77)
    CGSD = sys.argv.pop(1)
    unittest.main()

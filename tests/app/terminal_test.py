"""What people see: nothing wider than the screen, colours on a terminal alone, words that need no symbols, names that cannot steer the
terminal; suggestions, exit codes, help, man pages and completion.

Usage: terminal_test.py CGSD [unittest arguments]
"""
import fcntl
import json
import os
import pathlib
import pty
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import unicodedata
import unittest

CGSD = None
COMMANDS = ["detect", "explain", "report", "view", "assign", "compare", "reproduce", "info", "diagnose", "generate", "convert", "curvature", "data", "demo",
            "completion", "man"]


def environment(**more):
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR", "TERM", "CGSD_DATA")}
    return {**kept, "TERM": "xterm", **{name: str(value) for name, value in more.items()}}


class Terminal(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.here = pathlib.Path(cls.directory.name)
        cls.run_words("generate", "-o", "sbm.npz", "--nodes", 300, "--communities", 3, "--heterophily", 0.3, "--coupling", "independent")

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    @classmethod
    def run_words(cls, *words, **more):
        return subprocess.run([CGSD, *map(str, words)], cwd=cls.here, env=environment(**more), capture_output=True, text=True, timeout=120)

    def shown(self, *words, **more):
        result = self.run_words(*words, **more)
        self.assertEqual(result.returncode, 0, (words, result.stderr))
        return result.stdout

    def refused(self, *words, code, says=()):
        result = self.run_words(*words)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        self.assertEqual(len(result.stderr.splitlines()), 1, result.stderr)
        for part in says:
            self.assertIn(part, result.stderr)
        return result.stderr

    def on_terminal(self, *words, columns=80, **more):
        """Both streams of a run on a terminal of so many columns."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        process = subprocess.Popen([CGSD, *map(str, words)], cwd=self.here, env=environment(**more), stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        text = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:
                break
            if not piece:
                break
            text += piece
        process.wait(timeout=120)
        os.close(ours)
        return text.decode().replace("\r\n", "\n")

    def assert_fits(self, text, width, words):
        for line in re.sub(r"\x1b\[\d+m", "", text).splitlines():
            columns = sum(not unicodedata.combining(c) for c in line)
            self.assertLessEqual(columns, width, (words, line))


class Width(Terminal):
    SCREENS = [["detect", "sbm.npz", "-o", "out"], ["detect", "sbm.npz", "-o", "out", "--verbose"], ["detect", "karate", "-o", "other"],
               ["detect", "sbm.npz", "--method", "leiden", "-o", "leiden", "-v"], ["info", "sbm.npz"], ["info", "karate"],
               ["diagnose", "sbm.npz"], ["diagnose", "karate"], ["curvature", "sbm.npz", "--no-table"], ["data", "list"],
               ["compare", "--data", "sbm.npz,karate", "--methods", "kmeans,leiden,louvain,spectral", "--seeds", 2, "-o", "cells"],
               ["compare", "--data", "sbm.npz", "--methods", "kmeans,leiden", "--seeds", 2, "-o", "more"], ["demo", "-o", "demo"]]

    def test_no_line_is_wider_than_the_screen(self):
        for words in self.SCREENS:
            for width in [80, 120]:
                self.assert_fits(self.shown(*words, COLUMNS=width), width, words)
            self.assert_fits(self.shown(*words), 80, words)  # a pipe

    def test_no_help_is_wider_than_the_screen(self):
        for words in [[], *([command] for command in COMMANDS), ["data", "fetch"]]:
            for flag in ["--help", "--help-all"]:
                for width in [80, 120]:
                    self.assert_fits(self.shown(*words, flag, COLUMNS=width), width, words + [flag])

    def test_a_terminal_sets_the_width(self):
        text = self.on_terminal("diagnose", "sbm.npz", columns=70)
        self.assert_fits(text, 70, "terminal")
        self.assertGreater(max(map(len, text.splitlines())), 60)
        narrow = self.on_terminal("info", "absent.csv", columns=50)
        self.assert_fits(narrow, 50, "error")

    def test_a_report_fits_a_screen(self):
        for words in [["detect", "sbm.npz", "-o", "out"], ["detect", "karate", "-o", "other"]]:
            self.assertLessEqual(len(self.shown(*words).splitlines()), 24, words)

    def test_short_help_fits_a_screen(self):
        self.assertLessEqual(len(self.shown("--help").splitlines()), 28)
        for command in COMMANDS:
            self.assertLessEqual(len(self.shown(command, "--help").splitlines()), 40, command)
        self.assertGreater(len(self.shown("detect", "--help-all").splitlines()), 150)


class Colours(Terminal):
    def test_only_on_a_terminal_and_not_against_the_users_wish(self):
        words = ["detect", "sbm.npz", "-o", "out"]
        self.assertIn("\x1b[1m", self.on_terminal(*words))
        self.assertNotIn("\x1b[1m", self.on_terminal(*words, NO_COLOR=1))
        self.assertNotIn("\x1b[1m", self.on_terminal(*words, TERM="dumb"))
        for command in [words, ["--help"], ["diagnose", "karate"], ["info", "karate"]]:
            self.assertNotIn("\x1b", self.shown(*command), command)
        self.assertIn("\x1b[31m", self.on_terminal("info", "absent.csv"))
        self.assertNotIn("\x1b", self.run_words("info", "absent.csv").stderr)

    def test_no_name_steers_the_terminal(self):
        evil = "e\x1b]0;owned\x07\x1b[31m"
        edges = [(f"{evil}{i}", f"{evil}{j}") for i in range(6) for j in range(i) if (i < 3) == (j < 3) or i - j == 3]
        (self.here / "evil.csv").write_text("source,target\n" + "".join(f"{a},{b}\n" for a, b in edges))
        (self.here / f"n{evil}.csv").write_text("0,1\n1,2\n")
        for words in [["detect", "evil.csv", "-k", 2, "-o", "evil"], ["detect", "evil.csv", "-k", 2, "-o", "evil", "-v"], ["info", f"n{evil}.csv"],
                      ["info", f"absent{evil}"], ["detect", f"n{evil}.csv", "-k", 9], [evil], ["info", f"--{evil}"],
                      ["detect", "evil.csv", "--method", evil], ["detect", "evil.csv", "-x", f"{evil}.csv"]]:
            text = self.on_terminal(*words, NO_COLOR=1)
            self.assertNotRegex(text.replace("\x1b[K", ""), r"[\x00-\x09\x0b\x0c\x0e-\x1f\x7f]", words)


class Words(Terminal):
    GREEK = re.compile("[\u0370-\u03ff√∑≤≥²³]")

    def test_no_screen_needs_a_table_of_symbols(self):
        for words in [["detect", "sbm.npz", "-o", "out", "-v"], ["diagnose", "sbm.npz"], ["diagnose", "karate"], ["info", "sbm.npz"],
                      ["detect", "sbm.npz", "--method", "paper", "-k", 3, "-o", "paper", "-v", "--set", "trained.epochs=2"]]:
            self.assertNotRegex(self.shown(*words), self.GREEK, words)

    def test_words_first_and_figures_with_verbose(self):
        text = self.shown("detect", "sbm.npz", "-k", 3, "-o", "out")
        for part in ["sbm.npz · 300 nodes", "3 communities, as asked", "How they were found", "Neighbours are",
                     "Against your labels (never used to find the communities)", "the largest class alone: 0.33"]:
            self.assertIn(part, " ".join(text.split()))
        self.assertNotIn("standard deviations", text)
        self.assertIn("standard deviations", " ".join(self.shown("detect", "sbm.npz", "-k", 3, "-o", "out", "-v").split()))

    def test_what_a_method_does_not_look_at_is_named(self):
        text = " ".join(self.shown("detect", "sbm.npz", "-o", "leiden", "--method", "leiden").split())
        self.assertIn("By leiden:", text)
        self.assertIn("attributes were not used", text)
        text = " ".join(self.shown("detect", "sbm.npz", "-k", 3, "-o", "kmeans", "--method", "kmeans").split())
        self.assertIn("edges were not used", text)


class Count(Terminal):
    def warnings(self, *words):
        result = self.run_words("detect", *words, "-o", "count", "--overwrite", "--json")
        self.assertEqual(result.returncode, 0, result.stderr)
        told = json.loads(result.stdout)["warnings"]
        for warning in told:
            self.assertIn(f"cgsd: warning: {warning}\n", result.stderr)
        return told

    def test_a_number_that_is_ignored_or_not_reached_is_told(self):
        (self.here / "parts.csv").write_text("".join(f"{3 * i},{3 * i + 1}\n{3 * i + 1},{3 * i + 2}\n" for i in range(9)))
        self.assertIn("the number 5 was ignored", self.warnings("karate", "-k", 5, "--method", "louvain")[0])
        self.assertIn("falls into 9 parts", self.warnings("parts.csv", "-k", 7, "--method", "leiden")[0])
        self.assertIn("one community was asked for", self.warnings("karate", "-k", 1)[0])
        self.assertIn("as many communities as nodes", self.warnings("karate", "-k", 34)[0])
        self.assertEqual(self.warnings("karate", "-k", 2), [])
        (self.here / "same.csv").write_text("0\n" * 20 + "1\n" * 7)
        told = self.warnings("parts.csv", "-x", "same.csv", "-k", 5, "--method", "kmeans")
        self.assertEqual(told, ["5 communities were asked for, but kmeans found 2: the others stayed empty"])


class Outputs(Terminal):
    def test_a_file_gets_the_communities_and_nothing_else(self):
        before = set(os.listdir(self.here))
        for name, first in [("c.csv", "node,community"), ("c.tsv", "node\tcommunity"), ("c.json", "{")]:
            self.shown("detect", "karate", "-k", 2, "-o", name)
            self.assertTrue((self.here / name).read_text().startswith(first), name)
        self.assertEqual(set(os.listdir(self.here)) - before, {"c.csv", "c.tsv", "c.json"})
        self.refused("detect", "karate", "-k", 2, "-o", "c.csv", "--embedding", code=1, says=["give a directory"])
        self.refused("detect", "karate", "-k", 2, "-o", "absent/c.csv", code=1, says=["absent"]) if os.geteuid() != 0 else None

    def test_standard_output_gets_the_communities_and_standard_error_the_report(self):
        result = self.run_words("detect", "karate", "-k", 2, "-o", "-")
        self.assertEqual(len(result.stdout.splitlines()), 35)
        self.assertTrue(result.stdout.startswith("node,community"))
        self.assertIn("2 communities", result.stderr)
        quiet = self.run_words("detect", "karate", "-k", 2, "-o", "-", "--quiet")
        self.assertEqual((quiet.stdout, quiet.stderr), (result.stdout, ""))
        self.refused("detect", "karate", "-o", "-", "--json", code=2, says=["both print to standard output"])
        with open(self.here / "appended.txt", "w") as target:
            target.write("before\n")
            target.flush()
            subprocess.run([CGSD, "detect", "karate", "-k", "2", "-o", "-", "-q"], cwd=self.here, stdout=target, check=True)
        self.assertEqual((self.here / "appended.txt").read_text(), "before\n" + result.stdout)

    def test_standard_input_is_a_graph(self):
        (self.here / "e.csv").write_text("0,1\n1,2\n0,2\n2,3\n3,4\n3,5\n4,5\n")
        with open(self.here / "e.csv") as edges:
            piped = subprocess.run([CGSD, "detect", "-", "-k", "2", "-o", "-", "-q"], cwd=self.here, stdin=edges, capture_output=True, text=True)
        self.assertEqual(piped.returncode, 0, piped.stderr)
        self.assertEqual(piped.stdout, self.shown("detect", "e.csv", "-k", 2, "-o", "-", "-q"))

    def test_no_method_replaces_the_results_of_another_in_silence(self):
        with tempfile.TemporaryDirectory() as directory:
            run = lambda *words: subprocess.run([CGSD, "detect", "karate", *words], cwd=directory, env=environment(), capture_output=True, text=True)
            self.assertEqual(run("-k", "2").returncode, 0)
            self.assertEqual(run("--method", "leiden").returncode, 0)
            self.assertEqual(sorted(os.listdir(directory)), ["karate.cgsd", "karate.leiden.cgsd"])
            self.assertEqual(run("-k", "3").returncode, 0, "the same method again")
            kept = (pathlib.Path(directory) / "karate.cgsd/communities.csv").read_bytes()
            result = run("--method", "leiden", "-o", "karate.cgsd")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "cgsd: karate.cgsd holds the results of default: give another -o for those of leiden, or --overwrite\n")
            self.assertEqual((pathlib.Path(directory) / "karate.cgsd/communities.csv").read_bytes(), kept)
            self.assertEqual(run("--method", "leiden", "-o", "karate.cgsd", "--overwrite").returncode, 0)


class Errors(Terminal):
    def test_what_is_misspelt_gets_a_suggestion(self):
        self.refused("detct", "karate", code=2, says=["unknown command 'detct'; did you mean 'detect'?"])
        self.refused("data", "lst", code=2, says=["did you mean 'list'?"])
        self.refused("sbm.npz", code=2, says=["did you mean 'cgsd detect sbm.npz'?"])
        self.refused("detect", "karate", "--methd", "leiden", code=2, says=["unknown option '--methd'; did you mean '--method'?"])
        self.refused("detect", "karate", "--method", "lieden", code=2, says=["did you mean 'leiden'?"])
        self.refused("detect", "karate", "--method", "leiden", "--set", "leiden.resolutoin=2", code=2, says=["did you mean 'leiden.resolution'?"])
        self.refused("detect", "krate", code=1, says=["did you mean 'karate'?"])
        self.refused("compare", "--data", "krate", code=2, says=["did you mean 'karate'?"])
        self.refused("man", "detct", code=1, says=["did you mean 'detect'?"])

    def test_one_exit_code_per_kind_and_help_tells_them(self):
        self.assertEqual(self.run_words("info", "karate").returncode, 0)
        self.refused("info", "absent.csv", code=1)
        self.refused("info", code=2)
        self.refused(code=2, says=["which command?", "detect"])
        text = self.shown("--help-all")
        for code in ["0", "1", "2", "124", "130"]:
            self.assertRegex(text, rf"\n  {code} +\w")


class Manual(Terminal):
    def test_every_option_of_the_help_is_in_page_and_completion(self):
        names = set(re.findall(r"(?<=\s)--[a-z][a-z-]+", self.shown("detect", "--help-all").split("\nMethods")[0]))
        self.assertGreater(len(names), 25)
        page = self.shown("man", "detect").replace("\\-", "-")
        bash, fish = self.shown("completion", "bash"), self.shown("completion", "fish")
        for name in names - {"--help-all"}:
            self.assertIn(name, page)
            self.assertIn(name, bash)
            self.assertIn(f"-l {name[2:]}", fish)

    def test_pages_are_written_for_every_command_and_are_clean_roff(self):
        self.shown("man", "-o", "man1")
        pages = sorted(os.listdir(self.here / "man1"))
        self.assertEqual(pages, sorted(["cgsd.1", *(f"cgsd-{command}.1" for command in COMMANDS)]))
        for page in pages:
            if shutil.which("groff"):
                made = subprocess.run(["groff", "-man", "-Tutf8", "-K", "utf8", "-ww", self.here / "man1" / page], capture_output=True, text=True)
                self.assertEqual((made.returncode, made.stderr), (0, ""), page)
                self.assertIn("SYNOPSIS", re.sub(".\x08", "", made.stdout))
            text = (self.here / "man1" / page).read_text()
            for section in ["NAME", "SYNOPSIS", "SEE ALSO"]:
                self.assertIn(f'.SH "{section}"', text)

    def complete(self, *words):
        script = self.shown("completion", "bash")
        (self.here / "completion.bash").write_text(script)
        line = " ".join(f"'{word}'" for word in ("cgsd", *words))
        command = f"source completion.bash; COMP_WORDS=({line}); COMP_CWORD={len(words)}; _cgsd; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        return subprocess.run(["bash", "-c", command], cwd=self.here, capture_output=True, text=True, check=True).stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.complete("dete"), ["detect"])
        self.assertEqual(self.complete("detect", "--stab"), ["--stability"])
        self.assertEqual(self.complete("detect", "--method", "lei"), ["leiden"])
        self.assertEqual(self.complete("detect", "karate", "--directed", ""), ["auto", "yes", "no"])
        self.assertIn("karate", self.complete("info", "kar"))
        self.assertIn("sbm.npz", self.complete("info", "sb"))
        self.assertEqual(self.complete("data", "l"), ["list"])
        self.assertEqual(self.complete("completion", "z"), ["zsh"])

    def test_scripts_are_valid_for_their_shells(self):
        for shell, flag in [("bash", "-n"), ("zsh", "-n"), ("fish", "--no-execute")]:
            script = self.shown("completion", shell)
            self.assertGreater(len(script.splitlines()), 30, shell)
            path = self.here / f"script.{shell}"
            path.write_text(script)
            if shutil.which(shell):
                checked = subprocess.run([shell, flag, path], capture_output=True, text=True)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""), shell)


if __name__ == "__main__":
    CGSD = sys.argv[1]
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])

"""The command line as a user meets it: output, exit codes, one-line errors, nothing half-written, Ctrl-C.

Usage: cli_test.py CGSD SHARED_DIR [unittest arguments]
"""
import csv
import gzip
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

CGSD = None
SHARED = None
FILES = ["communities.csv", "communities.json", "community_table.csv", "manifest.json"]  # of every run


def cgsd(*words, cwd=None, env=None):
    command = [CGSD, *map(str, words)]
    return subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, timeout=120)


class CommandLine(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.directory.name)

    def tearDown(self):
        self.directory.cleanup()

    def file(self, name, contents):
        path = self.here / name
        path.write_bytes(contents if isinstance(contents, bytes) else contents.encode())
        return path

    def ok(self, *words, warns=False, **options):
        result = cgsd(*words, cwd=self.here, **options)
        self.assertEqual(result.returncode, 0, result.stderr)
        told = [line for line in result.stderr.splitlines() if not (warns and line.startswith("cgsd: warning: "))]
        self.assertEqual(told, [], "no progress bar where standard error is not a terminal")
        return result.stdout

    def refused(self, *words, code=1, says=()):
        before = sorted(self.here.rglob("*"))
        result = cgsd(*words, cwd=self.here)
        self.assertEqual(result.returncode, code, (words, result.stdout, result.stderr))
        lines = result.stderr.strip().splitlines()
        self.assertEqual(len(lines), 1, result.stderr)
        self.assertTrue(lines[0].startswith("cgsd: "), lines[0])
        for part in says:
            self.assertIn(part, lines[0])
        self.assertEqual(result.stdout, "")
        self.assertEqual(sorted(self.here.rglob("*")), before, "a failed command leaves no file behind")
        return lines[0]


class Usage(CommandLine):
    def test_every_command_has_help_with_an_example_or_explanation(self):
        for words in [[], ["detect"], ["assign"], ["compare"], ["info"], ["diagnose"], ["generate"], ["convert"], ["curvature"], ["data"], ["data", "fetch"], ["demo"]]:
            text = self.ok(*words, "--help")
            self.assertGreater(len(text.splitlines()), 8, words)
        for command in ["assign", "info", "diagnose", "generate", "convert", "curvature"]:
            self.assertIn("\nExamples\n", self.ok(command, "--help"))
            text = self.ok(command, "--help-all")
            for expected in ["Examples", "--json", "--threads", "--seed", "--quiet"]:
                self.assertIn(expected, text)

    def test_wrong_usage_is_one_line_and_exit_code_2(self):
        self.refused(code=2)
        self.refused("inform", code=2)
        self.refused("info", code=2)
        self.refused("info", "x.csv", "--threads", "-1", code=2)
        self.refused("info", "x.csv", "--formt", "npz", code=2)
        self.refused("generate", "-o", "x.npz", "--heterophily", "7", code=2, says=["heterophily = 7", "[0, 1]"])
        self.refused("generate", "-o", "x.npz", "--degrees", "odd", code=2, says=["uniform | power_law"])
        self.refused("curvature", "karate", "--kind", "round", code=2, says=["forman"])

    def test_version(self):
        self.assertRegex(self.ok("--version"), r"^cgsd \d+\.\d+\.\d+\n$")


class DataThatShip(CommandLine):
    def nmi(self, *words):
        return json.loads(self.ok("detect", *words, "--json", "-o", "out", "--overwrite"))["quality"]["nmi"]

    # What the README promises of them: neither file nor network, and only ties and attributes together show the roles.
    def test_are_found_by_name_and_have_the_communities_that_they_were_made_with(self):
        self.assertGreater(self.nmi("people"), 0.9)
        self.assertGreater(self.nmi("trade"), 0.9)
        self.assertLess(self.nmi("trade", "--method", "leiden"), 0.1)
        self.assertLess(self.nmi("trade", "--method", "kmeans", "-k", 3), 0.7)

    def test_have_no_file_of_which_a_path_could_be_printed(self):
        self.refused("data", "path", "people", says=["people is part of cgsd", "cgsd convert people -o people.csv"])

    def test_come_first_in_the_list(self):
        names = [entry["name"] for entry in json.loads(self.ok("data", "list", "--json"))]
        self.assertEqual(names[:5], ["people", "trade", "karate", "blocks", "blocks_unlike"])

    def test_give_way_to_a_file_of_the_same_name_which_is_said(self):
        self.file("people", "0 1\n1 2\n")
        facts = json.loads(self.ok("info", "people", "--json"))
        self.assertEqual(facts["nodes"], 3)
        self.assertIn("people is the file of that name here, not the dataset that cgsd knows", facts["reading"])

    def test_do_not_give_way_to_a_directory_without_a_graph(self):
        (self.here / "people").mkdir()
        self.assertEqual(json.loads(self.ok("info", "people", "--json"))["nodes"], 65)


class Facts(CommandLine):
    def test_info_as_json(self):
        facts = json.loads(self.ok("info", "karate", "--json"))
        self.assertEqual((facts["nodes"], facts["edges"], facts["components"]), (34, 78, 1))
        self.assertAlmostEqual(facts["homophily"]["edge"], 68 / 78)

    def test_quiet_prints_nothing(self):
        self.assertEqual(self.ok("info", "karate", "--quiet"), "")

    def test_results_do_not_depend_on_threads(self):
        outputs = set()
        for threads in "1234":
            self.ok("generate", "-o", "g.npz", "--threads", threads, "--seed", "5")
            outputs.add((self.here / "g.npz").read_bytes())
        self.assertEqual(len(outputs), 1)
        self.ok("generate", "-o", "g.npz", "--seed", "6")
        self.assertNotIn((self.here / "g.npz").read_bytes(), outputs)

    def test_names_survive_from_input_to_edge_table(self):
        self.file("e.csv", "source,target\nanna,\"b,ob\"\n\"b,ob\",cleo\n")
        self.ok("curvature", "e.csv", "-o", "k.csv")
        self.assertEqual((self.here / "k.csv").read_text(), 'source,target,curvature\nanna,"b,ob",1\n"b,ob",cleo,1\n')

    def test_a_table_with_ids_adds_nodes_without_edges_and_names_what_is_missing(self):
        self.file("e.csv", "a,b\n")
        self.file("x.csv", "node,f0\nb,1\na,2\nlonely,3\n")
        facts = json.loads(self.ok("info", "e.csv", "-x", "x.csv", "--json"))
        self.assertEqual((facts["nodes"], facts["isolated"]), (3, 1))
        self.file("wrong.csv", "a,b\nb,stranger\n")
        facts = json.loads(self.ok("info", "wrong.csv", "-x", "x.csv", "--json"))
        self.assertIn("1 node without a row ('stranger'): values filled", facts["reading"])


class Edges(CommandLine):
    """Two groups of twelve, every pair joined: only the weights tell them apart."""

    def setUp(self):
        super().setUp()
        pairs = [(u, v) for u in range(24) for v in range(u + 1, 24)]
        self.heavy = [(u, v, (9 if (u < 12) == (v < 12) else 1) + (u * v % 5) / 10) for u, v in pairs]
        self.table("w.csv", "weight", self.heavy)

    def table(self, name, column, rows):
        self.file(name, f"source,target,{column}\n" + "".join(f"{u},{v},{w}\n" for u, v, w in rows))

    def communities(self, *words):
        text = self.ok("detect", *words, "-k", 2, "-o", "out", "--overwrite", warns=True)
        rows = (self.here / "out/communities.csv").read_text().splitlines()[1:]
        return [int(row.split(",")[1]) for row in rows], " ".join(text.split())

    def test_weights_count_in_any_unit_and_from_any_column(self):
        found, text = self.communities("w.csv")
        self.assertEqual(found, [0] * 12 + [1] * 12)
        self.assertIn("Edges were counted by their weights", text)
        self.table("s.csv", "weight", [(u, v, 1000 * w) for u, v, w in self.heavy])
        self.assertEqual(self.communities("s.csv")[0], found)
        self.table("c.csv", "calls", self.heavy)
        self.assertIn("column 'calls' ignored", self.communities("c.csv")[1])
        self.assertEqual(self.communities("c.csv", "--weights", "calls")[0], found)
        self.assertEqual(self.communities("c.csv", "--weights", "3", "--method", "leiden")[0], found)
        self.assertIn("--weights 'call': no such column; the columns are", self.refused(
            "detect", "c.csv", "-k", 2, "-o", "no", "--weights", "call"))
        self.refused("detect", "c.csv", "-k", 2, "-o", "no", "--weights", "use", says=["c.csv has no weights"])
        self.refused("detect", "karate", "-k", 2, "-o", "no", "--weights", "use", says=["has no weights"])

    def test_methods_say_what_they_do_with_weights(self):
        self.assertIn("leiden counts edges by their weights", self.communities("w.csv", "--method", "leiden")[1])
        text = self.communities("w.csv", "--method", "paper", "--set", "trained.epochs=2")[1]
        self.assertIn("paper ignores the weights of the edges", text)
        text = self.communities("w.csv", "--weights", "ignore", "--method", "leiden")[1]
        self.assertNotIn("counts edges by their weights", text)

    def test_weights_below_zero_are_one_line_with_names(self):
        self.file("n.csv", "source,target,weight\nAnn,Bob,1\nBob,Eve,-2\nAnn,Eve,1\nEve,Dan,3\n")
        for method in ["default", "leiden", "louvain"]:
            self.refused("detect", "n.csv", "-o", "no", "-k", 2, "--method", method,
                         says=[f"{method}: edge Bob–Eve has weight -2", "--weights ignore"])
        self.communities("n.csv", "--weights", "ignore")

    def test_weights_that_span_decades_may_be_scaled(self):
        self.table("d.csv", "weight", [(u, v, w**6) for u, v, w in self.heavy])
        self.assertIn("weights span 5.8 decades", self.communities("d.csv")[1])
        for scale in ["log", "rank"]:
            found, text = self.communities("d.csv", "--weights-scale", scale)
            self.assertEqual(found, [0] * 12 + [1] * 12, scale)
            self.assertIn(f"weights scaled ({scale})", text)
        self.refused("detect", "d.csv", "--weights-scale", "cube", says=["none | log | rank"])

    def test_several_files_are_joined(self):
        self.table("inside.csv", "weight", [row for row in self.heavy if (row[0] < 12) == (row[1] < 12)])
        self.file("pairs.txt", "".join(f"{v} {u}\n" for u, v, _ in self.heavy))
        found, text = self.communities("inside.csv", "pairs.txt")
        self.assertEqual(found, [0] * 12 + [1] * 12)
        self.assertIn("2 files joined (inside.csv: 132 edges, pairs.txt: 276 edges); 132 edges are in several", text)
        self.file("names.csv", "source,target\nanna,bob\n")
        facts = json.loads(self.ok("info", "names.csv", "pairs.txt", "--json"))
        self.assertEqual((facts["nodes"], facts["edges"], facts["weighted"]), (26, 277, False))

    def test_directions_are_joined_and_it_is_said(self):
        self.file("one.csv", "0,1\n1,0\n1,2\n2,0\n3,0\n")
        self.assertIn("the entries look directed: 40 % of the entries are mutual; directions were joined",
                      " ".join(self.ok("info", "one.csv").split()))
        self.assertTrue(json.loads(self.ok("info", "one.csv", "--directed", "--json"))["directed"])
        self.assertTrue(json.loads(self.ok("info", "--directed", "one.csv", "--json"))["directed"])
        self.assertTrue(json.loads(self.ok("info", "--directed", "yes", "one.csv", "--json"))["directed"])
        self.assertFalse(json.loads(self.ok("info", "one.csv", "--directed", "no", "--json"))["directed"])
        self.assertIn("default has no use for directions", self.communities("one.csv", "--directed", "yes")[1])
        self.refused("info", "one.csv", "--directed=maybe", code=2, says=["auto | yes | no"])

    def test_a_seed_below_zero_is_refused(self):
        self.refused("detect", "w.csv", "--seed", "-1", code=2, says=["--seed", "from 0 on"])
        self.refused("detect", "w.csv", "--seed=-1", code=2, says=["--seed", "from 0 on"])


class Diagnosis(CommandLine):
    def test_of_the_karate_club(self):
        text = self.ok("diagnose", "karate")
        for part in ["split by the 2 classes of the labels", "87.2 % of the edges (edge homophily 0.8718)", "higher curvature", "What to use"]:
            self.assertIn(part, " ".join(text.split()))
        found = json.loads(self.ok("diagnose", "karate", "--json"))
        self.assertAlmostEqual(found["homophily"]["edge"], 68 / 78)
        self.assertEqual(found["split_by"], "labels")
        self.assertEqual(found["curvature"]["within"]["count"], 68)

    def test_without_labels_communities_are_found(self):
        self.file("e.csv", "0,1\n0,2\n1,2\n2,3\n3,4\n3,5\n4,5\n")
        found = json.loads(self.ok("diagnose", "e.csv", "-k", "2", "--json"))
        self.assertEqual((found["split_by"], found["communities"]), ("detected communities", 2))
        self.assertIsNone(found["homophily"])
        self.assertIn("2 communities that the default finds", " ".join(self.ok("diagnose", "e.csv", "-k", "2").split()))

    def test_attributes_alone_are_enough(self):
        self.file("e.csv", "0,1\n")
        self.file("x.csv", "0\n1\n9\n")
        self.file("one.csv", "0\n0\n0\n")
        found = json.loads(self.ok("diagnose", "e.csv", "-x", "x.csv", "-y", "one.csv", "--json"))
        self.assertEqual(found["nearest_neighbour_accuracy"], 1.0)
        self.assertIsNone(found["curvature_higher_within"], "there is no edge across")

    def test_what_cannot_be_diagnosed_is_one_line(self):
        self.refused("diagnose", "karate", "--directed", says=["without their direction"])
        self.refused("diagnose", "karate", "-k", "none", code=2, says=["-k none"])
        self.refused("diagnose", "karate", "-k", "99", says=["only 34 nodes"])
        self.refused("diagnose", "absent.csv", says=["absent.csv"])


class Conversion(CommandLine):
    def test_every_format_comes_back_as_the_same_graph(self):
        self.ok("generate", "-o", "g.npz", "--nodes", "200", "--communities", "4")
        table = self.ok("curvature", "g.npz", "-o", "reference.csv")
        reference = (self.here / "reference.csv").read_text()
        for name in ["g.csv", "g.tsv", "g.txt.gz", "g.graphml", "g.gexf", "g.gml", "g.json", "g.net", "g.adjlist", "g.metis", "g.mtx",
                     "g.graphml.gz"]:
            self.ok("convert", "g.npz", "-o", name)
            self.ok("curvature", name, "-o", "again.csv")
            self.assertEqual((self.here / "again.csv").read_text(), reference, name)

    def test_attributes_and_labels_come_back(self):
        for attributes, ending in [("gaussian", "csv"), ("gaussian", "npy"), ("words", "svmlight")]:
            self.ok("generate", "-o", "g.npz", "--nodes", "60", "--communities", "3", "--attributes", attributes)
            self.ok("convert", "g.npz", "-o", "e.csv", "--attributes-out", f"x.{ending}", "--labels-out", "y.csv")
            self.ok("convert", "e.csv", "-x", f"x.{ending}", "-y", "y.csv", "-o", "back.npz")
            self.assertEqual((self.here / "back.npz").read_bytes(), (self.here / "g.npz").read_bytes(), ending)

    def test_formats_that_hold_everything_give_it_back(self):
        for attributes in ["gaussian", "words"]:
            self.ok("generate", "-o", "g.npz", "--nodes", "60", "--communities", "3", "--attributes", attributes)
            for name in ["g.graphml", "g.gexf", "g.gml.gz", "g.json"]:
                self.ok("convert", "g.npz", "-o", name)
                self.ok("convert", name, "-o", "back.npz")
                self.assertEqual((self.here / "back.npz").read_bytes(), (self.here / "g.npz").read_bytes(), name)

    def test_a_conversion_that_fails_leaves_nothing(self):
        self.refused("convert", "karate", "-o", "k.csv", "--labels-out", "k.xyz")
        self.refused("convert", "karate", "-o", "k.csv", "--labels-out", "absent/k.csv")

    def test_every_byte_of_a_pipe_is_read_once(self):
        edges = "".join(f"{i},{i + 1}\n" for i in range(20000))
        self.file("g.csv", edges)
        whole = json.loads(self.ok("info", "g.csv", "--json"))
        self.ok("convert", "g.csv", "-o", "g.npz")
        for name in ["g.csv", "g.npz"]:
            for word in ["-", "/dev/stdin"]:
                with open(self.here / name, "rb") as contents:
                    piped = subprocess.run(f"cat | {CGSD} info {word} --json", shell=True, stdin=contents, capture_output=True)
                self.assertEqual(piped.returncode, 0, piped.stderr)
                self.assertEqual(json.loads(piped.stdout)["edges"], whole["edges"], (name, word))
        os.mkfifo(self.here / "fifo")
        writer = subprocess.Popen("cat g.csv > fifo", shell=True, cwd=self.here)
        self.assertEqual(json.loads(self.ok("info", "fifo", "--json"))["edges"], whole["edges"])
        writer.wait(timeout=60)

    def test_gexf_carries_communities_and_curvature(self):
        self.file("c.csv", "node,community\n" + "".join(f"{i},{i % 3}\n" for i in range(34)))
        self.ok("convert", "karate", "-o", "k.gexf", "--communities", "c.csv", "--curvature")
        text = (self.here / "k.gexf").read_text()
        self.assertIn("community", text)
        self.assertIn("curvature", text)


class BadInput(CommandLine):
    def test_what_a_file_is_if_it_is_no_graph(self):
        self.file("a.parquet", b"PAR1" + bytes(range(64)))
        self.refused("info", "a.parquet", says=["looks like Parquet", "pd.read_parquet"])
        self.file("a.dot", "digraph { a -> b; }")
        self.refused("info", "a.dot", says=["looks like DOT"])
        self.file("a.bin", bytes((7 * i * i + 3) % 251 for i in range(3000)))
        self.refused("info", "a.bin", says=["a.bin: this is no text"])
        self.file("quote.csv", 'source,"target\n1,2\n3,4\n')
        self.refused("info", "quote.csv", says=["quote.csv:1:8: this quote is not closed"])

    def test_one_line_with_file_line_and_column(self):
        self.file("x.csv", "1\n2\n")
        cases = {
            "a.csv": ("0,1\n1,-2\n", ["a.csv:2:3", "-2"]),
            "b.csv": ("0,1\n1,9223372036854775808\n", ["b.csv:2:3"]),
            "c.csv": ("0,1\n1,2,3\n", ["c.csv:2"]),
            "d.csv": ("", ["d.csv"]),
            "e.csv": ("0,1,nan\n", ["e.csv:1"]),
            "f.graphml": ("<graphml><graph><node id='a'/>", ["f.graphml:"]),
            "g.mtx": ("%%MatrixMarket matrix coordinate real general\n9 9 99999999999999\n", ["g.mtx"]),
            "h.npz": (b"PK\x03\x04 this is no zip", ["h.npz"]),
        }
        for name, (contents, says) in cases.items():
            self.file(name, contents)
            for command in [["info", name], ["convert", name, "-o", "out.npz"], ["curvature", name, "-o", "out.csv"]]:
                self.refused(*command, says=says)

    def test_truncated_archives(self):
        self.ok("generate", "-o", "g.npz", "--nodes", "100", "--communities", "2")
        whole = (self.here / "g.npz").read_bytes()
        for share in [0.1, 0.5, 0.9, 0.99]:
            self.file("cut.npz", whole[: int(len(whole) * share)])
            self.refused("info", "cut.npz", says=["cut.npz"])
        packed = gzip.compress(b"0,1\n1,2\n" * 1000)
        self.file("cut.csv.gz", packed[: len(packed) // 2])
        self.refused("info", "cut.csv.gz", says=["cut.csv.gz", "end early"])

    def test_attributes_that_do_not_fit(self):
        self.file("e.csv", "0,1\n1,2\n")
        self.file("short.csv", "1,2\n3,4\n")
        self.refused("info", "e.csv", "-x", "short.csv", says=["short.csv:2:1", "e.csv has 3 nodes"])
        self.refused("info", "karate", "-x", "short.csv", says=["short.csv:2:1", "34"])
        self.file("inf.csv", "1\ninf\n3\n")
        self.refused("info", "e.csv", "-x", "inf.csv", says=["inf.csv:2:1", "finite"])
        self.file("nan.csv", "1\nnan\n3\n")
        self.assertIn("filled: 1 of column 1", " ".join(self.ok("info", "e.csv", "-x", "nan.csv").split()))
        self.file("ragged.csv", "1,2\n3\n4,5\n")
        self.refused("info", "e.csv", "-x", "ragged.csv", says=["ragged.csv:2"])
        self.file("twice.csv", "node,label\n0,1\n0,1\n1,0\n")
        self.refused("info", "e.csv", "-y", "twice.csv", says=["twice.csv:3"])

    def test_a_pickle_executes_nothing(self):
        evil = b"cos\nsystem\n(S'touch executed'\ntR."
        for name in ["ind.evil.graph", "ind.evil.allx"]:
            self.file(name, evil)
        self.refused("info", "ind.evil.graph")
        self.assertFalse((self.here / "executed").exists())

    def test_output_that_cannot_be_written(self):
        self.refused("generate", "-o", "absent/g.npz", says=["No such file or directory"])
        self.refused("convert", "karate", "-o", "/dev/full.csv" if os.geteuid() != 0 else "absent/x.csv")
        self.refused("convert", "karate", "-o", "k.xyz", says=[".graphml"])
        result = cgsd("curvature", "karate", "-o", "/dev/full", cwd=self.here)
        self.assertEqual(result.returncode, 1)
        self.assertIn("No space left on device", result.stderr)
        with open("/dev/full", "w") as full:
            result = subprocess.run([CGSD, "info", "karate"], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(result.returncode, 1)

    def test_missing_files_and_unknown_datasets(self):
        self.refused("info", "absent.csv", says=["absent.csv", "No such file or directory"])
        self.refused("info", "corra", says=["did you mean 'cora'"])
        self.refused("info", "questions", "--data", str(self.here), says=["cgsd data fetch questions"])
        self.refused("data", "path", "cora", "--data", "absent", says=["absent"])


class Numbers(CommandLine):
    def test_no_method_gives_another_number_of_communities_without_a_word(self):
        edges = self.file("e.csv", "0,1\n1,2\n2,0\n3,4\n4,5\n5,3\n0,3\n")
        table = self.file("x.csv", "node,a,b\n" + "".join(f"{i},{i // 3},{i // 3 * 2}\n" for i in range(6)))
        names = cgsd("detect", edges, "--method", "?").stderr.split("known are ")[1].replace(" and ", " ")
        fewer = 0
        for name in re.findall(r"[a-z0-9-]+", names):
            words = [f"{name}.epochs", "trained.epochs"]
            short = [w for w in words if cgsd("detect", "absent.csv", "--method", name, f"--set={w}=3").returncode == 1]
            result = cgsd("detect", edges, "-x", table, "-k", 5, "--method", name, "-o", self.here / name, "-q", "--threads", 1,
                          *(f"--set={word}=3" for word in short))
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(self.here / name / "communities.csv") as file:
                found = len({row["community"] for row in csv.DictReader(file)})
            fewer += found < 5
            self.assertEqual(f"found {found}" in result.stderr, found != 5, (name, found, result.stderr))
        self.assertGreater(fewer, 8)


class Interruption(CommandLine):
    def test_ctrl_c_ends_soon_with_130_and_leaves_nothing(self):
        command = [CGSD, "generate", "-o", "big.npz", "--nodes", "3000000", "--mean-degree", "40", "--dimensions", "64"]
        for pause in [0.3, 1.5]:
            process = subprocess.Popen(command, cwd=self.here, stderr=subprocess.PIPE, text=True)
            time.sleep(pause)
            process.send_signal(signal.SIGINT)
            _, error = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 130, error)
            self.assertEqual(error, "cgsd: cancelled\n")
            self.assertEqual(list(self.here.iterdir()), [])

    def test_a_time_limit_ends_like_ctrl_c_with_124_and_leaves_nothing(self):
        training = ["detect", "karate", "-k", "2", "--method", "paper", "--set", "trained.epochs=1000000", "-o", "run"]
        self.refused(*training, "--timeout", "0.4", code=124,
                     says=["stopped after 0.4 s, the limit of --timeout; nothing half-written is left"])
        self.ok("detect", "karate", "-k", "2", "--timeout", "1000")
        self.refused("detect", "karate", "--timeout", "-1", code=2, says=["--timeout"])

    def test_a_time_limit_of_0_is_none_as_the_help_says(self):
        self.assertIn("0: never", self.ok("detect", "--help-all"))
        self.ok("detect", "karate", "-k", "2", "--timeout", "0")

    def test_ctrl_c_still_counts_if_there_is_a_time_limit(self):
        command = [CGSD, "detect", "karate", "-k", "2", "--method", "paper", "--set", "trained.epochs=1000000", "--timeout", "1000"]
        process = subprocess.Popen(command, cwd=self.here, stderr=subprocess.PIPE, text=True)
        time.sleep(0.4)
        process.send_signal(signal.SIGINT)
        self.assertEqual((process.communicate(timeout=60)[1], process.returncode), ("cgsd: cancelled\n", 130))


SBM = ["--nodes", "300", "--communities", "3", "--heterophily", "0.3", "--coupling", "independent", "--signal", "3"]


class Detection(CommandLine):
    def setUp(self):
        super().setUp()
        self.ok("generate", "-o", "sbm.npz", *SBM)

    def rows(self, name="out/communities.csv"):
        lines = (self.here / name).read_text().splitlines()
        self.assertEqual(lines[0], "node,community,confidence")
        return [line.rsplit(",", 2)[:2] for line in lines[1:]]

    def manifest(self, name="out/manifest.json"):
        return json.loads((self.here / name).read_text())

    def test_writes_communities_by_falling_size_and_a_manifest(self):
        text = self.ok("detect", "sbm.npz", "-k", 3, "-o", "out")
        self.assertIn("communities", text)
        self.assertEqual(sorted(os.listdir(self.here / "out")), FILES)
        rows = self.rows()
        self.assertEqual([name for name, _ in rows], [str(i) for i in range(300)])
        sizes = [sum(1 for _, c in rows if c == str(i)) for i in range(3)]
        self.assertEqual(sum(sizes), 300)
        self.assertEqual(sizes, sorted(sizes, reverse=True))
        manifest = self.manifest()
        self.assertEqual(manifest["communities"]["sizes"], sizes)
        self.assertEqual(manifest["method"], "default")
        self.assertEqual(manifest["seed"], 0)
        self.assertEqual(manifest["options"]["knn.neighbours"], 0)  # as many as suit
        self.assertEqual(manifest["neighbours"], 40)
        digest = hashlib.sha256((self.here / "sbm.npz").read_bytes()).hexdigest()
        self.assertEqual(manifest["data"]["files"][0]["sha256"], digest)
        self.assertGreater(manifest["quality"]["nmi"], 0.9)
        for stage in ["reading graph", "diffusion", "neighbours", "smoothing", "k-means"]:
            self.assertIn(stage, manifest["seconds"]["stages"])

    def test_the_result_says_why(self):
        text = self.ok("detect", "sbm.npz", "-k", 3, "-o", "out")
        self.assertIn("Neighbours are alike, so edges were used to pull them together.", " ".join(text.split()))
        text = self.ok("detect", "sbm.npz", "-k", 3, "-o", "out", "--verbose")
        self.assertIn("Attributes were compared as columns as they are", " ".join(text.split()))
        manifest = self.manifest()
        self.assertIn("Neighbours", manifest["explanation"])
        candidates = manifest["diffusion"]["candidates"]
        self.assertEqual([c["metric"] for c in candidates], ["z_score", "centred"])
        self.assertEqual(set(manifest["diffusion"]["sign"]), {"use", "push", "pull", "opposite"})
        self.ok("detect", "sbm.npz", "-k", 3, "-o", "paper", "--preset", "paper")
        trained = self.manifest("paper/manifest.json")
        self.assertEqual(len(trained["training"]["losses"]["total"]), 30)
        self.assertRegex(trained["explanation"], r"^\d+ of 10 starts of K-means ended within 1 % of the best\.$")

    def test_json_is_the_manifest(self):
        printed = json.loads(self.ok("detect", "sbm.npz", "-k", 3, "-o", "out", "--json"))
        written = printed.pop("written")
        self.assertEqual(len(printed.pop("nodes")["community"]), 300)
        self.assertEqual(printed, self.manifest())
        self.assertEqual(sorted(written), ["out/" + name for name in FILES])

    def test_results_do_not_depend_on_threads_or_repetition(self):
        for preset in ["default", "paper", "authors"]:
            results = set()
            for threads in [1, 2, 3, 4, 1]:
                self.ok("detect", "sbm.npz", "-k", 3, "-o", preset, "--preset", preset, "--threads", threads, "--embedding")
                results.add(tuple((self.here / preset / name).read_bytes() for name in ["communities.csv", "embedding.npy"]))
            self.assertEqual(len(results), 1)

    def test_nodes_keep_their_names_and_their_order(self):
        self.file("graph.csv", "zoe,adam\nadam,eve\neve,zoe\nkain,abel\nabel,seth\nseth,kain\nkain,zoe\n")
        self.ok("detect", "graph.csv", "-k", 2)
        self.assertEqual([name for name, _ in self.rows("graph.cgsd/communities.csv")],
                         ["zoe", "adam", "eve", "kain", "abel", "seth"])

    def test_labels_serve_for_the_quality_figures_only(self):
        self.ok("detect", "karate", "-k", 2, "-o", "with")
        flipped = "node,class\n" + "".join(f"{i},{i % 3}\n" for i in range(34))
        self.file("other.csv", flipped)
        self.ok("detect", "karate", "-k", 2, "-o", "other", "-y", "other.csv")
        self.assertEqual((self.here / "with/communities.csv").read_bytes(), (self.here / "other/communities.csv").read_bytes())
        self.assertNotEqual(self.manifest("with/manifest.json")["quality"]["nmi"],
                            self.manifest("other/manifest.json")["quality"]["nmi"])

    def test_a_number_that_is_chosen_comes_with_its_evidence(self):
        text = self.ok("detect", "sbm.npz", "-k", "auto", "--preset", "paper", "-o", "out")
        self.assertIn("The gap between eigenvalues is widest there", " ".join(text.split()))
        communities = self.manifest()["communities"]
        self.assertEqual(communities["wanted_by"], "eigengap")
        gaps = communities["gaps"]
        self.assertEqual(communities["wanted"], 1 + gaps.index(max(gaps[1:])))

    def test_the_default_shows_what_every_criterion_says(self):
        text = " ".join(self.ok("detect", "sbm.npz", "-k", "auto", "-o", "out", "--verbose").split())
        self.assertRegex(text, r"number chosen +3\b.*Eigenvalues beyond noise: [\w ]+ by the edges, [\w ]+ by the attributes")
        communities = self.manifest()["communities"]
        self.assertEqual(list(communities["criteria"]), ["halves", "topology", "stability", "attributes", "parts"])
        self.assertIn(communities["wanted_by"], ["halves", "confirmed", "stability", "nothing"])
        self.assertEqual(len(communities["stability"]["candidates"]), len(communities["stability"]["strengths"]))

    def test_config_files_and_manifests_set_options(self):
        self.file("options.txt", "# a comment\ntrained.epochs = 3   # few\n\npreset = authors\nseed = 5\n")
        self.ok("detect", "sbm.npz", "-k", 3, "-o", "first", "--config", "options.txt", "--set", "knn.neighbours=7")
        first = self.manifest("first/manifest.json")
        self.assertEqual((first["method"], first["seed"], first["training"]["epochs"]), ("authors", 5, 3))
        self.ok("detect", "sbm.npz", "-o", "second", "--config", "first/manifest.json")
        second = self.manifest("second/manifest.json")
        self.assertEqual(first["options"], second["options"])
        self.assertEqual(first["training"], second["training"])
        self.assertEqual((self.here / "first/communities.csv").read_bytes(), (self.here / "second/communities.csv").read_bytes())

    def test_a_killed_training_resumes_to_the_same_bits(self):
        for preset in ["paper", "authors"]:
            common = ["detect", "sbm.npz", "-k", 3, "--preset", preset, "--embedding", "--overwrite"]
            self.ok(*common, "-o", "whole")
            self.ok(*common, "-o", "cut", "--set", "trained.epochs=12", "--checkpoint-every", 5, "--checkpoint", "c.npz")
            self.ok(*common, "-o", "resumed", "--from-checkpoint", "c.npz")
            for name in ["communities.csv", "embedding.npy"]:
                self.assertEqual((self.here / "whole" / name).read_bytes(), (self.here / "resumed" / name).read_bytes())
            self.assertEqual(self.manifest("whole/manifest.json")["training"], self.manifest("resumed/manifest.json")["training"])

    def test_a_checkpoint_of_another_run_is_refused(self):
        self.ok("detect", "sbm.npz", "-k", 3, "-o", "out", "--preset", "paper", "--checkpoint-every", 10, "--checkpoint", "c.npz")
        self.refused("detect", "sbm.npz", "-k", 3, "--checkpoint-every", 10, says=["no checkpoints", "--method paper"])
        for words in [["sbm.npz", "-k", 4], ["sbm.npz", "-k", 3, "--seed", 1], ["karate", "-k", 3]]:
            self.refused("detect", *words, "-o", "new", "--preset", "paper", "--from-checkpoint", "c.npz", says=["c.npz", "another run"])
        self.refused("detect", "sbm.npz", "-k", 3, "-o", "new", "--preset", "paper", "--from-checkpoint", "sbm.npz",
                     says=["not a checkpoint"])

    def test_what_cannot_be_done_is_one_line(self):
        self.refused("detect", "sbm.npz", "-k", 0, code=2, says=["-k 0"])
        self.file("taken", "a file")
        self.refused("detect", "sbm.npz", "-k", 3, "-o", "taken", says=["taken", "not a directory"])
        self.refused("detect", "sbm.npz", "-k", 3, "--model", "taken/m.npz", says=["taken", "not a directory"])
        self.refused("detect", "sbm.npz", "-k", "-3", code=2, says=["-k -3"])
        self.refused("detect", "sbm.npz", "-k", "many", code=2, says=["-k many", "auto"])
        self.refused("detect", "sbm.npz", "--method", "paper", "--set", "trained.head=3", code=2, says=["trained.heads"])
        self.refused("detect", "sbm.npz", "--set", "knn.neighbours=-1", code=2, says=["knn.neighbours = -1", "[0, 1000]"])
        self.refused("detect", "sbm.npz", "--preset", "papers", code=2, says=["paper"])
        self.refused("detect", "sbm.npz", "-k", 301, says=["only 300 nodes"])
        self.file("options.txt", "trained.epochs = 3\ntrained.epoch = 4\n")
        self.refused("detect", "sbm.npz", "--method", "paper", "--config", "options.txt", says=["options.txt:2", "trained.epochs"])
        self.file("edges.csv", "0,1\n1,2\n")
        self.file("inf.csv", "1,2\ninf,1\n0,0\n")
        self.refused("detect", "edges.csv", "-k", 2, "-x", "inf.csv", says=["inf.csv:2"])
        self.file("short.csv", "1,2\n0,0\n")
        self.refused("detect", "edges.csv", "-k", 2, "-x", "short.csv", says=["short.csv:", "2 rows without ids of nodes, but edges.csv has 3 nodes"])
        self.refused("detect", "missing.csv", "-k", 2, says=["missing.csv"])

    def test_says_how_firmly_the_communities_stand(self):
        text = " ".join(self.ok("detect", "sbm.npz", "-k", 3, "-o", "out", "--stability", 2, "--verbose").split())
        self.assertRegex(text, r"\d+ % of the nodes keep their community in at least 9 of 10 repetitions\.")
        self.assertRegex(text, r"ARI \d\.\d\d over 2 other seeds .* ARI \d\.\d\d over 2 samples of the attribute columns")
        lines = (self.here / "out/communities.csv").read_text().splitlines()
        self.assertEqual(lines[0], "node,community,confidence,stability")
        self.assertEqual(len(lines), 301)
        self.assertTrue(all(line.split(",")[3] in ["0.0000", "0.2500", "0.5000", "0.7500", "1.0000"] for line in lines[1:]))
        manifest = self.manifest()
        self.assertEqual(len(manifest["stability"]["seeds"]["ari"]), 2)
        self.assertEqual(len(manifest["stability"]["attributes"]["communities"]), 2)
        self.assertIn("repetitions", manifest["explanation"])
        self.assertIn("repetitions", manifest["seconds"]["stages"])
        again = self.ok("detect", "sbm.npz", "-o", "again", "--config", "out/manifest.json")
        self.assertIn("repetitions", again)
        self.assertEqual(self.manifest("again/manifest.json")["stability"], manifest["stability"])
        # labels are for scoring: others change nothing here
        self.file("y.csv", "".join(f"{i % 2}\n" for i in range(300)))
        self.ok("detect", "sbm.npz", "--labels", "y.csv", "-k", 3, "-o", "other", "--stability", 2)
        self.assertEqual(self.manifest("other/manifest.json")["stability"], manifest["stability"])

    def test_stability_of_what_has_no_attributes_or_does_not_look_at_them(self):
        self.ok("detect", "karate", "-k", 2, "-o", "out", "--stability", 1)
        self.assertIsNone(self.manifest()["stability"]["attributes"])
        text = " ".join(self.ok("detect", "sbm.npz", "-o", "louvain", "--method", "louvain", "--stability", 2, "-v").split())
        self.assertIn("2 other seeds", text)
        self.assertNotIn("samples of the attribute columns", text)
        self.ok("detect", "sbm.npz", "-k", 3, "-o", "kmeans", "--method", "kmeans", "--stability", 2)
        self.assertEqual(len(self.manifest("kmeans/manifest.json")["stability"]["attributes"]["ari"]), 2)
        self.refused("detect", "karate", "--stability", -1, code=2, says=["runs = -1"])

    def test_odd_graphs(self):
        self.file("none.mtx", "%%MatrixMarket matrix coordinate pattern general\n4 4 0\n")
        self.refused("detect", "none.mtx", "-k", 2, says=["neither edges nor attributes"])
        self.file("x.csv", "1,0\n1,0.1\n0,1\n0,1.1\n")
        result = cgsd("detect", "none.mtx", "-k", 2, "-x", "x.csv", "-o", "out", "--set", "rounding=kmeans", cwd=self.here)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no edges", result.stderr)
        communities = [c for _, c in self.rows()]
        self.assertEqual(communities[0], communities[1])
        self.assertNotEqual(communities[0], communities[2])
        self.file("one.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 0\n")
        self.file("y.csv", "1,0\n")
        self.assertEqual(cgsd("detect", "one.mtx", "-k", 1, "-x", "y.csv", "-o", "one", cwd=self.here).returncode, 0)
        self.assertEqual(self.rows("one/communities.csv"), [["0", "0"]])

    def test_a_loss_that_is_no_longer_finite_ends_training_and_is_told(self):
        result = cgsd("detect", "sbm.npz", "-k", 3, "-o", "out", "--preset", "paper", "--set", "trained.adam.learning_rate=1e30",
                      cwd=self.here)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no longer finite", result.stderr)
        self.assertEqual(self.manifest()["training"]["ending"], "loss_not_finite")
        self.assertEqual(len(self.rows()), 300)

    def test_other_methods_give_the_same_outputs(self):
        few = {"dmon": 20, "mincut": 20, "vgraph": 20, "dgi": 20, "grace": 3, "graphmae": 3, "cca-ssg": 3, "ns4gc": 3}
        for method in ["kmeans", "louvain", "leiden", "spectral", "agc", "ssgc", "knn-njw", *few]:
            epochs = ["--set", f"{method}.epochs={few[method]}"] if method in few else []
            number = [] if method == "louvain" else ["-k", 3]
            text = self.ok("detect", "sbm.npz", *number, "--method", method, "-o", method, *epochs, warns=True)
            self.assertIn(f"By {method}: ", text)
            self.assertEqual(len(self.rows(f"{method}/communities.csv")), 300)
            manifest = self.manifest(f"{method}/manifest.json")
            self.assertEqual(manifest["method"], method)
            self.assertTrue(all(name in ("communities", "stability.runs") or name.startswith(method + ".")
                                for name in manifest["options"]))
            self.ok("detect", "sbm.npz", "-o", "again", "--overwrite", "--config", f"{method}/manifest.json", "--threads", 1, warns=True)
            self.assertEqual((self.here / "again/communities.csv").read_bytes(),
                             (self.here / method / "communities.csv").read_bytes())

    def test_other_methods_say_what_they_miss(self):
        self.refused("detect", "karate", "-k", 2, "--method", "kmeans", says=["kmeans needs attributes"])
        self.refused("detect", "karate", "--method", "spectral", says=["spectral needs the number of communities"])
        self.refused("detect", "karate", "--method", "dijkstra", code=2, says=["'dijkstra'", "leiden"])
        self.refused("detect", "karate", "-k", 2, "--method", "leiden", "--embedding", says=["leiden makes no embedding"])
        self.refused("detect", "karate", "-k", 2, "--method", "leiden", "--checkpoint-every", 3, says=["no checkpoints"])
        self.refused("detect", "karate", "--method", "leiden", "--set", "leiden.resolutions=3", code=2,
                     says=["leiden.resolution"])

    def test_ctrl_c_in_any_stage_leaves_nothing(self):
        self.ok("generate", "-o", "large.npz", "--nodes", "12000", "--communities", "4", "--mean-degree", "8")
        for delay in [0.05, 0.3, 1.0, 2.5]:
            process = subprocess.Popen([CGSD, "detect", "large.npz", "-k", "4", "-o", "out", "--preset", "paper", "--set",
                                        "trained.epochs=2000"], cwd=self.here, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(delay)
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)
            # On a busy machine the signal may come before the program has begun.
            self.assertIn(process.returncode, [130, -signal.SIGINT] if delay < 0.1 else [130])
            self.assertFalse((self.here / "out").exists())


class Tables(CommandLine):
    """Three groups of twelve people; income, city and notes tell them apart, edges a little."""

    def setUp(self):
        super().setUp()
        people = [f"{name}{i}" for i in range(12) for name in ("ann", "bob", "cy")]
        edges = [(people[i], people[(i + 3 * step) % 36]) for i in range(36) for step in (1, 2)] + [(people[i], people[i + 1]) for i in range(0, 34, 5)]
        self.file("edges.csv", "".join(f"{a},{b}\n" for a, b in edges))
        cities = ["Rome", "Oslo", "Bonn"]
        notes = ["red wine and cheese", "beer and football", "books about birds"]
        self.people = [(who, 2000 + 900 * (i % 3) + 37 * (i * i % 11), cities[i % 3 if i % 7 else 0], f"{notes[i % 3]} {i}, {i * 7 % 36}")
                       for i, who in enumerate(people)]

    def table(self, name, rows, heading="id,income,city,notes"):
        self.file(name, heading + "\n" + "".join(",".join(f'"{cell}"' for cell in row) + "\n" for row in rows))

    def communities(self, table, *more):
        self.ok("detect", "edges.csv", "-x", table, "-k", 3, "-o", "out", *more)
        return (self.here / "out/communities.csv").read_text()

    def test_units_change_nothing(self):
        self.table("euro.csv", self.people)
        self.table("thousands.csv", [(who, income / 1000, city, notes) for who, income, city, notes in self.people])
        self.assertEqual(self.communities("euro.csv"), self.communities("thousands.csv"))
        only = ["--columns", "income,age"]
        self.table("euro.csv", [(*row[:2], 20 + i * 5 % 31) for i, row in enumerate(self.people)], "id,income,age")
        self.table("thousands.csv", [(row[0], row[1] / 1000, 20 + i * 5 % 31) for i, row in enumerate(self.people)], "id,income,age")
        self.assertEqual(self.communities("euro.csv", *only), self.communities("thousands.csv", *only))

    def test_the_order_of_rows_and_the_header_of_the_id_change_nothing(self):
        self.table("x.csv", self.people)
        expected = self.communities("x.csv")
        for heading in ["id", "who", "Unnamed: 0", "e-mail"]:
            self.table("y.csv", sorted(self.people, key=lambda row: row[1]), f"{heading},income,city,notes")
            self.assertEqual(self.communities("y.csv"), expected)
        self.table("y.csv", [(income, who, city, notes) for who, income, city, notes in self.people], "income,who,city,notes")
        self.assertEqual(self.communities("y.csv"), expected)

    def test_the_account_says_what_was_done(self):
        self.table("x.csv", [*self.people[:-2], ("zoe", "", "", "")])
        told = json.loads(self.ok("info", "edges.csv", "-x", "x.csv", "--json"))["reading"]
        for clause in ["joined on `id`: 34 of 35 rows", "2 nodes without a row ('bob11', 'cy11'): values filled",
                       "1 node without edges added from the table ('zoe')", "1 category → 4 columns", "filled: 3 of `income`"]:
            self.assertIn(clause, told)
        self.assertTrue(any("`notes` as words" in clause for clause in told), told)

    def test_columns_are_chosen_and_their_kinds_forced(self):
        self.table("x.csv", self.people)
        info = lambda *more: json.loads(self.ok("info", "edges.csv", "-x", "x.csv", "--json", *more))["attributes"]["columns"]
        self.assertEqual(info("--columns", "income,city"), 4)
        self.assertEqual(info("--ignore", "notes,city"), 1)
        self.assertEqual(info("--ignore", "notes", "--kind", "city=words"), 4)
        self.refused("info", "edges.csv", "-x", "x.csv", "--ignore", "incom", says=["did you mean 'income'?"])
        self.refused("info", "edges.csv", "-x", "x.csv", "--kind", "city", says=["NAME=KIND"])
        self.refused("info", "edges.csv", "-x", "x.csv", "--kind", "city=colour", says=["category"])
        self.refused("info", "edges.csv", "-x", "x.csv", "--kind", "city=number", says=["x.csv:2:15", "not a number"])
        self.refused("info", "edges.csv", "-x", "x.csv", "--id-column", "city", says=["x.csv:2:15", "is not a node"])

    def test_labels_may_be_a_column(self):
        self.table("x.csv", self.people)
        told = json.loads(self.ok("detect", "edges.csv", "-x", "x.csv", "-y", "city", "-k", 3, "-o", "out", "--json"))
        self.assertIn("labels from `city`", told["data"]["reading"])
        self.refused("info", "edges.csv", "-x", "x.csv", "-y", "town", says=["town", "no such file", "no such column"])

    def test_new_rows_are_encoded_as_the_known_ones(self):
        self.table("x.csv", self.people)
        known = dict(line.split(",")[:2] for line in self.communities("x.csv", "--model", "model.npz").split()[1:])
        new = [(f"new{i}", *row[1:]) for i, row in enumerate(self.people[:3])]
        self.table("new.csv", [(city, who, notes, 7, income) for who, income, city, notes in new], "city,id,notes,shoe,income")
        told = self.ok("assign", "model.npz", "-x", "new.csv", "-o", "assigned")
        self.assertIn("1 column that the model does not use ignored", told)
        rows = [line.split(",")[:2] for line in (self.here / "assigned/communities.csv").read_text().splitlines()[1:]]
        self.assertEqual(rows, [[f"new{i}", known[row[0]]] for i, row in enumerate(self.people[:3])])
        self.table("less.csv", [row[:2] for row in new], "id,income")
        self.refused("assign", "model.npz", "-x", "less.csv", says=["less.csv:1:1", "lacks 2 of the columns", "'city', 'notes'"])


class Assignment(CommandLine):
    """Two groups of five, joined by one edge; x tells them apart as well."""

    def setUp(self):
        super().setUp()
        groups = ["abcde", "vwxyz"]
        pairs = [(s, t) for group in groups for i, s in enumerate(group) for t in group[i + 1:]] + [("a", "v")]
        self.file("known.csv", "".join(f"{s},{t}\n" for s, t in pairs))
        rows = [f"{name},{1 + i / 10},{(-1) ** i / 5}\n" for i, name in enumerate("abcde")]
        rows += [f"{name},{-1 - i / 10},{(-1) ** i / 5}\n" for i, name in enumerate("vwxyz")]
        self.file("x.csv", "node,f0,f1\n" + "".join(rows))
        self.ok("detect", "known.csv", "-x", "x.csv", "-k", 2, "-o", "out", "--model", "model.npz")
        lines = (self.here / "out/communities.csv").read_text().splitlines()[1:]
        self.known = dict(line.split(",")[:2] for line in lines)

    def rows(self, name):
        lines = (self.here / name / "communities.csv").read_text().splitlines()
        self.assertEqual(lines[0], "node,community,confidence")
        return {node: (community, float(confidence)) for node, community, confidence in (l.split(",") for l in lines[1:])}

    def test_new_nodes_join_their_like(self):
        self.assertNotEqual(self.known["a"], self.known["v"])
        self.file("new.csv", "f,a\nf,b\nf,c\nu,w\nu,x\ng,f\ng,a\n")
        self.file("new_x.csv", "node,f0,f1\nu,-1.2,0\nf,1.1,0.1\nlonely,1.3,0\n")
        text = self.ok("assign", "model.npz", "--edges", "new.csv", "-x", "new_x.csv", "-o", "new")
        self.assertIn("4 of 4 new nodes placed into 2 communities of 10 known nodes", text)
        rows = self.rows("new")
        self.assertEqual(list(rows), ["u", "f", "lonely", "g"])
        self.assertEqual({node: community for node, (community, _) in rows.items()},
                         {"u": self.known["v"], "f": self.known["a"], "lonely": self.known["a"], "g": self.known["a"]})
        self.assertTrue(all(0 <= confidence <= 1 for _, confidence in rows.values()))

    def test_json_says_what_each_was_placed_by(self):
        self.file("new.csv", "f,a\nf,b\np,q\na,b\n")
        told = json.loads(self.ok("assign", "model.npz", "--edges", "new.csv", "-o", "new", "--json"))
        self.assertEqual(told["placed_by"], {"nothing": 2, "attributes": 0, "edges": 1, "both": 0})
        self.assertEqual((told["new_nodes"], told["new_edges"], told["known_edges_left_out"]), (3, 3, 1))
        self.assertEqual(told["written"], ["new/communities.csv"])
        rows = self.rows("new")
        self.assertEqual((rows["p"], rows["q"]), (("", 0.0), ("", 0.0)))
        text = self.ok("assign", "model.npz", "--edges", "new.csv")
        self.assertIn("neither attributes nor edges", text)
        self.assertTrue((self.here / "model.assigned/communities.csv").exists())

    def test_numbered_graphs_go_on_from_their_last_node(self):
        self.ok("generate", "-o", "sbm.npz", *SBM)
        self.ok("detect", "sbm.npz", "-k", 3, "-o", "sbm", "--model", "sbm/model/sbm.npz")
        self.file("new.csv", "300,5\n301,300\n301,7\n")
        results = set()
        for threads in "1234":
            self.ok("assign", "sbm/model/sbm.npz", "--edges", "new.csv", "-o", "new", "--threads", threads)
            results.add((self.here / "new/communities.csv").read_bytes())
        self.assertEqual(len(results), 1)
        self.assertEqual(list(self.rows("new")), ["300", "301"])

    def test_no_model_unless_asked_for_and_only_where_there_can_be_one(self):
        self.ok("detect", "known.csv", "-x", "x.csv", "-k", 2, "-o", "plain")
        self.assertEqual(sorted(os.listdir(self.here / "plain")), FILES)
        common = ["detect", "known.csv", "-x", "x.csv", "-k", 2, "-o", "no", "--model", "no.npz"]
        self.refused(*common, "--preset", "paper", says=["encoder = diffusion"])
        self.refused(*common, "--set", "rounding=kmeans", says=["rounding = smoothed"])
        self.refused(*common, "--method", "kmeans", says=["kmeans makes no model"])

    def test_what_does_not_fit_is_one_line(self):
        self.file("new.csv", "f,a\n")
        self.refused("assign", "model.npz", says=["--edges"])
        self.refused("assign", "absent.npz", "--edges", "new.csv", says=["absent.npz", "No such file or directory"])
        self.refused("assign", "known.csv", "--edges", "new.csv", says=["known.csv"])
        self.ok("generate", "-o", "sbm.npz", *SBM)
        self.refused("assign", "sbm.npz", "--edges", "new.csv", says=["sbm.npz", "not a model"])
        self.file("wide.csv", "node,f0,f1,f2\nf,1,2,3\n")
        told = self.ok("assign", "model.npz", "--edges", "new.csv", "-x", "wide.csv", "-o", "wide")
        self.assertIn("1 column that the model does not use ignored", told)
        self.file("narrow.csv", "node,f0\nf,1\n")
        self.refused("assign", "model.npz", "-x", "narrow.csv", says=["narrow.csv:1:1", "lacks 1 of the columns", "'f1'"])
        self.file("inf.csv", "node,f0,f1\nf,1,inf\n")
        self.refused("assign", "model.npz", "-x", "inf.csv", says=["inf.csv:2:5"])
        self.file("old.csv", "a,b\n")
        self.refused("assign", "model.npz", "--edges", "old.csv", says=["no new nodes"])
        whole = (self.here / "model.npz").read_bytes()
        for share in [0.1, 0.5, 0.9, 0.99]:
            self.file("cut.npz", whole[: int(len(whole) * share)])
            self.refused("assign", "cut.npz", "--edges", "new.csv", says=["cut.npz"])


class Data(CommandLine):
    def test_list_info_and_path(self):
        names = [entry["name"] for entry in json.loads(self.ok("data", "list", "--json"))]
        self.assertEqual(len(names), 19)
        self.assertIn("MIT", self.ok("data", "info", "texas"))
        if not (SHARED / "data").exists():
            self.skipTest(f"needs {SHARED / 'data'}, which is not here")
        path = self.ok("data", "path", "texas", "--data", SHARED / "data").strip()
        self.assertTrue(pathlib.Path(path).exists())

    def test_known_datasets_load_with_verified_counts(self):
        if not (SHARED / "data").exists():
            self.skipTest(f"needs {SHARED / 'data'}, which is not here")
        environment = {**os.environ, "CGSD_DATA": str(SHARED / "data")}
        for name, nodes in [("cora", 2708), ("film", 7600), ("Roman-Empire", 22662), ("minesweeper", 10000)]:
            facts = json.loads(self.ok("info", name, "--json", env=environment))
            self.assertEqual(facts["nodes"], nodes)

    def test_appendix_table_of_the_paper(self):
        if not (SHARED / "data").exists():
            self.skipTest(f"needs {SHARED / 'data'}, which is not here")
        data = SHARED / "data"
        expected = {
            "geom-gcn/cornell-corrected": (-22.50, -30.19),
            "geom-gcn/texas": (-12.11, -36.14),
            "geom-gcn/wisconsin": (-26.85, -31.69),
            "squirrel_directed.npz": (-250.94, -248.85),
            "chameleon_directed.npz": (-68.54, -67.12),
        }
        for name, (within, cross) in expected.items():
            report = json.loads(self.ok("curvature", data / name, "--directed", "--no-table", "--json"))
            self.assertEqual((round(report["within"]["mean"], 2), round(report["cross"]["mean"], 2)), (within, cross), name)


class Demo(CommandLine):
    def test_demo_writes_what_it_says(self):
        for graph in json.loads(self.ok("demo", "--json")):
            for name in graph["written"]:
                self.assertTrue((self.here / name).exists(), name)


if __name__ == "__main__":
    CGSD = sys.argv[1]
    SHARED = pathlib.Path(sys.argv[2])
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

"""What a run writes is what docs/output_files.md and docs/communities.schema.json say, and `cgsd explain` reads it back.

Usage: output_files_test.py CGSD SOURCE_DIR [unittest arguments]
"""
import csv
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CGSD = None
ROOT = None

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "integer": int, "number": (int, float)}
KNOWN = {"$schema", "title", "type", "required", "properties", "items", "const", "enum", "minimum", "maximum"}


def faults(value, schema, where="$"):
    """Where `value` breaks `schema`: the part of JSON Schema that ours uses."""
    unknown = set(schema) - KNOWN
    if unknown:
        yield f"{where}: the schema uses {unknown}, which this test does not check"
    if "const" in schema and value != schema["const"]:
        yield f"{where}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is not one of {schema['enum']}"
    if "type" in schema:
        kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        if isinstance(value, bool) or not any(isinstance(value, TYPES[kind]) for kind in kinds):
            yield f"{where}: {value!r} is not of type {kinds}"
            return
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        if value < schema.get("minimum", value) or value > schema.get("maximum", value):
            yield f"{where}: {value} is out of range"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, member in value.items():
            if name not in schema.get("properties", {}):
                yield f"{where}: {name} is not documented"
            else:
                yield from faults(member, schema["properties"][name], f"{where}.{name}")
    if isinstance(value, list) and "items" in schema:
        for i, element in enumerate(value):
            yield from faults(element, schema["items"], f"{where}[{i}]")


# Three clubs of twelve: chess players are old and live in Oslo, swimmers young and in Rome, the others neither.
def people(directory):
    names = [f"{club}{i}" for club in ("Ann", "Bob", "Cleo") for i in range(12)]
    with open(directory / "people.csv", "w") as out:
        out.write("name,age,city,hobbies\n")
        for i, name in enumerate(names):
            club = i // 12
            age = [60, 25, 40][club] + i % 5
            city = ["Oslo", "Rome", "Lima"][club] if i % 6 else "Bonn"
            hobbies = ["chess;tea", "swimming;tea", "music;tea"][club] if i % 4 else "tea;music"
            out.write(f"{name},{age},{city},{hobbies}\n")
    with open(directory / "knows.csv", "w") as out:
        out.write("source,target\n")
        for club in range(3):
            members = names[12 * club: 12 * club + 12]
            for i in range(12):
                for step in (1, 2, 3):
                    out.write(f"{members[i]},{members[(i + step) % 12]}\n")
        out.write("Ann0,Bob0\nBob1,Cleo1\nCleo2,Ann2\n")
    return names


class OutputFiles(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.directory.name)
        self.names = people(self.here)

    def tearDown(self):
        self.directory.cleanup()

    def run_cgsd(self, *words, code=0):
        result = subprocess.run([CGSD, *map(str, words)], cwd=self.here, capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, code, result.stderr)
        return result

    def detect(self, *words):
        self.run_cgsd("detect", "knows.csv", "-x", "people.csv", "-k", 3, "-o", "out", "--overwrite", *words)

    def table(self, name):
        with open(self.here / "out" / name, newline="") as file:
            return list(csv.DictReader(file))

    def test_json_has_the_documented_form(self):
        schema = json.loads((ROOT / "docs/communities.schema.json").read_text())
        for method in ["default", "leiden", "kmeans"]:
            self.detect("--method", method, "--stability", 1)
            written = json.loads((self.here / "out/communities.json").read_text())
            self.assertEqual(list(faults(written, schema)), [], method)
            self.assertEqual({len(column) for column in written["nodes"].values()}, {36})
            self.assertEqual(sum(c["size"] for c in written["communities"]), 36)
        self.assertTrue(list(faults({"schema": "other"}, schema)), "the check can fail")

    def test_every_member_of_the_schema_is_on_the_page(self):
        schema = json.loads((ROOT / "docs/communities.schema.json").read_text())
        page = (ROOT / "docs/output_files.md").read_text()

        def members(part):
            for name, inner in part.get("properties", {}).items():
                yield name
                yield from members(inner)
            if "items" in part:
                yield from members(part["items"])
        for name in members(schema):
            self.assertIn(f"`{name}`", page)

    def test_tables_have_the_documented_columns(self):
        page = (ROOT / "docs/output_files.md").read_text()

        def documented(title):
            section = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^##)", page, re.S | re.M).group(1)
            return re.findall(r"^\| `(\w+)` \|", section, re.M)
        self.detect("--second-choice", "--stability", 1)
        self.assertEqual(list(self.table("communities.csv")[0]), documented("communities.csv"))
        self.assertEqual(list(self.table("community_table.csv")[0]), documented("community_table.csv"))
        self.detect()
        self.assertEqual(list(self.table("communities.csv")[0]), ["node", "community", "confidence"])

    def test_communities_are_told_apart_in_the_users_words(self):
        self.detect()
        rows = self.table("communities.csv")
        self.assertEqual([row["node"] for row in rows], self.names)
        of_club = [rows[12 * club + 5]["community"] for club in range(3)]
        self.assertEqual(len(set(of_club)), 3)
        table = {row["community"]: row for row in self.table("community_table.csv")}
        chess = table[of_club[0]]["set_apart"]
        self.assertRegex(chess, r"older \(6\d against 3\d\)")
        self.assertIn("city Oslo (83 % against 0 %)", chess)
        self.assertIn("chess (75 % against 0 %)", chess)
        self.assertNotIn("tea", chess)
        self.assertRegex(table[of_club[1]]["set_apart"], r"younger \(2\d against 5\d\)")
        for row in table.values():
            self.assertLessEqual(set(row["central"].split("; ")), set(self.names))

    def test_json_on_standard_output_has_the_nodes(self):
        printed = json.loads(self.run_cgsd("detect", "knows.csv", "-x", "people.csv", "-k", 3, "--json").stdout)
        written = json.loads((self.here / "knows.cgsd/communities.json").read_text())
        self.assertEqual(printed["schema"], "cgsd.run")
        self.assertEqual(printed["nodes"], written["nodes"])
        self.assertEqual(printed["communities"]["list"], written["communities"])

    def test_explain_says_why(self):
        self.detect()
        text = self.run_cgsd("explain", "out", "Ann5").stdout
        self.assertIn("Ann5 is in community", text)
        self.assertIn("neighbours", text)
        self.assertIn("age", text)
        told = json.loads(self.run_cgsd("explain", "out/manifest.json", "Ann5", "--json").stdout)
        row = next(row for row in self.table("communities.csv") if row["node"] == "Ann5")
        self.assertEqual(str(told["community"]), row["community"])
        self.assertEqual(told["confidence"], float(row["confidence"]))
        self.assertEqual(told["neighbours"]["count"], 6)
        self.assertTrue(all(name.startswith("Ann") for name in told["neighbours"]["own"]["names"]))
        self.assertIn("age", [a["attribute"] for a in told["speaks_for"]])

    def test_explain_reads_the_data_as_the_run_did(self):
        self.detect("--ignore", "hobbies,city", "--weights", "ignore")
        told = json.loads(self.run_cgsd("explain", "out", "Ann5", "--json").stdout)
        self.assertEqual([a["attribute"] for a in told["speaks_for"]], ["age"])
        self.run_cgsd("detect", "karate", "-k", 2)
        self.assertIn("33 is in community", self.run_cgsd("explain", "karate.cgsd", 33).stdout)

    def test_explain_refuses_what_it_cannot_explain(self):
        def says(*words):
            return self.run_cgsd("explain", *words, code=1).stderr
        self.assertIn("no run here", says("nothing", "Ann5"))
        self.detect()
        self.assertIn("did you mean 'Ann5'?", says("out", "Amn5"))
        with open(self.here / "people.csv", "a") as out:
            out.write("Zoe,1,Rome,tea\n")
        self.assertIn("people.csv has changed", says("out", "Ann5"))
        (self.here / "people.csv").unlink()
        self.assertIn("people.csv", says("out", "Ann5"))
        with open(self.here / "knows.csv") as edges:
            result = subprocess.run([CGSD, "detect", "-", "-k", "3", "-o", "piped"], cwd=self.here, stdin=edges,
                                    capture_output=True, text=True, timeout=120)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("standard input", says("piped", "Ann5"))


if __name__ == "__main__":
    CGSD, ROOT = str(pathlib.Path(sys.argv[1]).resolve()), pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]])

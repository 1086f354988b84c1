"""What a small file may cost: none below 1 MB takes more than 256 MB, and none makes sizes wrap at 2^31, 2^32 or 2^63.

Usage: budget_test.py CGSD. Times are printed, never asserted.
"""
import gzip
import importlib.util
import os
import pathlib
import resource
import struct
import subprocess
import sys
import tempfile
import time
import unittest

CGSD = None
MOST = 256 << 20
SMALL = 1 << 20
EDGES = [2**31 - 1, 2**31, 2**31 + 1, 2**32 - 1, 2**32, 2**32 + 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**30, -1, -(2**31) - 1, -(2**63)]

spec = importlib.util.spec_from_file_location("make_seeds", pathlib.Path(__file__).parents[1] / "fuzz" / "make_seeds.py")
seeds = importlib.util.module_from_spec(spec)
spec.loader.exec_module(seeds)
npy, npz = seeds.npy, seeds.npz


class Budget(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.directory.name)
        (self.here / "six.csv").write_text("0,1\n1,2\n2,0\n3,4\n4,5\n5,3\n")

    def tearDown(self):
        self.directory.cleanup()

    def within(self, name, data, *words):
        """Runs cgsd on a small file: peak memory within the budget, an answer or one line."""
        file = self.here / name
        file.write_bytes(data)
        self.assertLess(len(data), SMALL, name)
        began = time.perf_counter()
        command = [CGSD, *([str(file) if w == "FILE" else w for w in words] or ["info", str(file)]), "--threads", "1"]
        process = subprocess.Popen(command, cwd=self.here, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30)))
        told = process.stderr.read().decode(errors="replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.stderr.close()
        process.returncode = os.waitstatus_to_exitcode(status)
        peak = usage.ru_maxrss << 10
        print(f"  {name:28} {len(data):8,} bytes: {peak >> 20:4} MB, {usage.ru_utime:.2f} s of {time.perf_counter() - began:.2f}, "
              f"exit {process.returncode} {told.strip()[:90]}")
        self.assertLess(peak, MOST, name)
        self.assertIn(process.returncode, (0, 1), (name, told))
        if process.returncode == 1:
            self.assertEqual(len(told.strip().splitlines()), 1, (name, told))
        return process.returncode, told

    def test_packed_files_cost_what_their_content_justifies(self):
        zeros = 200_000_000
        cases = {
            "blank.csv.gz": gzip.compress(b"\n" * (800 << 20), 9),
            "comments.csv.gz": gzip.compress(b"# a\n" * (200 << 20 >> 2), 9),
            "one_edge.csv.gz": gzip.compress(b"0,1\n" * (300 << 20 >> 2), 9),
            "one_line.csv.gz": gzip.compress(b"0" * (300 << 20), 9),
            "edges.npz": npz({"edges": npy("|b1", f"({zeros // 2}, 2)", bytes(zeros))}),
            "names.npz": npz({"edges": seeds.EDGES, "node_names": npy("|S1", f"({zeros},)", bytes(zeros))}),
            "wide_names.npz": npz({"edges": seeds.EDGES, "node_names": npy("<U50000000", "(1,)", bytes(zeros))}),
            "features.npz": npz({"edges": seeds.EDGES, "node_features": npy("|i1", f"(3, {zeros // 3})", bytes(zeros // 3 * 3))}),
        }
        for name, data in cases.items():
            self.assertEqual(self.within(name, data)[0], 1, name)

    def test_plain_files_cost_what_their_content_justifies(self):
        many = 80_000
        self.within("keys.json", ("{" + ",".join(f'"k{i}":1' for i in range(many)) + "}").encode(), "detect", "six.csv", "--config", "FILE")
        one = ",".join(f'"k{i}":1' for i in range(60_000))
        self.within("names.json", f'{{"nodes":[{{"id":"a",{one}}},{{"id":"b"}}],"edges":[{{"source":"a","target":"b"}}]}}'.encode())
        self.within("deep.json", b"[" * 900_000)
        self.within("deep.gml", b"graph [ " * 100_000)
        self.within("deep.graphml", b"<graphml>" + b"<a>" * 300_000)
        self.within("entities.graphml", b'<!DOCTYPE g [<!ENTITY a "aaaaaaaaaa">' + b"".join(
            b'<!ENTITY %c "%s">' % (98 + i, b"&%c;" % (97 + i) * 10) for i in range(12)) + b"]><graphml>&l;</graphml>")
        self.within("columns.svm", b"0 20000000:1\n0 1:1\n0 1:2\n0 1:1\n0 1:1\n0 1:2\n", "detect", "six.csv", "-x", "FILE", "-k", "2")
        self.within("columns.csv", b",".join(b"c%d" % i for i in range(90_000)) + b"\n" + b",".join([b"1"] * 90_000) + b"\n",
                    "detect", "six.csv", "-x", "FILE", "-k", "2")
        self.within("star.csv", b"".join(b"0,%d\n" % i for i in range(100_000)))
        self.within("quote.csv", b'"' + b"a,\n" * 300_000)

    def test_sizes_do_not_wrap(self):
        for size in EDGES:
            text = str(size).encode()
            self.within(f"ids_{size}.csv", b"0,1\n1,%s\n" % text, "info", "FILE", "--ids", "index")
            self.within(f"{size}.mtx", b"%%%%MatrixMarket matrix coordinate pattern general\n%s %s %s\n1 1\n" % (text, text, text))
            self.within(f"{size}.metis", b"%s %s\n1\n" % (text, text), "info", "FILE", "--format", "metis")
            self.within(f"{size}.net", b"*Vertices %s\n*Edges\n1 %s\n" % (text, text))
            self.within(f"{size}.gml", b"graph [ node [ id 0 ] node [ id %s ] edge [ source 0 target %s ] ]" % (text, text))
            self.within(f"{size}.svm", b"0 %s:1\n" % text, "info", "six.csv", "-x", "FILE")
            self.within(f"shape_{size}.npy", npy("<i8", f"({size}, 2)", struct.pack("<4q", 0, 1, 1, 2)))
            self.within(f"product_{size}.npz", npz({"edges": npy("<i8", f"({size}, {size})", bytes(32))}))
            if -(2**63) <= size < 2**63:
                self.within(f"entry_{size}.npz", npz({"edges": npy("<i8", "(2, 2)", struct.pack("<4q", 0, 1, 1, size))}))
                shape = npy("<i8", "(2,)", struct.pack("<2q", size, size))
                self.within(f"csr_{size}.npz", npz({
                    "edges": seeds.EDGES, "features_data": npy("<f4", "(1,)", bytes(4)), "features_indices": npy("<i8", "(1,)", struct.pack("<q", size)),
                    "features_indptr": npy("<i8", "(4,)", struct.pack("<4q", 0, 1, size, size)), "features_shape": shape}))


if __name__ == "__main__":
    CGSD = os.path.abspath(sys.argv.pop(1))
    unittest.main()

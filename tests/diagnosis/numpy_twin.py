"""The figures of `cgsd diagnose` on random graphs against dense NumPy code that was written from docs/diagnose.md.

Usage: numpy_twin.py CGSD [unittest arguments]
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "support"))
from planted_case import cases, sigmoid

CGSD = None


def diagnosis(case, directory):
    here = pathlib.Path(directory)
    (here / "e.csv").write_text("".join(f"{u},{v}\n" for u, v in case.edges()))
    (here / "x.csv").write_text("".join(",".join(map(str, row)) + "\n" for row in case.attributes))
    (here / "y.csv").write_text("node,label\n" + "".join(f"{v},{c}\n" for v, c in enumerate(case.label)))
    command = [CGSD, "diagnose", "e.csv", "-x", "x.csv", "-y", "y.csv", "--json"]
    return json.loads(subprocess.run(command, cwd=here, check=True, capture_output=True, text=True).stdout)


class Twin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pairs = []
        for case in cases():
            with tempfile.TemporaryDirectory() as directory:
                cls.pairs.append((case, diagnosis(case, directory)))

    def test_homophily_and_the_largest_class(self):
        for case, found in self.pairs:
            share = (case.kept * case.same).sum() / case.kept.sum()
            self.assertAlmostEqual(found["homophily"]["edge"], share, places=12)
            sizes = numpy.bincount(case.label[case.label >= 0])
            self.assertAlmostEqual(found["largest_class_share"], sizes.max() / sizes.sum(), places=12)

    def test_curvature_within_and_across(self):
        for case, found in self.pairs:
            within, across = case.curvature_of(case.kept * case.same), case.curvature_of(case.kept * ~case.same)
            self.assertAlmostEqual(found["curvature"]["within"]["mean"], within.mean(), places=9)
            self.assertAlmostEqual(found["curvature"]["cross"]["mean"], across.mean(), places=9)
            order = numpy.sign(within[:, None] - across[None]).mean()
            self.assertAlmostEqual(found["curvature_higher_within"], (1 + order) / 2, places=12)

    def test_open_edges(self):
        for case, found in self.pairs:
            gates = sigmoid(case.curvature_of(case.adjacency))
            self.assertAlmostEqual(found["open_edges"], (gates >= 0.01).mean(), places=12)

    def test_nearest_neighbours(self):
        for case, found in self.pairs:
            known = case.label >= 0
            x, y = case.attributes[known], case.label[known]
            distance = ((x[:, None] - x[None]) ** 2).sum(2).astype(float)
            numpy.fill_diagonal(distance, numpy.inf)
            self.assertAlmostEqual(found["nearest_neighbour_accuracy"], (y[distance.argmin(1)] == y).mean(), places=12)


if __name__ == "__main__":
    CGSD = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])

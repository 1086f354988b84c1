"""The figures of our statements on random graphs against dense NumPy code that was written from docs/notes/statements.md.

Usage: numpy_twin.py NUMPY_TWIN [unittest arguments]; NUMPY_TWIN is the program of numpy_twin.cpp
"""
import csv
import io
import pathlib
import subprocess
import sys
import unittest

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "support"))
from planted_case import cases, sigmoid

PROGRAM = None


def number(text):
    return float(text) if text else None


class Figures:
    """Statement and quantity → what was measured, and its bounds."""

    def __init__(self, case):
        edges = case.edges()
        words = [f"{len(case.label)} {len(edges)}", *(f"{u} {v}" for u, v in edges), *map(str, case.label)]
        text = subprocess.run([PROGRAM], input="\n".join(words), check=True, capture_output=True, text=True).stdout
        self.rows = {(row["statement"], row["quantity"]): row for row in csv.DictReader(io.StringIO(text))}

    def measured(self, statement, quantity):
        return number(self.rows[statement, quantity]["measured"])

    def at_most(self, statement, quantity):
        return number(self.rows[statement, quantity]["at_most"])


class Twin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pairs = [(case, Figures(case)) for case in cases()]

    def test_curvature_bounds(self):
        for case, found in self.pairs:
            values = case.curvature_of(case.adjacency)
            self.assertEqual(found.measured("curvature bounds", "lowest curvature"), values.min())
            self.assertEqual(found.measured("curvature bounds", "highest curvature"), values.max())
            lowest = found.measured("curvature bounds", "logarithm of the lowest gate")
            self.assertAlmostEqual(lowest, numpy.log(sigmoid(values.min())), places=9)

    def test_contraction_factor_and_leak(self):
        name = "leak and contraction bound"
        for case, found in self.pairs:
            gate = case.kept * sigmoid(case.curvature)
            volume = gate.sum(1)
            alive = volume > 0
            s = gate[alive][:, alive] / numpy.sqrt(numpy.outer(volume[alive], volume[alive]))
            basis = numpy.array([(case.label[alive] == c) * numpy.sqrt(volume[alive]) for c in range(4)]).T
            basis /= numpy.linalg.norm(basis, axis=0)
            rest = numpy.eye(alive.sum()) - basis @ basis.T
            factor = numpy.linalg.norm(rest @ s @ rest, 2)
            measured, residual = found.measured(name, "contraction factor"), found.measured(name, "residual of the factor")
            self.assertAlmostEqual(measured, factor, delta=max(1e-6, residual))
            self.assertLessEqual(measured, factor + 1e-9)
            self.assertLess(residual, 0.01 if case.hubs else 1e-6)
            leak = (gate * ~case.same).sum(1)[alive] / volume[alive]
            self.assertAlmostEqual(found.measured(name, "largest leak of a node"), leak.max(), places=12)
            self.assertAlmostEqual(found.measured(name, "mean leak"), leak.mean(), places=12)

    def test_soft_ranks(self):
        for case, found in self.pairs:
            values = case.curvature_of(case.adjacency)
            difference = values[:, None] - values[None]
            soft = 0.5 + sigmoid(difference / 0.1).sum(1)
            middle = (difference > 0).sum(1) + ((difference == 0).sum(1) + 1) / 2
            spacing = numpy.diff(numpy.unique(values)).min()
            self.assertEqual(found.measured("soft rank", "smallest distance of two curvatures"), spacing)
            quantity = "largest bias, temperature 0.1"
            self.assertAlmostEqual(found.measured("soft rank", quantity), numpy.abs(soft - middle).max(), places=9)
            self.assertAlmostEqual(found.at_most("soft rank", quantity), (len(values) - 1) * sigmoid(-spacing / 0.1), places=9)

    def test_order_and_tails(self):
        name = "curvature tails"
        for case, found in self.pairs:
            sides = {"within": case.curvature_of(case.kept * case.same), "across": case.curvature_of(case.kept * ~case.same)}
            wrong = (sides["within"][:, None] <= sides["across"][None]).mean()
            self.assertAlmostEqual(found.measured(name, "pairs in the wrong order"), wrong, places=12)
            for side, values in sides.items():
                for t in (1.5, 2, 3, 5):
                    share = (numpy.abs(values - values.mean()) >= t * values.std()).mean()
                    self.assertAlmostEqual(found.measured(name, f"edges {side} beyond {t} deviations"), share, places=12)

    def test_modularity(self):
        for case, found in self.pairs:
            gate = sigmoid(case.curvature)
            for quantity, weight in (("modularity", case.kept), ("modularity with gates", case.kept * gate)):
                volume, total = weight.sum(1), weight.sum()
                expected = (weight * case.same).sum() / total - (numpy.outer(volume, volume) * case.same).sum() / total**2
                self.assertAlmostEqual(found.measured("modularity under gates", quantity), expected, places=12)

    def test_gap_of_the_block_model_by_shuffling_ends(self):
        name = "expected gap in the degree-corrected block model"
        for case, found in self.pairs:
            random = numpy.random.default_rng(9)
            source, target = numpy.nonzero(case.kept)
            block, inside = case.label[source], case.label[source] == case.label[target]
            value = case.adjacency.sum(1)[source]
            gaps = []
            for _ in range(2000):
                shuffled = value.copy()
                for c in range(4):
                    shuffled[block == c] = random.permutation(value[block == c])
                gaps.append(2 * (shuffled[~inside].mean() - shuffled[inside].mean()))
            gap = case.curvature_of(case.kept * case.same).mean() - case.curvature_of(case.kept * ~case.same).mean()
            self.assertAlmostEqual(found.measured(name, "gap of mean curvature"), gap, places=9)
            self.assertAlmostEqual(found.measured(name, "expected gap"), numpy.mean(gaps), delta=4 * numpy.std(gaps) / 2000**0.5)
            self.assertAlmostEqual(found.measured(name, "standard deviation of the gap") / numpy.std(gaps), 1.0, delta=0.08)


if __name__ == "__main__":
    PROGRAM = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])

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

CGSD = None


def sigmoid(x):
    return numpy.exp(-numpy.logaddexp(0.0, -x))


class Case:
    """A block model with labels and words, with hubs and pieces or (the factor is below 1) without; nodes without a label
    occur."""

    def __init__(self, seed, hubs, nodes=420, blocks=4):
        random = numpy.random.default_rng(seed)
        self.hubs = hubs
        self.label = random.integers(0, blocks, nodes)
        activity = random.pareto(2.5, nodes) + 0.4 if hubs else numpy.full(nodes, 1.0)
        same = self.label[:, None] == self.label[None]
        chance = numpy.outer(activity, activity) * numpy.where(same, 0.02, 0.004) * (1 if hubs else 4)
        self.adjacency = numpy.triu(random.random((nodes, nodes)) < chance, 1)
        self.adjacency = (self.adjacency | self.adjacency.T).astype(float)
        self.features = (random.random((nodes, 30)) < 0.08 + 0.15 * (numpy.arange(30)[None] % blocks == self.label[:, None])).astype(int)
        self.label[random.random(nodes) < 0.1] = -1

    def diagnosis(self, directory):
        here = pathlib.Path(directory)
        edges = numpy.argwhere(numpy.triu(self.adjacency))
        (here / "e.csv").write_text("".join(f"{u},{v}\n" for u, v in edges))
        (here / "x.csv").write_text("".join(",".join(map(str, row)) + "\n" for row in self.features))
        (here / "y.csv").write_text("node,label\n" + "".join(f"{v},{c}\n" for v, c in enumerate(self.label)))
        command = [CGSD, "diagnose", "e.csv", "-x", "x.csv", "-y", "y.csv", "--json"]
        return json.loads(subprocess.run(command, cwd=here, check=True, capture_output=True, text=True).stdout)


class Twin(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pairs = []
        for seed, hubs in ((1, True), (2, False)):
            case = Case(seed, hubs)
            with tempfile.TemporaryDirectory() as directory:
                cls.pairs.append((case, case.diagnosis(directory)))

    def each(self):
        for case, found in self.pairs:
            degree = case.adjacency.sum(1)
            kappa = 4.0 - degree[:, None] - degree[None]
            known = (case.label[:, None] >= 0) & (case.label[None] >= 0)
            kept = case.adjacency * known
            same = case.label[:, None] == case.label[None]
            yield case, found, kappa, kept, same

    def edges(self, matrix, mask):
        return matrix[numpy.triu(mask > 0, 1)]

    def test_contraction_factor_and_leak(self):
        for case, found, kappa, kept, same in self.each():
            gate = kept * sigmoid(kappa)
            volume = gate.sum(1)
            alive = volume > 0
            s = gate[alive][:, alive] / numpy.sqrt(numpy.outer(volume[alive], volume[alive]))
            basis = numpy.array([(case.label[alive] == c) * numpy.sqrt(volume[alive]) for c in range(4)]).T
            basis /= numpy.linalg.norm(basis, axis=0)
            rest = numpy.eye(alive.sum()) - basis @ basis.T
            theorem = found["statements"]["theorem_1"]
            factor = numpy.linalg.norm(rest @ s @ rest, 2)
            self.assertAlmostEqual(theorem["factor"], factor, delta=max(1e-6, theorem["factor_residual"]))
            self.assertLessEqual(theorem["factor"], factor + 1e-9)
            self.assertLess(theorem["factor_residual"], 0.01 if case.hubs else 1e-6)
            leak = (gate * ~same).sum(1)[alive] / volume[alive]
            self.assertAlmostEqual(theorem["largest_leak"], leak.max(), places=12)
            self.assertAlmostEqual(theorem["mean_leak"], leak.mean(), places=12)

    def test_soft_ranks(self):
        for case, found, kappa, kept, same in self.each():
            values = self.edges(kappa, case.adjacency)
            difference = values[:, None] - values[None]
            soft = 0.5 + sigmoid(difference / 0.1).sum(1)
            middle = (difference > 0).sum(1) + ((difference == 0).sum(1) + 1) / 2
            lemma = found["statements"]["lemma_3"]
            self.assertAlmostEqual(lemma["bias"], numpy.abs(soft - middle).max(), places=9)
            self.assertAlmostEqual(lemma["bound"], (len(values) - 1) * sigmoid(-lemma["spacing"] / 0.1), places=9)

    def test_order_and_tails(self):
        for case, found, kappa, kept, same in self.each():
            within, cross = self.edges(kappa, kept * same), self.edges(kappa, kept * ~same)
            lemma = found["statements"]["lemma_2"]
            self.assertAlmostEqual(lemma["wrong_order"], (within[:, None] <= cross[None]).mean(), places=12)
            signs = numpy.sign(within[:, None] - cross[None])
            self.assertAlmostEqual(lemma["higher_within"], (1 + signs.mean()) / 2, places=12)
            for name, values in (("within", within), ("cross", cross)):
                for tail in lemma[name]:
                    share = (numpy.abs(values - values.mean()) >= tail["t"] * values.std()).mean()
                    self.assertAlmostEqual(tail["share"], share, places=12)

    def test_modularity(self):
        for case, found, kappa, kept, same in self.each():
            theorem = found["statements"]["theorem_2"]
            for name, weight in (("modularity", kept), ("gated_modularity", kept * sigmoid(kappa))):
                volume, total = weight.sum(1), weight.sum()
                expected = (weight * same).sum() / total - (numpy.outer(volume, volume) * same).sum() / total**2
                self.assertAlmostEqual(theorem[name], expected, places=12)

    def test_gap_of_the_block_model_by_shuffling_ends(self):
        for case, found, kappa, kept, same in self.each():
            random = numpy.random.default_rng(9)
            degree = case.adjacency.sum(1)
            source, target = numpy.nonzero(kept)
            block, inside, value = case.label[source], case.label[source] == case.label[target], degree[source]
            gaps = []
            for _ in range(2000):
                shuffled = value.copy()
                for c in range(4):
                    shuffled[block == c] = random.permutation(value[block == c])
                gaps.append(2 * (shuffled[~inside].mean() - shuffled[inside].mean()))
            theorem = found["statements"]["theorem_3"]
            self.assertAlmostEqual(theorem["measured"], self.edges(kappa, kept * same).mean() - self.edges(kappa, kept * ~same).mean(), places=9)
            self.assertAlmostEqual(theorem["predicted"], numpy.mean(gaps), delta=4 * numpy.std(gaps) / 2000**0.5)
            self.assertAlmostEqual(theorem["deviation"] / numpy.std(gaps), 1.0, delta=0.08)

    def test_nearest_neighbours(self):
        for case, found, *_ in self.each():
            known = case.label >= 0
            x, y = case.features[known], case.label[known]
            distance = ((x[:, None] - x[None]) ** 2).sum(2).astype(float)
            numpy.fill_diagonal(distance, numpy.inf)
            self.assertAlmostEqual(found["nearest_neighbour_accuracy"], (y[distance.argmin(1)] == y).mean(), places=12)


if __name__ == "__main__":
    CGSD = sys.argv[1]
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])

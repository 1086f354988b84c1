"""Our figures for a few hundred pairs of partitions against scikit-learn's and SciPy's, to 1e-12.

Usage: sklearn_comparison.py SKLEARN_CASES [unittest arguments]
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy
from scipy.optimize import linear_sum_assignment
from sklearn import metrics
from sklearn.metrics.cluster import contingency_matrix, entropy, expected_mutual_information

TOLERANCE = 1e-12
CASES = None


def labelled(case):
    """Both partitions without the nodes that carry no label in either."""
    truth, found = numpy.array(case["truth"]), numpy.array(case["found"])
    kept = (truth >= 0) & (found >= 0)
    return truth[kept], found[kept]


class Partitions(unittest.TestCase):
    def compare(self, name, ours, theirs, case):
        self.assertLessEqual(abs(ours - theirs), TOLERANCE, (name, ours, theirs, case["truth"], case["found"]))

    def each(self):
        cases = CASES
        self.assertGreater(len(cases), 300)
        for case in cases:
            yield case, *labelled(case)

    def test_nmi(self):
        for case, truth, found in self.each():
            self.compare("NMI", case["nmi"], metrics.normalized_mutual_info_score(truth, found), case)

    def test_ami(self):
        """AMI is 0/0 where chance reaches the mean entropy, which takes a trivial partition: scikit-learn then divides one
        rounding error by another, we say 1 for equal partitions and 0 for others."""
        for case, truth, found in self.each():
            counts = {len(set(truth)), len(set(found)), len(set(zip(truth, found)))}
            chance = self.expected_information(truth, found)
            if len(truth) > 0 and abs((entropy(truth) + entropy(found)) / 2 - chance) < 1e-10:
                self.assertTrue(counts & {1, len(truth)}, case)
                theirs = float(len(counts) == 1)
            else:
                theirs = metrics.adjusted_mutual_info_score(truth, found)
            self.compare("AMI", case["ami"], theirs, case)

    def expected_information(self, truth, found):
        return expected_mutual_information(contingency_matrix(truth, found, sparse=True), len(truth)) if len(truth) else 0.0

    def test_ari(self):
        for case, truth, found in self.each():
            self.compare("ARI", case["ari"], metrics.adjusted_rand_score(truth, found), case)

    def test_accuracy_under_the_best_matching(self):
        for case, truth, found in self.each():
            if len(truth) == 0:
                continue
            table = contingency_matrix(truth, found)
            right = table[linear_sum_assignment(table, maximize=True)].sum()
            self.compare("accuracy", case["accuracy"], right / len(truth), case)

    def test_macro_f1_after_our_matching_which_is_one_of_the_best(self):
        """Several matchings may be best, with different F1, so ours is judged first and used then."""
        for case, truth, found in self.each():
            if len(truth) == 0:
                continue
            classes, communities = numpy.unique(truth), numpy.unique(found)
            pairs = [(row, column) for row, column in enumerate(case["matching"]) if column >= 0]
            self.assertEqual(len(pairs), min(len(classes), len(communities)))
            self.assertEqual(len({column for _, column in pairs}), len(pairs))
            table = contingency_matrix(truth, found)
            best = table[linear_sum_assignment(table, maximize=True)].sum()
            self.assertEqual(sum(table[row, column] for row, column in pairs), best)
            class_of = {communities[column]: classes[row] for row, column in pairs}
            predicted = [class_of.get(community, -1) for community in found]
            theirs = metrics.f1_score(truth, predicted, labels=classes, average="macro", zero_division=0)
            self.compare("macro F1", case["macro_f1"], theirs, case)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "cases.json"
        subprocess.run([sys.argv[1], file], check=True)
        CASES = json.loads(file.read_text())
    unittest.main(argv=[sys.argv[0], *sys.argv[2:]])

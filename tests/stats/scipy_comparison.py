"""Our tests, ranges and intervals for a few hundred samples against SciPy's: to 1e-10, studentised ranges to 1e-7.

Usage: scipy_comparison.py SCIPY_CASES [unittest arguments]
Prints the worst deviation of each figure at the end.
"""
import collections
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest
import warnings

import numpy
from scipy import stats

TOLERANCE = 1e-10
RANGE_TOLERANCE = 1e-7
CASES = None
WORST = collections.defaultdict(lambda: (0, 0.0))
ALTERNATIVES = {"two_sided": "two-sided", "less": "less", "greater": "greater"}
METHODS = {"automatic": "auto", "exact": "exact", "normal": "approx"}


class Comparison(unittest.TestCase):
    def compare(self, name, ours, theirs, case, tolerance=TOLERANCE, absolute=0.0):
        """Relative to theirs, or to `absolute` where that is greater: for figures that are small by cancellation."""
        if theirs == ours or (ours is None and not math.isfinite(theirs)):
            deviation = 0.0
        else:
            self.assertTrue(ours is not None and math.isfinite(theirs), (name, ours, theirs, case))
            deviation = abs(ours - theirs) / max(abs(theirs), absolute)
        count, worst = WORST[name]
        WORST[name] = (count + 1, max(worst, deviation))
        self.assertLessEqual(deviation, tolerance, (name, ours, theirs, case))


class Pairs(Comparison):
    def test_paired_t_test(self):
        for case in CASES["pairs"]:
            first, second = numpy.array(case["first"]), numpy.array(case["second"])
            for ours in case["t"]:
                if len(set(first - second)) == 1:
                    self.without_variance(first[0] - second[0], ours)
                    continue
                theirs = stats.ttest_rel(first, second, alternative=ALTERNATIVES[ours["alternative"]])
                low, high = self.interval(theirs, ours["confidence"], ours["alternative"])
                self.assertEqual(ours["degrees_of_freedom"], theirs.df)
                # A mean near 0 is the rest of a cancellation, in both libraries.
                scale = numpy.abs(first - second).max()
                self.compare("t: statistic", ours["statistic"], theirs.statistic, case, absolute=1e-3)
                self.compare("t: p", ours["p"], theirs.pvalue, case)
                self.compare("t: mean", ours["mean_difference"], (first - second).mean(), case, absolute=scale)
                self.compare("t: interval", ours["low"], low, case, absolute=scale)
                self.compare("t: interval", ours["high"], high, case, absolute=scale)

    def interval(self, theirs, confidence, alternative):
        """theirs.confidence_interval(), whose quantile has 8 or 9 digits, after Newton's iteration on SciPy's own cdf."""
        p = (1 + confidence) / 2 if alternative == "two_sided" else confidence
        quantile = stats.t.ppf(p, theirs.df)
        for _ in range(3):
            quantile += (stats.t.sf(quantile, theirs.df) - (1 - p)) / stats.t.pdf(quantile, theirs.df)
        mean, reach = theirs._estimate, quantile * theirs._standard_error
        low = -math.inf if alternative == "less" else mean - reach
        high = math.inf if alternative == "greater" else mean + reach
        rough = theirs.confidence_interval(confidence)
        for refined, given in ((low, rough.low), (high, rough.high)):
            self.assertTrue(refined == given or abs(refined - given) <= 1e-6 * (abs(mean) + reach))
        return low, high

    def without_variance(self, difference, ours):
        """SciPy says NaN for zeros; we say that there is no evidence."""
        self.assertIsNone(ours["statistic"])
        self.assertEqual((ours["low"], ours["high"]), (difference, difference))
        if difference == 0:
            self.assertEqual(ours["p"], 1)
        else:
            self.assertEqual(ours["p"], float(ours["alternative"] == ("less" if difference > 0 else "greater")))

    def test_wilcoxon_in_every_mode(self):
        compared = collections.Counter()
        for case in CASES["pairs"]:
            first, second = numpy.array(case["first"]), numpy.array(case["second"])
            for ours in case["wilcoxon"]:
                plain = ours["tied"] == 0 and ours["zero_differences"] == 0
                # With ties or zeros SciPy 1.10 has no exact distribution: it takes that of untied ranks, or the normal one.
                # Ours is compared with a count of all signs in wilcoxon_test.cpp.
                if ours["method"] == "exact" and not plain:
                    continue
                if ours["method"] == "automatic" and not plain:
                    self.assertEqual(ours["used"], "normal")
                    continue
                if not numpy.any(first != second) and ours["zeros"] != "zsplit":
                    self.assertEqual((ours["p"], ours["z"]), (1, None))  # SciPy refuses
                    continue
                theirs = stats.wilcoxon(first, second, zero_method=ours["zeros"], correction=ours["correction"],
                                        alternative=ALTERNATIVES[ours["alternative"]], method=METHODS[ours["method"]])
                kind = f"wilcoxon {ours['method']}"
                self.compare(f"{kind}: statistic", ours["statistic"], theirs.statistic, case)
                if ours["method"] == "normal":
                    self.compare(f"{kind}: z", ours["z"], theirs.zstatistic, case)
                # SciPy adds 2 · tail without a limit of 1.
                self.compare(f"{kind}: p", ours["p"], min(1.0, theirs.pvalue), case)
                compared[kind, ours["zeros"], ours["alternative"], ours["correction"], plain] += 1
        zeros, yes_and_no = ["wilcox", "pratt", "zsplit"], [False, True]
        for mode in itertools.product(["wilcoxon normal"], zeros, ALTERNATIVES, yes_and_no, yes_and_no):
            self.assertGreater(compared[mode], 50, mode)
        for mode in itertools.product(["wilcoxon exact", "wilcoxon automatic"], zeros, ALTERNATIVES, yes_and_no, [True]):
            self.assertGreater(compared[mode], 50, mode)


class Ranks(Comparison):
    def test_friedman(self):
        for case in CASES["ranks"]:
            scores = numpy.array(case["scores"])
            n, k = scores.shape
            for ours, theirs in zip(case["average_ranks"], stats.rankdata(-scores, axis=1).mean(axis=0)):
                self.compare("friedman: average rank", ours, theirs, case)
            if all(len(set(row)) == 1 for row in scores):
                self.assertEqual((case["statistic"], case["p"]), (0, 1))  # SciPy: NaN
                continue
            theirs = stats.friedmanchisquare(*(-scores.T))
            # SciPy subtracts 3 n (k + 1) from the sum of squares, which limits its digits.
            self.compare("friedman: statistic", case["statistic"], theirs.statistic, case, absolute=1.0)
            self.compare("friedman: p", case["p"], theirs.pvalue, case)
            if case["iman_davenport"] is not None:
                f = (n - 1) * theirs.statistic / (n * (k - 1) - theirs.statistic)
                self.compare("friedman: F", case["iman_davenport"], f, case, absolute=1.0)
                self.compare("friedman: F p", case["iman_davenport_p"], stats.f.sf(f, k - 1, (k - 1) * (n - 1)), case)

    def test_nemenyi(self):
        critical = {}
        for case in CASES["ranks"]:
            n, k = numpy.array(case["scores"]).shape
            scale = math.sqrt(k * (k + 1) / (12 * n))
            if k not in critical:
                critical[k] = stats.studentized_range.ppf(1 - case["level"], k, math.inf)
            theirs = critical[k] * scale
            self.compare("nemenyi: critical difference", case["critical_difference"], theirs, case, RANGE_TOLERANCE)
            ranks = case["average_ranks"]
            for i, j in itertools.islice(itertools.combinations(range(k), 2), 8):
                theirs = stats.studentized_range.sf(abs(ranks[i] - ranks[j]) / scale, k, math.inf)
                self.compare("nemenyi: p", case["p_values"][i][j], theirs, case, RANGE_TOLERANCE, absolute=1.0)
                self.assertEqual(case["p_values"][i][j], case["p_values"][j][i])


class Ranges(Comparison):
    def test_studentised_range(self):
        for case in CASES["ranges"]:
            finite = case["degrees_of_freedom"] is not None
            theirs = stats.studentized_range(case["groups"], case["degrees_of_freedom"] if finite else math.inf)
            kind = "range, finite df" if finite else "range, infinite df"
            cdf = theirs.cdf(case["q"])
            self.compare(f"{kind}: cdf", case["cdf"], cdf, case, RANGE_TOLERANCE, absolute=1.0)
            self.compare(f"{kind}: upper", case["upper"], 1 - cdf, case, RANGE_TOLERANCE, absolute=1.0)
            if 1e-6 < case["cdf"] < 1 - 1e-6:  # elsewhere the cdf has lost what the quantile would need
                self.compare(f"{kind}: quantile of cdf", case["quantile_of_cdf"], case["q"], case, RANGE_TOLERANCE)


class Samples(Comparison):
    def test_summary(self):
        for case in CASES["samples"]:
            values = numpy.array(case["values"])
            self.compare("summary: mean", case["mean"], values.mean(), case, absolute=numpy.abs(values).max())
            self.compare("summary: deviation", case["deviation"], values.std(ddof=1), case)
            self.compare("summary: standard error", case["standard_error"], stats.sem(values), case)
            for ours, theirs in zip(case["quartiles"], numpy.percentile(values, [0, 25, 50, 75, 100])):
                self.compare("summary: quartile", ours, theirs, case, absolute=1e-3)


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as directory:
        file = pathlib.Path(directory) / "cases.json"
        subprocess.run([sys.argv[1], file], check=True)
        CASES = json.loads(file.read_text())
    outcome = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False, warnings="ignore").result
    for name, (count, worst) in sorted(WORST.items()):
        print(f"{name:40} {count:6} compared, worst deviation {worst:.1e}")
    sys.exit(0 if outcome.wasSuccessful() else 1)

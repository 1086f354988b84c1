"""The default beside every method, as Markdown: NMI, ARI, AMI and accuracy with standard errors, mean ranks, tests.

    cgsd compare experiments/default_results.json -o all
    default_table.py all [MORE ...]      needs Debian's python3-scipy

Cells are read from all directories; a cell that is in several counts once. Two tests of whether the default is above another
method, both of the mean NMI per dataset: Wilcoxon's signed-rank test on the datasets that the other was run on, one-sided, corrected
by Holm; and Nemenyi's critical difference between mean ranks, of the methods that were run on every dataset.
"""
import json
import math
import pathlib
import statistics
import sys

import scipy.stats

DATASETS = {"cornell": "Cornell", "texas": "Texas", "wisconsin": "Wisconsin", "chameleon": "Chameleon", "squirrel": "Squirrel",
            "cora": "Cora", "actor": "Actor", "tolokers": "Tolokers", "minesweeper": "Minesweeper",
            "amazon_computers": "Amazon", "coauthor_physics": "Physics"}
METRICS = {"nmi": "NMI", "ari": "ARI", "ami": "AMI", "accuracy": "Accuracy"}
EXPERIMENT = json.loads(pathlib.Path(__file__).with_name("default_results.json").read_text())
METHODS = EXPERIMENT["methods"]
LEVEL = 0.05
AS_GOOD = 0.005


def finished_cells(directories):
    found = {}
    for directory in directories:
        for line in (pathlib.Path(directory) / "cells.jsonl").read_text().splitlines():
            cell = json.loads(line)
            if cell["state"] == "done" and cell["dataset"] in DATASETS and cell["method"] in METHODS:
                found.setdefault((cell["method"], cell["dataset"]), {})[cell["seed"]] = cell
    return found


def entry(runs, metric, best):
    if not runs:
        return "–"
    values = [run[metric] for run in runs.values()]
    mean = statistics.mean(values)
    text = f"{mean:.3f}" if round(mean, 3) < best else f"**{mean:.3f}**"
    if len(values) > 1:
        text += f" ± {statistics.stdev(values) / math.sqrt(len(values)):.3f}"
    return text if len(values) == EXPERIMENT["seeds"] else f"{text} ({len(values)})"


def print_scores(cells, metric):
    print(f"\n## {METRICS[metric]}\n")
    print("| method | " + " | ".join(DATASETS.values()) + " |\n" + "| --- " * (len(DATASETS) + 1) + "|")
    mean = {key: statistics.mean(run[metric] for run in runs.values()) for key, runs in cells.items()}
    best = {dataset: round(max(value for (_, where), value in mean.items() if where == dataset), 3) for dataset in DATASETS}
    for method in METHODS:
        row = [entry(cells.get((method, dataset), {}), metric, best[dataset]) for dataset in DATASETS]
        print(f"| {method} | " + " | ".join(row) + " |")


def print_rivals(cells, metric):
    """One line: on which datasets which methods are as good as the default or better."""
    mean = {key: statistics.mean(run[metric] for run in runs.values()) for key, runs in cells.items()}
    parts = []
    for dataset, name in DATASETS.items():
        rivals = {m: mean[m, dataset] for m in METHODS if m != "default" and mean.get((m, dataset), -1.0) >= mean["default", dataset] - AS_GOOD}
        if rivals:
            listed = ", ".join(f"{method} {value:.3f}" for method, value in sorted(rivals.items(), key=lambda item: -item[1]))
            parts.append(f"{name} ({listed}; default {mean['default', dataset]:.3f})")
    print(f"- {METRICS[metric]}: " + "; ".join(parts))


def holm(p_values):
    """p-values corrected for being one of several."""
    adjusted, largest = {}, 0.0
    for rank, (name, p) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p))
        adjusted[name] = largest
    return adjusted


def print_pairs(mean):
    """The default against each of the others, where both were run."""
    rows = {}
    for method in METHODS:
        where = [dataset for dataset in DATASETS if (method, dataset) in mean]
        if method != "default" and where:
            rows[method] = [mean["default", dataset] for dataset in where], [mean[method, dataset] for dataset in where]
    p = holm({method: scipy.stats.wilcoxon(ours, theirs, alternative="greater").pvalue for method, (ours, theirs) in rows.items()})
    print("| method | datasets | its mean NMI | the default's there | default above on | Wilcoxon, one-sided, Holm: p |\n" + "| --- " * 6 + "|")
    for method, (ours, theirs) in sorted(rows.items(), key=lambda row: statistics.mean(row[1][1]) - statistics.mean(row[1][0]), reverse=True):
        above = sum(a > b for a, b in zip(ours, theirs))
        print(f"| {method} | {len(ours)} | {statistics.mean(theirs):.3f} | {statistics.mean(ours):.3f} | {above} | {p[method]:.3f} |")


def print_ranks(mean, methods):
    """Friedman and Nemenyi of `methods`, which were all run on all datasets."""
    k, n = len(methods), len(DATASETS)
    ranks = {method: 0.0 for method in methods}
    for dataset in DATASETS:
        for method, rank in zip(methods, scipy.stats.rankdata([-mean[m, dataset] for m in methods])):
            ranks[method] += rank / n
    friedman = scipy.stats.friedmanchisquare(*([mean[method, dataset] for dataset in DATASETS] for method in methods))
    critical = scipy.stats.studentized_range.ppf(1 - LEVEL, k, math.inf) / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n))
    print(f"\n{k} methods were run on all {n} datasets. Friedman: p = {friedman.pvalue:.1g}. Mean ranks further apart than {critical:.2f} differ "
          "by more than chance (Nemenyi):\n")
    print("| method | mean rank | behind the default | more than chance |\n" + "| --- " * 4 + "|")
    for method in sorted(methods, key=ranks.get):
        behind = ranks[method] - ranks["default"]
        print(f"| {method} | {ranks[method]:.2f} | " + ("– | – |" if method == "default" else f"{behind:.2f} | {'yes' if behind > critical else 'no'} |"))


def main(directories):
    cells = finished_cells(directories)
    print(f"As good as the default (less than {AS_GOOD} behind) or better are:\n")
    for metric in METRICS:
        print_rivals(cells, metric)
    for metric in METRICS:
        print_scores(cells, metric)
    mean = {key: statistics.mean(run["nmi"] for run in runs.values()) for key, runs in cells.items()}
    print("\n## The default against each method\n")
    print_pairs(mean)
    print_ranks(mean, [method for method in METHODS if all((method, dataset) in mean for dataset in DATASETS)])


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])

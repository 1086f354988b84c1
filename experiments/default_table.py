"""The default beside every method, as Markdown: NMI, ARI, AMI and accuracy with standard errors, mean ranks, tests.

    cgsd compare experiments/default_results.json -o all
    default_table.py all [MORE ...]      needs Debian's python3-scipy

Cells are read from all directories; a cell that is in several counts once. Methods that were not run on every dataset take part
in no rank. Ranks are of the mean NMI per dataset. Two tests of whether the default is above another method: Nemenyi's critical
difference between mean ranks, and Wilcoxon's signed-rank test of the datasets' mean NMI, corrected by Holm.
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


def holm(p_values):
    """p-values corrected for being one of several."""
    adjusted, largest = {}, 0.0
    for rank, (name, p) in enumerate(sorted(p_values.items(), key=lambda item: item[1])):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p))
        adjusted[name] = largest
    return adjusted


def print_ranks(cells, methods, datasets):
    """Friedman, Nemenyi, Wilcoxon of `methods`, which all have cells on all `datasets`."""
    mean = {method: [statistics.mean(run["nmi"] for run in cells[method, dataset].values()) for dataset in datasets] for method in methods}
    ranks = {method: 0.0 for method in methods}
    for column in range(len(datasets)):
        for method, rank in zip(methods, scipy.stats.rankdata([-mean[m][column] for m in methods])):
            ranks[method] += rank / len(datasets)
    friedman = scipy.stats.friedmanchisquare(*mean.values())
    k, n = len(methods), len(datasets)
    critical = scipy.stats.studentized_range.ppf(1 - LEVEL, k, math.inf) / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n))
    wilcoxon = holm({m: scipy.stats.wilcoxon(mean["default"], mean[m], alternative="greater").pvalue for m in methods if m != "default"})
    print(f"\n{k} methods on {n} datasets. Friedman: p = {friedman.pvalue:.1g}. Nemenyi's critical difference: {critical:.2f}.\n")
    print("| method | mean NMI | mean rank | behind the default in rank | datasets on which the default is above | Wilcoxon, Holm: p |\n" + "| --- " * 6 + "|")
    for method in sorted(methods, key=ranks.get):
        behind = ranks[method] - ranks["default"]
        tests = "| – | – | – |"
        if method != "default":
            above = sum(a > b for a, b in zip(mean["default"], mean[method]))
            tests = f"| {behind:.2f}{', more than the critical difference' if behind > critical else ''} | {above} of {n} | {wilcoxon[method]:.3f} |"
        print(f"| {method} | {statistics.mean(mean[method]):.3f} | {ranks[method]:.2f} {tests}")


def main(directories):
    cells = finished_cells(directories)
    for metric in METRICS:
        print_scores(cells, metric)
    print("\n## Ranks")
    everywhere = [method for method in METHODS if all((method, dataset) in cells for dataset in DATASETS)]
    print_ranks(cells, everywhere, list(DATASETS))
    shared = [dataset for dataset in DATASETS if all((method, dataset) in cells for method in METHODS)]
    if len(everywhere) < len(METHODS) and shared:
        print(f"\nEvery method, on the datasets that all were run on ({', '.join(DATASETS[d] for d in shared)}):")
        print_ranks(cells, METHODS, shared)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])

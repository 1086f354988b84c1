"""The methods on the datasets of the paper's main table as Markdown: NMI, ARI, accuracy, seconds, and what the paper prints.

    cgsd compare --data cora,cornell,texas,wisconsin,chameleon --methods all --seeds 5 -o five
    cgsd compare --data cora,cornell,texas,wisconsin,chameleon --methods all --seeds 1 --parallel 1 -o one
    methods_table.py five one

Scores are of the first directory. Seconds are of the second, where cells ran one at a time with all threads.
"""
import json
import pathlib
import statistics
import sys

DATASETS = {"cora": "Cora", "cornell": "Cornell", "texas": "Texas", "wisconsin": "Wisconsin", "chameleon": "Chameleon"}
PRINTED = json.loads(pathlib.Path(__file__).with_name("table-main.json").read_text())["paper"]["nmi"]
SHOWN_ELSEWHERE = {"authors"}  # it reads directed entries: docs/notes/authors_table.md


def cells(directory):
    """The finished cells by method and dataset, methods in the order of the experiment."""
    found = {}
    for line in (pathlib.Path(directory) / "cells.jsonl").read_text().splitlines():
        cell = json.loads(line)
        if cell["state"] == "done":
            found.setdefault((cell["method"], cell["dataset"]), {})[cell["seed"]] = cell
    return found


def main(scored, timed):
    scores, times = cells(scored), cells(timed)
    methods = [method for method in dict.fromkeys(method for method, _ in times) if method not in SHOWN_ELSEWHERE]
    print("| method | dataset | seeds | NMI | standard deviation | printed | ARI | accuracy | seconds |")
    print("| --- " * 9 + "|")
    for method in methods:
        for dataset, name in DATASETS.items():
            runs = list(scores.get((method, dataset), {}).values())
            if not runs:
                continue
            nmi, ari, accuracy = (statistics.mean(run[key] for run in runs) for key in ("nmi", "ari", "accuracy"))
            deviation = statistics.stdev(run["nmi"] for run in runs) if len(runs) > 1 else float("nan")
            printed = PRINTED.get(method, {}).get(name)
            seconds = statistics.mean(run["seconds"] for run in times[method, dataset].values())
            print(f"| {method} | {name} | {len(runs)} | {nmi:.3f} | {deviation:.3f} | {'–' if printed is None else f'{printed:.3f}'} | "
                  f"{ari:.3f} | {accuracy:.3f} | {seconds:.3g} |")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])

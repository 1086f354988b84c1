"""The CGSD rows of the paper's main table with preset `authors`, beside what the paper prints. Prints Markdown.

Usage: authors_table.py CGSD DATA_DIR [SEEDS]
"""
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile

# file, classes, NMI printed (K-means, CSpec), NMI of the authors' program on these files, 5 seeds (K-means, CSpec)
DATASETS = {"Cora": ("cora.npz", 7, (0.044, 0.050), (0.046, 0.053)),
            "Cornell": ("geom-gcn/cornell-corrected", 5, (0.068, 0.093), (0.080, 0.112)),
            "Texas": ("geom-gcn/texas", 5, (0.057, 0.054), (0.060, 0.053)),
            "Wisconsin": ("geom-gcn/wisconsin", 5, (0.140, 0.182), (0.130, 0.159)),
            "Chameleon": ("chameleon_directed.npz", 5, (0.147, 0.158), (0.146, 0.129))}
ROUNDINGS = ["kmeans", "spectral"]


def nmi(cgsd, graph, communities, rounding, seed, output):
    command = [str(cgsd), "detect", str(graph), "-k", str(communities), "--method", "authors", "--set", f"rounding={rounding}",
               "--seed", str(seed), "--json", "-o", output]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)["quality"]["nmi"]


def main(cgsd, data, seeds):
    print("| dataset | rounding | measured | standard deviation | printed | distance in standard errors | authors' program |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as output:
        for name, (path, communities, printed, program) in DATASETS.items():
            for rounding, paper, reference in zip(ROUNDINGS, printed, program):
                values = [nmi(cgsd, data / path, communities, rounding, seed, output) for seed in range(seeds)]
                mean, deviation = statistics.mean(values), statistics.stdev(values)
                distance = (mean - paper) / (deviation / math.sqrt(seeds))
                print(f"| {name} | {rounding} | {mean:.3f} | {deviation:.3f} | {paper:.3f} | {distance:+.1f} | {reference:.3f} |",
                      flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 5)

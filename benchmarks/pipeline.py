"""The whole pipeline, one process per dataset, with the seconds of each stage. Prints a Markdown table per preset.

Usage: pipeline.py CGSD DATA_DIR [REPETITIONS]     (benchmarks/run calls this where ../shared/data is there)

"process" is what a user waits for: start of the program, reading, detecting, scoring, writing. The best of the repetitions
is shown, stages and process together from that one.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import time

DATASETS = [("cora.npz", 7), ("geom-gcn/cornell-corrected", 5), ("geom-gcn/texas", 5), ("geom-gcn/wisconsin", 5),
            ("chameleon_directed.npz", 5)]
STAGES = ["reading graph", "training", "neighbours", "affinity", "spectrum", "k-means"]


def measure(cgsd, graph, communities, preset, output):
    command = [str(cgsd), "detect", str(graph), "-k", str(communities), "--preset", preset, "-o", output, "--json"]
    begin = time.perf_counter()
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return time.perf_counter() - begin, json.loads(printed)["seconds"]["stages"]


def main(cgsd, data, repetitions):
    with tempfile.TemporaryDirectory() as output:
        for preset in ["paper", "authors"]:
            print(f"\n| preset {preset}, milliseconds, best of {repetitions} | process | " + " | ".join(STAGES) + " |")
            print("| --- " * (len(STAGES) + 2) + "|")
            total = 0.0
            for name, communities in DATASETS:
                runs = [measure(cgsd, data / name, communities, preset, output) for _ in range(repetitions)]
                seconds, stages = min(runs, key=lambda run: run[0])
                total += seconds
                row = " | ".join(f"{1000 * stages.get(stage, 0.0):.0f}" for stage in STAGES)
                print(f"| {pathlib.Path(name).stem} | {1000 * seconds:.0f} | {row} |", flush=True)
            print(f"| all five | {1000 * total:.0f} |" + " |" * len(STAGES))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 5)

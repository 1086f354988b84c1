"""The methods to compare with on the five datasets of the paper's main table: NMI, ARI, accuracy, seconds, and what the paper
prints. Prints Markdown.

Usage: baselines_table.py CGSD DATA_DIR [SEEDS [METHOD ...]]
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

DATASETS = {"Cora": ("cora.npz", 7), "Cornell": ("cornell.npz", 5), "Texas": ("texas.npz", 5),
            "Wisconsin": ("wisconsin.npz", 5), "Chameleon": ("chameleon.npz", 5)}
PRINTED = {"louvain": (0.452, 0.114, 0.072, 0.095, 0.111), "leiden": (0.465, 0.112, 0.071, 0.098, 0.114),
           "spectral": (0.030, 0.098, 0.027, 0.080, 0.056), "dmon": (0.007, 0.056, 0.048, 0.027, 0.088),
           "vgraph": (0.007, 0.039, 0.025, 0.023, 0.032), "agc": (0.278, 0.063, 0.033, 0.081, 0.068),
           "dgi": (0.305, 0.130, 0.123, 0.105, 0.044), "grace": (0.022, 0.096, 0.060, 0.040, 0.033),
           "graphmae": (0.066, 0.085, 0.055, 0.099, 0.131), "cgsd": (0.050, 0.093, 0.054, 0.182, 0.158)}
FREE = ["louvain", "leiden"]  # they find the number of communities themselves


def measure(cgsd, graph, communities, method, seed, output):
    number = [] if method in FREE else ["-k", str(communities)]
    preset = ["--preset", "paper"] if method == "cgsd" else []
    command = [str(cgsd), "detect", str(graph), *number, "--method", method, *preset, "--seed", str(seed), "--json", "-o", output]
    manifest = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    quality = manifest["quality"]
    return quality["nmi"], quality["ari"], quality["accuracy"], manifest["seconds"]["total"]


def main(cgsd, data, seeds, methods):
    print("| method | dataset | NMI | standard deviation | printed | ARI | accuracy | seconds |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as output:
        for method in methods:
            for column, (name, (path, communities)) in enumerate(DATASETS.items()):
                runs = [measure(cgsd, data / path, communities, method, seed, output) for seed in range(seeds)]
                nmi, ari, accuracy, seconds = (statistics.mean(values) for values in zip(*runs))
                deviation = statistics.stdev(run[0] for run in runs) if seeds > 1 else float("nan")
                printed = f"{PRINTED[method][column]:.3f}" if method in PRINTED else "–"
                print(f"| {method} | {name} | {nmi:.3f} | {deviation:.3f} | {printed} | {ari:.3f} | {accuracy:.3f} | {seconds:.2f} |",
                      flush=True)


if __name__ == "__main__":
    everything = ["kmeans", "louvain", "leiden", "spectral", "dmon", "mincut", "vgraph", "agc", "dgi", "grace", "graphmae", "ssgc",
                  "cca-ssg", "ns4gc", "knn-njw", "cgsd"]
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 5,
         sys.argv[4:] or everything)

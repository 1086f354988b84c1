"""The default on families of graphs that had no say in its rules. Prints Markdown. Labels are used for scoring and, within the protocol,
for choosing among variants on the other families; the family that is scored never has a say.

Usage: leave_family_out.py CGSD SHARED_DATA SCORES.json [SEEDS] [SETS,COMMA,SEPARATED]
SCORES.json keeps every score (variant, set, seed), so that a run resumes and variants can be added.

For each family: the variant with the best mean NMI over the other families (the mean of each family's mean) is scored on it. Beside it
the default as it is, and every other method, each with one setting for all sets.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

FAMILIES = {
    "WebKB": {"cornell": 5, "texas": 5, "wisconsin": 5},
    "Wikipedia": {"chameleon": 5, "squirrel": 5, "actor": 5},
    "citation": {"cora": 7, "citeseer": 6},
    "co-author": {"acm": 3, "coauthor_physics": 5},
    "co-purchase": {"amazon_computers": 10},
    "blogs and words": {"blogcatalog": 6, "uai2010": 19},
    "crowd": {"tolokers": 2},
    "grid": {"minesweeper": 2},
}
# One rule changed at a time, and the extremes of each.
VARIANTS = {
    "default": [],
    "z-scores only": ["diffusion.metric=z_score"],
    "tf-idf or centred only": ["diffusion.metric=idf"],
    "edges never used": ["diffusion.filter=none"],
    "always push": ["diffusion.filter=push"],
    "always pull": ["diffusion.filter=pull"],
    "5 steps": ["diffusion.steps=5"],
    "20 steps": ["diffusion.steps=20"],
    "16 columns": ["diffusion.width=16"],
    "64 columns": ["diffusion.width=64"],
    "no topology": ["diffusion.topology.pairs=0"],
    "15 neighbours": ["knn.neighbours=15"],
    "rows as they are": ["row_scaling=as_is"],
    "rows of length 1": ["row_scaling=unit"],
    "no curvature gate": ["affinity.gate=none"],
}
METHODS = ["kmeans", "knn-njw", "leiden", "louvain", "spectral", "ssgc", "sagsc", "ms2cag"]


class Scores:
    def __init__(self, cgsd, shared, path, seeds):
        self.cgsd, self.shared, self.path, self.seeds = cgsd, shared, pathlib.Path(path), seeds
        self.known = json.loads(self.path.read_text()) if self.path.exists() else {}

    def one(self, name, options, data, classes, seed):
        key = f"{name} | {data} | {seed}"
        if key not in self.known:
            self.known[key] = self.measured(options, data, classes, seed)
            self.path.write_text(json.dumps(self.known, indent=0))
        return self.known[key]

    def measured(self, options, data, classes, seed):
        with tempfile.TemporaryDirectory() as folder:
            command = [self.cgsd, "detect", self.shared / f"{data}.npz", "--seed", str(seed), "-o", folder, "--json", *options]
            if "louvain" not in options:
                command += ["-k", str(classes)]
            ran = subprocess.run(list(map(str, command)), capture_output=True, text=True)
            return json.loads(ran.stdout)["quality"]["nmi"] if ran.returncode == 0 else None  # a variant that does not apply

    def of_set(self, name, options, data, classes):
        values = [self.one(name, options, data, classes, seed) for seed in range(self.seeds)]
        return None if None in values else statistics.mean(values)

    def of_families(self, name, options, families):
        """The mean of each family, or None where the variant does not apply."""
        means = {}
        for family, sets in families.items():
            values = [self.of_set(name, options, data, classes) for data, classes in sets.items()]
            means[family] = None if None in values else statistics.mean(values)
        return means


def mean_without(means, left_out):
    values = [value for family, value in means.items() if family != left_out]
    return statistics.mean(values) if None not in values else float("-inf")


def standard_error(values):
    return statistics.stdev(values) / len(values) ** 0.5


def main():
    cgsd, shared, path = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
    seeds = int(sys.argv[4]) if len(sys.argv) > 4 else 1
    wanted = set(sys.argv[5].split(",")) if len(sys.argv) > 5 else None
    families = {family: {d: c for d, c in sets.items() if wanted is None or d in wanted} for family, sets in FAMILIES.items()}
    families = {family: sets for family, sets in families.items() if sets}
    scores = Scores(cgsd, shared, path, seeds)
    variants = {name: scores.of_families(name, [word for s in settings for word in ("--set", s)], families)
                for name, settings in VARIANTS.items()}
    methods = {name: scores.of_families(name, ["--method", name], families) for name in METHODS}

    print("| family left out | variant chosen on the others | its score | default | " + " | ".join(METHODS) + " |\n|"
          + " --- |" * (4 + len(METHODS)))
    chosen_scores, gains = [], []
    for family in families:
        best = max(variants, key=lambda name: mean_without(variants[name], family))
        score = variants[best][family]
        chosen_scores.append(score)
        gains.append(score - variants["default"][family])
        print(f"| {family} | {best} | {score:.3f} | {variants['default'][family]:.3f} | "
              + " | ".join("–" if methods[m][family] is None else f"{methods[m][family]:.3f}" for m in METHODS) + " |")
    means = [variants["default"][f] for f in families]
    print(f"| mean over families | | {statistics.mean(chosen_scores):.3f} | {statistics.mean(means):.3f} | "
          + " | ".join("–" if None in methods[m].values() else f"{statistics.mean(methods[m].values()):.3f}" for m in METHODS) + " |")
    if len(gains) > 1:
        print(f"\nChosen − default: {statistics.mean(gains):+.4f} ± {standard_error(gains):.4f}.\n")
    print("| variant | mean over families | − default |\n| --- | --- | --- |")
    for name, of_families in variants.items():
        if None not in of_families.values():
            differences = [of_families[f] - variants["default"][f] for f in families]
            print(f"| {name} | {statistics.mean(of_families.values()):.3f} | {statistics.mean(differences):+.4f} |")


if __name__ == "__main__":
    main()

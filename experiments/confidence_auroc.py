"""Does confidence order right before wrong nodes? AUROC over all datasets with labels, seeds 0 to 2, by the number of classes.

A node is right if its class is the majority class of its community. The AUROC is the share of pairs of a right and a wrong node in which
the right one has the higher confidence, ties counted half; .5 is chance. Also how many are right by confidence, which shows that it is no
probability. Nodes without a label or a confidence are left out, and datasets on which nobody is wrong. Where the communities are right no
more often than the largest class alone would be, nothing can be ordered; the second mean leaves these datasets out. Prints Markdown.

Usage: confidence_auroc.py CGSD DATA_DIR [METHOD [DATASET ...]]
"""
import collections
import csv
import pathlib
import statistics
import subprocess
import sys
import tempfile

SEEDS = (0, 1, 2)
TWINS = {"chameleon_directed", "squirrel_directed"}  # the same graphs, were it not for directions
BINS = (.3, .5, .7, .9)
TELLING = .005  # by how much more often nodes must be right than the largest class is large


def labels_of(cgsd, file, directory):
    out = directory / "labels.csv"
    result = subprocess.run([cgsd, "convert", file, "-o", directory / "graph.csv", "--labels-out", out], capture_output=True, text=True)
    if result.returncode != 0:
        return None
    with open(out, newline="") as table:
        return [row["label"] for row in csv.DictReader(table)]


def found(cgsd, file, classes, seed, method, directory):
    out = directory / "run"
    communities = [] if method == "louvain" else ["-k", str(classes)]
    subprocess.run([cgsd, "detect", file, *communities, "--method", method, "--seed", str(seed), "-o", out, "-q"], check=True,
                   capture_output=True)
    with open(out / "communities.csv", newline="") as table:
        return [(row["community"], float(row["confidence"]) if row["confidence"] else None) for row in csv.DictReader(table)]


def right_nodes(labels, rows):
    """(confidence, right) of the nodes that have both."""
    classes = collections.defaultdict(collections.Counter)
    for label, (community, _) in zip(labels, rows):
        if label:
            classes[community][label] += 1
    majority = {community: min(counts, key=lambda label: (-counts[label], label)) for community, counts in classes.items()}
    return [(confidence, label == majority[community]) for label, (community, confidence) in zip(labels, rows)
            if label and confidence is not None]


def auroc(pairs):
    """By mean ranks (Mann and Whitney); None if all are right, or none is."""
    right = sum(is_right for _, is_right in pairs)
    wrong = len(pairs) - right
    if right == 0 or wrong == 0:
        return None
    pairs = sorted(pairs)
    ranks, i = 0.0, 0
    while i < len(pairs):
        j = i
        while j < len(pairs) and pairs[j][0] == pairs[i][0]:
            j += 1
        ranks += (i + 1 + j) / 2 * sum(is_right for _, is_right in pairs[i:j])
        i = j
    return (ranks - right * (right + 1) / 2) / (right * wrong)


def main(cgsd, data, method="default", *only):
    rows, every = [], []
    for file in sorted(pathlib.Path(data).glob("*.npz")):
        if file.stem in TWINS or (only and file.stem not in only):
            continue
        with tempfile.TemporaryDirectory() as name:
            directory = pathlib.Path(name)
            labels = labels_of(cgsd, file, directory)
            if labels is None:
                continue
            classes = len(set(filter(None, labels)))
            largest = max(collections.Counter(filter(None, labels)).values()) / len(list(filter(None, labels)))
            scores, accuracy = [], []
            for seed in SEEDS:
                pairs = right_nodes(labels, found(cgsd, file, classes, seed, method, directory))
                every.append(pairs)
                accuracy.append(statistics.mean(is_right for _, is_right in pairs))
                scores.append(auroc(pairs))
        defined = [score for score in scores if score is not None]
        rows.append((file.stem, len(labels), classes, largest, statistics.mean(accuracy),
                     statistics.mean(defined) if defined else None, scores))
        print(file.stem, scores, file=sys.stderr, flush=True)
    print("| dataset | nodes | classes | largest class | right | AUROC | seeds |\n| --- | --- | --- | --- | --- | --- | --- |")
    for name, nodes, classes, largest, right, mean, scores in rows:
        shown = " ".join("–" if s is None else f"{s:.3f}" for s in scores)
        mean = "–" if mean is None else f"{mean:.3f}"
        print(f"| {name} | {nodes:,} | {classes} | {largest:.3f} | {right:.3f} | {mean} | {shown} |")
    defined = [row for row in rows if row[5] is not None]
    beyond = [row for row in defined if row[4] > row[3] + TELLING]
    for title, some in ((f"mean of {len(defined)}", defined), (f"mean of the {len(beyond)} that beat the largest class", beyond)):
        print(f"| **{title}** | | | {statistics.mean(r[3] for r in some):.3f} | {statistics.mean(r[4] for r in some):.3f} | "
              f"{statistics.mean(r[5] for r in some):.3f} | |")
    print("\n| confidence | share of the nodes | right |\n| --- | --- | --- |")
    for low, high in zip((0.0, *BINS), (*BINS, 1.0001)):
        shares, rights = [], []
        for pairs in every:
            inside = [is_right for confidence, is_right in pairs if low <= confidence < high]
            shares.append(len(inside) / len(pairs))
            if inside:
                rights.append(statistics.mean(inside))
        right = f"{statistics.mean(rights):.2f}" if rights else "–"
        print(f"| {low:.1f} to {min(high, 1.0):.1f} | {statistics.mean(shares):.2f} | {right} |")


if __name__ == "__main__":
    main(*sys.argv[1:])

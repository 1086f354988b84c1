"""The layer rule: a folder of src/cgsd includes only itself and folders of an earlier rank.

Usage: layers.py SOURCE_DIR
"""
import pathlib
import re
import sys

RANKS = [
    ["core"],
    ["graph"],
    ["curvature", "nn", "neighbours", "spectral", "clustering"],
    ["encoder", "metrics", "stats"],
    ["figure"],
    ["pipeline", "baselines"],
    ["diagnosis"],
    ["io"],
    ["experiment", "distributed"],
    ["reproduction"],
    ["report"],
]
RANK = {folder: rank for rank, folders in enumerate(RANKS) for folder in folders}
# Only core/parallel knows the thread library, only core/random the generator, only stats/distributions Boost,
# only figure/png the renderer.
PRIVATE = {
    "oneapi/tbb": "core/parallel.cpp",
    "tbb/": "core/parallel.cpp",
    "Random123/": "core/random.cpp",
    "boost/": "stats/distributions.cpp",
    "librsvg/": "figure/png.cpp",
    "cairo": "figure/png.cpp",
}


def violations(root):
    for path in sorted(root.rglob("*.[ch]pp")):
        relative = path.relative_to(root)
        folder = relative.parts[0]
        if folder not in RANK:
            yield f"{relative}: folder '{folder}' has no rank in tests/checks/layers.py"
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            include = re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line)
            if not include:
                continue
            name = include.group(1)
            for prefix, owner in PRIVATE.items():
                if name.startswith(prefix) and str(relative) != owner:
                    yield f"{relative}:{number}: only {owner} may include {name}"
            if name.startswith("cgsd/"):
                other = name.split("/")[1]
                if other != folder and RANK.get(other, 99) >= RANK[folder]:
                    yield f"{relative}:{number}: {folder} may not include {other}"


if __name__ == "__main__":
    found = list(violations(pathlib.Path(sys.argv[1]) / "src/cgsd"))
    print("\n".join(found) or "the layer rule holds")
    sys.exit(1 if found else 0)

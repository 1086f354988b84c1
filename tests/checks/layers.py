"""The layer rule: a folder of src/cgsd includes only itself and folders of an earlier rank. And one name, one type: two types of
the same name in two headers would be taken for one by the linker, without a word. And sources of a folder are compiled together
in a release (CGSD_UNITY), so what they define for themselves has names of its own there.

Usage: layers.py SOURCE_DIR
"""
import pathlib
import re
import sys

RANKS = [
    ["core"],
    ["graph"],
    ["table", "matrix", "curvature"],
    ["attributes"],
    ["neighbours", "spectral", "nn", "clustering", "stats"],
    ["metrics"],
    ["diffusion", "trained", "rounding", "modularity", "learned"],
    ["closed_form"],
    ["detect"],
    ["levels"],
    ["summary"],
    ["diagnosis"],
    ["io"],
    ["experiment", "figure", "distributed"],
    ["report"],
]
RANK = {folder: rank for rank, folders in enumerate(RANKS) for folder in folders}
# Only core/parallel knows the thread library, only core/random the generator, only spectral/lanczos the
# eigensolver, only stats/distributions Boost, only figure/png the renderer, only
# io/arrays/hdf5_file libhdf5.
PRIVATE = {
    "oneapi/tbb": "core/parallel.cpp",
    "tbb/": "core/parallel.cpp",
    "Random123/": "core/random.cpp",
    "Spectra/": "spectral/lanczos.cpp",
    "boost/": "stats/distributions.cpp",
    "librsvg/": "figure/png.cpp",
    "cairo": "figure/png.cpp",
    "hdf5": "io/arrays/hdf5_file.cpp",
}


def violations(root):
    for path in sorted(root.rglob("*.[ch]pp")):
        relative = path.relative_to(root)
        folder = relative.parts[0]
        if len(relative.parts) == 1:  # cgsd.hpp and files.hpp, the public faces
            continue
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


def types_of_one_name(source):
    defined = {}
    for path in [*sorted((source / "src/cgsd").rglob("*.hpp")), *sorted((source / "papers").rglob("*.hpp"))]:
        for name in re.findall(r"^(?:struct|class|enum class) (\w+)[^;]*?{", path.read_text(), re.MULTILINE):
            if name in defined and defined[name] != path:
                yield f"{path.relative_to(source)}: {defined[name].relative_to(source)} has a type {name} too"
            defined[name] = path


def names_used_twice(source):
    """Constants, types and functions at the top level of two sources of one folder. A function is its name and parameters."""
    own = re.compile(r"^(?:constexpr [\w:<>, ]+ (k\w+)\b|(?:struct|class|enum class) (\w+)\b.*{$|\w[\w:<>&*, ]* (\w+\(.*\)) {)", re.M)
    for root in ("src/cgsd", "papers", "apps"):
        defined = {}
        for path in sorted((source / root).rglob("*.cpp")):
            for words in own.findall(path.read_text()):
                key = path.parent, "".join(words)
                if defined.setdefault(key, path) != path:
                    yield f"{path.relative_to(source)}: {defined[key].name} beside it defines {key[1]} too"


def aliases_of_two_meanings(source):
    """One `using` name for two types in sources of one folder."""
    for root in ("src/cgsd", "papers", "apps"):
        meaning = {}
        for path in sorted((source / root).rglob("*.cpp")):
            for name, type_of_it in re.findall(r"^using (\w+) = ([^;]+);", path.read_text(), re.MULTILINE):
                first, other = meaning.setdefault((path.parent, name), (path, type_of_it))
                if other != type_of_it:
                    yield f"{path.relative_to(source)}: {first.name} beside it means something else by {name}"


if __name__ == "__main__":
    source = pathlib.Path(sys.argv[1])
    found = [*violations(source / "src/cgsd"), *types_of_one_name(source), *names_used_twice(source),
             *aliases_of_two_meanings(source)]
    print("\n".join(found) or "the layer rule holds")
    sys.exit(1 if found else 0)

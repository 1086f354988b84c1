"""Runs clang-tidy on the sources that changed against the main branch; on all of them it takes minutes.

Usage: changed_sources.py SOURCE_DIR BUILD_DIR [--all] RUN_CLANG_TIDY...

clang cannot read the precompiled headers of GCC, so it gets a compilation database without them. Changed are: what is not committed, what the branch has over origin/main, and, on main itself, the last commit. A changed
header counts for the source of its name. Nothing changed, nothing run. `./test --all` looks at every source.
"""
import json
import pathlib
import re
import subprocess
import sys


def git(root, *words):
    result = subprocess.run(["git", "-C", root, *words], capture_output=True, text=True)
    return result.stdout.split("\n") if result.returncode == 0 else []


def changed_files(root):
    head = git(root, "rev-parse", "HEAD")[:1]
    base = git(root, "merge-base", "HEAD", "origin/main")[:1]
    since = base if base and base != head else ["HEAD~1"]
    names = git(root, "diff", "--name-only", *since) + git(root, "ls-files", "--others", "--exclude-standard")
    return {pathlib.Path(name) for name in names if name}


def is_source(root, name):
    return name.parts[0] in ("src", "papers") and name.suffix in (".cpp", ".hpp") and (root / name.with_suffix(".cpp")).exists()


def sources(root, everything):
    names = [p.relative_to(root) for folder in ("src", "papers") for p in (root / folder).rglob("*.cpp")] if everything else changed_files(root)
    return sorted({root / name.with_suffix(".cpp") for name in names if is_source(root, name)})


def database_without_precompiled_headers(build):
    """The directory of a compile_commands.json that clang can follow."""
    commands = json.loads((build / "compile_commands.json").read_text())
    for entry in commands:
        entry["command"] = re.sub(r"-include \S*cmake_pch\.hxx|-Winvalid-pch|-fpch-preprocess", "", entry["command"])
    directory = build / "tidy"
    directory.mkdir(exist_ok=True)
    (directory / "compile_commands.json").write_text(json.dumps(commands))
    return directory


def main(root, build, words):
    found = sources(root, "--all" in words)
    print(f"{len(found)} sources")
    if not found:
        return 0
    command = [word for word in words if word != "--all"]
    files = [f"^{re.escape(str(f))}$" for f in found]
    return subprocess.run([*command, "-p", database_without_precompiled_headers(build), *files]).returncode


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]), sys.argv[3:]))

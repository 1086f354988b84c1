"""Runs a command on the sources that changed against the main branch: clang-tidy takes minutes on all of them.

Usage: changed_sources.py SOURCE_DIR COMMAND...

Changed are: what is not committed, what the branch has over origin/main, and, on main itself, the last commit. A changed
header counts for the source of its name. Nothing changed, nothing run. `./test --all` looks at every source.
"""
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


def sources(root):
    for name in sorted(changed_files(root)):
        source = root / name.with_suffix(".cpp")
        if name.parts[0] in ("src", "papers") and name.suffix in (".cpp", ".hpp") and source.exists():
            yield source


if __name__ == "__main__":
    found = sorted(set(sources(pathlib.Path(sys.argv[1]).resolve())))
    print(f"{len(found)} changed sources")
    sys.exit(subprocess.run([*sys.argv[2:], *(f"^{re.escape(str(f))}$" for f in found)]).returncode if found else 0)

"""Every source has a test of its name: src/cgsd/ROOM/NAME.cpp is tested by tests/ROOM/NAME_test.cpp, papers/cgsd/NAME.cpp by
tests/papers/NAME_test.cpp.

Usage: tests_of_sources.py SOURCE_DIR
"""
import pathlib
import sys


def missing(source):
    for root, prefix in (("src/cgsd", ""), ("papers/cgsd", "papers/")):
        for path in sorted((source / root).rglob("*.cpp")):
            name = prefix + str(path.relative_to(source / root))
            test = source / "tests" / name.replace(".cpp", "_test.cpp")
            if not test.exists():
                yield f"{path.relative_to(source)}: no {test.relative_to(source)}"


if __name__ == "__main__":
    found = list(missing(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "every source has its test")
    sys.exit(1 if found else 0)

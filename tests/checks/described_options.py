"""Every options struct that has a `describe` is looked at for forgotten fields: in tests/core/described_fields_test.cpp, or by
`forgotten_fields<Options>()` in the test of its algorithm.

Usage: described_options.py SOURCE_DIR
"""
import pathlib
import re
import sys


def described(root):
    for path in sorted(root.rglob("*.[ch]pp")):
        for name in re.findall(r"^(?:inline )?void describe\(OptionVisitor& \w+, (\w+)& \w+\)", path.read_text(), re.MULTILINE):
            yield name, path.relative_to(root)


if __name__ == "__main__":
    source = pathlib.Path(sys.argv[1])
    test = (source / "tests/core/described_fields_test.cpp").read_text()
    listed = set(re.findall(r"\w+", test.split("::testing::Types<")[1].split(">")[0]))
    for path in (source / "tests").rglob("*_test.cpp"):
        listed |= set(re.findall(r"forgotten_fields<(\w+)>\(\)", path.read_text()))
    structs = dict(described(source / "src/cgsd"))
    missing = [f"src/cgsd/{path}: no test looks at {name} for forgotten fields"
               for name, path in structs.items() if name not in listed]
    print("\n".join(missing) or f"{len(structs)} options structs are looked at")
    sys.exit(1 if missing or not structs else 0)

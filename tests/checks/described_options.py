"""Every options struct that has a `describe` stands in tests/core/described_fields_test.cpp, which looks for forgotten fields.

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
    structs = dict(described(source / "src/cgsd"))
    missing = [f"src/cgsd/{path}: {name} is not in tests/core/described_fields_test.cpp"
               for name, path in structs.items() if name not in listed]
    print("\n".join(missing) or f"{len(structs)} options structs are looked at")
    sys.exit(1 if missing or not structs else 0)

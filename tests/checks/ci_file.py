"""The CI file runs what exists: .ci/run itself, and programs, options and presets that the project has.

Usage: ci_file.py SOURCE_DIR
"""
import json
import os
import pathlib
import re
import sys


def faults_of(text, root):
    """What is wrong with the commands of a CI file, one line each."""
    commands = re.findall(r"command: ([^}\n]+)", text)
    presets = {p["name"] for p in json.loads((root / "CMakePresets.json").read_text())["configurePresets"]}
    if ".ci/run" not in commands:
        yield "no command is .ci/run"
    for command in commands:
        program, *words = command.split()
        if not os.access(root / program, os.X_OK):
            yield f"{command}: {program} is not a program of the project"
            continue
        known = (root / program).read_text()
        for word in words:
            if word.startswith("--") and not re.search(rf"^ *{word}\)", known, re.M):
                yield f"{command}: {program} has no option {word}"
        for preset in re.findall(r"--preset (\S+)", command):
            if preset not in presets:
                yield f"{command}: no preset is called {preset}"


def check_itself(root):
    """The check notices what it is for."""
    for text, fault in (("command: ./test", "no command"), ("command: ./tset", "not a program"),
                        ("command: ./test --fats", "no option"), ("command: ./test --preset msan", "no preset")):
        assert any(fault in line for line in faults_of(text, root)), text


def main():
    root = pathlib.Path(sys.argv[1])
    check_itself(root)
    faults = [f".github/workflows/{file.name}: {fault}" for file in sorted((root / ".github/workflows").glob("*.yml"))
              for fault in faults_of(file.read_text(), root)]
    assert list((root / ".github/workflows").glob("*.yml")), "there is no CI file"
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

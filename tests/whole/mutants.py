"""A mutation check: operators and constants of sources are changed one at a time, and tests should notice.

Usage: mutants.py BUILD_DIR HOW_MANY SOURCE ...      e.g. build/dev 40 src/cgsd/metrics/*.cpp

Of all changes that are possible in the sources, HOW_MANY are drawn, always the same ones; Ctrl-C ends the trial with what was tried so far. For each, the one object is compiled anew and linked
in front of the library into the test program of its room; nothing in BUILD_DIR changes. The tests of the source's own name run first, then those of
its folder. A change is noticed if a test fails, crashes or does not end. Changes that the compiler refuses are not counted.
Prints those that nobody noticed: each is a gap in the tests, or makes no difference.
"""
import json
import pathlib
import random
import re
import resource
import shlex
import subprocess
import sys
import tempfile

SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "-": "+", "*": "/", "/": "*", "&&": "||", "||": "&&",
         "+=": "-=", "-=": "+=", "true": "false", "false": "true"}
OPERATOR = re.compile(r"(?<= )(<=|>=|==|!=|&&|\|\||\+=|-=|<|>|\+|-|\*|/)(?= )|\b(true|false)\b")
NUMBER = re.compile(r"(?<![\w.\"'])(\d+(?:\.\d+)?)(?![\w.'])")
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|^ *#[^\n]*', re.S | re.M)
# What no test can or should see: room that is reserved, cutting of work into blocks, messages of progress, how often a stop request is looked for.
NO_DIFFERENCE = re.compile(r"\breserve\(|static_assert|template <|kBlock|kGrain|advance\(|\bassert\(|large_vector|check_stop")
SECONDS = 60  # of the processor: on a busy machine a test that waits has not noticed anything


def mutants_of(source):
    """(source, place, length, replacement) of every change."""
    text = source.read_text()
    code = NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    for pattern in (OPERATOR, NUMBER):
        for match in pattern.finditer(code):
            line = code[code.rfind("\n", 0, match.start()) + 1:code.find("\n", match.start())]
            if NO_DIFFERENCE.search(line):
                continue
            found = match.group()
            new = SWAPS.get(found) or (str(int(found) + 1) if found.isdigit() else repr(float(found) * 2 + 1))
            yield source, match.start(), len(found), new


class Trial:
    """Compiles, links and runs one change after another."""

    def __init__(self, build, directory):
        self.build, self.directory = build, directory
        self.commands = {entry["file"]: shlex.split(entry["command"]) for entry in json.loads((build / "compile_commands.json").read_text())}
        self.links = {}

    def link_command(self, program):
        if program not in self.links:
            lines = subprocess.run(["ninja", "-C", str(self.build), "-t", "commands", program], capture_output=True, text=True, check=True).stdout
            link = next(line for line in reversed(lines.splitlines()) if f"-o tests/{program} " in line)
            self.links[program] = shlex.split(link.split("&&")[1])
        return list(self.links[program])

    def compile(self, source, text):
        changed, made = self.directory / source.name, self.directory / "mutant.o"
        changed.write_text(text)
        command = [word for word in self.commands[str(source)] if word != "-Werror"]
        command[command.index("-o") + 1] = str(made)
        command[command.index("-c") + 1] = str(changed)
        command = [word for word in command[command.index(next(w for w in command if w.endswith("c++"))):] if not word.startswith("-M")]
        command = [word for word in command if not word.endswith(".o.d") and not (word.endswith(".o") and word != str(made))]
        return subprocess.run([*command, "-I", str(source.parent), "-w"], cwd=self.build, capture_output=True, text=True)

    def link(self, room):
        command, program = self.link_command(f"{room}_tests"), self.directory / "program"
        command[command.index("-o") + 1] = str(program)
        command.insert(command.index("-o"), str(self.directory / "mutant.o"))
        subprocess.run(command, cwd=self.build, check=True, capture_output=True)
        return program

    def noticed(self, program, tests):
        try:
            words = [str(program), "--gtest_brief=1", "--gtest_fail_fast", f"--gtest_filter={':'.join(tests)}"]
            limited = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            return subprocess.run(words, cwd=self.directory, capture_output=True, timeout=60 * SECONDS, preexec_fn=limited).returncode != 0
        except subprocess.TimeoutExpired:
            return True


def suites(tests):
    found = set()
    for file in tests:
        found |= {f"*{name}*.*" for name in re.findall(r"^(?:TYPED_)?(?:TEST|TEST_F|TEST_P|RC_GTEST_PROP)\((\w+),", file.read_text(), re.M)}
    return sorted(found)


def rooms_tests(source):
    """The room, tests of the source's own name, and those of its folder."""
    place = source.parts[source.parts.index("cgsd", source.parts.index("src")) + 1:]
    root = pathlib.Path(*source.parts[:source.parts.index("src")])
    folder = root / "tests" / pathlib.Path(*place[:-1])
    return place[0], suites([folder / f"{source.stem}_test.cpp"]), suites(folder.glob("*_test.cpp"))


def try_mutant(trial, source, at, length, new):
    """Whether the tests notice it; None if it does not compile."""
    text = source.read_text()
    if trial.compile(source, text[:at] + new + text[at + length:]).returncode != 0:
        return None
    room, own, folder = rooms_tests(source)
    program = trial.link(room)
    if trial.noticed(program, own) or trial.noticed(program, folder):
        return True
    line = text.count("\n", 0, at)
    print(f"{source.name}:{line + 1}: {text[at:at + length]} -> {new}    {text.splitlines()[line].strip()}", flush=True)
    return False


def main():
    build, many = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2])
    sources = [pathlib.Path(name).resolve() for name in sys.argv[3:]]
    mutants = sorted((m for source in sources for m in mutants_of(source)), key=lambda m: (str(m[0]), m[1]))
    drawn = random.Random(1).sample(mutants, min(many, len(mutants)))
    counted, alive = 0, 0
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(build, pathlib.Path(name))
        try:
            for mutant in drawn:
                noticed = try_mutant(trial, *mutant)
                counted += noticed is not None
                alive += noticed is False
        except KeyboardInterrupt:
            print("interrupted")
    print(f"{len(mutants)} possible, {counted} tried, {counted - alive} noticed ({(counted - alive) / max(counted, 1):.0%})")
    return 0


if __name__ == "__main__":
    sys.exit(main())

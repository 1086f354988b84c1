"""Nothing grows beyond what a reader can hold: at most 30 files in a folder, 45 lines in a function.

Usage: sizes.py SOURCE_DIR

Functions are found by their braces, which clang-format has put in order: the brace of a body stands after a space, that of an
initialiser does not. Lambdas count as part of the function that they stand in.
"""
import pathlib
import re
import sys

FOLDERS = ("src", "apps", "papers", "python", "tests", "examples", "benchmarks")
MOST_FILES, MOST_FUNCTION_LINES = 30, 45
NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'|^ *#[^\n]*', re.S | re.M)
CONTAINER = re.compile(r'^(?:template <.*> )?(?:inline )?(?:namespace|struct|class|enum|union|extern)\b', re.S)


def functions(text):
    """(first line, number of lines) of every function body in `text`."""
    code = NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m.group()), text)
    start, parentheses, open_braces = 0, 0, []
    for at, c in enumerate(code):
        if c in "()":
            parentheses += 1 if c == "(" else -1
        elif c == "{":
            opening = code[start:at].strip()
            outside = all(kind == "container" for kind, _ in open_braces)
            body = outside and parentheses == 0 and code[at - 1].isspace() and not opening.endswith("=")
            kind = "container" if body and CONTAINER.match(opening) else "function" if body and "(" in opening else "other"
            open_braces.append((kind, at - len(code[start:at].lstrip())))
            start = at + 1 if kind != "other" else start
        elif c == "}":
            kind, begin = open_braces.pop()
            if kind == "function":
                yield code.count("\n", 0, begin) + 1, code.count("\n", begin, at) + 1
            start = at + 1 if kind != "other" else start
        elif c == ";" and parentheses == 0:
            start = at + 1


def violations(source):
    for folder in FOLDERS:
        for path in [source / folder, *sorted((source / folder).rglob("*"))]:
            name = path.relative_to(source)
            if path.is_dir() and path.name != "__pycache__":
                files = sum(entry.is_file() for entry in path.iterdir())
                if files > MOST_FILES:
                    yield f"{name}: {files} files; a folder has at most {MOST_FILES}"
            elif path.suffix in (".hpp", ".cpp"):
                for line, length in functions(path.read_text()):
                    if length > MOST_FUNCTION_LINES:
                        yield f"{name}:{line}: a function of {length} lines; at most {MOST_FUNCTION_LINES}"


if __name__ == "__main__":
    found = list(violations(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "folders and functions are small enough")
    sys.exit(1 if found else 0)

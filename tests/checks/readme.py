"""Documentation is executed: a fenced block after `<!-- from FILE -->` is FILE, to the letter, and the tests run FILE.

Usage: readme.py SOURCE_DIR
"""
import pathlib
import re
import sys


def main(root):
    problems, blocks = [], 0
    for document in [root / "README.md", *sorted((root / "docs").rglob("*.md"))]:
        text = document.read_text()
        for match in re.finditer(r"<!-- from (\S+) -->\n```\w*\n(.*?)```", text, re.S):
            blocks += 1
            source = root / match.group(1)
            if not source.exists():
                problems.append(f"{document.name}: {match.group(1)} does not exist")
            elif source.read_text() != match.group(2):
                problems.append(f"{document.name}: the block from {match.group(1)} differs from the file")
    if blocks == 0:
        problems.append("no quoted example found")
    print("\n".join(problems) or f"{blocks} quoted examples agree with their files")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))

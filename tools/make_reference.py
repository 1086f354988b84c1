#!/usr/bin/env python3
"""Writes docs/reference.md: every command and option, from the program's own manual, and every file that it writes, from files that it
has just written.

Usage: tools/make_reference.py CGSD            writes the page
       tools/make_reference.py CGSD --check    fails if the page is not what would be written
"""
import html
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reference.md"
OPENING = """# Every command, option and file

`tools/make_reference.py` writes this page from what the program says of itself and from files that it writes; the tests fail if the two
differ. For an introduction see [the tutorial](tutorial.md).
"""
# Runs that write, between them, every kind of file.
RUNS = [
    ("detect people --second-choice --embedding --model model.npz -o run", "run", "`cgsd detect GRAPH -o DIR --second-choice --embedding`"),
    ("detect blocks --method paper -k 3 --set trained.epochs=2 --checkpoint-every 1 -o trained", "trained/checkpoint.npz",
     "`--checkpoint-every N`"),
    (None, "model.npz", "`--model FILE`"),
    ("assign model.npz --edges EXAMPLES/people/ties.csv -x new.csv -o new", "new", "`cgsd assign MODEL -o DIR`"),
    ("curvature karate -o curvature.csv", "curvature.csv", "`cgsd curvature GRAPH -o FILE`"),
    ("compare --data karate --methods leiden --seeds 1 -o table", "table", "`cgsd compare -o DIR`"),
]


def call(binary, words, here):
    done = subprocess.run([binary, *words], cwd=here, capture_output=True, text=True, env={"HOME": str(here), "NO_COLOR": "1", "COLUMNS": "80"})
    if done.returncode != 0:
        raise SystemExit(f"cgsd {' '.join(words)}: {done.stderr}")
    return done.stdout


def plain(text):
    """Roff's escapes undone."""
    text = re.sub(r"\\f[BIR]", "", text)
    return text.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\").strip().strip('"')


def cell(text):
    """Text in a table; no reader of Markdown takes this for the end of the cell."""
    return html.escape(text, quote=False).replace("|", "&#124;")


def of_man_page(roff):
    """The man page of a command as Markdown: sections of paragraphs and of tables with two columns."""
    lines, out, entries, owner, inside, i = roff.splitlines(), [], [], "", False, 0

    def flush():
        if entries:
            out.extend(["| | |", "| --- | --- |", *(f"| <code>{cell(name)}</code> | {cell(what)} |" for name, what in entries), ""])
            entries.clear()

    while i < len(lines):
        line = lines[i]
        if line.startswith(".SH"):
            flush()
            title = plain(line[3:]).capitalize()
            if title == "See also":
                break
            if title == "Name":
                i += 1
                out += [re.sub(r"^\S+ - ", "", plain(lines[i])).rstrip(".") + ".", ""]
            elif title == "Synopsis":
                i += 1
                out += [f"`{plain(lines[i])}`", ""]
            elif title != "Description":
                out += [f"**{title}**", ""]
        elif line == ".TP":
            name = plain(lines[i + 1])
            entries.append((f"{owner} {name}" if inside else name, plain(lines[i + 2])))
            owner = owner if inside else name
            i += 2
        elif line in (".RS", ".RE"):  # what stands between the two belongs to the last entry outside
            inside = line == ".RS"
        elif line.startswith((".", "'")):
            pass
        else:
            flush()
            out += [plain(line), ""]
        i += 1
    flush()
    return out


def from_help(binary, here):
    """As long as the program writes no man pages: its help, as it is."""
    names = re.findall(r"^  ([a-z]\w*) ", call(binary, ["--help"], here).split("ommands:")[1].split("\n\n")[0], re.M)
    for name in names:
        yield from [f"## cgsd {name}", "", "```text", call(binary, [name, "--help"], here).replace(binary, "cgsd").rstrip(), "```", ""]


def commands(binary, here):
    if subprocess.run([binary, "man"], capture_output=True).returncode != 0:
        yield from from_help(binary, here)
        return
    call(binary, ["man", "-o", "pages"], here)
    pages = sorted((here / "pages").iterdir(), key=lambda page: (page.name != "cgsd.1", page.name))
    for page in pages:
        yield f"## {page.stem.replace('-', ' ', 1)}"
        yield ""
        yield from of_man_page(page.read_text())


def npy_shape(data):
    header = data[10:10 + struct.unpack_from("<H", data, 8)[0]].decode("latin-1")
    kind, shape = re.search(r"'descr': '(.*?)'", header).group(1), re.search(r"'shape': (\([^)]*\))", header).group(1)
    return kind, shape


def keys_of(value, prefix=""):
    return ", ".join(f"`{prefix}{key}`" for key in value) if isinstance(value, dict) else "a list"


def contents(file):
    """What is in a file, in a few words."""
    if file.suffix in (".csv", ".tsv"):
        return "columns " + ", ".join(f"`{name}`" for name in file.read_text().splitlines()[0].split("," if file.suffix == ".csv" else "\t"))
    if file.suffix == ".json":
        return "keys " + keys_of(json.loads(file.read_text()))
    if file.suffix == ".jsonl":
        return "one object per line: " + keys_of(json.loads(file.read_text().splitlines()[0]))
    if file.suffix == ".npy":
        return "a NumPy array of type `{}`, one row per node".format(npy_shape(file.read_bytes())[0])
    if file.suffix == ".npz":
        return "NumPy arrays " + ", ".join(f"`{name.removesuffix('.npy')}`" for name in sorted(zipfile.ZipFile(file).namelist()))
    return "text"


def files(binary, here):
    (here / "new.csv").write_text("name,department,age,skills\nNina Falk,sales,31,triage; nursing; chess\n")
    yield "## Files"
    yield ""
    yield "What each of them means: [file formats](file_formats.md#results)."
    yield ""
    yield "| written by | file | contents |"
    yield "| --- | --- | --- |"
    for command, where, what in RUNS:
        if command:
            call(binary, [word.replace("EXAMPLES", str(ROOT / "examples/data")) for word in command.split()] + ["--quiet"], here)
        path = here / where
        for file in sorted(f for f in path.iterdir() if f.name != "lock") if path.is_dir() else [path]:
            yield f"| {what} | `{file.name if path.is_dir() else 'FILE'}` | {contents(file)} |"
    yield ""


def main(binary, check):
    with tempfile.TemporaryDirectory() as name:
        here = pathlib.Path(name)
        page = "\n".join([OPENING, *commands(binary, here), *files(binary, here)]).rstrip() + "\n"
    if not check:
        PAGE.write_text(page)
        return 0
    if PAGE.exists() and PAGE.read_text() == page:
        print("docs/reference.md is what the program says of itself")
        return 0
    old = PAGE.read_text().splitlines() if PAGE.exists() else []
    first = next((i for i, (a, b) in enumerate(zip(old, page.splitlines())) if a != b), min(len(old), len(page.splitlines())))
    print(f"docs/reference.md:{first + 1}: differs from what the program says of itself; tools/make_reference.py CGSD writes it")
    return 1


if __name__ == "__main__":
    sys.exit(main(str(pathlib.Path(sys.argv[1]).resolve()), "--check" in sys.argv))

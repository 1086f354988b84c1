"""Documentation is executed. Runs every command of README.md and docs/**.md, on a machine that may as well have no network, and
compares what the pages show with what the program prints.

Usage: documentation_test.py CGSD_BINARY SOURCE_DIR [--refresh]

A page is one session: its ```sh blocks run in order in an empty directory of the page, in which `cgsd` and `./run` are the binary and
examples/ is that of the project. The line before a block may hold a comment:
    <!-- not executed: REASON -->   a block of commands that cannot run here; counted and printed
    <!-- fails -->                  commands of which the last must end with an error
    <!-- file: NAME -->             any block: written to NAME in the page's directory
    <!-- from FILE -->              any block: FILE of the project to the letter, which the tests run
    <!-- output -->                 a ```text block: what the commands before it printed; `<!-- output: 12 lines -->`: its beginning
--refresh writes what is printed now into the pages. Times and versions are not compared. Links and anchors are checked, as is every
option that a page names.
"""
import concurrent.futures
import os
import pathlib
import re
import stat
import subprocess
import sys
import tempfile

COMMANDS = {"sh", "bash", "shell", "console"}
FENCE = re.compile(r"^( *)(```+)(\w*)[^\n]*\n(.*?)^\1\2 *$", re.S | re.M)
COMMENT = re.compile(r"<!-- (not executed|fails|file|output|from)(?::? ([^\n]*?))? -->\n\Z")
MASKS = [(re.compile(r"^  time +.*$", re.M), "  time #"), (re.compile(r"\b\d[\d.,]* (ms|s|min)\b"), "# s"), (re.compile(r"\b\d+\.\d+\.\d+\b"), "#.#.#")]
NO_NETWORK = {name: "http://127.0.0.1:9" for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY")}
LIMIT = 300  # seconds for a block of commands


class Block:
    def __init__(self, text, match):
        self.language, self.body = match.group(3), match.group(4)
        self.begin, self.end = match.start(4), match.end(4)
        self.line = text.count("\n", 0, match.start()) + 1
        comment = COMMENT.search(text, 0, match.start())
        self.what, self.detail = comment.groups() if comment else (None, None)


def blocks_of(text):
    return [Block(text, match) for match in FENCE.finditer(text)]


def masked(text):
    for pattern, mask in MASKS:
        text = pattern.sub(mask, text)
    return [line.rstrip() for line in text.rstrip().splitlines()]


def shortened(output, detail):
    """As much of an output as the page shows: all, or its first lines and an ellipsis."""
    lines = output.rstrip().splitlines()
    most = int(detail.split()[0]) if detail else len(lines)
    return "\n".join([line.rstrip() for line in lines[:most]] + (["…"] if len(lines) > most else [])) + "\n"


class Page:
    """One page and the directory in which its commands run."""

    def __init__(self, root, file, binary):
        self.name, self.file, self.text = str(file.relative_to(root)), file, file.read_text()
        self.root, self.binary = root, binary
        self.problems, self.skipped, self.replaced = [], [], []
        self.commands, self.outputs, self.quotes = 0, 0, 0

    def problem(self, block, what):
        self.problems.append(f"{self.name}:{block.line}: {what}")

    def furnish(self, directory):
        (directory / "bin").mkdir()
        (directory / "bin/cgsd").symlink_to(self.binary)
        (directory / "here").mkdir()
        (directory / "here/examples").symlink_to(self.root / "examples")
        run = directory / "here/run"
        run.write_text('#!/bin/sh\n[ "$#" -gt 0 ] || set -- demo\nexec cgsd "$@"\n')
        run.chmod(run.stat().st_mode | stat.S_IXUSR)
        self.here = directory / "here"
        keep = {name: os.environ[name] for name in ("LANG", "LC_ALL", "TMPDIR", "ASAN_OPTIONS") if name in os.environ}
        self.environment = {**keep, **NO_NETWORK, "PATH": f"{directory}/bin:{os.environ['PATH']}", "HOME": str(directory),
                            "COLUMNS": "80", "NO_COLOR": "1"}

    def execute(self, block):
        self.commands += sum(1 for line in block.body.splitlines() if line.strip() and not line.lstrip().startswith("#"))
        try:
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", block.body], cwd=self.here, env=self.environment, text=True,
                                  stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT)
        except subprocess.TimeoutExpired:
            self.problem(block, f"not done after {LIMIT} s")
            return ""
        if (done.returncode != 0) != (block.what == "fails"):
            self.problem(block, f"exit code {done.returncode}:\n{(done.stdout + done.stderr)[-2000:]}")
        return done.stdout + (done.stderr if block.what == "fails" else "")  # progress and remarks are not part of a page

    def compare(self, block, output):
        self.outputs += 1
        shown = shortened(output, block.detail)
        if masked(shown) == masked(block.body):
            return
        self.replaced.append((block, shown))
        self.problem(block, "the page shows an output that is no longer printed; --refresh mends it. Now it begins:\n"
                     + "\n".join(shown.splitlines()[:12]))

    def quote(self, block):
        source = self.root / block.detail
        self.quotes += 1
        if not source.exists():
            self.problem(block, f"{block.detail} does not exist")
        elif source.read_text() != block.body:
            self.replaced.append((block, source.read_text()))
            self.problem(block, f"the block differs from {block.detail}; --refresh mends it")

    def run(self):
        with tempfile.TemporaryDirectory() as name:
            self.furnish(pathlib.Path(name))
            output = None
            for block in blocks_of(self.text):
                if block.what == "from":
                    self.quote(block)
                elif block.what == "file":
                    (self.here / block.detail).write_text(block.body)
                elif block.what == "output":
                    if output is None:
                        self.problem(block, "an output without commands before it")
                    else:
                        self.compare(block, output)
                elif block.what == "not executed":
                    self.skipped.append(f"{self.name}:{block.line}: {block.detail or 'no reason given'}")
                    if not block.detail:
                        self.problem(block, "a block that is not executed needs a reason")
                elif block.language in COMMANDS:
                    output = self.execute(block)
                elif not block.language and re.search(r"^(\./run|\./test|cgsd) ", block.body, re.M):
                    self.problem(block, "commands in a block that is not ```sh would never be executed")
        return self

    def refresh(self):
        for block, shown in reversed(self.replaced):
            self.text = self.text[:block.begin] + shown + self.text[block.end:]
        if self.replaced:
            self.file.write_text(self.text)


def without_blocks(text):
    return FENCE.sub("", text)


def anchors_of(text):
    """The anchors that GitHub gives to headings."""
    anchors = set()
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", without_blocks(text), re.M):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").replace("*", "")
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = sum(1 for known in anchors if re.fullmatch(re.escape(slug) + r"(-\d+)?", known))
        anchors.add(slug if count == 0 else f"{slug}-{count}")
    return anchors


def broken_links(root, pages):
    for page in pages:
        prose = re.sub(r"`[^`\n]*`", "", without_blocks(page.read_text()))
        for target in re.findall(r"\]\(<?([^)\s>]+)>?(?: \"[^\"]*\")?\)", prose):
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            goal = (page.parent / path).resolve() if path else page
            where = f"{page.relative_to(root)}: link to {target}"
            if not goal.exists():
                yield f"{where}: there is no such file"
            elif root.resolve() not in goal.parents and goal != root.resolve():
                yield f"{where}: leads out of the project"
            elif anchor and goal.suffix == ".md" and anchor not in anchors_of(goal.read_text()):
                yield f"{where}: there is no such heading"


def known_options(binary):
    def help_of(*words):
        for option in ("--help-all", "--help"):
            shown = subprocess.run([binary, *words, option], capture_output=True, text=True)
            if shown.returncode == 0:
                return shown.stdout
        raise SystemExit(f"{' '.join(words)}: no help: {shown.stderr}")

    options, waiting = {"--help", "--help-all", "--version"}, [()]
    while waiting:
        words = waiting.pop()
        text = help_of(*words)
        options |= set(re.findall(r"--[a-z][\w-]*", text))
        section = re.search(r"^[A-Za-z ]*(?:sub-?)?commands:\s*\n(.*?)(?:\n\S|\Z)", text, re.S | re.M | re.I)
        waiting += [(*words, name) for name in re.findall(r"^ +([a-z][\w-]*) ", section.group(1), re.M)] if section and len(words) < 2 else []
    return options


def unknown_options(root, pages, binary):
    known = known_options(binary)
    for page in pages:
        for span in re.findall(r"`([^`\n]+)`", without_blocks(page.read_text())):
            if not re.match(r"cgsd |\./run (?!bench)|--[a-z]", span):  # benchmarks/run has options of its own
                continue
            for option in re.findall(r"(?<![\w-])--[a-z][\w-]*", span):
                if option not in known:
                    yield f"{page.relative_to(root)}: `{span}`: cgsd has no option {option}"


def main(binary, root, refresh):
    readme, documents = root / "README.md", sorted((root / "docs").rglob("*.md"))
    linked = [readme, root / "ARCHITECTURE.md", root / "CONTRIBUTING.md", root / "CHANGELOG.md", *documents]
    user_pages = [readme, *(page for page in documents if not {"notes", "decisions", "reproduction"} & set(page.parts))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        pages = list(pool.map(Page.run, [Page(root, file, binary) for file in (readme, *documents)]))
    if refresh:
        for page in pages:
            page.refresh()
    problems = [problem for page in pages for problem in page.problems]
    problems += [*broken_links(root, linked), *unknown_options(root, user_pages, binary)]
    commands, outputs, quotes = (sum(getattr(page, what) for page in pages) for what in ("commands", "outputs", "quotes"))
    skipped = [line for page in pages for line in page.skipped]
    print(f"{commands} lines of commands executed, {outputs} outputs and {quotes} quoted files compared, {len(skipped)} blocks not executed:")
    print("\n".join(f"  {line}" for line in skipped))
    if 0 in (commands, outputs, quotes):
        problems.append("there is nothing to execute or nothing to compare")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), "--refresh" in sys.argv))

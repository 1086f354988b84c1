#!/usr/bin/env python3
"""Draws the pictures of README.md and docs/how_it_works.md, from what cgsd answers about the dataset `trade`.

Usage: tools/draw_pictures.py CGSD            writes docs/pictures/*.svg
       tools/draw_pictures.py CGSD --check    fails if a picture shows something else than cgsd answers now

leiden_and_cgsd.svg  the same graph, coloured by the communities of Leiden and of the default
before_and_after.svg the firms by their attributes alone, and by the coordinates that the default makes of attributes and ties
"""
import csv
import json
import math
import pathlib
import random
import re
import struct
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "examples/data/trade"
INK, QUIET, LINE = "#1b1f24", "#57606a", "#b8c0c8"
COLOURS = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442"]  # told apart by the colour-blind too
ROLES = ["farm", "exporter", "roaster"]
WIDTH, PANEL, TOP = 960, 440, 70


def rows(file):
    with file.open(newline="") as text:
        return list(csv.reader(text))[1:]


class Answers:
    """What cgsd says of trade."""

    def __init__(self, binary, directory):
        self.binary, self.directory = binary, directory
        self.role = dict(rows(DATA / "roles.csv"))
        self.ties = rows(DATA / "ties.csv")

    def detect(self, name, *options):
        out = self.directory / name
        done = subprocess.run([self.binary, "detect", DATA / "ties.csv", "-x", DATA / "firms.csv", "-y", DATA / "roles.csv", "-o", out,
                               "--json", *options], check=True, capture_output=True, text=True)
        found = {row[0]: int(row[1]) for row in rows(out / "communities.csv")}
        return found, json.loads(done.stdout)["quality"]["nmi"], out

    def attributes(self):
        matrix = self.directory / "x.npy"
        subprocess.run([self.binary, "convert", DATA / "ties.csv", "-x", DATA / "firms.csv", "-o", self.directory / "t.csv",
                        "--attributes-out", matrix, "--quiet"], check=True)
        return matrix


def read_npy(file):
    """A little-endian matrix of 4- or 8-byte floats, as rows."""
    data = file.read_bytes()
    size, = struct.unpack_from("<H", data, 8)
    header = data[10:10 + size].decode()
    n, d = map(int, re.search(r"\((\d+), (\d+)\)", header).groups())
    kind = {"<f4": "f", "<f8": "d"}[re.search(r"'descr': '([^']*)'", header).group(1)]
    values = struct.unpack_from(f"<{n * d}{kind}", data, 10 + size)
    return [list(values[i * d:(i + 1) * d]) for i in range(n)]


def two_directions(matrix):
    """The first two principal components of the rows."""
    n, d = len(matrix), len(matrix[0])
    means = [sum(row[j] for row in matrix) / n for j in range(d)]
    left = [[row[j] - means[j] for j in range(d)] for row in matrix]
    coordinates = []
    for _ in range(2):
        direction = [math.cos(j + 1.0) for j in range(d)]
        for _ in range(300):
            scores = [sum(a * b for a, b in zip(row, direction)) for row in left]
            direction = [sum(scores[i] * left[i][j] for i in range(n)) for j in range(d)]
            length = math.sqrt(sum(x * x for x in direction)) or 1.0
            direction = [x / length for x in direction]
        scores = [sum(a * b for a, b in zip(row, direction)) for row in left]
        left = [[row[j] - s * direction[j] for j in range(d)] for row, s in zip(left, scores)]
        coordinates.append(scores)
    return list(zip(*coordinates))


def spring_layout(names, ties, steps=400):
    """Fruchterman and Reingold, from fixed places."""
    dice = random.Random(3)
    at = {name: [dice.random() - 0.5, dice.random() - 0.5] for name in names}
    ideal = 1.0 / math.sqrt(len(names))

    def shove(move, a, b, force):
        """a away from b and b away from a; `force` of the distance tells how far."""
        dx, dy = at[a][0] - at[b][0], at[a][1] - at[b][1]
        strength = force(max(math.hypot(dx, dy), 1e-3))
        for name, sign in ((a, strength), (b, -strength)):
            move[name][0] += sign * dx
            move[name][1] += sign * dy

    for step in range(steps):
        move = {name: [-0.4 * ideal * x, -0.4 * ideal * y] for name, (x, y) in at.items()}
        for i, a in enumerate(names):
            for b in names[i + 1:]:
                shove(move, a, b, lambda distance: (ideal / distance) ** 2)
        for a, b in ties:
            shove(move, a, b, lambda distance: -0.35 * distance / ideal)
        heat = 0.1 * (1 - step / steps) + 0.001
        for name in names:
            length = math.hypot(*move[name]) or 1.0
            for axis in (0, 1):
                at[name][axis] += move[name][axis] / length * min(length, heat)
    return at


def fitted(at, left):
    """Into a panel of which `left` is the left edge."""
    xs, ys = zip(*at.values())

    def scale(value, values, begin):
        return begin + 20 + (PANEL - 40) * (value - min(values)) / ((max(values) - min(values)) or 1.0)

    return {name: (scale(x, xs, left), scale(y, ys, TOP)) for name, (x, y) in at.items()}


def mark(x, y, role, colour):
    style = f'fill="{colour}" stroke="#ffffff" stroke-width="1.5"'
    if role == "farm":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="7" {style}/>'
    if role == "exporter":
        return f'<rect x="{x - 6.5:.1f}" y="{y - 6.5:.1f}" width="13" height="13" {style}/>'
    return f'<path d="M {x:.1f} {y - 8.5:.1f} l 8 14 h -16 z" {style}/>'


def text(x, y, words, size=15, colour=INK, weight="400", anchor="start"):
    return (f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{colour}" font-weight="{weight}" text-anchor="{anchor}">{words}</text>')


def panel(left, heading, below, places, marks, ties=()):
    yield text(left + 10, 28, heading, 17, weight="600")
    yield text(left + 10, 50, below, 14, QUIET)
    for a, b in ties:
        (x1, y1), (x2, y2) = places[a], places[b]
        yield f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{LINE}" stroke-width="0.7"/>'
    for name, role, colour in marks:
        yield mark(*places[name], role, colour)


def legend(y, words):
    x = 30
    for role in ROLES:
        yield mark(x, y - 5, role, "#8c959f")
        yield text(x + 14, y, role, 14)
        x += 40 + 8.5 * len(role)
    yield text(x + 14, y, words, 14, QUIET)


def svg(parts, label):
    height = TOP + PANEL + 40
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'font-family="DejaVu Sans, Verdana, sans-serif" role="img" aria-label="{label}">\n'
            f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>\n' + "\n".join(parts) + "\n</svg>\n")


def by_size(found):
    """Communities numbered from the largest."""
    order = sorted(set(found.values()), key=lambda c: (-sum(1 for v in found.values() if v == c), c))
    return {name: order.index(c) for name, c in found.items()}


def leiden_and_cgsd(answers):
    names = sorted(answers.role)
    at = spring_layout(names, answers.ties)
    parts = []
    for left, who, what, options in ((10, "Leiden", "who deals with whom", ["--method", "leiden"]), (510, "cgsd", "who does the same", [])):
        found, nmi, _ = answers.detect(who, *options)
        rank = by_size(found)
        below = f"{len(set(found.values()))} communities; agreement with the roles (NMI) {nmi:.2f}"
        parts += panel(left, f"{who}: {what}", below, fitted(at, left), [(n, answers.role[n], COLOURS[rank[n] % 7]) for n in names], answers.ties)
    parts += legend(TOP + PANEL + 22, "Shape: the role of a firm, which neither method sees. Colour: the community found.")
    return svg(parts, "Coffee firms and their ties, coloured by the communities of Leiden and of cgsd")


def before_and_after(answers):
    found, _, out = answers.detect("embedding", "--embedding")
    names = list(found)
    parts = []
    for left, heading, below, matrix in (
            (10, "Attributes alone", "two firms are near if they say the same of themselves", answers.attributes()),
            (510, "Attributes and ties", "two firms are near if they and their partners do", out / "embedding.npy")):
        at = dict(zip(names, two_directions(read_npy(matrix))))
        marks = [(name, answers.role[name], COLOURS[ROLES.index(answers.role[name])]) for name in names]
        parts += panel(left, heading, below, fitted(at, left), marks)
    parts += legend(TOP + PANEL + 22, "Shape and colour: what a firm is, which cgsd does not know.")
    return svg(parts, "Coffee firms by their attributes alone, and by attributes and ties")


def without_places(picture):
    return re.sub(r' (?:x|y|cx|cy|x1|x2|y1|y2|d)="[^"]*"', "", picture)


def main(binary, check):
    stale = []
    with tempfile.TemporaryDirectory() as name:
        answers = Answers(binary, pathlib.Path(name))
        for draw in (leiden_and_cgsd, before_and_after):
            file, picture = ROOT / "docs/pictures" / f"{draw.__name__}.svg", draw(answers)
            if not check:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(picture)
            elif not file.exists() or without_places(file.read_text()) != without_places(picture):
                stale.append(f"docs/pictures/{file.name} shows something else than cgsd answers; tools/draw_pictures.py CGSD draws it again")
    print("\n".join(stale) or "pictures are those of what cgsd answers" if check else "docs/pictures is drawn")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], "--check" in sys.argv))

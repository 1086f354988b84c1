#!/usr/bin/env python3
"""Draws docs/rooms.svg, the picture of ARCHITECTURE.md: the rooms in the order in which data flows.

Usage: tools/draw_rooms.py > docs/rooms.svg
"""
WIDTH, ROW, GAP, LEFT = 960, 46, 14, 20
INK, QUIET, LINE = "#1b1f24", "#57606a", "#8c959f"
FILL = {"base": "#f3f4f6", "encode": "#dbeafe", "round": "#dcfce7", "methods": "#fef3c7", "result": "#ede9fe", "files": "#fee2e2"}

# (label, what, colour, columns of 12)
ROWS = [
    [("core", "context · parallel · random · options", "base", 4), ("graph", "graph, attributes, builder", "base", 4),
     ("table", "columns of texts → attributes", "base", 4)],
    [("matrix", "sparse products", "base", 3), ("curvature", "Forman and relatives", "base", 3), ("attributes", "stalks, SVD, signal", "base", 3),
     ("neighbours", "k-NN", "base", 3)],
    [("spectral", "operators, eigenpairs", "base", 3), ("clustering", "partition, K-means", "base", 3), ("nn", "tape, layers, Adam", "base", 3),
     ("metrics · stats", "scores, tests", "base", 3)],
    [("diffusion", "closed-form encoder  [default]", "encode", 3), ("trained", "the paper's encoder", "encode", 3),
     ("rounding", "smoothed · spectral · K-means", "round", 3), ("modularity", "Louvain, Leiden", "methods", 3)],
    [("learned", "DMoN … NS4GC", "methods", 6), ("closed_form", "AGC, SSGC, SAGSC, NJW, K-means", "methods", 6)],
    [("detect", "count → encode → round · methods · placement · stability", "result", 6),
     ("levels", "groups and parts of communities · ids that stay", "result", 6)],
    [("summary", "everything that is ever shown", "result", 6), ("diagnosis", "what a graph offers, what to use", "result", 6)],
    None,
    [("io", "bytes text arrays formats store datasets results", "files", 4), ("experiment", "methods × data × seeds, tables", "files", 4),
     ("figure", "SVG and PNG", "files", 4)],
    [("report", "a run or a comparison as one page; web/ is its front end", "files", 12)],
    [("papers/cgsd", "printed numbers, verdicts, statements", "files", 6), ("apps/cgsd", "the command-line tool; all printing", "files", 6)],
]


def box(x, y, width, label, what, colour):
    middle = x + width / 2
    yield f'<rect x="{x:.0f}" y="{y}" width="{width:.0f}" height="{ROW}" rx="6" fill="{FILL[colour]}" stroke="{LINE}"/>'
    yield f'<text x="{middle:.0f}" y="{y + 19}" text-anchor="middle" font-weight="600" fill="{INK}">{label}</text>'
    yield f'<text x="{middle:.0f}" y="{y + 36}" text-anchor="middle" font-size="12" fill="{QUIET}">{what}</text>'


def border(y):
    yield f'<line x1="{LEFT}" y1="{y + 16}" x2="{WIDTH - LEFT}" y2="{y + 16}" stroke="{INK}" stroke-dasharray="6 4"/>'
    yield (f'<text x="{WIDTH / 2:.0f}" y="{y + 34}" text-anchor="middle" font-size="12" fill="{INK}">'
           "above: prints nothing, reads no file, never exits · below: may touch files and the network</text>")


def picture():
    y, parts = 56, []
    for row in ROWS:
        if row is None:
            parts += border(y - GAP)
            y += 32
            continue
        unit, x = (WIDTH - 2 * LEFT + GAP) / 12, LEFT
        for label, what, colour, columns in row:
            parts += box(x, y, columns * unit - GAP, label, what, colour)
            x += columns * unit
        y += ROW + GAP
    arrow = (f'<path d="M {WIDTH - 8} 56 V {y - GAP - 8}" stroke="{QUIET}" stroke-width="1.5" marker-end="url(#tip)" fill="none"/>')
    head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 6}" width="{WIDTH}" height="{y + 6}" '
            'font-family="DejaVu Sans, Verdana, sans-serif" font-size="14" role="img" aria-label="The rooms of cgsd">\n'
            f'<defs><marker id="tip" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
            f'<path d="M 0 0 L 8 4 L 0 8 z" fill="{QUIET}"/></marker></defs>\n'
            f'<rect width="{WIDTH}" height="{y + 6}" fill="#ffffff"/>\n'
            f'<text x="{LEFT}" y="24" font-size="16" font-weight="600" fill="{INK}">The rooms of src/cgsd, in the order in which data flows</text>\n'
            f'<text x="{LEFT}" y="43" font-size="12" fill="{QUIET}">A room includes only rooms above it.</text>\n')
    return head + "\n".join([*parts, arrow]) + "\n</svg>\n"


if __name__ == "__main__":
    print(picture(), end="")

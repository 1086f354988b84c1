"""Seconds over size, both logarithmic, one small panel per piece of work, as SVG."""
import math

COLOURS = ["#000000", "#0072b2", "#d55e00", "#009e73", "#cc79a7"]  # of Okabe and Ito: told apart by the colour-blind
WIDTH, HEIGHT, GAP = 250, 190, 70


def growth_plot(times):
    panels = [panel(name, programs, 20 + (i % 3) * (WIDTH + GAP) + 40, 40 + i // 3 * (HEIGHT + GAP))
              for i, (name, programs) in enumerate(times.items())]
    rows = (len(panels) + 2) // 3
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * (WIDTH + GAP) + 40}" height="{rows * (HEIGHT + GAP) + 20}" '
            f'font-family="DejaVu Sans, sans-serif" font-size="11">\n<rect width="100%" height="100%" fill="white"/>\n'
            + "\n".join(panels) + "\n</svg>\n")


def panel(name, programs, left, top):
    seconds = [value for points in programs.values() for _, value in points]
    sizes = [size for points in programs.values() for size, _ in points]
    low, high = math.floor(math.log10(min(seconds))), math.ceil(math.log10(max(seconds)) + 1e-9)
    first, last = math.log10(min(sizes)), math.log10(max(sizes))

    def place(size, value):
        return (left + 20 + (WIDTH - 90) * (math.log10(size) - first) / max(last - first, 1e-9),
                top + HEIGHT - (HEIGHT - 10) * (math.log10(value) - low) / max(high - low, 1))

    parts = [f'<text x="{left}" y="{top - 12}" font-weight="bold">{name}</text>']
    for decade in range(low, high + 1):
        y = place(min(sizes), 10.0 ** decade)[1]
        parts.append(f'<line x1="{left}" x2="{left + WIDTH - 60}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>'
                     f'<text x="{left - 4}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** decade:g} s</text>')
    for size in sorted(set(sizes)):
        parts.append(f'<text x="{place(size, min(seconds))[0]:.1f}" y="{top + HEIGHT + 16}" text-anchor="middle">{size:,}</text>')
    for program, points in programs.items():
        if len(points) == 1:  # it was stopped at the larger size
            (x, y), colour = place(*points[0]), COLOURS[list(programs).index(program) % len(COLOURS)]
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
                         f'<text x="{x + 6:.1f}" y="{y + 4:.1f}" fill="{colour}">{program}</text>')
    ends = sorted((place(*points[-1])[1], program) for program, points in programs.items() if len(points) > 1)
    label_y = -1e9
    for y, program in ends:
        colour = COLOURS[list(programs).index(program) % len(COLOURS)]
        line = " ".join(f"{x:.1f},{v:.1f}" for x, v in (place(*point) for point in programs[program]))
        label_y = max(y + 4, label_y + 12)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="{2.5 if program == "cgsd" else 1.5}"/>'
                     f'<text x="{left + WIDTH - 64}" y="{label_y:.1f}" fill="{colour}">{program}</text>')
    return "\n".join(parts)

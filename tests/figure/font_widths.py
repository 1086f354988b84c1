"""The table of widths against the font itself, read from its file.

Usage: font_widths.py PROGRAM
PROGRAM prints "character width" in 1/2048 em. Widths must equal the font's advance, or, for characters that are not in the table,
be no less than it (a handful of symbols wider than 1.25 em excepted). Skipped (77) where the font is not installed.
"""
import struct
import subprocess
import sys

FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
OTHER = 2560


def advances(path):
    data = open(path, "rb").read()
    tables = {}
    for i in range(struct.unpack(">H", data[4:6])[0]):
        tag, _, offset, _ = struct.unpack(">4sIII", data[12 + 16 * i : 28 + 16 * i])
        tables[tag] = offset
    assert struct.unpack_from(">H", data, tables[b"head"] + 18)[0] == 2048
    long_metrics = struct.unpack_from(">H", data, tables[b"hhea"] + 34)[0]
    cmap = tables[b"cmap"]
    widths = {}
    for i in range(struct.unpack_from(">H", data, cmap + 2)[0]):
        table = cmap + struct.unpack_from(">HHI", data, cmap + 4 + 8 * i)[2]
        if struct.unpack_from(">H", data, table)[0] != 12:
            continue
        for k in range(struct.unpack_from(">I", data, table + 12)[0]):
            first, last, glyph = struct.unpack_from(">III", data, table + 16 + 12 * k)
            for character in range(first, last + 1):
                metric = min(glyph + character - first, long_metrics - 1)
                widths[character] = struct.unpack_from(">H", data, tables[b"hmtx"] + 4 * metric)[0]
    return widths


def main(program):
    try:
        font = advances(FONT)
    except FileNotFoundError:
        print(f"needs {FONT}, which is not here")
        return 77
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.split()
    ours = dict(zip(map(int, lines[::2]), map(int, lines[1::2])))
    known = {c for c, width in ours.items() if width != OTHER}
    wrong = [f"U+{c:04X}: {ours[c]}, the font has {font[c]}" for c in sorted(known & font.keys()) if ours[c] != font[c]]
    wider = [c for c in ours.keys() - known if font.get(c, 0) > OTHER]
    if len(wider) > 60:
        wrong.append(f"{len(wider)} characters are wider than any other is taken to be")
    missing = [c for c in [*range(0x20, 0x7F), *range(0xA0, 0x180), *range(0x391, 0x3CA)] if c in font and c not in known]
    wrong += [f"U+{c:04X} is not in the table" for c in missing]
    print("\n".join(wrong) or f"{len(known)} widths are those of the font; {len(wider)} others are wider than supposed")
    return 1 if wrong or not known else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

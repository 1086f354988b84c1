"""Runs figure_samples and reads what it wrote with a reader that is not ours.

Usage: samples.py PROGRAM DIRECTORY SHARED
Every SVG must be well-formed, contain drawn shapes and text, state its size in millimetres and points alike, and be the same on a
second run; every PNG must have the size on paper at 300 dots per inch.
"""
import pathlib
import struct
import subprocess
import sys
import zlib
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def faults_of_svg(path):
    root = ElementTree.parse(path).getroot()
    millimetres = [float(root.get(side).removesuffix("mm")) for side in ("width", "height")]
    points = [float(value) for value in root.get("viewBox").split()[2:]]
    if any(abs(mm * 72 / 25.4 - pt) > 0.02 for mm, pt in zip(millimetres, points)):
        yield f"{millimetres} mm are not {points} points"
    texts = root.findall(f".//{SVG}text")
    if len(texts) < 4:
        yield f"only {len(texts)} texts"
    if len(root.findall(f".//{SVG}polyline")) + len(root.findall(f".//{SVG}rect")) < 3:
        yield "hardly anything is drawn"
    words = [word for text in texts for word in text.itertext()]
    if any(word in ("nan", "inf", "−nan") for word in words):
        yield "a number without a value is written"


def detail_share(data):
    """Share of bytes of the filtered pixels that are not 0: of a blank page hardly any."""
    packed, place = b"", 8
    while place < len(data):
        length, name = struct.unpack(">I4s", data[place : place + 8])
        if name == b"IDAT":
            packed += data[place + 8 : place + 8 + length]
        place += length + 12
    pixels = zlib.decompress(packed)
    return 1 - pixels.count(0) / len(pixels)


def faults_of_png(path, millimetres):
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR" or data[37:41] != b"pHYs":
        yield "no PNG with its resolution"
        return
    size = struct.unpack(">II", data[16:24])
    wanted = [value / 25.4 * 300 for value in millimetres]
    if any(not 0 <= dots - exact < 1.1 for dots, exact in zip(size, wanted)):
        yield f"{size} dots in place of {wanted}"
    if detail_share(data) < 0.002:
        yield "the picture is nearly blank"
    if struct.unpack(">II", data[41:49]) != (11811, 11811):
        yield "300 dots per inch are 11811 per metre"


def main(program, directory, shared):
    faults = []
    folder = pathlib.Path(directory)
    subprocess.run([program, str(folder), shared], check=True)
    first = {path.name: path.read_bytes() for path in sorted(folder.glob("*.svg"))}
    subprocess.run([program, str(folder), shared], check=True, stdout=subprocess.DEVNULL)
    for name, data in first.items():
        path = folder / name
        found = list(faults_of_svg(path))
        if path.read_bytes() != data:
            found.append("differs on a second run")
        picture = path.with_suffix(".png")
        if picture.exists():
            root = ElementTree.parse(path).getroot()
            found += faults_of_png(picture, [float(root.get(side).removesuffix("mm")) for side in ("width", "height")])
        faults += [f"{name}: {fault}" for fault in found]
    if len(first) < 6:
        faults.append(f"only {len(first)} figures")
    print("\n".join(faults) or f"{len(first)} figures are well-formed")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

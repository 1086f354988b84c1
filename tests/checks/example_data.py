"""The data of examples/data are those that examples/data/make.py writes.

Usage: example_data.py SOURCE_DIR
"""
import pathlib
import subprocess
import sys
import tempfile


def main(data):
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([sys.executable, data / "make.py", name], check=True)
        made = {file.relative_to(name): file.read_bytes() for file in pathlib.Path(name).rglob("*.csv")}
    kept = {file.relative_to(data): file.read_bytes() for file in data.rglob("*.csv")}
    different = sorted(str(file) for file in made.keys() | kept.keys() if made.get(file) != kept.get(file))
    print("\n".join(f"{file}: not what make.py writes" for file in different) or f"{len(kept)} files are what make.py writes")
    return 1 if different or not kept else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]) / "examples/data"))

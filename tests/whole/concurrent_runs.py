"""Eight runs at once into one directory: what stands there at the end is of one run, and all of it.

Usage: concurrent_runs.py CGSD ROUNDS

In every round eight processes with eight seeds write to one directory, in half of the rounds one of them is killed. Then manifest.json,
if it is there, lists files with the SHA-256 that they have; communities.csv is what the seed of the manifest gives by itself; and nothing
else is left behind. After a kill the manifest may be missing, but some run of the others has ended after it.
"""
import hashlib
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import time

PROCESSES = 8
DATA = ("detect", "blocks_unlike", "-k", "7", "-q")  # more communities than there are: seeds differ


def start(binary, seed, directory):
    return subprocess.Popen([binary, *DATA, "--seed", str(seed), "-o", str(directory)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def alone(binary, directory):
    """What each seed gives by itself."""
    results = {}
    for seed in range(PROCESSES):
        run = start(binary, seed, directory / f"alone{seed}")
        assert run.wait() == 0, run.stderr.read()
        results[seed] = (directory / f"alone{seed}" / "communities.csv").read_bytes()
    assert len(set(results.values())) > 1, "all seeds give the same bytes, so that a mixed result would not be noticed"
    return results


def fault_in(directory, results):
    """What is wrong with the directory; empty if nothing is."""
    manifest = json.loads((directory / "manifest.json").read_text())
    outputs = {entry["file"]: entry["sha256"] for entry in manifest["outputs"]}
    for file, digest in outputs.items():
        if hashlib.sha256((directory / file).read_bytes()).hexdigest() != digest:
            return f"{file} is not the one of the manifest"
    if (directory / "communities.csv").read_bytes() != results[manifest["seed"]]:
        return f"communities.csv is not of seed {manifest['seed']}"
    left = {file.name for file in directory.iterdir()} - set(outputs) - {"manifest.json"}
    return f"left behind: {sorted(left)}" if left else ""


def check_itself(directory, results):
    """A mixed result is noticed."""
    run = directory / "alone0"
    assert not fault_in(run, results)
    other = next(bytes_ for bytes_ in results.values() if bytes_ != results[0])
    (run / "communities.csv").write_bytes(other)
    assert "not the one" in fault_in(run, results)


def one_round(binary, directory, kill, chance):
    runs = [start(binary, seed, directory) for seed in range(PROCESSES)]
    if kill:
        time.sleep(chance.random() * 0.2)
        runs[chance.randrange(PROCESSES)].kill()
    codes = [run.wait() for run in runs]
    assert sum(code != 0 for code in codes) <= (1 if kill else 0), [(code, run.stderr.read()) for code, run in zip(codes, runs)]


def main():
    binary, rounds = sys.argv[1], int(sys.argv[2])
    chance, faults, seeds = random.Random(7), [], set()
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        results = alone(binary, directory)
        check_itself(directory, results)
        for i in range(rounds):
            shared = directory / f"shared{i // 4}"  # four rounds follow each other in one directory
            one_round(binary, shared, i % 2 == 1, chance)
            fault = fault_in(shared, results)
            faults += [f"round {i}: {fault}"] if fault else []
            seeds.add(json.loads((shared / "manifest.json").read_text())["seed"])
    print("\n".join(faults) or f"{rounds} rounds of {PROCESSES} runs at once: every directory is of one run ({len(seeds)} different ones)")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

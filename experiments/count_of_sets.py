"""What `-k auto` chooses on graphs with classes, and what the choice costs. Prints Markdown. Labels are used for scoring only.

Usage: count_of_sets.py CGSD SHARED_DATA [SEEDS] [NAMES,COMMA,SEPARATED]
For every set: the numbers chosen over the seeds, the range shown, AMI at the number chosen and at the number of classes (seed 0).
"""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

SETS = ["cornell", "texas", "wisconsin", "chameleon", "squirrel", "cora", "citeseer", "acm", "blogcatalog", "uai2010", "actor",
        "tolokers", "minesweeper", "amazon_computers", "coauthor_physics"]


def run(cgsd, path, communities, seed, folder):
    shown = subprocess.run([cgsd, "detect", path, "-k", str(communities), "--seed", str(seed), "-o", folder, "--json"], check=True,
                           capture_output=True, text=True).stdout
    return json.loads(shown)


def main():
    cgsd, shared = sys.argv[1], pathlib.Path(sys.argv[2])
    seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    names = sys.argv[4].split(",") if len(sys.argv) > 4 else SETS
    print("| set | classes | chosen | by | nearly as good | AMI there | AMI at the classes | seconds |\n|" + " --- |" * 8)
    near = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            path = shared / f"{name}.npz"
            found = [run(cgsd, path, "auto", seed, folder) for seed in range(seeds)]
            first = found[0]
            classes = first["data"]["classes"]["count"] if isinstance(first["data"].get("classes"), dict) else first["data"]["classes"]
            chosen = collections.Counter(f["communities"]["wanted"] for f in found)
            given = run(cgsd, path, classes, 0, folder)["quality"]["ami"]
            there = first["quality"]["ami"]
            near += there >= given - 0.03
            said = first["communities"]
            print(f"| {name} | {classes} | " + ", ".join(f"{c} ({times})" for c, times in chosen.most_common())
                  + f" | {said['wanted_by']} | {said['nearly_as_good']['least']}–{said['nearly_as_good']['most']} | {there:.3f} | {given:.3f} | "
                  f"{first['seconds']['total']:.1f} |", flush=True)
    print(f"\nAMI at the number chosen is at most .03 below that at the number of classes on {near} of {len(names)} sets.")


if __name__ == "__main__":
    main()

"""Every command under faults: the N-th allocation, open, write, fsync, rename, close, mapping or thread fails, once or from then on.

A run must end with the right bytes, or with exit code 1, one line that says what is wrong, and nothing mixed: a directory of results
whose manifest is there holds the files that the manifest tells of, and a single file is the old one, the new one or none.

Usage: sweep.py CGSD FAULTS [--all | --points N] [--only COMMAND]     --all: every point of every kind; else some of each, N allocations
"""
import argparse
import collections
import concurrent.futures
import hashlib
import json
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

from scenarios import SCENARIOS, local_files

KINDS = ["alloc", "open", "write", "short", "fsync", "rename", "close", "mmap", "thread"]
USUAL_POINTS = 6  # of the short sweep, for each command, kind and mode; allocations have more
PATIENCE = 120  # seconds: what takes longer hangs
TIMES = {"seconds", "timing", "timings", "peak_memory_bytes", "checksum"}  # what differs from run to run


def without_times(value):
    if isinstance(value, dict):
        return {name: without_times(v) for name, v in value.items() if name not in TIMES}
    return [without_times(v) for v in value] if isinstance(value, list) else value


def comparable(path):
    data = path.read_bytes()
    if path.suffix == ".json":
        return json.dumps(without_times(json.loads(data))).encode()
    if path.name == "report.html":  # it shows how long the run took
        return b"a whole page" if data.rstrip().endswith(b"</html>") else b"half a page"
    if path.suffix == ".jsonl":
        return b"\n".join(sorted(json.dumps(without_times(json.loads(line))).encode() for line in data.splitlines()))
    return data


def files_of(folder):
    return sorted(p for p in folder.rglob("*") if p.is_file())


def snapshot(folder):
    """What lies there, without what differs from run to run; for the outputs of a manifest, only that they are the right ones."""
    found = {}
    for path in files_of(folder):
        name = str(path.relative_to(folder))
        if path.name == "manifest.json":
            manifest = without_times(json.loads(path.read_bytes()))
            for output in manifest.get("outputs", []):
                output.pop("sha256", None), output.pop("bytes", None)
            found[name] = json.dumps(manifest)
        else:
            found[name] = hashlib.sha256(comparable(path)).hexdigest()
    return found


def is_temporary(name):
    return ".partial-" in name or name.endswith(".partial")


def torn_results(folder):
    """Directories whose manifest, or index of a graph, tells of other files than are there."""
    told = []
    for manifest in folder.rglob("manifest.json"):
        told += [(manifest.parent / output["file"], output["sha256"]) for output in json.loads(manifest.read_bytes()).get("outputs", [])]
    for index in folder.rglob("graph.json"):
        told += [(index.parent / name, sha256) for name, sha256 in json.loads(index.read_bytes())["sha256"].items()]
    for file, sha256 in told:
        if not file.is_file() or hashlib.sha256(file.read_bytes()).hexdigest() != sha256:
            yield f"{file.name} is not what is told of it"


def run(program, words, here, environment, prepare=lambda: None):
    def prepare_all():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        prepare()

    variables = {**os.environ, "XDG_CACHE_HOME": str(here / "cache"), **environment}
    try:
        return subprocess.run([program, *words], cwd=here, env=variables, stdin=subprocess.DEVNULL, capture_output=True,
                              timeout=PATIENCE, preexec_fn=prepare_all)
    except subprocess.TimeoutExpired:
        return None


class Case:
    """A command, the directory it runs in, and what it gives without a fault."""

    def __init__(self, program, library, scenario, folder):
        self.program, self.library, self.scenario = program, library, scenario
        self.name, self.words = scenario["name"], scenario["run"]
        self.template = folder / self.name
        self.template.mkdir()
        for words in scenario.get("before", []):
            subprocess.run([program, *words], cwd=self.template, check=True, stdout=subprocess.DEVNULL)
        with self.copy() as here:
            counts = here.parent / "counts"
            done = run(program, self.words, here, self.faulty("", CGSD_FAULT_COUNTS=str(counts)))
            if done is None or done.returncode != 0:
                raise SystemExit(f"{self.name} fails without a fault: {done and done.stderr.decode()}")
            self.after, self.printed = snapshot(here), done.stdout
            self.calls = collections.Counter()
            for line in counts.read_text().splitlines():
                kind, number = line.split()
                self.calls[kind] += int(number)
        self.before = snapshot(self.template)

    def copy(self):
        return Copy(self.template)

    def faulty(self, fault, **more):
        return {"LD_PRELOAD": self.library, "CGSD_FAULT": fault, **more}

    def wrong(self, fault):
        """What is wrong with the end of a run under this fault; None if nothing is."""
        with self.copy() as here:
            done = run(self.program, self.words, here, self.faulty(fault))
            wrong = "hangs" if done is None else self.judged(done, here)
            if wrong and self.is_matter_of_others(fault, done):
                wrong = None
            return wrong, done and done.returncode

    def is_matter_of_others(self, fault, done):
        persistent = fault.startswith("alloc") and fault.endswith("+")
        return self.scenario.get("others") and persistent and done is not None and done.returncode in (1, 127)

    def judged(self, done, here):
        torn = list(torn_results(here))
        if torn:
            return torn[0]
        now = {name: value for name, value in snapshot(here).items() if not is_temporary(name)}
        if done.returncode == 0:
            if now != self.after and not tells_of_memory(here, differences(now, self.after)):
                return f"succeeds with other files: {differences(now, self.after)}"
            return None if done.stdout == self.printed else "succeeds but prints something else"
        if done.returncode != 1:
            return f"ends with {done.returncode}: {done.stderr.decode(errors='replace')[-300:]}"
        told = [line for line in done.stderr.decode(errors="replace").splitlines() if not line.startswith("cgsd: warning:")]
        if len(told) != 1 or not told[0].startswith("cgsd: "):
            return f"says {len(told)} lines: {told[:3]}"
        for name, value in now.items():
            appeared = name not in self.before
            if value not in (self.before.get(name), self.after.get(name)) and not self.may_grow(name, appeared):
                return f"leaves another {name}"
        return None

    def may_grow(self, name, appeared):
        return name.endswith((".jsonl", "lock")) or (appeared and name in self.scenario.get("partly", []))


def differences(now, then):
    return sorted(name for name in {*now, *then} if now.get(name) != then.get(name))[:5]


def tells_of_memory(here, different):
    """Cells of a comparison may fail one by one; the table shows which and why."""
    return all(name.endswith("cells.jsonl") and b'"not enough memory"' in (here / name).read_bytes() for name in different)


class Copy:
    def __init__(self, template):
        self.template = template

    def __enter__(self):
        self.top = pathlib.Path(tempfile.mkdtemp(prefix="cgsd_fault_"))
        return shutil.copytree(self.template, self.top / "here")

    def __exit__(self, *_):
        shutil.rmtree(self.top, ignore_errors=True)


def points(case, kind, options):
    total = case.calls[kind]
    most = total if options.all else options.points if kind == "alloc" else USUAL_POINTS
    if total <= most:
        return range(1, total + 1)
    return sorted({1 + i * (total - 1) // (most - 1) for i in range(most)})


def sweep(case, options, pool):
    faults = [f"{kind}:{n}{mode}" for kind in KINDS for n in points(case, kind, options) for mode in ("", "+")]
    bad, codes = [], collections.Counter()
    for fault, (wrong, code) in zip(faults, pool.map(case.wrong, faults)):
        codes[code] += 1
        if wrong:
            bad.append(f"{case.name} {fault}: {wrong}")
    calls = ", ".join(f"{case.calls[k]} {k}" for k in KINDS if case.calls[k])
    print(f"{case.name:12} {len(faults):6} faults: {codes[0]} done right, {len(faults) - codes[0] - len(bad)} refused in one line, {len(bad)} wrong "
          f"(of {calls})", flush=True)
    return bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("library", type=os.path.abspath)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--points", type=int, default=30)
    parser.add_argument("--only")
    arguments = parser.parse_args()
    bad = []
    with tempfile.TemporaryDirectory(prefix="cgsd_faults_") as folder, local_files() as server, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        for scenario in SCENARIOS(server):
            if arguments.only in (None, scenario["name"]):
                bad += sweep(Case(arguments.program, arguments.library, scenario, pathlib.Path(folder)), arguments, pool)
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{usage.ru_utime + usage.ru_stime:.0f} s of processor time")
    print("\n".join(bad[:40]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

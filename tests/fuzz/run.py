"""Fuzzes targets one after another and tells how many inputs were tried in how much processor time, over this and all former runs.

Usage: run.py FUZZER SEEDS WORK MINUTES [TARGET...]      MINUTES of processor time for each target; without targets, all of them
       run.py --table WORK                               what the runs so far add up to

WORK/TARGET keeps the corpus, so that a later run goes on; WORK/found what went wrong; WORK/ledger.csv a line for each target of each run.
An input that takes more than 25 s by the clock (sanitizers make it ten times slower), asks for more than 256 MB at once or leaves more than 1 GB
resident is a finding as well.
"""
import csv
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

LIMITS = ["-timeout=25", "-report_slow_units=25", "-malloc_limit_mb=256", "-rss_limit_mb=1024", "-max_len=20000", "-print_final_stats=1", "-verbosity=0"]
LEDGER = ["target", "inputs", "seconds", "findings"]


def processor_seconds(pid):
    """Of a process and of those it has waited for: readers of HDF5 work in one of their own."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


def run_for(words, environment, seconds, log):
    """Ends the fuzzer by its own signal after so much processor time: the clock says little on a busy machine."""
    process = subprocess.Popen(words, env=environment, stdout=log, stderr=log)
    used = 0.0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        used = processor_seconds(process.pid)
        if used >= seconds:
            process.send_signal(signal.SIGUSR1)
        time.sleep(0.2)
    used = processor_seconds(process.pid)  # it has ended and is not yet forgotten
    return process.wait(), used


def fuzz(program, target, places, minutes):
    """Whether all is well."""
    seeds, work = places
    corpus, found = work / target, work / "found" / target
    for folder in (corpus, found):
        folder.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    folders = [str(seeds / target)] if (seeds / target).is_dir() else []  # "everywhere" is for replay: large on purpose
    words = [program, *LIMITS, f"-artifact_prefix={found}/", str(corpus), *folders]
    environment = {**os.environ, "CGSD_FUZZ_TARGET": target, "UBSAN_OPTIONS": "print_stacktrace=1", "ASAN_OPTIONS": "detect_leaks=0"}
    with tempfile.TemporaryFile("w+", errors="replace") as log:
        code, seconds = run_for(words, environment, 60 * float(minutes), log)
        log.seek(0)
        said = log.read()
    tried = re.search(r"number_of_executed_units: *(\d+)", said)
    new = sorted(set(found.iterdir()) - before)
    record(work, [target, int(tried.group(1)) if tried else 0, f"{seconds:.1f}", len(new)])
    if code != 0:
        why = re.findall(r"^.*(?:ERROR|runtime error|SUMMARY).*$", said, re.M) or said.splitlines()[-4:]
        print("\n".join([f"{target}: ended with {code}"] + ["  " + line for line in why[:4]] + [f"  {p}" for p in new]), flush=True)
    return code == 0


def record(work, row):
    ledger = work / "ledger.csv"
    is_new = not ledger.exists()
    with ledger.open("a", newline="") as file:
        csv.writer(file).writerows([LEDGER, row] if is_new else [row])


def table(work):
    """All runs, by target in the order of their first run."""
    sums = {}
    with (work / "ledger.csv").open(newline="") as file:
        for row in csv.DictReader(file):
            so_far = sums.setdefault(row["target"], [0, 0.0, 0])
            sums[row["target"]] = [so_far[0] + int(row["inputs"]), so_far[1] + float(row["seconds"]), so_far[2] + int(row["findings"])]
    line = "{:20} {:>12} {:>20} {:>9}".format
    print(line("target", "inputs", "processor minutes", "findings"))
    for target, (inputs, seconds, findings) in sums.items():
        print(line(target, f"{inputs:,}", f"{seconds / 60:.1f}", findings))
    inputs, seconds, findings = (sum(column) for column in zip(*sums.values()))
    print(line(f"all {len(sums)}", f"{inputs:,}", f"{seconds / 60:.1f}", findings))


def main(program, seeds, work, minutes, *targets):
    program, places = os.path.abspath(program), (pathlib.Path(seeds), pathlib.Path(work))
    if not targets:
        targets = subprocess.run([program], capture_output=True, text=True).stdout.split()
    bad = [target for target in targets if not fuzz(program, target, places, minutes)]
    if targets:
        table(places[1])
    print(f"this run: {len(targets)} targets, {len(bad)} with findings" + (": " + ", ".join(bad) if bad else ""))
    return 1 if bad or not targets else 0


if __name__ == "__main__":
    sys.exit(table(pathlib.Path(sys.argv[2])) if sys.argv[1] == "--table" else main(*sys.argv[1:]))

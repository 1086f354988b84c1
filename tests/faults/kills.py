"""A run is killed at any point, the disk is full, the disk is read-only: what was there is whole, and the next run is right.

Usage: kills.py CGSD FAULTS [--kills N]     N kills of each command: at every change of a file, the rest at random times
"""
import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from scenarios import SCENARIOS, local_files
from sweep import Case, differences, files_of, is_temporary, run, snapshot, torn_results

KILLED = ["detect", "detect_again", "compare", "report", "directory", "fetch"]
WRITERS = ["detect", "detect_again", "detect_file", "compare", "report", "convert", "directory", "generate"]


def killed_at_a_change(case, here, number):
    run(case.program, case.words, here, case.faulty(f"kill:{number}"))


def killed_at_a_time(case, here, seconds):
    environment = {**os.environ, "XDG_CACHE_HOME": str(here / "cache")}
    process = subprocess.Popen([case.program, *case.words], cwd=here, env=environment, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    process.kill()
    process.wait()


def wrong_after_kill(case, kill, where):
    with case.copy() as here:
        kill(case, here, where)
        torn = list(torn_results(here))
        if torn:
            return f"after the kill {torn[0]}", "torn"
        state = "whole" if all((here / name).exists() for name in case.after) else "told apart"
        again = run(case.program, case.words, here, {})
        now = {name: value for name, value in snapshot(here).items() if not is_temporary(name)}
        left = [p.name for p in files_of(here) if is_temporary(p.name)]
        if again is None or again.returncode != 0:
            return f"the next run fails: {again and again.stderr.decode()[-300:]}", state
        if now != case.after:
            return f"the next run gives something else: {differences(now, case.after)}", state
        return (f"left for ever: {left}" if left else None), state


def kills(case, most, pool):
    chance = random.Random(7)
    changes = list(range(1, case.calls["kill"] + 1))[:most]
    began = time.perf_counter()
    with case.copy() as here:
        run(case.program, case.words, here, {})
    usual = time.perf_counter() - began
    jobs = [(killed_at_a_change, n) for n in changes]
    jobs += [(killed_at_a_time, chance.uniform(0, usual)) for _ in range(most - len(changes))]
    states, bad = collections.Counter(), []
    for (kill, where), (wrong, state) in zip(jobs, pool.map(lambda job: wrong_after_kill(case, *job), jobs)):
        states[state] += 1
        if wrong:
            bad.append(f"{case.name} {kill.__name__} {where}: {wrong}")
    print(f"{case.name:12} {len(jobs)} kills: {dict(states)}, {len(bad)} wrong", flush=True)
    return bad


def small_files_only(size):
    def prepare():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return prepare


def full_disk(case):
    """Files may not grow beyond 0, 100, … bytes: a disk that is full at any point of any file."""
    bad, refused = [], 0
    for size in (0, 100, 400, 1000, 4000, 20000):
        with case.copy() as here:
            done = run(case.program, case.words, here, {}, small_files_only(size))
            wrong = "hangs" if done is None else case.judged(done, here)
            refused += done is not None and done.returncode == 1
            if wrong:
                bad.append(f"{case.name} with files of {size} bytes at most: {wrong}")
    print(f"{case.name:12} full disk at 6 sizes: {refused} refused in one line, {len(bad)} wrong", flush=True)
    return bad


def read_only(case):
    """A disk that cannot be written to, as a mount of its own; as root, permissions alone would not do."""
    with case.copy() as here:
        script = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && cd "$0" && exec "$@"'
        words = ["-rm", "sh", "-c", script, str(here), case.program, *case.words]
        done = run("unshare", words, here, {})
        wrong = "hangs" if done is None else case.judged(done, here)
        if not wrong and done.returncode != 1:
            wrong = "succeeds on a disk that it cannot write to"
    print(f"{case.name:12} read-only disk: {wrong or done.stderr.decode().strip()}", flush=True)
    return [f"{case.name} on a read-only disk: {wrong}"] if wrong else []


def mounts_are_allowed():
    script = 'mount -t tmpfs tmpfs /tmp'
    return shutil.which("unshare") and subprocess.run(["unshare", "-rm", "sh", "-c", script], capture_output=True).returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=os.path.abspath)
    parser.add_argument("library", type=os.path.abspath)
    parser.add_argument("--kills", type=int, default=100)
    arguments = parser.parse_args()
    bad = []
    if not mounts_are_allowed():
        print("no mounts allowed here: the read-only disk is not tried")
    with tempfile.TemporaryDirectory(prefix="cgsd_kills_") as folder, local_files() as server, \
            concurrent.futures.ThreadPoolExecutor(2) as pool:
        for scenario in SCENARIOS(server):
            if scenario["name"] not in KILLED + WRITERS:
                continue
            case = Case(arguments.program, arguments.library, scenario, pathlib.Path(folder))
            if case.name in KILLED:
                bad += kills(case, arguments.kills, pool)
            if case.name in WRITERS:
                bad += full_disk(case) + (read_only(case) if mounts_are_allowed() else [])
    print("\n".join(bad[:40]))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())

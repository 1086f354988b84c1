"""Fuzzes every target for some minutes each and tells how many inputs were tried and what was found.

Usage: run.py FUZZER SEEDS WORK MINUTES [TARGET...]      WORK/TARGET keeps the corpus, WORK/found what went wrong

An input that takes more than 25 s by the clock (sanitizers make it ten times slower), asks for more than 256 MB at once or leaves more than 1 GB resident is a finding as well.
"""
import os
import pathlib
import re
import resource
import subprocess
import sys

LIMITS = ["-timeout=25", "-report_slow_units=25", "-malloc_limit_mb=256", "-rss_limit_mb=1024", "-max_len=20000", "-print_final_stats=1", "-verbosity=0"]


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def fuzz(program, target, seeds, work, minutes):
    corpus, found = work / target, work / "found" / target
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    before = set(found.iterdir())
    folders = [str(seeds / target)] if (seeds / target).is_dir() else []  # "everywhere" is for replay: large on purpose
    seconds = max(1, round(60 * float(minutes)))
    words = [program, *LIMITS, f"-max_total_time={seconds}", f"-artifact_prefix={found}/", str(corpus), *folders]
    environment = {**os.environ, "CGSD_FUZZ_TARGET": target, "UBSAN_OPTIONS": "print_stacktrace=1", "ASAN_OPTIONS": "detect_leaks=0"}
    before_it = processor_seconds()
    done = subprocess.run(words, env=environment, capture_output=True, text=True, errors="replace")
    tried = re.search(r"number_of_executed_units: *(\d+)", done.stderr)
    new = sorted(set(found.iterdir()) - before)
    print(f"{target:20} {int(tried.group(1)) if tried else 0:9,} inputs in {processor_seconds() - before_it:6.1f} s of processor time, {len(new)} findings", flush=True)
    if done.returncode != 0:
        why = re.findall(r"^.*(?:ERROR|runtime error|SUMMARY).*$", done.stderr, re.M)
        print("\n".join(["  " + line for line in why[:4]] + [f"  {p}" for p in new]), flush=True)
    return done.returncode != 0


def main(program, seeds, work, minutes, *targets):
    seeds, work = pathlib.Path(seeds), pathlib.Path(work)
    if not targets:
        targets = subprocess.run([program], capture_output=True, text=True).stdout.split()
    bad = [target for target in targets if fuzz(os.path.abspath(program), target, seeds, work, minutes)]
    print(f"{len(targets)} targets, {len(bad)} with findings" + (": " + ", ".join(bad) if bad else ""))
    return 1 if bad or not targets else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

"""One run of cgsd, measured from outside: for the benchmarks beside this file."""
import json
import os
import subprocess
import sys
import time


def measured(command):
    """Seconds, peak memory in GB, and what the command printed with --json."""
    words = [str(word) for word in command]
    begin = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(words)} failed")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024 / 1024, json.loads(printed)

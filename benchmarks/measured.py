"""One run of cgsd, measured from outside: for the benchmarks beside this file."""
import json
import os
import subprocess
import sys
import time


def whole_process(command):
    """{"seconds" by the clock, "cpu": seconds of the processors, "memory": peak in GB, "printed": text}"""
    words = [str(word) for word in command]
    begin = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    printed = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0:
        sys.exit(f"{' '.join(words)} failed")
    return {"seconds": time.perf_counter() - begin, "cpu": usage.ru_utime + usage.ru_stime,
            "memory": usage.ru_maxrss * 1024 / 1e9, "printed": printed}


def measured(command):
    """Seconds, peak memory in GB, and what the command printed with --json."""
    found = whole_process(command)
    return found["seconds"], found["memory"], json.loads(found["printed"])

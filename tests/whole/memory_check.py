"""Test programs under valgrind: no byte is read before it is written, none outside of its block, none is lost.

Usage: memory_check.py PROGRAM ...       without valgrind the test is skipped (77)

Only valgrind's verdict counts. A test may fail there by itself: valgrind computes long double in 64 bits.
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

OPTIONS = ["--error-limit=no", "--leak-check=full", "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite"]
# Tests of the processor's time or of threads that wait for each other; they test no memory, and valgrind runs one thread at a time.
LEFT_OUT = "--gtest_filter=-*Threads*:*Stop*:*Cancel*"


def errors_of(program, *words):
    """(number of errors, the log) of one program."""
    with tempfile.TemporaryDirectory() as name:
        log = pathlib.Path(name) / "log"
        subprocess.run(["valgrind", *OPTIONS, f"--log-file={log}", program, *words], capture_output=True, timeout=3000)
        text = log.read_text()
    found = re.findall(r"ERROR SUMMARY: ([\d,]+) errors", text)
    assert found, text[-2000:]
    return int(found[-1].replace(",", "")), text


def main():
    if not shutil.which("valgrind"):
        print("skipped: no valgrind")
        return 77
    failed = 0
    for program in sys.argv[1:]:
        errors, log = errors_of(program, "--gtest_brief=1", LEFT_OUT)
        print(f"{pathlib.Path(program).name}: {errors} errors", flush=True)
        if errors:
            failed += 1
            print(log[:4000])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

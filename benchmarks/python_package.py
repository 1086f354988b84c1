"""What the Python package costs beside the library: docs/notes/python.md has the figures.

Usage: python benchmarks/python_package.py   with an interpreter that has the wheel and scipy (tools/python test makes one: build/python/*/full)
Times are processor time of the process, but for the one from Ctrl-C, which is waiting time.
"""
import gc
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np


def seconds(work):
    began = time.process_time()
    result = work()
    return time.process_time() - began, result


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def import_time():
    def best(module):
        code = f"import time; began = time.process_time(); import {module}; print(time.process_time() - began)"
        return min(float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout) for _ in range(5))

    print(f"import: cgsd {best('cgsd'):.3f} s, of that numpy {best('numpy'):.3f} s")


def conversion():
    import scipy.sparse

    import cgsd
    from cgsd._convert import How, convert

    data = cgsd.datasets.planted_partition(nodes=200_000, communities=10, mean_degree=10, dimensions=32, seed=1)
    ones = np.ones(len(data.edges))
    half = scipy.sparse.coo_matrix((ones, (data.edges[:, 0], data.edges[:, 1])), shape=(200_000, 200_000))
    matrix = (half + half.T).tocsr()
    attributes = np.ascontiguousarray(data.attributes, dtype=np.float32)
    whole, _ = seconds(lambda: cgsd.detect(matrix, attributes, k=10))
    for name, given in (("plain", matrix), ("weighted", (2.5 * matrix).tocsr())):
        spent = min(seconds(lambda: convert(given, attributes, How()))[0] for _ in range(3))
        print(f"conversion of a scipy matrix of {len(data.edges)} edges, {name}: {spent:.3f} s, {100 * spent / whole:.2f} % of {whole:.1f} s")


def copies():
    from cgsd._convert import How, convert

    edges = np.stack([np.arange(49_999), np.arange(1, 50_000)], axis=1)
    for kind in (np.float32, np.float64):
        attributes = np.ones((50_000, 500), dtype=kind)
        convert(edges, attributes[:, :1].copy(), How())
        before = resident()
        kept = convert(edges, attributes, How())
        print(f"memory that conversion of {attributes.nbytes / 1e6:.0f} MB of {kind.__name__} adds: {(resident() - before) / 1e6:.1f} MB")
        del kept, attributes


def fits():
    import cgsd

    edges = np.array([[i, (i + 1) % 30] for i in range(30)] + [[i, (i * 7 + 3) % 30] for i in range(30)])
    attributes = np.random.default_rng(0).normal(size=(30, 6)).astype(np.float32)

    def many(count):
        for seed in range(count):
            cgsd.detect(edges, attributes, k=3, seed=seed, n_jobs=1)
        gc.collect()
        return resident()

    many(300)
    before = many(200)
    spent, after = seconds(lambda: many(1000))
    print(f"1,000 fits: {after - before} bytes more than {before / 1e6:.1f} MB; {spent:.2f} ms each")


def control_c():
    import cgsd

    signal.signal(signal.SIGINT, signal.default_int_handler)
    small = cgsd.datasets.planted_partition(nodes=6000, communities=8, mean_degree=20, seed=1)
    large = cgsd.datasets.planted_partition(nodes=100_000, communities=8, mean_degree=10, seed=1)
    calls = {"training": lambda: cgsd.detect(small, method="paper", k=8, options={"trained.epochs": 100_000}), "the default": lambda: cgsd.detect(large)}
    for name, call in calls.items():
        waits = []
        for delay in (1.0, 1.7, 2.9):
            sent = []

            def send():
                sent.append(time.monotonic())
                os.kill(os.getpid(), signal.SIGINT)

            threading.Timer(delay, send).start()
            try:
                call()
            except KeyboardInterrupt:
                waits.append(f"{time.monotonic() - sent[0]:.2f}")
        print(f"from Ctrl-C to KeyboardInterrupt in {name}: {', '.join(waits)} s, at a load of {os.getloadavg()[0]:.0f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    wanted = sys.argv[1:] or ["import_time", "copies", "fits", "control_c", "conversion"]
    for measure in wanted:
        globals()[measure]()

"""How calls behave beside other threads, signals, forks and memory."""
import gc
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import cgsd


def in_a_process(code, timeout=240):
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=timeout)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_progress_names_stages_and_ends_at_one():
    seen = []
    cgsd.detect("people", progress=lambda stage, fraction: seen.append((stage, fraction)))
    assert {fraction for _, fraction in seen} <= {f for _, f in seen if 0.0 <= f <= 1.0}
    stages = {stage for stage, _ in seen}
    assert len(stages) > 3
    assert all((stage, 1.0) in seen for stage in stages)


def test_what_a_progress_callable_raises_ends_the_call():
    def refuse(stage, fraction):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        cgsd.detect("people", progress=refuse)
    assert len(cgsd.detect("people")) == 5


def test_tqdm_shows_progress(capsys):
    pytest.importorskip("tqdm")
    cgsd.detect("people", progress="tqdm")
    assert "%" in capsys.readouterr().err


def test_control_c_ends_a_long_call_soon():
    out = in_a_process("""
        import os, signal, threading, time, cgsd
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it for what runs in the background
        data = cgsd.datasets.planted_partition(nodes=6000, communities=8, mean_degree=20, seed=1)
        threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        began = time.monotonic()
        try:
            cgsd.detect(data, method="paper", k=8, options={"trained.epochs": 100000})
        except KeyboardInterrupt:
            print(time.monotonic() - began)
    """)
    assert float(out) < 1.0 + 5.0  # a loaded machine; what was measured stands in docs/notes/python.md


def test_other_python_threads_run_meanwhile():
    data = cgsd.datasets.planted_partition(nodes=3000, communities=5, mean_degree=20, seed=1)
    ticks, done = [], threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(time.monotonic())
            time.sleep(0.005)

    thread = threading.Thread(target=tick)
    thread.start()
    began = time.monotonic()
    cgsd.detect(data, k=5)
    ended = time.monotonic()
    done.set()
    thread.join()
    assert sum(began < t < ended for t in ticks) >= 3


def test_two_threads_at_once_give_the_serial_results(blocks):
    edges, attributes, _ = blocks
    serial = [cgsd.detect(edges, attributes, k=k, seed=k) for k in (2, 3, 4, 5)]
    found = [None] * 4

    def work(i):
        for _ in range(3):
            found[i] = cgsd.detect(edges, attributes, k=i + 2, seed=i + 2)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    for a, b in zip(serial, found):
        np.testing.assert_array_equal(a.membership, b.membership)
        np.testing.assert_array_equal(a.embedding, b.embedding)


def test_results_do_not_depend_on_the_number_of_threads(blocks):
    edges, attributes, _ = blocks
    one, two = (cgsd.detect(edges, attributes, n_jobs=n) for n in (1, 2))
    np.testing.assert_array_equal(one.membership, two.membership)
    np.testing.assert_array_equal(one.embedding, two.embedding)


def test_a_fork_after_use_works_on_one_thread_with_the_same_result():
    out = in_a_process("""
        import multiprocessing, numpy as np, cgsd
        def work(_):
            found = cgsd.detect("people", n_jobs=4)
            return found.membership.tolist(), found.embedding.tobytes()
        data = cgsd.datasets.planted_partition(nodes=2000, communities=4, mean_degree=10)
        cgsd.detect(data, k=4, n_jobs=4)                     # threads of oneTBB are running
        here = work(0)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            print(all(there == here for there in pool.map(work, range(4))))
    """)
    assert out.strip() == "True"


def test_a_thousand_fits_do_not_grow_memory():
    edges = np.array([[i, (i + 1) % 30] for i in range(30)] + [[i, (i * 7 + 3) % 30] for i in range(30)])
    attributes = np.random.default_rng(0).normal(size=(30, 6)).astype(np.float32)

    def fits(count):
        for seed in range(count):
            cgsd.detect(edges, attributes, k=3, seed=seed, n_jobs=1)
        gc.collect()
        return resident()

    fits(300)
    before = fits(200)
    after = fits(1000)
    assert after - before < 3_000_000, (before, after)


def test_float32_rows_are_not_copied_by_conversion():
    """100 MB of attributes: conversion must not add to the memory of the process."""
    from cgsd._convert import How, convert

    attributes = np.ones((50_000, 500), dtype=np.float32)
    edges = np.stack([np.arange(49_999), np.arange(1, 50_000)], axis=1)
    convert(edges, attributes[:, :1].copy(), How())
    before = resident()
    kept = convert(edges, attributes, How())
    assert resident() - before < 20_000_000
    assert kept.data.borrows_attributes


def test_import_needs_nothing_but_numpy():
    out = in_a_process("""
        import sys
        import cgsd
        print([m for m in ("pandas", "scipy", "sklearn", "networkx", "matplotlib", "tqdm") if m in sys.modules])
    """)
    assert out.strip() == "[]"


def test_errors_have_the_right_kind(tmp_path):
    with pytest.raises(OSError):
        cgsd.detect(tmp_path / "nothing.csv")
    (tmp_path / "bad.csv").write_text("source,target\na\n")
    with pytest.raises(ValueError, match="bad.csv:2"):
        cgsd.detect(tmp_path / "bad.csv")
    (tmp_path / "cells.h5ad").write_bytes(b"\x89HDF\r\n\x1a\n" + b"\0" * 100)
    with pytest.raises(ValueError, match="anndata.read_h5ad"):
        cgsd.detect(tmp_path / "cells.h5ad")


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="needs alarms")
def test_other_signal_handlers_run_during_a_call():
    rang = []
    before = signal.signal(signal.SIGALRM, lambda *_: rang.append(time.monotonic()))
    data = cgsd.datasets.planted_partition(nodes=3000, communities=5, mean_degree=20, seed=1)
    signal.setitimer(signal.ITIMER_REAL, 0.05, 0.05)
    try:
        began = time.monotonic()
        cgsd.detect(data, k=5)
        ended = time.monotonic()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert any(began < t < ended for t in rang)

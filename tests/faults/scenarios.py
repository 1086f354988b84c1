"""Small runs of every command, and a server of one dataset for those that download.

A scenario: its name, the commands that come before, the one that is tried (`run`), and files that may be there in part if it
fails (`partly`: figures and manuals are many files, each whole). `others`: libraries of others are loaded while it runs, and what
these print or do if no memory is left at all is theirs.
"""
import contextlib
import functools
import http.server
import pathlib
import threading

SHARED = pathlib.Path(__file__).resolve().parents[3] / "shared"
ONE = ["--threads", "1", "-q"]


def SCENARIOS(server):
    detect = ["detect", "karate", "-k", "2", "-o", "run", *ONE]
    graph = ["generate", "-o", "g.npz", "--nodes", "60", "--dimensions", "6", *ONE]
    yield {"name": "detect", "run": detect}
    yield {"name": "detect_again", "before": [detect], "run": [*detect, "--seed", "3", "--levels", "--embedding", "--report"]}
    yield {"name": "detect_file", "before": [graph], "run": ["detect", "g.npz", "-k", "4", "-o", "c.csv", "--threads", "2", "-q"]}
    yield {"name": "leiden", "run": ["detect", "karate", "--method", "leiden", "-o", "run", *ONE]}
    yield {"name": "model", "before": [graph], "run": ["detect", "g.npz", "-k", "4", "-o", "run", "--model", "m.npz", *ONE]}
    yield {"name": "compare", "run": ["compare", "--data", "karate", "--methods", "leiden,louvain", "--seeds", "2", "-o", "c.cgsd",
                                      "--parallel", "1", *ONE]}
    yield {"name": "report", "before": [detect], "run": ["report", "run", "-o", "page.html", *ONE]}
    yield {"name": "explain", "before": [detect], "run": ["explain", "run", "8", "--threads", "1"]}
    yield {"name": "convert", "run": ["convert", "karate", "-o", "k.graphml", *ONE]}
    yield {"name": "directory", "before": [["convert", "people", "-o", "g.csr", *ONE]], "run": ["convert", "karate", "-o", "g.csr", *ONE]}
    yield {"name": "generate", "run": graph}
    yield {"name": "diagnose", "run": ["diagnose", "karate", "--threads", "1"]}
    yield {"name": "info", "before": [graph], "run": ["info", "g.npz", "--threads", "1"]}
    yield {"name": "curvature", "run": ["curvature", "karate", "-o", "edges.csv", *ONE]}
    yield {"name": "man", "run": ["man", "-o", "man", "-q"], "partly": [f"man/{p}" for p in manual_pages()]}
    if server:
        yield {"name": "fetch", "run": ["data", "fetch", "texas", "--base_url", server, "--data", ".", "-q"],
               "others": True}


def manual_pages():
    words = ("detect explain report view assign compare reproduce info diagnose generate convert curvature data demo completion man "
             "data-list data-info data-path data-fetch").split()
    return ["cgsd.1"] + [f"cgsd-{word}.1" for word in words]


class QuietServer(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):  # clients that were killed
        pass


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@contextlib.contextmanager
def local_files():
    """An address that serves the shared data, or nothing where there are none."""
    if not (SHARED / "data").is_dir():
        yield None
        return
    handler = functools.partial(Quiet, directory=str(SHARED / "data"))
    with QuietServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()

"""Small inputs for every target of the fuzzer, as OUT/TARGET/*, and past findings as OUT/everywhere: by hand, from tests/data, and by cgsd.

Usage: make_seeds.py OUT [CGSD]     with CGSD also models, checkpoints and manifests, which only it writes
"""
import gzip
import json
import pathlib
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
FORMATS = HERE.parent / "data" / "formats"
ATTACKS = HERE.parents[2] / "shared" / "attacks"
FROM_FORMATS = {
    "graphml": ["yed.graphml", "igraph/people.graphml"], "gexf": ["gephi.gexf", "networkx/people.gexf"],
    "gml": ["newman.gml", "networkx/people.gml"], "pajek": ["igraph/people.net", "networkx/people.net"],
    "json_graph": ["d3.json", "cytoscape.cyjs", "networkx/node_link.json", "networkx/cytoscape.json"],
    "adjacency_list": ["networkx/people.adjlist"], "networkx_edgelist": ["networkx/people.edgelist", "networkx/weighted.edgelist"],
    "neo4j": ["neo4j_all.csv", "neo4j_relationships.csv"], "edge_list": ["gephi_edges.csv", "pandas.csv", "igraph/people.ncol"],
    "graph": ["excel.txt", "graphviz.dot", "igraph/people.lgl", "pandas_records.json"], "h5ad": ["anndata.h5ad.gz"],
}
BY_HAND = {
    "edge_list": ["0,1\n1,2\n", "source;target;weight\na;b;1.5\n\"x\ny\";b;2\n", "# c\n1 2 0.5\n2 3 1e300\n"],
    "directed_edge_list": ["a\tb\nb\ta\na\ta\n", "from,to,time\n1,2,3\n"],
    "metis": ["3 2\n2\n1 3\n2\n", "% c\n3 2 011 1\n1 2 1\n1 1 1 3 1\n1 2 1\n"],
    "matrix_market": ["%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n1 2 1.0\n2 3 -2e1\n",
                      "%%MatrixMarket matrix array integer general\n2 2\n0\n1\n1\n0\n"],
    "geom_gcn": ["node_id\tnode_id\n0\t1\n1\t0\nnode_id\tfeature\tlabel\n0\t0,1\t1\n1\t1,0\t0\n"],
    "attributes": ["node,age,city,born\na,1,Rome,2001-02-03\nb,2.5,Oslo,03/04/1999\nc,,Rome,\n", "1 1:0.5 7:1\n0 2:1\n1 3:1\n0 1:1\n1 1:1\n0 1:1\n"],
    "labels": ["node,class\na,1\nb,2\nc,1\nd,2\ne,1\nf,2\n", "x\nx\ny\ny\nz\nz\n"],
    "spec": ['{"datasets": ["karate"], "methods": ["louvain", {"method": "dgi", "options": {"epochs": 3}}], "seeds": 2}'],
    "spec_text": ['{"datasets": [{"name": "karate", "communities": 2}], "methods": ["leiden"], "seeds": [1, 7]}'],
    "options": ["\0diffusion.weights=always\nknn.neighbours=5", "\x0bdgi.epochs=100\ncommunities=3", "\x05communities=classes"],
    "config": ["# run\nmethod = dgi\nknn.neighbours = 20\n", '{"options": {"knn.neighbours": 3}, "seed": 2}'],
    "lists": ["cora,texas", "a.npz,'b,c'", "dgi.epochs=100"],
    "cell_of_log": ['{"method":"louvain","dataset":"karate","seed":0,"overrides":[],"state":"failed","reason":"x","seconds":1,'
                    '"options":"0","data":"0","cgsd":"0"}'],
    "cell_of_table": ["1.234,5", "2001-02-03T04:05", "[1, 2, 3]", "12 kg", "-Infinity", "007", "a;b;c", "31.12.99", "1e-400"],
    "names": ["\x1b[31mred", "\u0301\u202eabc", "{'a': 1, \"b\": [2]}", "bytes 5-9/10", "https://user:pw@host/x?y"],
    "communities": ["node,community,confidence\n0,0,1\n1,0,0.5\n2,1,\n3,1,1\n4,1,1\n5,0,1\n"],
    "manifest": ['{"schema":"cgsd-run","schema_version":1,"method":"default","data":{"name":"a","arguments":[],"files":[]},'
                 '"outputs":[{"file":"communities.csv","bytes":3,"sha256":"00"}]}'],
}


def npy(kind, shape, data, fortran=False):
    header = f"{{'descr': '{kind}', 'fortran_order': {fortran}, 'shape': {shape}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def npz(members, method=zipfile.ZIP_DEFLATED):
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", method) as archive:
            for name, data in members.items():
                archive.writestr(zipfile.ZipInfo(name + ".npy"), data, method)
        file.seek(0)
        return file.read()


EDGES = npy("<i8", "(3, 2)", struct.pack("<6q", 0, 1, 1, 2, 2, 0))
FLOATS = npy("<f4", "(3, 2)", struct.pack("<6f", 0, 1, 2, 3, 4, 5))
BOMB = 3_000_000  # elements of an array that packs to nothing


def binary():
    yield "npy", "edges", EDGES
    yield "npy", "fortran", npy(">i4", "(2, 2)", struct.pack(">4i", 0, 1, 1, 0), True)
    yield "attributes", "floats", npy("<f2", "(6, 1)", bytes(12))
    yield "npz", "dense", npz({"edges": EDGES, "node_features": FLOATS, "node_labels": npy("<i8", "(3,)", struct.pack("<3q", 0, 1, 0))})
    yield "npz", "stored", npz({"edges": EDGES, "node_names": npy("<U2", "(3,)", "a\0b\0cc".encode("utf-32-le"))}, zipfile.ZIP_STORED)
    csr = {"data": npy("<f4", "(2,)", struct.pack("<2f", 1, 1)), "indices": npy("<i4", "(2,)", struct.pack("<2i", 1, 0)),
           "indptr": npy("<i4", "(3,)", struct.pack("<3i", 0, 1, 2)), "shape": npy("<i8", "(2,)", struct.pack("<2q", 2, 2))}
    yield "scipy_npz", "csr", npz({**csr, "format": npy("|S3", "()", b"csr")})
    yield "npz", "sparse", npz({"edges": EDGES, **{"features_" + name: data for name, data in csr.items()}})
    yield "gzip", "text", gzip.compress(b"0,1\n1,2\n", mtime=0)
    yield "gzip", "two", gzip.compress(b"0,1\n", mtime=0) + gzip.compress(b"1,2\n", mtime=0) + b"\0\0"
    yield "pickle", "graph", pickle.dumps({0: [1, 2], 1: [0], "a": (1.5, None, True, b"x")}, 2)
    yield "planetoid", "five", planetoid()
    yield "everywhere", "blank_lines.gz", gzip.compress(b"\n" * (20 << 20), mtime=0)
    yield "everywhere", "widened.npz", npz({"edges": npy("|b1", f"({BOMB // 2}, 2)", bytes(BOMB))})
    yield "everywhere", "pointers.npz", npz({"edges": EDGES, "features_data": npy("<f4", "(0,)", b""),
                                             "features_indices": npy("<i4", "(0,)", b""),
                                             "features_indptr": npy("|i1", f"({BOMB},)", bytes(BOMB)),
                                             "features_shape": npy("<i8", "(2,)", struct.pack("<2q", BOMB - 1, 5))})
    yield "everywhere", "columns.svm", b"0 20000000:1\n0 1:1\n0 1:2\n"
    yield "everywhere", "escape.cfg", b"cut = \x1b[31mx\x1b]0;owned\x07\n"
    yield "everywhere", "many_keys.json", ("{" + ",".join(f'"k{i}":1' for i in range(2000)) + "}").encode()
    yield "everywhere", "deep.json", b"[" * 20000
    yield "everywhere", "sizes", b"%%MatrixMarket matrix coordinate pattern general\n2147483648 4294967296 9223372036854775807\n1 1\n"
    yield "everywhere", "sizes.metis", b"18446744073709551615 9223372036854775808\n1\n"
    yield "everywhere", "shape.npy", npy("<f8", "(4294967296, 4294967296)", bytes(16))
    for target in ("methods", "levels", "summary", "placement", "diagnosis"):
        for number in range(20):
            yield target, f"{number}", bytes([number, 3, 11, 1, 40]) + bytes((i * (number + 7)) % 251 for i in range(160))


CSR_FILES = ["graph.json", "offsets.u64", "targets.u32", "weights.f64", "attributes.f32", "labels.i32", "attribute_offsets.u64",
             "attribute_columns.u32", "attribute_values.f32", "name_offsets.u64", "names.txt"]


def after_their_lengths(parts):
    """Files as a target takes those of a directory: each after its length."""
    return b"".join(struct.pack("<H", len(data)) + data for data in parts)


def csr_directory(directory):
    """The files as the target takes them: each after its length. Checksums are left out, or no changed input would get past them."""
    parts = {name: (directory / name).read_bytes() if (directory / name).exists() else b"" for name in CSR_FILES}
    parts["graph.json"] = json.dumps({**json.loads(parts["graph.json"]), "sha256": {}}).encode()
    return after_their_lengths(parts.values())


def planetoid():
    """Five nodes, three of them in allx, as Python 2 pickled NumPy's and SciPy's; opcode by opcode, since neither is needed here."""
    def number(value):
        return b"J" + struct.pack("<i", value)

    def text(value):
        return b"T" + struct.pack("<I", len(value)) + value

    def array(shape, kind, code, values):
        return (b"cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\n" + number(0) + b"\x85" + text(b"b") + b"\x87R(" + number(1)
                + b"(" + b"".join(map(number, shape)) + b"tcnumpy\ndtype\n" + text(kind) + number(0) + number(1) + b"\x87R(" + number(3)
                + text(b"<") + b"NNN" + number(-1) + number(-1) + number(0) + b"tb\x89" + text(struct.pack(f"<{len(values)}{code}", *values)) + b"tb")

    def rows(cols, offsets, columns, values):
        return (b"cscipy.sparse.csr\ncsr_matrix\n)\x81}(" + text(b"_shape") + b"(" + number(len(offsets) - 1) + number(cols) + b"t"
                + text(b"indptr") + array([len(offsets)], b"i4", "i", offsets) + text(b"indices") + array([len(columns)], b"i4", "i", columns)
                + text(b"data") + array([len(values)], b"f4", "f", values) + b"ub")

    lists = b"ccollections\ndefaultdict\nc__builtin__\nlist\n\x85R(" + b"".join(
        number(v) + b"](" + number((v + 1) % 5) + number((v + 4) % 5) + b"e" for v in range(5)) + b"u"
    parts = [rows(4, [0, 1, 2, 3], [0, 1, 2], [1, 1, 1]), array([3, 2], b"i4", "i", [1, 0, 0, 1, 0, 0]),
             rows(4, [0, 1, 3], [3, 0, 1], [5, 3, 4]), array([2, 2], b"i4", "i", [0, 1, 1, 0]), lists]
    return after_their_lengths([*(b"\x80\x02" + part + b"." for part in parts), b"4\n3\n"])


def by_cgsd(program):
    with tempfile.TemporaryDirectory() as name:
        here = pathlib.Path(name)

        def run(*words):
            subprocess.run([program, *words, "-q", "--threads", "1"], cwd=here, check=True)

        run("generate", "-o", "g.npz", "--nodes", "12", "--dimensions", "3", "--communities", "2")
        run("detect", "g.npz", "-k", "2", "-o", "run", "--model", "m.npz", "--levels")
        run("detect", "g.npz", "-k", "2", "-o", "p", "--method", "paper", "--set", "trained.epochs=2", "--checkpoint-every", "1")
        run("convert", "people", "-o", "people.csr")
        run("convert", "g.npz", "-o", "g.csr")
        yield "csr_directory", "sparse", csr_directory(here / "people.csr")
        yield "csr_directory", "dense", csr_directory(here / "g.csr")
        yield "model", "default", (here / "m.npz").read_bytes()
        yield "checkpoint", "paper", (here / "p/checkpoint.npz").read_bytes()
        yield "manifest", "levels", (here / "run/manifest.json").read_bytes()
        yield "communities", "levels", (here / "run/levels.csv").read_bytes()


def main(out, program=None):
    out = pathlib.Path(out)
    shutil.rmtree(out, ignore_errors=True)

    def put(target, name, data):
        (out / target).mkdir(parents=True, exist_ok=True)
        (out / target / name).write_bytes(data)

    for target, files in FROM_FORMATS.items():
        for file in files:
            put(target, file.replace("/", "_"), (FORMATS / file).read_bytes())
    for target, texts in BY_HAND.items():
        for number, text in enumerate(texts):
            put(target, f"hand_{number}", text.encode("utf-8", "surrogateescape"))
    for made in [*binary(), *(by_cgsd(program) if program else [])]:
        put(*made)
    if ATTACKS.is_dir():
        for file in ATTACKS.iterdir():
            if file.suffix in (".npz", ".csv", ".cfg", ".json", ".svm"):
                put("everywhere", "attack_" + file.name, file.read_bytes())


if __name__ == "__main__":
    main(*sys.argv[1:])

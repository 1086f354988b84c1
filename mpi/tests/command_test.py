"""cgsd-mpi detect beside cgsd detect: the same communities, the same bits again, one line if something is wrong.

Usage: command_test.py CGSD CGSD_MPI RANKS_SH
"""
import collections
import csv
import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

cgsd, program, ranks = sys.argv[1:4]


def run(*arguments, fails=False):
    done = subprocess.run([str(a) for a in arguments], capture_output=True, text=True, timeout=300)
    if (done.returncode != 0) != fails:
        sys.exit(f"{arguments}: code {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout + done.stderr


def communities(directory):
    with open(directory / "communities.csv", newline="") as file:
        return {row["node"]: row["community"] for row in csv.DictReader(file)}


def nmi(a, b):
    n = len(a)
    pairs = collections.Counter((a[v], b[v]) for v in a)
    rows, columns = collections.Counter(a.values()), collections.Counter(b[v] for v in a)
    shared = sum(c / n * math.log(c * n / (rows[x] * columns[y])) for (x, y), c in pairs.items())
    entropy = sum(-c / n * math.log(c / n) for side in (rows, columns) for c in side.values())
    return 2 * shared / entropy if entropy else 1.0


def check(well, what):
    if not well:
        sys.exit(f"failed: {what}")


def detects_as_one_process(here):
    graph, rows = here / "sbm.npz", here / "sbm.csr"
    run(cgsd, "generate", "-o", graph, "--nodes", 1500, "--mean-degree", 14, "--heterophily", 0.1, "--seed", 3)
    run(cgsd, "convert", graph, "-o", rows)
    run(cgsd, "detect", rows, "-k", 5, "-o", here / "one")  # the tool reads the directory too
    text = run(ranks, 2, program, "detect", rows, "-k", 5, "-o", here / "two")
    check("5 communities, as asked" in text, f"the report: {text}")
    one, two = communities(here / "one"), communities(here / "two")
    check(one.keys() == two.keys(), "the same nodes, by the same names")
    check(nmi(one, two) >= 0.99, f"NMI {nmi(one, two)} of one process and two ranks")
    manifest = json.loads((here / "two/manifest.json").read_text())
    check(len(manifest["ranks"]) == 2 and manifest["outputs"][0]["file"] == "communities.csv", "the manifest")
    check(sorted(os.listdir(here / "two")) == ["communities.csv", "manifest.json"], "no part of a rank is left")
    run(ranks, 2, program, "detect", rows, "-k", 5, "-o", here / "again", "--quiet")
    same = (here / "two/communities.csv").read_bytes() == (here / "again/communities.csv").read_bytes()
    check(same, "the same bytes again")
    return rows


def weighted_edges(file):
    """300 nodes of 3 groups; edges fall anywhere, those within a group weigh four times as much as others."""
    drawn = random.Random(5)
    pairs = {tuple(sorted(drawn.sample(range(300), 2))) for _ in range(4000)}
    lines = [f"{u},{v},{4 if u % 3 == v % 3 else 1}.{drawn.randrange(10)}" for u, v in sorted(pairs)]
    file.write_text("\n".join(["source,target,weight", *lines]) + "\n")


def counts_edges_by_their_weights(here):
    edges, rows = here / "weighted.csv", here / "weighted.csr"
    weighted_edges(edges)
    run(cgsd, "convert", edges, "-o", rows)
    run(cgsd, "detect", rows, "-k", 3, "-o", here / "weighted_one")
    run(ranks, 2, program, "detect", rows, "-k", 3, "-o", here / "weighted_two", "--quiet")
    likeness = nmi(communities(here / "weighted_one"), communities(here / "weighted_two"))
    check(likeness >= 0.99, f"NMI {likeness} of one process and two ranks with weights")
    one, two = (json.loads((here / f"weighted_{n}/manifest.json").read_text())["weights"] for n in ("one", "two"))
    check(one["form"] == two["form"] != "none", f"the form of the weights: {one}, {two}")
    truth = {str(v): str(v % 3) for v in range(300)}
    check(nmi(truth, communities(here / "weighted_two")) >= 0.9, "weights tell the groups")
    run(ranks, 2, program, "detect", rows, "-k", 3, "-o", here / "unweighted", "--weights", "ignore", "--quiet")
    check(nmi(truth, communities(here / "unweighted")) < 0.5, "without them nothing does")


def counts_as_one_process(here, rows):
    """-k auto finds the number of one process, and has the bytes of that number given; one rank is cgsd detect."""
    run(cgsd, "detect", rows, "-o", here / "counted_one")
    for count in (1, 2, 3):
        run(ranks, count, program, "detect", rows, "-o", here / f"counted_{count}", "--quiet")
        run(ranks, count, program, "detect", rows, "-k", 5, "-o", here / f"given_{count}", "--quiet")
        counted, given = (here / f"{how}_{count}/communities.csv" for how in ("counted", "given"))
        check(counted.read_bytes() == given.read_bytes(), f"-k auto and -k 5 of {count} ranks")
        evidence = [json.loads((here / f"counted_{n}/manifest.json").read_text())["communities"] for n in ("one", count)]
        check(evidence[0]["wanted"] == evidence[1]["wanted"] == 5, f"the number of {count} ranks: {evidence}")
        check(evidence[0]["wanted_by"] == evidence[1]["wanted_by"], f"why: {evidence}")
    same = (here / "counted_one/communities.csv").read_bytes() == (here / "counted_1/communities.csv").read_bytes()
    check(same, "one rank gives the bytes of cgsd detect")


def trains_as_one_process(here, rows):
    """The paper's encoder: weights in every rank, gradients added."""
    settings = ("-k", 5, "--set", "encoder=trained", "--set", "trained.epochs=30")
    run(cgsd, "detect", rows, *settings, "-o", here / "trained_one")
    for count in (1, 2, 3):
        run(ranks, count, program, "detect", rows, *settings, "-o", here / f"trained_{count}", "--quiet")
        one, several = (json.loads((here / f"trained_{n}/manifest.json").read_text())["training"] for n in ("one", count))
        check(one["epochs"] == several["epochs"] == 30, f"epochs: {one}, {several}")
        for loss in one["losses"]:
            pairs = zip(one["losses"][loss], several["losses"][loss], strict=True)
            check(all(math.isclose(x, y, rel_tol=1e-4) for x, y in pairs), f"{loss} of {count}: {one}, {several}")
        found = nmi(communities(here / "trained_one"), communities(here / f"trained_{count}"))
        check(found >= 0.99, f"communities of {count} ranks: {found}")


def reads_an_edge_list(here):
    """Each rank a part of the file, with the result of the rows that cgsd convert makes of it."""
    lists = {"plain.txt": "", "header.csv": "source,target,weight\n", "comment.tsv": "% a comment\n\n"}
    drawn = random.Random(6)
    pairs = [(u, v) for u in range(240) for v in range(240) if u != v and drawn.random() < (0.15 if u % 3 == v % 3 else 0.01)]
    pairs += [(7, 7), pairs[0], pairs[0]]
    drawn.shuffle(pairs)
    for name, head in lists.items():
        mark = {".txt": " ", ".csv": ",", ".tsv": "\t"}[name[-4:]]
        edges, rows = here / name, here / f"{name}.csr"
        weights = [f"{mark}{drawn.choice((0.1, 0.7, 2.3))}" if head.startswith("source") else "" for _ in pairs]
        text = head + "\n".join(f"{u}{mark}{v}{w}" for (u, v), w in zip(pairs, weights))
        edges.write_text(text)  # without an end of line after the last
        run(cgsd, "convert", edges, "-o", rows)
        run(cgsd, "detect", edges, "-k", 3, "-o", here / f"{name}.one")
        for count in (1, 2, 3):
            by_lines, by_rows = here / f"{name}.lines{count}", here / f"{name}.rows{count}"
            run(ranks, count, program, "detect", edges, "-k", 3, "-o", by_lines, "--quiet")
            run(ranks, count, program, "detect", rows, "-k", 3, "-o", by_rows, "--quiet")
            same = (by_lines / "communities.csv").read_bytes() == (by_rows / "communities.csv").read_bytes()
            check(same, f"{name}: the communities of the rows, {count} ranks")
            one, several = (json.loads((d / "manifest.json").read_text())["data"] for d in (here / f"{name}.one", by_lines))
            for kind in ("nodes", "edges", "entries_read", "self_loops_dropped", "repeats_merged", "directions_joined"):
                check(one[kind] == several[kind], f"{name}, {kind}: {one[kind]} and {several[kind]}")


def table_of(here):
    """Edges of 240 nodes, and a table of what people write about nodes: rows in any order, some cells and some rows missing."""
    drawn = random.Random(7)
    edges = [(u, v) for u in range(240) for v in range(u) if drawn.random() < (0.12 if u % 3 == v % 3 else 0.02)]
    (here / "friends.csv").write_text("".join(f"{u},{v}\n" for u, v in edges))
    rows = []
    for v in range(240):
        age = "" if v % 17 == 0 else f"{20 + 15 * (v % 3) + drawn.random():.3f}"
        city = drawn.choice(["Rome", "Oslo", ("Bonn", "Graz", "Lyon")[v % 3]])
        notes = " ".join(drawn.choice(["red", "blue", "green", ("fox", "hen", "owl")[v % 3], "ran", "sat"]) for _ in range(5))
        rows.append([str(v), age, city, f'"likes, {notes}"', *(f"{drawn.gauss(v % 3, 1):.4f}" for _ in range(4))])
    return "person_id,age,city,notes,e0,e1,e2,e3", rows, drawn


def reads_a_table(here):
    """Each rank a part of its lines; recognised, filled and named as in one process."""
    heading, rows, drawn = table_of(here)
    mixed = [row for row in rows if row[0] not in ("5", "6", "77", "200")] + [["", "3", "Rome", "none", "0", "0", "0", "0"]]
    drawn.shuffle(mixed)
    tables = {"mixed": [heading, *(",".join(row) for row in mixed)],
              "in_order": [heading.split(",", 1)[1], *(",".join(row[1:]) for row in rows)],
              "numbers": [" ".join(row[4:]) for row in rows],
              "numbered": ["% a comment", *("\t".join([row[0], *row[4:]]) for row in rows)]}
    tables["numbered"][0] = "# a comment"
    for name, lines in tables.items():
        table, one = here / f"{name}.csv", here / f"{name}.one"
        table.write_text("\n".join(lines))
        run(cgsd, "detect", here / "friends.csv", "-x", table, "-k", 3, "-o", one)
        for count in (1, 2, 3):
            several = here / f"{name}.{count}"
            run(ranks, count, program, "detect", here / "friends.csv", "-x", table, "-k", 3, "-o", several, "--quiet")
            a, b = (json.loads((d / "manifest.json").read_text())["data"] for d in (one, several))
            check(a["reading"] == b["reading"], f"{name}, {count} ranks: {a['reading']} and {b['reading']}")
            check(a["attributes"]["columns"] == b["attributes"]["columns"], f"{name}: {a['attributes']}, {b['attributes']}")
            check(a["attributes"]["nonzeros"] == b["attributes"]["nonzeros"], f"{name}: {a['attributes']}, {b['attributes']}")
            likeness = nmi(communities(one), communities(several))
            check(likeness >= 0.99, f"{name}: NMI {likeness} of one process and {count} ranks")


def refuses_bad_tables(here):
    heading, rows, _ = table_of(here)
    lines = [",".join(row) for row in rows]
    for name, text, reason in (
        ("stranger.csv", [heading, *lines, lines[9].replace("9,", "240,", 1)], "stranger.csv:242:1: '240' is none of the nodes"),
        ("twice.csv", [heading, *lines, lines[9]], "node 9 has two rows"),
        ("longer.csv", [heading, *lines[:200], lines[200] + ",7", *lines[201:]], "longer.csv:202:"),
        ("few.csv", ["x y", *(" ".join(row[4:6]) for row in rows[1:])], "239 rows without ids of nodes"),
        ("mixture.csv", ["person_id,age", *(f"{v},{v % 7 if v != 99 else 'tall'}" for v in range(240))], "node 99: 'tall'"),
        ("quoted.csv", ["person_id,e0,notes", *(f'{v},{v % 7},"a\nb"' for v in range(240))], "cgsd convert"),
    ):
        (here / name).write_text("\n".join(text))
        said = run(ranks, 2, program, "detect", here / "friends.csv", "-x", here / name, "-k", 3, "-o", here / "refused", fails=True)
        check(reason in said, f"{name}: {said}")
        check(not (here / "refused/manifest.json").exists(), "no result of a run that failed")


def refuses_bad_lines(here):
    good = "".join(f"{u} {(u + 1) % 90}\n" for u in range(90))
    for name, text, reason in (
        ("names.txt", good + "anna bert\n", "names.txt:91:1: several ranks read nodes that are whole numbers from 0"),
        ("short.txt", good + "4\n" + good, "short.txt:91:"),
        ("weight.csv", "source,target,weight\n1,2,3\n1,2,x\n", "weight.csv:3:"),
        ("gap.txt", good + "89 95\n", "node 90 does not occur"),
        ("far.txt", good + "0 4000000000\n", "cgsd convert"),
        ("empty.txt", "", "empty.txt"),
        ("declared.txt", "# cgsd nodes=90 directed=false\n" + good + "3 90\n", "declared.txt:92:"),
        ("packed.txt", None, "plain text"),
    ):
        if text is None:
            with gzip.open(here / name, "wt") as file:
                file.write(good)
        else:
            (here / name).write_text(text)
        said = run(ranks, 2, program, "detect", here / name, "-k", 3, "-o", here / "refused", fails=True)
        check(reason in said, f"{name}: {said}")
        check(not (here / "refused/manifest.json").exists(), "no result of a run that failed")


def refuses(here, rows):
    for arguments, reason in (
        ([rows, "-k", 5, "-x", here / "few.csv"], "--attributes goes with an edge list"),
        ([rows, "-k", "some"], "give the number of communities, -k 5, or auto"),
        ([rows, "-k", 5000], "communities = 5000: the graph has only 1500 nodes"),
        ([rows, "-k", 5, "--set", "rounding=spectral"], "several ranks offer rounding=smoothed"),
        ([rows, "--set", "encoder=trained"], "give the number of communities"),
        ([rows, "-k", 5, "--set", "encoder=trained", "--set", "trained.curvature.kind=ollivier"], "compute forman"),
        ([here / "sbm.npz", "-k", 5], "cgsd convert"),
    ):
        text = run(ranks, 2, program, "detect", *arguments, "-o", here / "refused", fails=True)
        check(reason in text, f"{arguments}: {text}")  # a rank that comes late on a busy machine may say it again
        check(not (here / "refused/manifest.json").exists(), "no result of a run that failed")


def killed_in_kmeans(here, arguments):
    """A rank is killed while the others wait for it: the run ends, and there is no result that looks whole."""
    (here / "killed/manifest.json").unlink(missing_ok=True)
    job = subprocess.Popen([str(a) for a in (ranks, 2, program, "detect", *arguments, "-o", here / "killed")],
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for _ in range(1200):
        if (here / "killed.checkpoint/neighbours.json").exists():
            break
        time.sleep(0.05)
    found = subprocess.run(["ps", "-o", "pid=,args=", "--ppid", str(job.pid)], capture_output=True, text=True).stdout
    victims = [line.split()[0] for line in found.splitlines() if program in line]
    check(len(victims) == 2, "both ranks run")
    os.kill(int(victims[1]), 9)
    text, _ = job.communicate(timeout=120)
    check(job.returncode != 0 and "signal 9" in text, f"the end of the run: {job.returncode} {text}")
    check(not (here / "killed/manifest.json").exists(), "no result of a run that was killed")


def goes_on_after_a_kill(here, rows):
    arguments = (rows, "-k", 5, "--set", "kmeans.restarts=3000")
    run(ranks, 2, program, "detect", *arguments, "-o", here / "whole", "--no-checkpoint")
    killed_in_kmeans(here, arguments)
    other = run(ranks, 2, program, "detect", rows, "-k", 4, "-o", here / "killed")
    check("checkpoint" not in other, "what was kept of another run does not serve")
    killed_in_kmeans(here, arguments)
    text = run(ranks, 2, program, "detect", *arguments, "-o", here / "killed")
    check("taken from the checkpoint: encoded, neighbours" in text, f"where it goes on: {text}")
    same = (here / "whole/communities.csv").read_bytes() == (here / "killed/communities.csv").read_bytes()
    check(same, "the same bytes as of a run that was not killed")
    check(not (here / "killed.checkpoint").exists(), "nothing is kept once there are results")
    killed_in_kmeans(here, arguments)
    text = run(ranks, 3, program, "detect", *arguments, "-o", here / "killed")
    check("taken from the checkpoint: encoded, neighbours" in text, f"where three ranks go on: {text}")
    likeness = nmi(communities(here / "whole"), communities(here / "killed"))
    check(likeness >= 0.99, f"NMI {likeness} after going on with three ranks")


def refuses_a_damaged_checkpoint(here, rows):
    """A part whose bytes changed is not used: what it held is computed again."""
    arguments = (rows, "-k", 5, "--set", "kmeans.restarts=3000")
    killed_in_kmeans(here, arguments)
    part = here / "killed.checkpoint/encoded.1-of-2"
    kept = bytearray(part.read_bytes())
    kept[len(kept) // 2] ^= 1
    part.write_bytes(kept)
    text = run(ranks, 2, program, "detect", *arguments, "-o", here / "killed")
    check("taken from the checkpoint: neighbours" in text, f"without the damaged stage: {text}")
    same = (here / "whole/communities.csv").read_bytes() == (here / "killed/communities.csv").read_bytes()
    check(same, "the same bytes, part of them computed again")


with tempfile.TemporaryDirectory() as temporary:
    place = pathlib.Path(temporary)
    directory = detects_as_one_process(place)
    counts_as_one_process(place, directory)
    trains_as_one_process(place, directory)
    reads_an_edge_list(place)
    refuses_bad_lines(place)
    reads_a_table(place)
    refuses_bad_tables(place)
    counts_edges_by_their_weights(place)
    refuses(place, directory)
    goes_on_after_a_kill(place, directory)
    refuses_a_damaged_checkpoint(place, directory)
print("two ranks do what one process does")

"""How often `cgsd detect -k auto` finds the planted number of communities. Prints Markdown.

Random block models of five kinds: edges alone carry the communities (assortative, disassortative; attributes absent or noise),
attributes alone (edges at random), both (assortative, disassortative). 300 to 5,000 nodes, 2 to 100 communities of at least 40
nodes; a case counts where `cgsd detect -k C`, given the planted C, reaches NMI 0.9: the structure is there to be found.

Usage: community_count.py CGSD [CASES_PER_KIND] [SEED] [EVIDENCE.jsonl]
"""
import collections
import concurrent.futures
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

KINDS = ["edges, assortative", "edges, disassortative", "attributes", "both, assortative", "both, disassortative"]
CRITERIA = ["chosen", "halves", "topology", "stability", "attributes"]
CLEAR = 0.9
MOST_ATTEMPTS = 60


def attributes(draw, communities, carry):
    if draw.random() < 0.5:
        dimensions = max(communities, draw.choice([32, 64, 128, 256]))
        separation = draw.uniform(4, 10)  # distance of two centres in standard deviations of a coordinate
        return ["--attributes", "gaussian", "--dimensions", dimensions, "--signal", 1 if carry else 0,
                "--noise", math.sqrt(2 * dimensions) / separation]
    return ["--attributes", "words", "--dimensions", draw.choice([200, 500, 1000]), "--words", draw.randint(20, 60),
            "--signal", draw.uniform(0.3, 0.9) if carry else 0]


def edges(draw, nodes, communities, sign):
    """Edges of strength λ in [0.3, 0.9], or as strong as disassortative ones can be; √degree |λ| in [1.5, 4]."""
    across = 1 - 1 / communities
    if sign == 0:
        return ["--heterophily", across * nodes / (nodes - 1), "--mean-degree", math.exp(draw.uniform(math.log(5), math.log(50)))]
    strongest = 0.9 if sign > 0 else 1 / (communities - 1)
    strength = strongest * draw.uniform(1 / 3 if sign > 0 else 0.7, 1)
    degree = max(6, (draw.uniform(1.5, 4) / strength) ** 2)
    if degree > nodes / 4:
        return None
    return ["--heterophily", across * (1 - sign * strength), "--mean-degree", degree]


def options(kind, draw):
    nodes = round(math.exp(draw.uniform(math.log(300), math.log(5000))))
    communities = round(math.exp(draw.uniform(math.log(2), math.log(min(100, nodes // 40)))))
    sign = {"assortative": 1, "disassortative": -1}.get(kind.split(", ")[-1], 0)
    chosen = edges(draw, nodes, communities, sign)
    if chosen is None:
        return None
    carry = not kind.startswith("edges")
    chosen += ["--attributes", "none"] if not carry and draw.random() < 0.5 else attributes(draw, communities, carry)
    if draw.random() < 0.25:
        chosen += ["--degrees", "power_law", "--exponent", 3]
    return communities, ["--nodes", nodes, "--communities", communities, "--coupling", "independent", *chosen]


def call(cgsd, *arguments):
    command = [str(cgsd), *map(str, arguments), "--json", "--threads", "1"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def one_case(task):
    """The evidence of the first clear case among random ones, or None."""
    cgsd, kind, seed = task
    draw = random.Random(f"{kind} {seed}")
    with tempfile.TemporaryDirectory() as folder:
        for attempt in range(1, MOST_ATTEMPTS + 1):
            drawn = options(kind, draw)
            if drawn is None:
                continue
            communities, generator = drawn
            graph = pathlib.Path(folder) / "graph.npz"
            call(cgsd, "generate", "-o", graph, "--seed", draw.randrange(1 << 30), *generator)
            given = call(cgsd, "detect", graph, "-k", communities, "-o", folder)["quality"]["nmi"]
            if given < CLEAR:
                continue
            found = call(cgsd, "detect", graph, "-k", "auto", "-o", folder)
            return {"kind": kind, "planted": communities, "generator": generator, "attempts": attempt, "nmi_given": given,
                    "nmi": found["quality"]["nmi"], "seconds": found["seconds"]["total"], **found["communities"]}
    return None


def answers(case):
    return {"chosen": case["wanted"], **case.get("criteria", {})}


def rate(cases, criterion):
    hits = sum(answers(case).get(criterion) == case["planted"] for case in cases)
    return f"{hits}/{len(cases)} ({hits / len(cases):.0%})" if cases else "–"


def table(title, groups):
    print(f"\n| {title} | " + " | ".join(CRITERIA) + " |\n| " + " --- |" * (1 + len(CRITERIA)))
    for name, cases in groups.items():
        print(f"| {name} | " + " | ".join(rate(cases, criterion) for criterion in CRITERIA) + " |")


def grouped(cases, key):
    groups = collections.defaultdict(list)
    for case in cases:
        groups[key(case)].append(case)
    return dict(sorted(groups.items()))


def report(cases):
    table("kind of signal", grouped(cases, lambda case: case["kind"]) | {"all": cases})
    table("planted", grouped(cases, lambda case: case["planted"]))
    table("decided by", grouped(cases, lambda case: case["wanted_by"]))
    print("\nOff by (found − planted: cases)\n")
    for criterion in CRITERIA:
        off = collections.Counter(answers(case)[criterion] - case["planted"]
                                  for case in cases if answers(case).get(criterion))
        silent = len(cases) - off.total()
        print(f"- {criterion}: " + ", ".join(f"{by:+d}: {count}" for by, count in sorted(off.items()))
              + (f"; silent: {silent}" if silent else ""))
    attempts = sum(case["attempts"] for case in cases)
    print(f"\n{len(cases)} clear cases of {attempts} drawn; slowest run {max(case['seconds'] for case in cases):.1f} s.")


def main(cgsd, per_kind=40, seed=1, evidence=None):
    tasks = [(cgsd, kind, f"{seed}.{i}") for kind in KINDS for i in range(int(per_kind))]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        cases = [case for case in pool.map(one_case, tasks) if case]
    if evidence:
        pathlib.Path(evidence).write_text("".join(json.dumps(case) + "\n" for case in cases))
    report(cases)


if __name__ == "__main__":
    main(*sys.argv[1:])

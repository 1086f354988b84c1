"""The default against the same formulas in plain NumPy: what was decided, the coordinates up to a rotation, and the communities.

Usage: default_peer.py CGSD SHARED_DIR
Written apart from the C++, after docs/default.md: the SVD here is complete, not randomised, all matrices are dense, all pairs of
nodes are compared. The first half (attributes and edges → coordinates) is computed anew from the file. The second half
(coordinates → k-NN graph → smoothing → K-means) begins with the tool's coordinates, so that ties between neighbours fall alike;
K-means has no second implementation of its random starts: its result must be one that no move improves, of the inertia that the
tool reports, and as good as the best of starts of our own.
"""
import csv
import json
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (Debian package python3-numpy)")
    sys.exit(77)

CGSD, SHARED = sys.argv[1], pathlib.Path(sys.argv[2])


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def soft_step(x, middle, power):
    return 0.0 if x <= 0 else x**power / (x**power + middle**power)


def normalised(a, extra=0.0):
    scale = a.sum(1) + extra
    root = np.where(scale > 0, 1 / np.sqrt(np.maximum(scale, 1e-300)), 0)
    return root[:, None] * a * root


# ── step 1 and 2: stalks, and how much of them is signal ──


def bag_of_words(x):
    return bool(x.shape[1] > 16 and (x >= 0).all() and (x > 0).mean() <= .5)


def normalisations(x):
    return ["z_score"] if x.shape[1] <= 16 else ["z_score", "idf" if bag_of_words(x) else "centred"]


def blank_rows_are_alike(a, x):
    """Whether rows without any value, of many columns, are joined to each other more or less than by chance."""
    blank = (x == 0).all(1)
    if x.shape[1] <= 16 or not blank.any():
        return x.shape[1] <= 16
    return abs(Agreement(Graph((a > 0) * 1.0), np.where(blank, 1.0, -1.0)[:, None]).significance) > 3


def stalks(x, normalisation, alike):
    """Coordinates, singular values, squared size of what was decomposed, rows that took part and columns that vary."""
    told = np.ones(len(x), bool) if alike and normalisation != "idf" else (x != 0).any(1)
    y, m = x[told], np.zeros_like(x)
    varying = y.var(0) > 1e-12 * (y**2).mean(0)
    if normalisation == "idf":
        w = y * (np.log((1 + len(y)) / (1 + (y != 0).sum(0))) + 1)
        w = w / np.linalg.norm(w, axis=1)[:, None]
        m[told] = w - w.mean(0)
    else:
        m[told] = (y - y.mean(0)) / (np.where(varying, y.std(0), np.inf) if normalisation == "z_score" else np.abs(y).max())
    u, sigma, _ = np.linalg.svd(m, full_matrices=False)
    rank = min(64, (sigma > 1e-5 * sigma[0]).sum())
    return told[:, None] * (u * sigma)[:, :rank], sigma[:rank], (m**2).sum(), told.sum(), varying.sum()


def signals(sigma, squares, n, d, c):
    """How many singular values stand out of noise (Marchenko & Pastur), and the mean share of their vectors that is signal; there should
    be c - 1 at least."""
    beta, found, sum_of_roots = d / n, 0, np.sqrt(n) + np.sqrt(d)
    while True:
        noise = max(squares - (sigma[:found]**2).sum(), 1e-12) / ((n - found) * max(d - found, 1))
        edge = noise * (sum_of_roots**2 + 4 * sum_of_roots * (n**-.5 + d**-.5)**(1 / 3))
        if found >= min(len(sigma), d - 1) or sigma[found]**2 <= edge:
            break
        found += 1
    x = sigma[:found]**2 / (noise * n) - 1 - beta
    strength = (x + np.sqrt(np.maximum(x * x - 4 * beta, 0))) / 2
    overlaps = np.clip((strength**2 - beta) / (strength * (strength + 1)), 0, 1)
    return found, overlaps.sum() / max(found, c - 1, 1)


def used_columns(z, count, c):
    """What stands out of noise, c − 1 at least and 32 at most; 8 at least if nothing does or c is 0, not known; all of few."""
    if z.shape[1] <= 16:
        return z
    return z[:, :min(max(count, c - 1 if count and c else 8), 32)]


# ── step 3: agreement ──


def walks(w):
    """The weights of all walks of four edges that join two nodes, none going back the edge it came; a walk weighs the product."""
    d2, w3, d4 = np.diag((w**2).sum(1)), w**3, np.diag((w**4).sum(1))
    two = w @ w - d2
    three = w @ two - d2 @ w + w3
    return w @ three - d2 @ two + w3 @ w - d4


class Agreement:
    """ρ1, ρ2, ρ4 and the significance of ρ1, from matrices of all pairs."""

    def __init__(self, graph, z):
        q = unit(z)
        cosine = q @ q.T
        self.rho1, self.rho2, self.rho4 = (self.excess(pairs, cosine) for pairs in graph.pairs)
        spectrum = np.linalg.svd(q - q.mean(0), compute_uv=False)**2
        self.significance = self.rho1 * np.sqrt(graph.edges * spectrum.sum()**2 / (spectrum**2).sum())

    @staticmethod
    def excess(pairs, cosine):
        if pairs.sum() <= 0:
            return 0.0
        share = pairs.sum(1) / pairs.sum()
        chance = share @ cosine @ share
        variance = share @ np.diag(cosine) - chance
        return ((pairs * cosine).sum() / pairs.sum() - chance) / variance + share @ share

    def standard_error(self):
        return self.rho1 / self.significance

    def by_chance(self):
        return abs(self.significance) < 3


class Graph:
    def __init__(self, a):
        paths = a @ a
        np.fill_diagonal(paths, 0)
        self.pairs = a, paths, walks(a)
        self.edges = a.sum()**2 / (a**2).sum() / 2


def effective_degree(a):
    """As many neighbours of equal weight would be as good: the degree if weights are equal."""
    squares = (a**2).sum(1)
    return (a.sum(1)**2 / np.where(squares > 0, squares, 1)).mean()


# ── step 4: the sign of the sheaf ──


def sheaf_sign(rho1, rho2, z, rho4):
    strength = rho2 / abs(rho1) if rho2 > 0 else 0.0
    strong = soft_step(strength, .4, 12)
    even = 1 - soft_step(np.sqrt(rho4 / rho2) / strength, 1.6, 12) if rho2 > .01 and rho4 > 0 else 0.0
    pull = strong if rho1 < 0 else 1 - (1 - strong) * (1 - even)
    share = min(abs(rho1) / min(strength, 1), .95) if strength else 0.0
    return {"use": soft_step(abs(z), 4, 4) * (1 - soft_step(strength, 1, 32)), "push": 0.0 if rho1 < 0 else 1 - pull,
            "pull": pull, "opposite": bool(rho1 < 0)}, share * soft_step(abs(z), 6, 12)


def chosen_normalisation(words, rho, found):
    """0: z_score, 1: the other. `found`: signals and overlap of each."""
    if len(rho) < 2:
        return 0
    ahead = abs(rho[1].rho1) - abs(rho[0].rho1)
    if words:
        return int(ahead > 1e-3 and not all(r.by_chance() for r in rho))
    if abs(ahead) > max(1e-3, 2 * np.hypot(*(r.standard_error() for r in rho))):
        return int(ahead > 0)
    return int(found[1][1] > found[0][1])


# ── step 5: diffusion ──


def half(rows):
    """Half-way to the sphere."""
    return rows / np.sqrt(np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-300))


def diffused(a, z, sign, spherical):
    s = normalised(a)
    pushed = z - .8 * s @ z + .64 * s @ (s @ z)
    resting = np.eye(len(a)) + (-a if sign["opposite"] else a)
    root = 1 / np.sqrt(1 + a.sum(1))
    step = root[:, None] * resting * root
    degrees = np.sqrt((1 + a.sum(1)) / (1 + a.sum(1)).sum())  # what no step changes if neighbours are alike
    pulled = sum(np.linalg.matrix_power(step, t) @ z for t in range(11))
    rest = pulled - np.outer(degrees, degrees @ pulled)
    if not sign["opposite"] and ((degrees @ pulled)**2).sum() > np.linalg.norm(rest, 2)**2:
        pulled = rest
    pulled = half(pulled)
    pulled *= np.sqrt((z**2).sum() / (pulled**2).sum())
    if spherical:
        pushed = unit(pushed)
    used, kept = sign["use"], 1 - sign["push"] - sign["pull"]
    return (1 - used) * z + used * (sign["push"] * pushed + kept * z + sign["pull"] * pulled)


def side_by_side(a, kept, chosen, sign, rho):
    """The normalisations that count, each diffused, with their numbers and shares of the mean square."""
    if len(kept) < 2:  # few columns: rows keep their length
        y = diffused(a, kept[0], sign, False)
        return [(0, 1.0, y * np.sqrt(len(y) / (y**2).sum()))]
    powers = [max(r.rho4, 0)**4 for r in rho]
    other = sign["use"] * sign["pull"] * (powers[1 - chosen] / sum(powers) if sum(powers) > 0 else .5)
    shares = [1 - other if i == chosen else other for i in range(2)] if other >= .01 else [float(i == chosen) for i in range(2)]
    blocks = []
    for i, share in enumerate(shares):
        if share:
            y = diffused(a, unit(kept[i]) if i == 0 else kept[i], sign, i == 0)
            blocks.append((i, share, y * np.sqrt(share * len(y) / (y**2).sum())))
    return blocks


# ── step 6: topology ──


def standardised(v):
    v = v - v.mean(0)
    return v / np.linalg.norm(v, axis=0)


def attribute_basis(z):
    basis = np.linalg.svd(z - z.mean(0), full_matrices=False)
    return basis[0][:, basis[1] > 1e-10 * basis[1][0]]


def shares(v, z):
    """E: how much of every column attributes explain, beyond chance; and the least that means something."""
    basis = attribute_basis(z)
    chance = basis.shape[1] / len(v)
    explained = ((basis.T @ standardised(v))**2).sum(0)
    return np.clip((explained - chance) / (1 - chance), 0, 1), 3 * np.sqrt(2 * z.shape[1]) / len(v)


def confirmation(v, z, most):
    """R: how far attributes explain every column of v, relative to the most that such noisy ones could of such a noisy column."""
    if z.shape[1] == 0:
        return np.ones(v.shape[1])
    share, noise = shares(v, z)
    r = np.minimum(1, (share + noise) / (most + noise))
    return np.where((share < noise) & (r < .2), 0, r)


def components(a):
    """A number for every node, the same within a component."""
    number = np.arange(len(a))
    while True:
        lower = np.minimum(number, np.where(a > 0, number[None, :], len(a)).min(1))
        if (lower == number).all():
            return number
        number = lower


def within_components(a, values, v, z):
    """Which eigenvectors count beside attributes, and in which basis: those of one eigenvalue are turned towards the attributes, and
    those of one sign in every component are left out unless attributes know of them."""
    basis, v = attribute_basis(z), v.copy()
    for value in np.unique(np.round(values, 9)):
        group = np.flatnonzero(np.abs(values - value) < 1e-7)
        if len(group) > 1:
            v[:, group] = v[:, group] @ np.linalg.svd(basis.T @ v[:, group])[2].T
    number = components(a)
    one_sign = [all(min(-x[number == i].min(), x[number == i].max()) < 1e-7 for i in np.unique(number)) for x in v.T]
    share, noise = shares(v, z)
    return ~np.array(one_sign) | (share >= noise), v


def topology(a, z, overlap, c, count):
    """Coordinates and what the manifest says of them. `count`: directions of the attributes that stand out of noise."""
    n, t, bare = len(a), a.sum() / len(a), z.shape[1] == 0
    nothing = np.zeros((n, 0)), {"beyond_bulk": 0, "unconfirmed": False, "alone": False, "decides": False, "assortative": False, "weights": []}
    if n < 4 or effective_degree(a) <= (0 if bare else 4):
        return nothing
    m = normalised(a, t)
    values, vectors = np.linalg.eigh(m)
    by_size = np.argsort(-np.abs(values[:-1]))  # the largest eigenvalue belongs to the degrees
    q, needed = t**2 / ((a**2).sum() / n), max(c, 2) - 1
    strengths = np.abs(values) * np.sqrt(q / (1 - q / n))
    order = by_size[:max(64 if bare else 16, 2 * c)]
    taken_anyway, assortative = 0, False
    if bare or (overlap == 0 and (strengths[order] > 1).any()):
        # Edges alone: groups whose members are joined come first.
        joined = order[values[order] > 0]
        if len(joined) < needed:
            joined = by_size[values[by_size] > 0][:needed]
        either, within = (np.maximum(strengths[some[:needed]]**2 - 1, 0).sum() for some in (order, joined))
        assortative, taken_anyway = bool(2 * within >= either), needed
        order = joined if assortative else order
    values, vectors, strengths = values[order], vectors[:, order], strengths[order]
    keep = (strengths > 1) | (np.arange(len(order)) < taken_anyway)
    if not keep.any():
        return nothing
    values, v, y = values[keep], vectors[:, keep], np.maximum(strengths[keep], 1)
    if not bare and overlap > 0:
        keep, v = within_components(a, values, v, z)
        values, v, y = values[keep], v[:, keep], y[keep]
        if not keep.any():
            return nothing
    v = standardised(v)
    clear = 1 - (y + np.sqrt(y**2 - 1))**-2
    r, spread, clarity = confirmation(v, z, overlap * clear), np.sqrt(np.minimum(1, 3 / (n * (v**4).sum(0)))), clear.mean()
    # Two partitions: edges show c communities of which attributes know nothing; the clearer ones count.
    alone, unconfirmed, decides = bare or overlap == 0, False, False
    if not alone and c >= 2:
        unconfirmed = bool(len(r) == c - 1 and r.max() < .2 and spread.min() > .5 and clarity > .5)
        alone = bool(unconfirmed and (count != c - 1 or clarity > overlap))
        decides = bool((r > .5).sum() >= c - 1 and spread.min() > .5 and clarity * (1 - overlap) > 2 * overlap * (1 - clarity))
    weights = spread if unconfirmed and alone else r * spread
    if not alone:
        weights = weights * np.sqrt(clear)
    said = {"beyond_bulk": int(keep.sum()), "clarity": clarity, "unconfirmed": unconfirmed, "alone": alone, "decides": decides,
            "assortative": assortative}
    rows = np.sqrt(n) * v * weights * (max(.5, (c - 1)**-.5) if c > 1 else .5)
    size = np.sqrt((rows**2).sum() / n)
    if size == 0:
        return np.zeros((n, 0)), {**said, "weights": []}
    refined = rows
    for _ in range(2):
        refined = unit(m @ unit(refined) * np.sign(values))
    capped = rows * np.minimum(1, 3 * size / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
    share = 0 if alone else overlap
    return (1 - share) * size * refined + share * capped, {**said, "weights": list(weights)}


# ── before step 1: whether edges count by their weights ──


def eigenvectors(a, count):
    """Of the regularised adjacency, by falling size of the eigenvalue, after the first."""
    values, vectors = np.linalg.eigh(normalised(a, a.sum() / len(a)))
    order = np.argsort(-np.abs(values))[1:count + 1]
    return np.abs(values[order]), vectors[:, order]


def joined_at_random(a, random):
    """A random graph of nearly the same strengths: the second end of every edge is given to another, and weights that meet add up."""
    u, v = np.nonzero(np.triu(a))
    flip = random.random(len(u)) < .5
    first, second = np.where(flip, v, u), random.permutation(np.where(flip, u, v))
    out = np.zeros_like(a)
    np.add.at(out, (first, second), a[u, v])
    np.fill_diagonal(out, 0)
    return out + out.T


def structure_clarity(a):
    """How much of 16 eigenvectors stands out of random graphs, less where they sit on few nodes."""
    values, v = eigenvectors(a, 16)
    noise = np.mean([eigenvectors(joined_at_random(a, np.random.default_rng(seed)), 1)[0][0] for seed in range(3)])
    v = v - v.mean(0)
    v /= np.linalg.norm(v, axis=0)
    y = np.maximum(values / (noise * (1 + 3 * .63 * len(a)**(-2 / 3))), 1)
    return ((1 - (y + np.sqrt(y**2 - 1))**-2) * np.minimum(1, 3 / (len(a) * (v**4).sum(0)))).sum()


def weight_forms(a):
    """By weight, by three bounded forms of it, each edge once; 1 in the mean."""
    forms = {"as_given": a}
    for power, name in enumerate(("saturated", "squared", "cubed"), 1):
        bounded = (a / (a + 1))**power
        forms[name] = bounded / bounded[a > 0].mean()
    return forms | {"none": (a > 0) * 1.0}


def weight_faults(forms, x, said):
    """Where the manifest's choice is not that of the largest figure. The random graphs of the topology are not ours: its figures
    differ by chance, and of nearly equal forms either may be taken."""
    figures, by, tolerance = None, "attributes", 2e-3
    if x is not None:
        alike = blank_rows_are_alike(forms["none"], x)
        made = [stalks(x, name, alike) for name in normalisations(x)]
        kept = [used_columns(made_of[0], signals(*made_of[1:], 0)[0], 0) for made_of in made]
        figures = {f: max(abs(Agreement(Graph(g), z).significance) for z in kept) for f, g in forms.items()}
    if figures is None or max(figures.values()) <= 3:
        figures, by, tolerance = {f: structure_clarity(g) for f, g in forms.items()}, "topology", .4
    faults = [] if said["by"] == by else [f"weights by {said['by']}, by {by} in NumPy"]
    faults += [f"weights.{f}: {said['figures'][f]} here, {figures[f]} by NumPy" for f in forms
               if abs(said["figures"][f] - figures[f]) > tolerance * max(1, abs(figures[f]))]
    if said["figures"][said["form"]] < max(said["figures"].values()):
        faults.append(f"weights.form: {said['form']} has not the largest figure")
    return faults


def coordinates(a, x, c):
    """What the manifest says of the diffusion, and the coordinates."""
    if x is None:
        rows, said = topology(a, np.zeros((len(a), 0)), 0, c, 0)
        return {"width": 0, "topology": said}, rows
    graph = Graph(a)
    words = bag_of_words(x)
    names = normalisations(x)
    alike = blank_rows_are_alike(a, x)
    made = [stalks(x, name, alike) for name in names]
    found = [signals(*made_of[1:], c) for made_of in made]
    kept = [used_columns(z, count, c) for (z, *_), (count, _) in zip(made, found)]
    rho = [Agreement(graph, z) for z in kept]
    chosen = chosen_normalisation(words, rho, found)
    z, (count, overlap), r = kept[chosen], found[chosen], rho[chosen]
    sign, confirmed = sheaf_sign(r.rho1, r.rho2, r.significance, r.rho4)
    overlap = max(overlap, confirmed)
    overlap = overlap if overlap >= 1e-6 else 0.0
    blocks = side_by_side(a, kept, chosen, sign, rho)
    rows, said = topology(a, unit(z) if chosen == 0 and len(names) > 1 else z, overlap, c, count)
    size = max(np.sqrt(0 if said["alone"] else overlap), 1e-3)
    figures = {"metric": names[chosen], "signals": count, "width": sum(y.shape[1] for _, _, y in blocks), "overlap": overlap,
               "agreement": {"edges": r.rho1, "paths": r.rho2, "distant": r.rho4, "significance": r.significance},
               "sign": sign, "topology": said,
               "blocks": [{"metric": names[i], "share": share, "width": y.shape[1]} for i, share, y in blocks],
               "candidates": [{"metric": name, "agreement": r.rho1, "signals": f[0]} for name, r, f in zip(names, rho, found)]}
    return figures, np.hstack([size * y for *_, y in blocks] + [rows])


# ── step 7 and 8: k-NN graph, smoothing, rounding ──


def mid_ranks(values):
    order = np.sort(values)
    return (np.searchsorted(order, values, "left") + np.searchsorted(order, values, "right") + 1) / 2


def affinity(y, k):
    """Self-tuning weights of the k-NN graph, times the rank of its own Forman curvature."""
    n = len(y)
    distance = np.sqrt(((y[:, None, :] - y[None]) ** 2).sum(2)) if n < 500 else np.array([np.sqrt(((y - row)**2).sum(1)) for row in y])
    np.fill_diagonal(distance, np.inf)
    near = np.argsort(distance, axis=1, kind="stable")[:, :k]
    listed = np.zeros((n, n), bool)
    np.put_along_axis(listed, near, True, axis=1)
    scale = distance[np.arange(n), near[:, min(k, 7) - 1]] + 1e-9
    joined = listed | listed.T
    u, v = np.nonzero(joined)
    weight = (np.exp(-distance[u, v]**2 / (scale[u] * scale[v])) + 1e-12) * np.where(listed[u, v] & listed[v, u], 1, .5)
    degree = joined.sum(1)
    w = np.zeros((n, n))
    w[u, v] = weight * mid_ranks(4.0 - degree[u] - degree[v]) / len(u)
    return w


def points_of(y, c):
    """What K-means is given."""
    n = len(y)
    if n >= 2 * c:
        w = affinity(y, min(40, max(1, n // c - 1), n - 1))
        w = w + np.diag(np.where(w.any(1), w.max(1), 1))
        w /= w.sum(1, keepdims=True)
        for _ in range(3):
            y = w @ y
    return y / np.sqrt(np.maximum(np.linalg.norm(y, axis=1, keepdims=True), 1e-12))


def squares_to(points, centres):
    return np.array([((points - centre)**2).sum(1) for centre in centres]).T


def kmeans(points, c, random):
    """The inertia of one start of K-means++ and Lloyd, and its communities."""
    centres = points[[random.integers(len(points))]]
    while len(centres) < c:
        square = squares_to(points, centres).min(1)
        if square.sum() == 0:
            break
        centres = np.vstack([centres, points[random.choice(len(points), p=square / square.sum())]])
    for _ in range(100):
        own = squares_to(points, centres).argmin(1)
        moved = np.array([points[own == j].mean(0) if (own == j).any() else centres[j] for j in range(len(centres))])
        if (moved == centres).all():
            break
        centres = moved
    square = squares_to(points, centres)
    return square.min(1).sum(), square.argmin(1)


def ends_between(a, community):
    member = np.eye(community.max() + 1)[community]
    return member.T @ a @ member, member


def likelihood(a, community):
    """Of the degree-corrected block model, its parameters those that fit best."""
    ends, _ = ends_between(a, community)
    ratio = ends / np.maximum(np.outer(ends.sum(1), ends.sum(1)), 1e-300)
    return (ends * np.log(np.where(ends > 0, ratio, 1))).sum()


def refined(a, start):
    """The vote of the neighbours, if edges decide: shares of every node in every community, thirty rounds."""
    n, c = len(a), start.max() + 1
    share = .9 * np.eye(c)[start] + .1 / c
    def score(dispersion):
        around = a @ share
        ends = share.T @ around
        return around @ np.log((ends + 1) / (ends.sum(1, keepdims=True) + c)).T / dispersion + np.log(share.sum(0))

    for _ in range(30):
        posterior = np.exp(score(1) - score(1).max(1, keepdims=True))
        share = (share + posterior / posterior.sum(1, keepdims=True)) / 2
    ends, member = ends_between(a, share.argmax(1))
    around = a @ member
    expected = around.sum(1, keepdims=True) * (ends / ends.sum(1, keepdims=True))[share.argmax(1)]
    squares = np.divide((around - expected)**2, expected, out=np.zeros_like(expected), where=expected > 0)
    score = score(max(1, squares.sum() / (a.any(1).sum() * (c - 1))))
    moved = np.where((score.max(1) > score[np.arange(n), start] + 1) & a.any(1), score.argmax(1), start)
    return moved if len(np.unique(moved)) == c and likelihood(a, moved) > likelihood(a, start) else start


def refinement_faults(a, community, start):
    """If edges decide, communities make them as probable as a vote from K-means' communities does here, to 1 % of what is gained over
    none at all."""
    least = likelihood(a, np.zeros_like(community))
    gained, possible = likelihood(a, community) - least, likelihood(a, refined(a, start)) - least
    return [f"edges are likelier by {gained:.1f}, but {possible:.1f} can be had"] if gained < .99 * possible else []


def rounding_faults(embedding, community, reported, c, decider):
    """What is wrong with the communities, given the coordinates; `decider` is the graph if its edges had the last word."""
    points = points_of(embedding, c)
    centres = np.array([points[community == j].mean(0) for j in range(community.max() + 1)])
    square = squares_to(points, centres)
    inertia = square[np.arange(len(points)), community].sum()
    random = np.random.default_rng(0)
    best, start = min((kmeans(points, c, random) for _ in range(10)), key=lambda found: found[0])
    total = ((points - points.mean(0))**2).sum()
    faults = []
    if abs(inertia - reported) > 1e-3 * reported + 1e-6 * total:
        faults.append(f"inertia {reported} here, {inertia} by NumPy")
    if decider is not None:
        return faults + refinement_faults(decider, community, start)
    if inertia > 1.03 * best + 1e-6 * total:
        faults.append(f"inertia {inertia}, but {best} can be had")
    if (moving := (square.argmin(1) != community).mean()) > .01:
        faults.append(f"{moving:.1%} of the nodes are nearer to another centre")
    return faults


# ── comparison ──


def read(path):
    data = np.load(path)
    n = len(data["node_labels"])
    a = np.zeros((n, n))
    u, v = data["edges"].T
    a[u[u != v], v[u != v]] = data["edge_weights"][u != v] if "edge_weights" in data.files else 1
    a /= a[a > 0].mean()
    if "features_shape" in data.files:
        x = np.zeros(tuple(data["features_shape"]))
        row = np.repeat(np.arange(n), np.diff(data["features_indptr"]))
        x[row, data["features_indices"]] = data["features_data"]
    else:
        x = data["node_features"].astype(float) if "node_features" in data.files else np.zeros((n, 0))
    return np.maximum(a, a.T), x if x.shape[1] else None


def differences(expected, got, name):
    """Figures of `expected` that `got` has otherwise."""
    if isinstance(expected, dict):
        return [fault for key, value in expected.items() for fault in differences(value, got[key], f"{name}.{key}")]
    if isinstance(expected, list):
        if len(expected) != len(got):
            return [f"{name}: {len(got)} here, {len(expected)} by NumPy"]
        return [fault for i, value in enumerate(expected) for fault in differences(value, got[i], f"{name}[{i}]")]
    same = got == expected if isinstance(expected, (str, int)) else abs(got - expected) <= 2e-3 * max(1, abs(expected))
    return [] if same else [f"{name}: {got} here, {expected} by NumPy"]


def compare(name, path, c, directory):
    out = directory / "out"
    printed = subprocess.run([CGSD, "detect", path, "-k", str(c), "--embedding", "-o", out, "--json", "--set",
                              "diffusion.svd.iterations=30"], check=True, capture_output=True, text=True).stdout
    manifest, embedding = json.loads(printed), np.load(out / "embedding.npy").astype(float)
    with open(out / "communities.csv", newline="") as file:
        community = np.array([int(row["community"]) for row in csv.DictReader(file)])
    a, x = read(path)
    faults = []
    if len(np.unique(a)) > 2:
        forms = weight_forms(a)
        faults += weight_faults(forms, x, manifest["weights"])
        a = forms[manifest["weights"]["form"]]
    figures, expected = coordinates(a, x, c)
    faults += differences(figures, manifest["diffusion"], "diffusion")
    products, wanted = embedding @ embedding.T, expected @ expected.T
    deviation = np.abs(products - wanted).max() / np.abs(wanted).max()
    if deviation > 1e-3:
        faults.append("coordinates differ")
    decider = a if figures["topology"]["alone"] or figures["topology"].get("decides") else None
    faults += rounding_faults(embedding, community, manifest["kmeans"]["inertia"], c, decider)
    print(f"{name:32} products of rows differ by {deviation:.1e} of the largest  {'; '.join(faults)}", flush=True)
    return not faults


# Every rule decides somewhere: name, communities, options of `cgsd generate`.
GENERATED = [
    ("assortative", 5, "--heterophily .3"),
    ("heterophilic", 5, "--heterophily .65"),
    ("disassortative", 5, "--heterophily .9"),
    ("random", 5, "--heterophily .8"),
    ("weak attributes", 4, "--communities 4 --coupling independent --signal .35 --mean-degree 25 --heterophily .2"),
    ("edges decide", 5, "--coupling independent --signal .2 --dimensions 32 --mean-degree 30 --heterophily .5 --nodes 400"),
    ("noise beside edges", 4, "--communities 4 --coupling independent --signal 0 --mean-degree 30 --heterophily .1"),
    ("words", 5, "--attributes words --dimensions 300 --heterophily .6"),
    ("words side by side", 4, "--communities 4 --attributes words --dimensions 800 --coupling independent --signal .3 "
                               "--mean-degree 8 --heterophily .4 --seed 22"),
    ("words by chance", 4, "--communities 4 --attributes words --dimensions 800 --coupling independent --signal .6 "
                           "--mean-degree 8 --heterophily .75 --seed 27"),
    ("pulled with the opposite sign", 2, "--communities 2 --coupling independent --signal .5 --mean-degree 10 --heterophily .85"),
    ("more columns than signals", 12, "--communities 12 --coupling independent --signal .45 --mean-degree 12 --heterophily .3"),
    ("power-law degrees", 5, "--degrees power_law --mean-degree 12 --coupling independent --signal .4 --heterophily .3"),
    ("degrees drown the rest", 2, "--communities 2 --degrees power_law --dimensions 60 --coupling independent --signal .9 "
                                  "--mean-degree 12 --heterophily .25"),
    ("few columns", 4, "--communities 4 --dimensions 8 --coupling independent --signal .5 --mean-degree 12 --heterophily .4"),
    ("no attributes", 5, "--attributes none --heterophily .5"),
    ("no attributes, nothing to see", 6, "--attributes none --mean-degree 4 --heterophily .8"),
    ("no attributes, unlike", 3, "--communities 3 --attributes none --mean-degree 30 --heterophily .95"),
]
# Attributes in reverse have a partition of their own.
IN_CONFLICT = [
    ("in conflict, edges clearer", 4, "--communities 4 --dimensions 32 --coupling independent --signal .4 --mean-degree 20 "
                                      "--heterophily .2 --seed 2"),
    ("in conflict, attributes clearer", 4, "--communities 4 --dimensions 32 --coupling independent --signal 1 --noise .7 "
                                           "--mean-degree 8 --heterophily .2 --seed 2"),
]
# Name, communities, options, how much larger weights are within communities, their log-normal spread.
WEIGHTED = [
    ("weights alone", 4, "--communities 4 --attributes none --mean-degree 60 --heterophily .75", 3, .5),
    ("weights beside attributes", 4, "--communities 4 --coupling independent --signal .4 --mean-degree 20 --heterophily .5", 3, .5),
    ("weights beside words", 4, "--communities 4 --attributes words --dimensions 300 --coupling independent --signal .5 "
                                "--mean-degree 10 --heterophily .4", 3, .7),
    ("a few drown the rest", 4, "--communities 4 --attributes none --mean-degree 20 --heterophily .45", 3, 1.2),
    ("weights that are noise", 4, "--communities 4 --attributes none --mean-degree 20 --heterophily .2", 1, 1),
    ("noise to attributes", 4, "--communities 4 --coupling independent --signal .5 --mean-degree 20 --heterophily .3", 1, 1.5),
]
# Each twice, side by side: every eigenvalue occurs twice, and two components are there.
TWICE = [
    ("two copies", 4, "--communities 4 --coupling independent --signal .4 --mean-degree 20 --heterophily .3 --nodes 250"),
    ("two copies, unlike neighbours", 2, "--communities 2 --coupling independent --signal .7 --mean-degree 9 --heterophily .7 --nodes 250"),
]
# Nothing is known of every third node.
FORGOTTEN = [
    ("a third without words", 4, "--communities 4 --attributes words --dimensions 300 --coupling independent --signal .8 "
                                 "--mean-degree 10 --heterophily .4"),
    ("a third without numbers", 4, "--communities 4 --dimensions 40 --coupling independent --signal .6 --mean-degree 10 --heterophily .4"),
]
# Not Cora: its 64th singular value lies at the edge of noise, and the randomised SVD and the exact one fall on either side.
DATASETS = [("cornell", 5), ("texas", 5), ("wisconsin", 5), ("chameleon", 5), ("karate", 2), ("football", 12)]


def generate(graph, options):
    nodes = [] if "--nodes" in options else ["--nodes", "500"]
    subprocess.run([CGSD, "generate", "-o", graph, *nodes, *options.split()], check=True, capture_output=True)


def reverse_attributes(graph):
    with np.load(graph) as data:
        arrays = dict(data)
    arrays["node_features"] = arrays["node_features"][::-1].copy()
    np.savez(graph, **arrays)


def forget_attributes(graph):
    """Of every third node."""
    with np.load(graph) as data:
        arrays = dict(data)
    if "node_features" in arrays:
        arrays["node_features"][::3] = 0
    else:
        first = arrays["features_indptr"]
        arrays["features_data"][np.repeat(np.arange(len(first) - 1) % 3 == 0, np.diff(first))] = 0
    np.savez(graph, **arrays)


def put_twice(graph):
    with np.load(graph) as data:
        arrays = dict(data)
    n = len(arrays["node_labels"])
    arrays["edges"] = np.concatenate([arrays["edges"], arrays["edges"] + n])
    for name in ("node_features", "node_labels"):
        arrays[name] = np.concatenate([arrays[name]] * 2)
    np.savez(graph, **arrays)


def weigh_edges(graph, within, spread):
    with np.load(graph) as data:
        arrays = dict(data)
    u, v = arrays["edges"].T
    y = arrays["node_labels"]
    noise = np.exp(spread * np.random.default_rng(1).standard_normal(len(u)))
    arrays["edge_weights"] = noise * np.where(y[u] == y[v], within, 1)
    np.savez(graph, **arrays)


def main():
    fine = True
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        graph = directory / "graph.npz"
        for case, c, options in GENERATED + IN_CONFLICT + TWICE + FORGOTTEN:
            generate(graph, options)
            if case.startswith("two copies"):
                put_twice(graph)
            if case.startswith("a third without"):
                forget_attributes(graph)
            if case.startswith("in conflict"):
                reverse_attributes(graph)
            fine &= compare(case, graph, c, directory)
        for case, c, options, within, spread in WEIGHTED:
            generate(graph, options)
            weigh_edges(graph, within, spread)
            fine &= compare(case, graph, c, directory)
        for dataset, c in DATASETS:
            path = SHARED / "data" / f"{dataset}.npz"
            if path.exists():
                fine &= compare(dataset, path, c, directory)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()

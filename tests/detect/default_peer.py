"""The default preset against the same formulas in plain NumPy: what was decided, and the coordinates up to a rotation.

Usage: default_peer.py CGSD SHARED_DIR
The SVD here is complete, not randomised, and everything is dense: slow, and written apart from the C++.
"""
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


def stalks(x, metric):
    """Coordinates, singular values, squared size of what was decomposed, columns that vary."""
    n = len(x)
    varying = x.var(0) > 1e-12 * (x**2).mean(0)
    if metric == "idf":
        w = x * (np.log((1 + n) / (1 + (x != 0).sum(0))) + 1)
        length = np.linalg.norm(w, axis=1)
        used = length > 0
        w = w / np.maximum(length, 1e-300)[:, None]
        m = w - used[:, None] * (w.sum(0) / used.sum())
    else:
        m = x - x.mean(0)
        m = m / np.where(varying, x.std(0), np.inf) if metric == "z_score" else m / np.abs(x).max()
    u, sigma, _ = np.linalg.svd(m, full_matrices=False)
    rank = min(64, (sigma > 1e-5 * sigma[0]).sum())
    return (u * sigma)[:, :rank], sigma[:rank], (m**2).sum(), varying.sum()


def signals(sigma, squares, n, d):
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
    return found, overlaps.mean() if found else 0.0


def walks(a, length):
    """How many walks of this many edges join two nodes, none going back the edge it came."""
    degree = a.sum(1)
    before, found = a, a @ a - np.diag(degree)
    for _ in range(length - 2):
        before, found = found, a @ found - (degree - 1)[:, None] * before
    return found


def agreement(a, z):
    """ρ1, ρ2, the significance of ρ1, and ρ4, from matrices of all pairs."""
    q = unit(z)
    cosine = q @ q.T
    paths = a @ a
    np.fill_diagonal(paths, 0)

    def excess(pairs):
        share = pairs.sum(1) / pairs.sum()
        chance = share @ cosine @ share
        variance = share @ np.diag(cosine) - chance
        return ((pairs * cosine).sum() / pairs.sum() - chance) / variance + share @ share

    rho1, rho2, rho4 = excess(a), excess(paths), excess(walks(a, 4))
    spectrum = np.linalg.svd(q - q.mean(0), compute_uv=False)**2
    return rho1, rho2, rho1 * np.sqrt(a.sum() / 2 * spectrum.sum()**2 / (spectrum**2).sum()), rho4


def sheaf_sign(rho1, rho2, z, rho4):
    strength = max(0.0, abs(rho2 / rho1) if rho2 > 0 else 0.0)
    model = 1 - soft_step(strength, 1, 32)
    pull = max(model * soft_step(strength, .4, 12), soft_step(rho1, .3, 8))
    planted = 1 - soft_step(np.sqrt(rho4 / rho2) / strength, 1.6, 12) if strength > 0 and rho2 > .01 and rho4 > 0 else 0.0
    push = ((1 - soft_step(strength, .26, 12)) * (1 - planted) if rho1 > 0 else 1 - pull) * (1 - pull)
    signed = np.sign(rho1) * min(strength, 1)
    share = min(max(rho1 / signed, 0), .95) if signed else 0.0
    vouched = share * soft_step(abs(z), 6, 12)
    if rho2 > .01 and rho4 > 0:
        far = min(max(np.sqrt(rho4 / rho2), abs(signed)), .95)
        signed, share = np.sign(rho1) * far, min(rho2 / far**2, .95)
    return {"use": soft_step(abs(z), 4, 4) * max(model, pull), "push": push, "pull": pull, "strength": signed,
            "share": share}, vouched


def diffused(a, z, sign, spherical):
    s, n, t = normalised(a), len(a), a.sum() / len(a)
    h = z - .8 * s @ z + .64 * s @ (s @ z)
    pulled, power = z.copy(), z
    own, lam = max(sign["share"], 1e-3) / (1 - max(sign["share"], 1e-3)), sign["strength"]
    precision = [own]  # from the leaves, six steps away, to the root's neighbours
    for _ in range(5):
        precision.insert(0, own + t * lam**2 / (1 / precision[0] + 1 - lam**2))
    weight = 1.0
    for known in precision:
        power = s @ power
        weight *= t * lam / (1 + known * (1 - lam**2))
        pulled = pulled + np.clip(weight, -n, n) * power
    pulled *= np.sqrt((z**2).sum() / (pulled**2).sum())
    pulled[a.sum(1) == 0] = z[a.sum(1) == 0]
    if spherical:
        h, pulled = unit(h), unit(pulled)
    kept = 1 - sign["push"] - sign["pull"]
    return (1 - sign["use"]) * z + sign["use"] * (sign["push"] * h + kept * z + sign["pull"] * pulled)


def topology(a, z, overlap, c):
    n, t = len(a), a.sum() / len(a)
    bare = z.shape[1] == 0
    if t <= (0 if bare else 4):
        return np.zeros((n, 0))
    m = normalised(a, t)
    values, vectors = np.linalg.eigh(m)
    order = np.argsort(-np.abs(values))[1:max(64 if bare else 16, 2 * c) + 1]
    values, vectors = values[order], vectors[:, order]
    keep = np.abs(values) * np.sqrt(t / (1 - t / n)) > 1
    if (bare or overlap == 0) and (keep.any() or bare):
        keep |= np.arange(len(values)) < c - 1
    values, v = values[keep], vectors[:, keep]
    v = v - v.mean(0)
    v = v / np.linalg.norm(v, axis=0)
    weight = np.ones(len(values))
    if not bare:
        basis = np.linalg.svd(z - z.mean(0), full_matrices=False)[0]
        r = basis.shape[1]
        share = np.clip((((basis.T @ v)**2).sum(0) - r / n) / (1 - r / n), 0, 1)
        noise = 3 * np.sqrt(2 * r) / n
        weight = np.minimum(1, (share + noise) / (overlap + noise))
        weight = np.where((share < noise) & (weight < .2), 0, weight)
    rows = np.sqrt(n) / 2 * v * weight * np.sqrt(np.minimum(1, 3 / (n * (v**4).sum(0))))
    size = np.sqrt((rows**2).sum() / n)
    if size == 0:
        return np.zeros((n, 0))
    said = rows
    for _ in range(2):
        said = unit(m @ unit(said) * np.sign(values))
    capped = rows * np.minimum(1, 3 * size / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))
    share = 0 if bare else overlap
    return (1 - share) * size * said + share * capped


def default(a, x, c):
    """What the manifest says of the diffusion, and the embedding."""
    if x is None:
        return {}, topology(a, np.zeros((len(a), 0)), 0, c)
    words = (x >= 0).all() and (x != 0).mean() <= .5
    metrics = ["z_score", "idf" if words else "centred"]
    made = [stalks(x, metric) for metric in metrics]
    found = [signals(sigma, squares, len(x), d) for _, sigma, squares, d in made]
    rho = [agreement(a, z) for z, *_ in made]
    pulled = all(r[0] > 0 and sheaf_sign(*r[:3], 0)[0]["pull"] > .5 for r in rho)
    ahead = rho[1][3] - rho[0][3] if words and pulled else abs(rho[1][0]) - abs(rho[0][0])
    chance = max(1e-3, 0 if words else 2 * np.hypot(*(r[0] / r[2] for r in rho)))
    chosen = int(ahead > 0) if abs(ahead) > chance else int(not words and found[1][1] > found[0][1])
    z, (count, overlap) = made[chosen][0], found[chosen]
    if z.shape[1] > 16:
        z = z[:, :min(max(count, c - 1) if count else 8, 32)]
    rho1, rho2, significance, rho4 = agreement(a, z)
    sign, vouched = sheaf_sign(rho1, rho2, significance, rho4)
    overlap = max(overlap, vouched)
    spherical = metrics[chosen] == "z_score"
    z = unit(z) if spherical else z
    y = diffused(a, z, sign, spherical)
    y = y / np.sqrt((y**2).sum() / len(y)) * max(np.sqrt(overlap), 1e-3)
    figures = {"metric": metrics[chosen], "signals": count, "width": z.shape[1], "overlap": overlap, "rho1": rho1, "rho2": rho2,
               "z": significance, **sign}
    return figures, np.hstack([y, topology(a, z, overlap, c)])


def read(path):
    data = np.load(path)
    n = len(data["node_labels"])
    a = np.zeros((n, n))
    u, v = data["edges"].T
    a[u[u != v], v[u != v]] = 1
    if "features_shape" in data.files:
        x = np.zeros(tuple(data["features_shape"]))
        row = np.repeat(np.arange(n), np.diff(data["features_indptr"]))
        x[row, data["features_indices"]] = data["features_data"]
    else:
        x = data["node_features"].astype(float) if "node_features" in data.files else np.zeros((n, 0))
    return np.maximum(a, a.T), x if x.shape[1] else None


def compare(name, path, c, directory):
    out = directory / "out"
    printed = subprocess.run([CGSD, "detect", path, "-k", str(c), "--embedding", "-o", out, "--json", "--set",
                              "diffusion.svd.iterations=30"], check=True, capture_output=True, text=True).stdout
    ours, embedding = json.loads(printed)["diffusion"], np.load(out / "embedding.npy").astype(float)
    figures, expected = default(*read(path), c)
    faults = []
    if figures:
        got = {"metric": ours["metric"], "signals": ours["signals"], "width": ours["width"], "overlap": ours["overlap"],
               "rho1": ours["agreement"]["edges"], "rho2": ours["agreement"]["paths"], "z": ours["agreement"]["significance"],
               **ours["sign"]}
        for key, value in figures.items():
            same = got[key] == value if isinstance(value, (str, int)) else abs(got[key] - value) <= 2e-3 * max(1, abs(value))
            if not same:
                faults.append(f"{key}: {got[key]} here, {value} by NumPy")
    products, wanted = embedding @ embedding.T, expected @ expected.T
    deviation = np.abs(products - wanted).max() / np.abs(wanted).max()
    print(f"{name:32} products of rows differ by {deviation:.1e} of the largest  {'; '.join(faults)}", flush=True)
    return not faults and deviation < 0.02


def main():
    fine = True
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        for case, words in {"assortative": ["--heterophily", ".3"], "heterophilic": ["--heterophily", ".65"],
                            "disassortative": ["--heterophily", ".9"], "random": ["--heterophily", ".8"],
                            "words": ["--attributes", "words", "--dimensions", "300", "--heterophily", ".6"],
                            "no attributes": ["--attributes", "none", "--heterophily", ".5"]}.items():
            graph = directory / "graph.npz"
            subprocess.run([CGSD, "generate", "-o", graph, "--nodes", "500", *words], check=True, capture_output=True)
            fine &= compare(case, graph, 5, directory)
        for dataset, c in [("texas", 5), ("wisconsin", 5), ("karate", 2), ("football", 12)]:
            path = SHARED / "data" / f"{dataset}.npz"
            if path.exists():
                fine &= compare(dataset, path, c, directory)
    sys.exit(0 if fine else 1)


main()

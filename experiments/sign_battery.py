"""The constants of the sign on synthetic graphs alone: which λ makes edges pull, and how evenly agreement has to fall. Prints Markdown.

Usage: sign_battery.py [GRAPHS]      needs Debian's python3-sklearn

Every graph is drawn at random: 2 to 8 communities, equal or not, degrees alike or heavy-tailed, edges within communities more or less often
than chance, attributes of any strength. In half of them the two ends of an edge share something that nobody else has; in a third
neighbours are alike in attributes that are not those of their class. Each is solved with edges unused, pushing and pulling (K-means
of the filtered z-scores); the score of a pair of constants is the mean NMI of what the sign would use, by its shares.
"""
import sys

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import KMeans
from sklearn.metrics import normalized_mutual_info_score

LEAST, EVEN = (.2, .3, .4, .5, .6), (1.2, 1.6, 2, 2.5, 4)


def unit(rows):
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def half(rows):
    return rows / np.sqrt(np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12))


def soft_step(x, middle, power):
    return 0.0 if x <= 0 else 1 / (1 + (middle / x)**power)


def edges(random, classes, degree, within):
    """Each edge has its first end by popularity, its second in the same class with probability `within`."""
    n = len(classes)
    popularity = random.pareto(2.5, n) + .3 if random.random() < .5 else np.ones(n)
    first = random.choice(n, int(n * degree / 2), p=popularity / popularity.sum())
    inside, second = random.random(len(first)) < within, first.copy()
    for c in np.unique(classes):
        for same in (True, False):
            those, pool = (classes[first] == c) & (inside == same), np.flatnonzero((classes == c) == same)
            second[those] = random.choice(pool, those.sum(), p=popularity[pool] / popularity[pool].sum())
    a = sp.coo_matrix((np.ones(len(first)), (first, second)), (n, n))
    a = ((a + a.T) > 0).astype(float).tolil()
    a.setdiag(0)
    return a.tocsr()


def normalised(a, loops=0.0):
    a = a + loops * sp.eye(a.shape[0])
    root = sp.diags(1 / np.sqrt(np.maximum(a.sum(1).A1, 1e-12)))
    return (root @ a @ root).tocsr()


def draw(random):
    c, n, degree = int(random.integers(2, 9)), int(random.choice([300, 500, 800])), np.exp(random.uniform(np.log(3), np.log(40)))
    classes = random.choice(c, n, p=random.dirichlet(np.full(c, 3.0)) if random.random() < .5 else None)
    within = random.choice([random.uniform(1 / c, 1), random.uniform(0, 1 / c), random.uniform(1 / c, min(1, 1 / c + .25))])
    a, d = edges(random, classes, degree, within), int(random.choice([20, 50, 100]))
    x = np.exp(random.uniform(np.log(.3), np.log(1.5))) * unit(random.standard_normal((c, d)))[classes] + random.standard_normal((n, d)) / d**.5
    if random.random() < .5:
        u, v = sp.triu(a, 1).nonzero()
        topic, shared = random.standard_normal((len(u), d)) / d**.5, np.zeros((n, d))
        np.add.at(shared, u, topic)
        np.add.at(shared, v, topic)
        x += random.uniform(.3, 2) * shared / degree**.5
    if random.random() < 1 / 3:
        field, s = random.standard_normal((n, d)), normalised(a)
        for _ in range(2):
            field = .5 * field + .5 * (s @ field)
        x += random.uniform(.5, 1.5) * field / np.sqrt((field**2).sum(1).mean())
    return a, x, classes, c


def stalks(x, c):
    """z-scores in the directions beyond the Marchenko–Pastur edge, c − 1 at least and 32 at most; unit rows."""
    x = (x - x.mean(0)) / x.std(0)
    u, sigma, _ = np.linalg.svd(x, full_matrices=False)
    beyond = (sigma > np.sqrt(len(x)) + np.sqrt(x.shape[1])).sum()
    return unit((u * sigma)[:, :min(max(beyond, c - 1), 32)])


def agreement(a, q):
    """ρ1, ρ2, ρ4 over walks that do not go back, and the significance of ρ1."""
    degree, found = a.sum(1).A1[:, None], []
    walks = [[q, np.ones((len(q), 1))], [a @ q, degree]]
    for k in range(3):
        back = degree if k == 0 else degree - 1
        walks.append([a @ walks[-1][i] - back * walks[-2][i] for i in range(2)])
    for step in (1, 2, 4):
        over, ends = walks[step]
        share = ends.ravel() / ends.sum()
        chance = (share @ q) @ (share @ q)
        found.append(((q * over).sum() / ends.sum() - chance) / (share @ (q**2).sum(1) - chance) + share @ share)
    spread = np.linalg.svd(q - q.mean(0), compute_uv=False)**2
    return *found, found[0] * np.sqrt(a.sum() / 2 * spread.sum()**2 / (spread**2).sum())


def filters(a, q, opposite):
    s, looped = normalised(a), normalised(a, 1.0)
    if opposite:
        looped = 2 * sp.diags(looped.diagonal()) - looped
    walk, pulled = q, q
    for _ in range(10):
        walk = looped @ walk
        pulled = pulled + walk
    return {"none": q, "push": unit(q - .8 * (s @ q) + .64 * (s @ (s @ q))), "pull": half(pulled)}


def worth(scores, found, least, even):
    rho1, rho2, rho4, z = found
    strength = max(0.0, rho2 / abs(rho1))
    evenly = 1 - soft_step(np.sqrt(rho4 / rho2) / strength, even, 12) if rho2 > .01 and rho4 > 0 else 0.0
    pull = 1 - (1 - soft_step(strength, least, 12)) * (1 - (evenly if rho1 > 0 else 0))
    push = 1 - pull if rho1 > 0 else 0.0
    use = soft_step(abs(z), 4, 4) * (1 - soft_step(strength, 1, 32))
    return use * (pull * scores["pull"] + push * scores["push"] + (1 - pull - push) * scores["none"]) + (1 - use) * scores["none"]


def main(graphs):
    all_scores, all_found = [], []
    for seed in range(graphs):
        a, x, classes, c = draw(np.random.default_rng(seed))
        q = stalks(x, c)
        found = agreement(a, q)
        all_found.append(found)
        all_scores.append({name: normalized_mutual_info_score(classes, KMeans(c, n_init=5, random_state=0).fit_predict(half(y)))
                           for name, y in filters(a, q, found[0] < 0).items()})
    print(f"{graphs} graphs. The best of the three each time {np.mean([max(s.values()) for s in all_scores]):.3f}; "
          + ", ".join(f"{name} always {np.mean([s[name] for s in all_scores]):.3f}" for name in all_scores[0]) + ".\n")
    print("| pull from λ | " + " | ".join(f"λ'/λ up to {even}" for even in EVEN) + " |\n|" + " --- |" * (1 + len(EVEN)))
    for least in LEAST:
        means = [np.mean([worth(s, f, least, even) for s, f in zip(all_scores, all_found)]) for even in EVEN]
        print(f"| {least} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)

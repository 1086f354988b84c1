"""The learned baselines against PyTorch: loss and gradients of one epoch on a tiny graph, in double.

Usage: models_peer.py PROGRAM   PROGRAM prints what models_peer.cpp says; exit code 77 where PyTorch is not installed
"""
import subprocess
import sys

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    print("PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

TOLERANCE = 1e-6
torch.set_default_dtype(torch.double)


def sum_one(x):
    return x / x.abs().sum(1, keepdim=True).clamp(min=1e-300)


def normalised(a, loops=True):
    a = a + torch.eye(len(a)) if loops else a
    scale = torch.diag(a.sum(1).clamp(min=1e-300) ** -0.5)
    return scale @ a @ scale


def indices(row):
    return row.flatten().long()


def dgi(m, w):
    layer, bias, slope, form, form_bias = w
    a, x = normalised(m["adjacency"]), sum_one(m["attributes"])

    def encode(rows):
        return F.prelu(a @ (rows @ layer) + bias, slope.flatten())

    real, fake = encode(x), encode(x[indices(m["shuffled"])])
    summary = torch.sigmoid(real.mean(0))
    logits = torch.cat([F.bilinear(h, summary.expand_as(h).contiguous(), form[None], form_bias.flatten()) for h in (real, fake)])
    truth = torch.cat([torch.ones(len(x), 1), torch.zeros(len(x), 1)])
    return F.binary_cross_entropy_with_logits(logits, truth)


def dmon(m, w, twice=1.0):
    layer, bias, skip, dense, dense_bias = w
    a = m["adjacency"]
    transformed = m["attributes"] @ layer
    s = torch.softmax(F.selu(normalised(a) @ transformed + transformed * skip + bias) @ dense + dense_bias, 1)
    degrees, ends = a.sum(1, keepdim=True), twice * a.sum()
    modularity = torch.trace(s.T @ a @ s - s.T @ degrees @ degrees.T @ s / ends) / ends
    return -modularity + s.sum(0).norm() / len(a) * s.shape[1] ** 0.5 - 1


def mincut(m, w):
    layer, bias, dense, dense_bias = w
    a, x = normalised(m["adjacency"], loops=False), sum_one(m["attributes"])
    gathered, skipped = layer.chunk(2, dim=1)
    s = torch.softmax(F.elu(a @ x @ gathered + x @ skipped + bias) @ dense + dense_bias, 1)
    gram = s.T @ s
    cut = torch.trace(s.T @ a @ s) / torch.trace(s.T @ torch.diag(a.sum(1)) @ s)
    return -cut + (gram / gram.norm() - torch.eye(len(gram)) / len(gram) ** 0.5).norm()


def views(m, w, degrees, f, last=lambda a: a):
    """The encoder's output for both views; degrees(rows, columns) gives the two factors."""
    for number in "01":
        a = m["adjacency" + number] + torch.eye(len(m["adjacency"]))
        left, right = degrees(a.sum(1), a.sum(0))
        a = a / torch.sqrt(torch.outer(left, right))
        x = sum_one(m["attributes"]) * m["mask" + number].T
        yield last(a @ (f(a @ (x @ w[0]) + w[1]) @ w[2]) + w[3])


def cca_ssg(m, w):
    z = [(h - h.mean(0)) / h.std(0) for h in views(m, w, lambda rows, columns: (rows, columns), torch.relu)]
    n, d = z[0].shape
    apart = sum(((torch.eye(d) - a.T @ a / n) ** 2).sum() for a in z)
    return -(z[0].T @ z[1] / n).diag().sum() + 1e-3 * apart


def grace(m, w, f=torch.relu, encoder_weights=4):
    first, first_bias, second, second_bias = w[encoder_weights:]
    u, v = (F.normalize(F.elu(h @ first + first_bias) @ second + second_bias)
            for h in views(m, w, lambda rows, columns: (rows, rows), f, f))

    def one_side(a, b):
        between, within = torch.exp(a @ b.T / 0.4), torch.exp(a @ a.T / 0.4)
        return -torch.log(between.diag() / (between.sum(1) + within.sum(1) - within.diag()))

    return ((one_side(u, v) + one_side(v, u)) / 2).mean()


def ns4gc(m, w):
    u, v = (F.normalize(h) for h in views(m, w, lambda rows, columns: (columns, columns), F.selu))
    similarity, edges = u @ v.T, m["adjacency"] > 0
    others = ~edges & ~torch.eye(len(u), dtype=torch.bool)
    apart = torch.sigmoid((similarity[others] - 0.6) / 0.1).mean()
    return -similarity.diag().mean() - similarity[edges].mean() + apart


def attention(a, values, own, other):
    """Dense, one head after another; a is 0 where there is no entry."""
    heads = []
    for h, part in enumerate(values.chunk(len(own), dim=1)):
        scores = F.leaky_relu((part @ own[h])[:, None] + (part @ other[h])[None, :], 0.2)
        heads.append(torch.softmax(scores.masked_fill(a == 0, -1e30), dim=1) @ part)
    return torch.cat(heads, dim=1)


def graphmae(m, w):
    token, first, second, link, decoder = w[0], w[1:6], w[6:11], w[11], w[12:16]
    a, x = m["adjacency"] + torch.eye(len(m["adjacency"])), sum_one(m["attributes"])
    masked = indices(m["masked"])
    hidden = x[indices(m["attributes_of"])]
    hidden = hidden.index_copy(0, indices(m["with_token"]), token.expand(m["with_token"].numel(), -1))
    for layer, own, other, bias, slope in (first, second):
        hidden = F.prelu(attention(a, hidden @ layer, own, other) + bias, slope.flatten())
    hidden = (hidden @ link).index_fill(0, masked, 0.0)
    rebuilt = attention(a, hidden @ decoder[0], decoder[1], decoder[2]) + decoder[3]
    return (1 - F.cosine_similarity(rebuilt[masked], x[masked])).pow(3).mean()


def vgraph(m, w):
    nodes, communities, decoder, bias = w
    lower, upper = m["adjacency"].triu().nonzero().T
    source, target = torch.cat([lower, upper]), torch.cat([upper, lower])
    logits = (nodes[source] * nodes[target]) @ communities.T
    soft = torch.softmax(logits + m["noise"], 1)
    z = F.one_hot(soft.argmax(1), soft.shape[1]) + soft - soft.detach()
    rebuilt = F.cross_entropy(z @ communities @ decoder + bias, target)
    q, prior = torch.softmax(logits, 1), torch.softmax(nodes[source] @ communities.T, 1)
    surprise = (q * (torch.log(q) - torch.log(prior))).sum(1).mean()
    r = torch.zeros(len(nodes), q.shape[1]).index_add(0, source, q)
    return rebuilt + surprise + 0.1 * ((r[source] - r[target]) ** 2).mean()


PEERS = {
    "vgraph": vgraph,
    "graphmae": graphmae,
    "cca_ssg": cca_ssg,
    "grace": grace,
    "grace_prelu": lambda m, w: grace(m, w, lambda a: F.prelu(a, w[4].flatten()), 5),
    "ns4gc": ns4gc,
    "dgi": dgi,
    "dmon": dmon,
    "dmon_code": lambda m, w: dmon(m, w, twice=2.0),
    "mincut": mincut,
}


def read_cases(text):
    cases = []
    for line in text.splitlines():
        what, *words = line.split()
        if what == "case":
            cases.append({"name": words[0], "matrices": {}, "weight": [], "gradient": []})
            continue
        if what == "loss":
            cases[-1]["loss"] = float(words[0])
            continue
        name = words.pop(0) if what == "matrix" else None
        matrix = torch.tensor([float(word) for word in words[2:]]).view(int(words[0]), int(words[1]))
        if what == "matrix":
            cases[-1]["matrices"][name] = matrix
        else:
            cases[-1][what].append(matrix)
    return cases


def error(actual, expected):
    """The largest difference relative to the largest element; some gradients are 0 but for rounding, hence the limit."""
    scale = max(expected.abs().max().item(), 1e-6)
    return (actual - expected).abs().max().item() / scale


def main():
    text = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout
    cases = read_cases(text)
    failures = 0
    for case in cases:
        weights = [w.clone().requires_grad_() for w in case["weight"]]
        loss = PEERS[case["name"]](case["matrices"], weights)
        loss.backward()
        of_loss = abs(case["loss"] - loss.item()) / abs(loss.item())
        theirs = [w.grad if w.grad is not None else torch.zeros_like(w) for w in weights]
        of_gradients = [error(ours, grad) for ours, grad in zip(case["gradient"], theirs)]
        good = max(of_loss, *of_gradients) <= TOLERANCE
        failures += not good
        print(f"{'ok  ' if good else 'FAIL'} {case['name']:20} loss {loss.item():.6f}  off by {of_loss:.1e}, "
              f"gradients of {len(weights)} weights by {max(of_gradients):.1e}")
    unseen = set(PEERS) - {case["name"] for case in cases}
    print(f"{len(cases)} cases, {failures} beyond {TOLERANCE}; not printed by the program: {sorted(unseen) or 'none'}")
    return 1 if failures or unseen else 0


if __name__ == "__main__":
    sys.exit(main())

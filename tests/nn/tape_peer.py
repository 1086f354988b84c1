"""The operations of the tape against PyTorch, value and gradients, in double.

Usage: tape_peer.py PROGRAM     PROGRAM prints what tape_peer.cpp says; exit code 77 where PyTorch is not installed
"""
import subprocess
import sys

try:
    import torch
    import torch.nn.functional as F
except ImportError:
    print("PyTorch is not installed (Debian: python3-torch)")
    sys.exit(77)

TOLERANCE = 1e-12
torch.set_default_dtype(torch.double)


def adjacency(case):
    sources, targets = torch.tensor(case["indices"]).view(2, -1)
    n = case["input"][0].shape[0]
    return torch.zeros(n, n).index_put((sources, targets), torch.ones(len(sources)))


def info_nce(x, case):
    u, v = F.normalize(x[0]), F.normalize(x[1])

    def one_side(a, b):
        between, within = torch.exp(a @ b.T / 0.4), torch.exp(a @ a.T / 0.4)
        return -torch.log(between.diag() / (between.sum(1) + within.sum(1) - within.diag()))

    return ((one_side(u, v) + one_side(v, u)) / 2).mean()


def cca_ssg(x, case):
    z = [(a - a.mean(0)) / a.std(0) for a in x]
    n, d = z[0].shape
    between = z[0].T @ z[1] / n
    apart = sum(((torch.eye(d) - a.T @ a / n) ** 2).sum() for a in z)
    return -between.diag().sum() + 1e-3 * apart


def graph_attention(x, case):
    values, own, other = x
    mask = adjacency(case) == 0
    heads = []
    for h, part in enumerate(values.chunk(own.shape[0], dim=1)):
        scores = F.leaky_relu((part @ own[h])[:, None] + (part @ other[h])[None, :], 0.2)
        weights = torch.softmax(scores.masked_fill(mask, -1e30), dim=1) * ~mask
        heads.append(weights @ part)
    return torch.cat(heads, dim=1)


def similarity_sparsity(x, case):
    similarity = F.normalize(x[0]) @ F.normalize(x[1]).T
    chosen = (adjacency(case) + torch.eye(len(similarity))) == 0
    return torch.sigmoid((similarity[chosen] - 0.6) / 0.1).mean()


def dmon(x, case):
    s, a = torch.softmax(x[0], 1), adjacency(case)
    degrees, ends = a.sum(1), a.sum()
    b = a - torch.outer(degrees, degrees) / ends
    return -torch.trace(s.T @ b @ s) / ends + s.shape[1] ** 0.5 / len(s) * s.sum(0).norm()


def mincut(x, case):
    s, a = torch.softmax(x[0], 1), adjacency(case)
    gram = s.T @ s
    cut = -torch.trace(s.T @ a @ s) / torch.trace(s.T @ torch.diag(a.sum(1)) @ s)
    return cut + (gram / gram.norm() - torch.eye(len(gram)) / len(gram) ** 0.5).norm()


def targets(case):
    return torch.tensor(case["indices"])


PEERS = {
    "elu": lambda x, case: F.elu(x[0]),
    "selu": lambda x, case: F.selu(x[0]),
    "sigmoid": lambda x, case: torch.sigmoid(x[0]),
    "prelu": lambda x, case: F.prelu(x[0], x[1].flatten()),
    "softmax": lambda x, case: F.softmax(x[0], dim=1),
    "log_softmax": lambda x, case: F.log_softmax(x[0], dim=1),
    "normalise_rows": lambda x, case: F.normalize(x[0]),
    "standardise_columns": lambda x, case: (x[0] - x[0].mean(0)) / x[0].std(0),
    "scaled_cosine_error": lambda x, case: (1 - x[0]).pow(3).mean(),
    "bilinear": lambda x, case: F.bilinear(x[0], x[2].expand(len(x[0]), -1), x[1][None]),
    "binary_cross_entropy_with_ones": lambda x, case: F.binary_cross_entropy_with_logits(x[0], torch.ones_like(x[0])),
    "softmax_divergence": lambda x, case: F.kl_div(
        F.log_softmax(x[1], 1), F.log_softmax(x[0], 1), reduction="batchmean", log_target=True),
    "info_nce": info_nce,
    "cca_ssg": cca_ssg,
    "one_hot_cross_entropy": lambda x, case: F.cross_entropy(x[0] @ x[1] + x[2], targets(case)),
    "graph_attention": graph_attention,
    "similarity_sparsity": similarity_sparsity,
    "dmon": dmon,
    "mincut": mincut,
}


def read_cases(text):
    cases = []
    for line in text.splitlines():
        what, *words = line.split()
        if what == "case":
            cases.append({"name": words[0], "input": [], "gradient": []})
        elif what == "indices":
            cases[-1]["indices"] = [int(word) for word in words]
        else:
            rows, cols = int(words[0]), int(words[1])
            matrix = torch.tensor([float(word) for word in words[2:]]).view(rows, cols)
            if what in ("input", "gradient"):
                cases[-1][what].append(matrix)
            else:
                cases[-1][what] = matrix
    return cases


def error(actual, expected):
    """The largest difference, relative where the expected number is larger than 1."""
    return ((actual - expected).abs() / expected.abs().clamp(min=1)).max().item()


def main():
    text = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout
    cases = read_cases(text)
    failures = 0
    for case in cases:
        x = [matrix.clone().requires_grad_() for matrix in case["input"]]
        value = PEERS[case["name"]](x, case).reshape(case["value"].shape)
        (value * case["weights"]).sum().backward()
        errors = [error(case["value"], value.detach())]
        errors += [error(ours, theirs.grad) for ours, theirs in zip(case["gradient"], x)]
        good = max(errors) <= TOLERANCE
        failures += not good
        print(f"{'ok  ' if good else 'FAIL'} {case['name']:32} value {errors[0]:.1e}  gradients {max(errors[1:]):.1e}")
    unseen = set(PEERS) - {case["name"] for case in cases}
    print(f"{len(cases)} cases, {failures} beyond {TOLERANCE}; not printed by the program: {sorted(unseen) or 'none'}")
    return 1 if failures or unseen else 0


if __name__ == "__main__":
    sys.exit(main())

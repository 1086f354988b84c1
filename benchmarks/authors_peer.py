"""What preset `authors` computes, as a plain PyTorch script would: dense attributes, autograd, SciPy and scikit-learn for the rest.

Usage: authors_peer.py GRAPH COMMUNITIES     GRAPH: an .npz or a directory of Geom-GCN; prints one line of JSON

The same shapes and steps: two layers of 2 heads of 64, 30 epochs with an evaluation each, three losses, Adam, 10 nearest
neighbours, an affinity, as many eigenvectors as communities, K-means with 10 starts. Imports are not timed.
"""
import json
import pathlib
import sys
import time

import numpy
import scipy.sparse
import scipy.sparse.linalg
import torch
from sklearn.cluster import KMeans
from sklearn.neighbors import NearestNeighbors

EPOCHS, WIDTH = 30, 128


def read(path):
    if path.is_dir():
        lines = (path / "out1_node_feature_label.txt").read_text().splitlines()[1:]
        rows = numpy.array([line.split("\t")[1].split(",") for line in lines], numpy.float32)
        return rows, numpy.loadtxt(path / "out1_graph_edges.txt", numpy.int64, skiprows=1)
    with numpy.load(path) as arrays:
        return arrays["node_features"], arrays["edges"]


class Encoder(torch.nn.Module):
    def __init__(self, columns, communities, gate):
        super().__init__()
        self.first = torch.nn.Linear(columns, 2 * WIDTH, bias=False)
        self.second = torch.nn.Linear(WIDTH, 2 * WIDTH, bias=False)
        self.assign = torch.nn.Linear(WIDTH, communities, bias=False)
        self.gate = gate

    def layer(self, wide):
        return torch.relu(0.5 * torch.sparse.mm(self.gate, wide[:, :WIDTH]) + 0.5 * wide[:, WIDTH:])

    def forward(self, x):
        hidden = torch.dropout(self.layer(self.first(x)), 0.3, True)
        embedding = self.layer(self.second(hidden))
        return embedding, torch.softmax(self.assign(embedding), 1)


def structure(s, edges, degrees):
    """Modularity and collapse."""
    clamped = s.clamp(1e-10, 1)
    inside = 2 * (clamped[edges[0]] * clamped[edges[1]]).sum() / edges.shape[1]
    expected = ((degrees @ clamped / edges.shape[1]) ** 2).sum()
    collapse = ((s.T @ s / len(s) - torch.eye(s.shape[1]) / s.shape[1]) ** 2).sum()
    return expected - inside + 5 * collapse


def trained(rows, edges, communities):
    x, edges = torch.from_numpy(rows), torch.from_numpy(edges.T.copy())
    degrees = torch.bincount(edges[0], minlength=len(x)).float()
    openness = torch.sigmoid(4 - degrees[edges[0]] - degrees[edges[1]])
    weights = openness / torch.sqrt((degrees[edges[0]] * degrees[edges[1]]).clamp(min=1))
    encoder = Encoder(rows.shape[1], communities, torch.sparse_coo_tensor(edges, weights, (len(x), len(x))).coalesce())
    adam = torch.optim.Adam(encoder.parameters(), lr=0.005, weight_decay=5e-4)
    best, kept = float("inf"), None
    for _ in range(EPOCHS):
        adam.zero_grad()
        _, s = encoder(x)
        likeness = (s[edges[0]] * s[edges[1]]).sum(1)
        (structure(s, edges, degrees) + ((likeness - openness) ** 2).mean()).backward()
        adam.step()
        with torch.no_grad():
            embedding, s = encoder(x)
            score = float(structure(s, edges, degrees))
            if score < best:
                best, kept = score, embedding.numpy()
    return kept


def rounded(embedding, communities):
    near = NearestNeighbors(n_neighbors=11).fit(embedding).kneighbors_graph(embedding, mode="distance")
    near.data = numpy.exp(-near.data ** 2 / max(1e-12, float(numpy.mean(near.data ** 2))))
    affinity = near.maximum(near.T)
    scale = scipy.sparse.diags(1 / numpy.sqrt(numpy.maximum(1e-12, numpy.asarray(affinity.sum(axis=1)).ravel())))
    vectors = scipy.sparse.linalg.eigsh(scale @ affinity @ scale, k=communities, which="LA")[1]
    vectors /= numpy.maximum(1e-12, numpy.linalg.norm(vectors, axis=1, keepdims=True))
    return KMeans(communities, n_init=10, random_state=0).fit(vectors).labels_


if __name__ == "__main__":
    torch.manual_seed(0)
    begin, used = time.perf_counter(), time.process_time()
    attributes, pairs = read(pathlib.Path(sys.argv[1]))
    labels = rounded(trained(attributes, pairs, int(sys.argv[2])), int(sys.argv[2]))
    print(json.dumps({"seconds": time.perf_counter() - begin, "cpu": time.process_time() - used, "nodes": len(labels)}))

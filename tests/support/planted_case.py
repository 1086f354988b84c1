"""A random graph with labels and words, for checks that compute figures again with NumPy."""
import numpy


def sigmoid(x):
    return numpy.exp(-numpy.logaddexp(0.0, -x))


class Case:
    """A block model with labels and words; with hubs and pieces, or without. Nodes without a label occur."""

    def __init__(self, seed, hubs, nodes=420, blocks=4):
        random = numpy.random.default_rng(seed)
        self.hubs = hubs
        self.label = random.integers(0, blocks, nodes)
        activity = random.pareto(2.5, nodes) + 0.4 if hubs else numpy.full(nodes, 1.0)
        same = self.label[:, None] == self.label[None]
        chance = numpy.outer(activity, activity) * numpy.where(same, 0.02, 0.004) * (1 if hubs else 4)
        self.adjacency = numpy.triu(random.random((nodes, nodes)) < chance, 1)
        self.adjacency = (self.adjacency | self.adjacency.T).astype(float)
        own = numpy.arange(30)[None] % blocks == self.label[:, None]
        self.attributes = (random.random((nodes, 30)) < 0.08 + 0.15 * own).astype(int)
        self.label[random.random(nodes) < 0.1] = -1
        degree = self.adjacency.sum(1)
        self.curvature = 4.0 - degree[:, None] - degree[None]
        self.same = self.label[:, None] == self.label[None]
        self.kept = self.adjacency * (self.label[:, None] >= 0) * (self.label[None] >= 0)  # edges with labels at both ends

    def edges(self):
        return numpy.argwhere(numpy.triu(self.adjacency))

    def curvature_of(self, mask):
        """Of the undirected edges in `mask`, a matrix like the adjacency."""
        return self.curvature[numpy.triu(mask > 0, 1)]


def cases():
    """One with hubs and pieces; one without, on which a walk contracts."""
    return [Case(1, True), Case(2, False)]

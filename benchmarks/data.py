"""The data that table.py measures with. Each function writes files of about `size` edges or rows and returns their paths, with
what else the program needs, and a judge of results (or None). The same size gives the same data; files that exist are kept.
"""
import numpy


def save_graph(path, nodes, ends):
    ends = ends[ends[:, 0] != ends[:, 1]]
    ends.sort(axis=1)
    keys = numpy.unique(ends[:, 0].astype(numpy.uint64) * numpy.uint64(nodes) + ends[:, 1].astype(numpy.uint64))
    pairs = numpy.stack([keys // numpy.uint64(nodes), keys % numpy.uint64(nodes)], 1).astype(numpy.uint32)
    with open(path, "wb") as out:
        numpy.array([nodes], numpy.uint32).tofile(out)
        pairs.tofile(out)


def planted(random, shape, inside, strength):
    """Edges between nodes drawn by strength; the other end is in the same community with probability `inside`."""
    nodes, edges, communities = shape
    label = random.integers(0, communities, nodes)
    order = numpy.argsort(label, kind="stable")
    begin = numpy.searchsorted(label[order], numpy.arange(communities + 1))
    sums = numpy.concatenate([[0], numpy.cumsum(strength[order])])

    def drawn(low, high):
        places = numpy.searchsorted(sums, low + random.random(edges) * (high - low), side="right") - 1
        return numpy.minimum(places, nodes - 1)

    first = drawn(0.0, sums[-1])
    own = label[order][first]
    stays = random.random(edges) < inside
    second = drawn(numpy.where(stays, sums[begin[own]], 0.0), numpy.where(stays, sums[begin[own + 1]], sums[-1]))
    return numpy.stack([order[first], order[second]], 1)


def modularity_of(path):
    numbers = numpy.fromfile(path, numpy.uint32)
    pairs = numbers[1:].reshape(-1, 2)

    def judge(result):
        label = numpy.fromfile(result, numpy.int32)
        degrees = numpy.bincount(pairs.ravel(), minlength=int(numbers[0]))
        strength = numpy.bincount(label, weights=degrees)
        return float((label[pairs[:, 0]] == label[pairs[:, 1]]).mean() - ((strength / strength.sum()) ** 2).sum())

    return judge


def graph(name, size, scratch, make):
    path = scratch / f"{name}{size}.bin"
    if not path.exists():
        save_graph(path, size // 10, make(numpy.random.default_rng(1), size // 10))
    return [path], modularity_of(path)


def blocks(size, scratch):
    """Ten communities of equal nodes, two thirds of the edges inside: planted modularity .6."""
    return graph("blocks", size, scratch, lambda random, nodes: planted(random, (nodes, size, 10), 2 / 3, numpy.ones(nodes)))


def power_law(size, scratch):
    """A hundred communities, degrees by a power law of exponent 2.5."""
    def make(random, nodes):
        strength = numpy.minimum((1 - random.random(nodes)) ** (-1 / 1.5), nodes ** 0.5)
        return planted(random, (nodes, size, 100), 0.6, strength)
    return graph("power_law", size, scratch, make)


def points(size, scratch, columns):
    path = scratch / f"points{columns}_{size}.bin"
    if not path.exists():
        random = numpy.random.default_rng(1)
        centres = random.normal(size=(16, columns))
        (centres[random.integers(0, 16, size)] + random.normal(size=(size, columns))).astype(numpy.float32).tofile(path)
    return path


def points_16(size, scratch):
    return [points(size, scratch, 16), 16], None


def points_64(size, scratch):
    path = points(size, scratch, 64)

    def recall(result):
        rows = numpy.fromfile(path, numpy.float32).reshape(-1, 64)
        found = numpy.fromfile(result, numpy.uint32).reshape(-1, 10)
        met = 0
        for row in numpy.random.default_rng(2).integers(0, len(rows), 100):
            distances = ((rows - rows[row]) ** 2).sum(axis=1)
            distances[row] = numpy.inf
            met += len(set(numpy.argpartition(distances, 10)[:10].tolist()) & set(found[row].tolist()))
        return met / 1000

    return [path, 64], recall


def labels(size, scratch):
    paths = [scratch / f"labels{classes}_{size}.bin" for classes in (292, 100)]
    random = numpy.random.default_rng(1)
    truth = random.integers(0, 100, size)
    noise = random.integers(0, 292, size)
    numpy.where(random.random(size) < 0.5, truth, noise).astype(numpy.int32).tofile(paths[0])
    truth.astype(numpy.int32).tofile(paths[1])
    return paths, None

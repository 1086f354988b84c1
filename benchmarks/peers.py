"""The same pieces of work as work.cpp, done by other programs. Prints one line of JSON: seconds, and the quality if there is one.

Usage: peers.py WORK PROGRAM FILES...     (table.py calls this)

Reading and converting the data is not timed. Every program may use all processors it can.
"""
import json
import sys
import time

import numpy


def graph_in(path):
    numbers = numpy.fromfile(path, numpy.uint32)
    return int(numbers[0]), numbers[1:].reshape(-1, 2)


def timed(work):
    """Seconds by the clock and of the processors (all threads together), and the result."""
    begin, used = time.perf_counter(), time.process_time()
    result = work()
    return {"seconds": time.perf_counter() - begin, "cpu": time.process_time() - used}, result


def write(path, labels):
    numpy.asarray(labels, numpy.int32).tofile(path)


def igraph_leiden(path, result):
    import igraph
    nodes, edges = graph_in(path)
    graph = igraph.Graph(n=nodes, edges=edges)
    seconds, found = timed(lambda: graph.community_leiden(objective_function="modularity", n_iterations=2))
    write(result, found.membership)
    return seconds


def leidenalg_leiden(path, result):
    import igraph
    import leidenalg
    nodes, edges = graph_in(path)
    graph = igraph.Graph(n=nodes, edges=edges)
    seconds, found = timed(lambda: leidenalg.find_partition(graph, leidenalg.ModularityVertexPartition, n_iterations=2, seed=1))
    write(result, found.membership)
    return seconds


def networkit_of(path, result, algorithm):
    import networkit
    nodes, edges = graph_in(path)
    ends = [numpy.ascontiguousarray(edges[:, side]).astype(numpy.uint64) for side in (0, 1)]
    graph = networkit.GraphFromCoo((numpy.ones(len(edges)), tuple(ends)), n=nodes)
    seconds, found = timed(lambda: algorithm(networkit.community, graph).run().getPartition())
    write(result, found.getVector())
    return seconds


def networkit_leiden(path, result):
    return networkit_of(path, result, lambda community, graph: community.ParallelLeiden(graph))


def networkit_louvain(path, result):
    return networkit_of(path, result, lambda community, graph: community.PLM(graph, refine=True))


def sklearn_kmeans(path, columns):
    from sklearn.cluster import KMeans
    points = numpy.fromfile(path, numpy.float32).reshape(-1, int(columns))
    seconds, found = timed(lambda: KMeans(16, n_init=10, random_state=1).fit(points))
    return {**seconds, "quality": float(found.inertia_)}


sklearn_sampled = sklearn_kmeans  # it has no starts in samples


def recall_of(found, points, rows):
    """Of the ten nearest, without the point itself."""
    met = 0
    for row, ids in zip(rows, found):
        distances = ((points - points[row]) ** 2).sum(axis=1)
        distances[row] = numpy.inf
        met += len(set(numpy.argpartition(distances, 10)[:10].tolist()) & set(ids.tolist()))
    return met / (10 * len(rows))


def hnswlib_knn(path, columns, result):
    """Building is timed, and the search with the shortest list of candidates that reaches recall .95 on a sample."""
    import hnswlib
    points = numpy.fromfile(path, numpy.float32).reshape(-1, int(columns))
    index = hnswlib.Index(space="l2", dim=points.shape[1])
    index.init_index(max_elements=len(points), ef_construction=100, M=16)
    built, _ = timed(lambda: index.add_items(points))
    rows = numpy.random.default_rng(3).integers(0, len(points), 100)
    for candidates in (12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512):
        index.set_ef(candidates)
        if recall_of(index.knn_query(points[rows], k=11)[0], points, rows) >= 0.95:
            break
    searched, found = timed(lambda: index.knn_query(points, k=11)[0])
    return {**knn_answer({name: built[name] + searched[name] for name in built}, found, result), "candidates": candidates}


def faiss_knn(path, columns, result):
    import faiss
    points = numpy.fromfile(path, numpy.float32).reshape(-1, int(columns))

    def work():
        cells = int(4 * len(points) ** 0.5)
        index = faiss.IndexIVFFlat(faiss.IndexFlatL2(points.shape[1]), points.shape[1], cells)
        index.train(points)
        index.add(points)
        index.nprobe = max(1, cells // 20)
        return index.search(points, 11)[1]

    return knn_answer(*timed(work), result)


def knn_answer(seconds, found, result):
    """Without the point itself, which these programs count among its neighbours."""
    rows = numpy.arange(len(found))[:, None]
    order = numpy.argsort(found == rows, axis=1, kind="stable")
    numpy.take_along_axis(found, order, axis=1)[:, :10].astype(numpy.uint32).tofile(result)
    return seconds


def scipy_eigenpairs(path):
    import scipy.sparse
    import scipy.sparse.linalg
    nodes, edges = graph_in(path)
    half = scipy.sparse.coo_array((numpy.ones(len(edges)), (edges[:, 0], edges[:, 1])), shape=(nodes, nodes)).tocsr()
    full = half + half.T
    scale = scipy.sparse.diags_array(1 / numpy.sqrt(numpy.maximum(1, full.sum(axis=1))))
    matrix = (scale @ full @ scale).tocsr()
    seconds, (values, vectors) = timed(lambda: scipy.sparse.linalg.eigsh(matrix, k=10, which="LA", tol=1e-4))  # residuals like ours
    residuals = numpy.linalg.norm(matrix @ vectors - vectors * values, axis=0)
    return {**seconds, "quality": float(residuals.max())}


def sklearn_ami(first, second):
    from sklearn.metrics import adjusted_mutual_info_score
    labels = [numpy.fromfile(path, numpy.int32) for path in (first, second)]
    seconds, found = timed(lambda: adjusted_mutual_info_score(*labels))
    return {**seconds, "quality": float(found)}


if __name__ == "__main__":
    print(json.dumps(globals()[f"{sys.argv[2]}_{sys.argv[1]}"](*sys.argv[3:])))

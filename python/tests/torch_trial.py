"""Tensors of torch, which is too large for an environment of the tests: tried with an interpreter that has it.

Usage: PYTHONPATH=UNPACKED_WHEEL python3 torch_trial.py. Says so if there is no torch.
"""
import importlib.util
import sys
import types

import numpy as np

import cgsd
from cgsd._convert import How, convert

if importlib.util.find_spec("torch") is None:
    print("no torch here: tensors were not tried")
    sys.exit(0)
import torch

blocks = cgsd.datasets.planted_partition(nodes=90, communities=3, seed=1)
edges = np.concatenate([blocks.edges, blocks.edges[:, ::-1]]).T
index = torch.tensor(edges.copy())
x = torch.tensor(np.array(blocks.attributes))
expected = cgsd.detect(blocks.edges, blocks.attributes, k=3)

for found in (cgsd.detect(index, x, k=3), cgsd.detect(types.SimpleNamespace(edge_index=index, x=x, num_nodes=90), k=3)):
    assert (found.membership == expected.membership).all()
    assert (found.embedding == expected.embedding).all()
assert convert(index, x, How()).data.addresses()["attributes"] == x.data_ptr(), "a tensor of float32 was copied"
assert (cgsd.CGSD(3).fit(x, graph=index).labels_ == expected.membership).all()
assert len(cgsd.detect(torch.tensor([[0, 1, 2], [1, 2, 0]]), k=1).membership) == 3
print(f"tensors of torch {torch.__version__} work, with NumPy {np.__version__}")

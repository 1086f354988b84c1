"""AnnData: the graph of obsp, the attributes of obsm, the result in obs and uns."""
import numpy as np
import pytest

import cgsd

anndata = pytest.importorskip("anndata")
sp = pytest.importorskip("scipy.sparse")


def cells(blocks, with_pca=True):
    edges, attributes, classes = blocks
    upper = sp.csr_matrix((np.ones(len(edges), np.float32), (edges[:, 0], edges[:, 1])), shape=(90, 90))
    adata = anndata.AnnData(X=sp.csr_matrix(np.abs(attributes)), obsp={"connectivities": (upper + upper.T).tocsr()})
    adata.obs_names = [f"cell{i}" for i in range(90)]
    if with_pca:
        adata.obsm["X_pca"] = attributes
    return adata


def test_reads_obsp_and_obsm_and_writes_obs_and_uns(blocks):
    adata = cells(blocks)
    found = cgsd.detect(adata, k=3)
    np.testing.assert_array_equal(found.membership, cgsd.detect(blocks[0], blocks[1], k=3).membership)
    assert adata.obs["cgsd"].dtype.name == "category"
    assert adata.obs["cgsd"].astype(int).tolist() == found.membership.tolist()
    assert adata.obs["cgsd_confidence"].between(0, 1).all()
    assert adata.uns["cgsd"]["params"]["method"] == "default" and adata.uns["cgsd"]["params"]["communities"] == 3
    assert found.labels.index[2] == "cell2"


def test_the_attributes_can_be_chosen(blocks):
    adata = cells(blocks)
    of_x = cgsd.detect(adata, "X", k=3, key_added="by_x")
    assert "by_x" in adata.obs and of_x.summary["data"]["attributes"]["columns"] == 12
    assert cgsd.detect(adata, "obsm/X_pca", k=3).membership.tolist() == cgsd.detect(adata, k=3).membership.tolist()
    assert cgsd.detect(cells(blocks, with_pca=False), k=3).membership.tolist() == of_x.membership.tolist()
    assert "attributes" not in (cgsd.detect(adata, False, k=3).summary["data"].get("attributes") or {})
    with pytest.raises(ValueError, match="obsm/NAME"):
        cgsd.detect(adata, "obsm/X_umap", k=3)
    with pytest.raises(ValueError, match="graph_key"):
        cgsd.detect(adata, k=3, graph_key="distances")


def test_survives_being_written_and_read(blocks, tmp_path):
    adata = cells(blocks)
    cgsd.detect(adata, k=3)
    adata.write_h5ad(tmp_path / "cells.h5ad")
    again = anndata.read_h5ad(tmp_path / "cells.h5ad")
    assert again.obs["cgsd"].tolist() == adata.obs["cgsd"].tolist()
    assert again.uns["cgsd"]["params"]["seed"] == 0

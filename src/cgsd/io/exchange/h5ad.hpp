// AnnData files (.h5ad): cells with measurements, as scanpy and anndata write them.
//
//   graph       obsp/connectivities, another obsp by graph_key; in old files uns/neighbors/connectivities
//   attributes  X; or by attribute_key: X, layers/NAME, obsm/NAME (obsm/X_pca), none
//   names       the index of obs; of the attributes that of var
//   table       the columns of obs: one of them may serve as labels
// Sparse stays sparse (csr and csc), dense stays dense. Entries that are 0 are no edges. The attributes do not include
// the columns of obs. Everything else (uns, raw, columns of var) is left out. Bad content is a ParseError that names the member; a
// file at which libhdf5 crashes or hangs is one too (io/bytes/trial_process.hpp).
#pragma once

#include <filesystem>

#include "cgsd/core/context.hpp"
#include "cgsd/io/formats/graph_contents.hpp"

namespace cgsd {

GraphContents read_h5ad(const std::filesystem::path& file, const GraphReadOptions& options, const RunContext& run);

}  // namespace cgsd

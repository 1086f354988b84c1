// What a graph file is: by content (magic bytes, first words, members of an archive, files of a directory) and, if the content
// does not decide (METIS is just numbers), by the ending; anything else that is text is an edge list.
#pragma once

#include <array>
#include <filesystem>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class GraphFormat {
  automatic,
  edge_list,
  adjacency_list,
  networkx_edgelist,
  neo4j,
  graphml,
  gexf,
  gml,
  json,
  pajek,
  metis,
  matrix_market,
  npz,
  scipy_npz,
  npy,
  h5ad,
  geom_gcn,
  planetoid,
  csr,
  builtin
};
constexpr auto enum_names(GraphFormat) {
  using F = GraphFormat;
  return std::array{EnumName<F>{F::automatic, "auto"},
                    EnumName<F>{F::edge_list, "edge_list"},
                    EnumName<F>{F::adjacency_list, "adjacency_list"},
                    EnumName<F>{F::networkx_edgelist, "networkx_edgelist"},
                    EnumName<F>{F::neo4j, "neo4j"},
                    EnumName<F>{F::graphml, "graphml"},
                    EnumName<F>{F::gexf, "gexf"},
                    EnumName<F>{F::gml, "gml"},
                    EnumName<F>{F::json, "json"},
                    EnumName<F>{F::pajek, "pajek"},
                    EnumName<F>{F::metis, "metis"},
                    EnumName<F>{F::matrix_market, "matrix_market"},
                    EnumName<F>{F::npz, "npz"},
                    EnumName<F>{F::scipy_npz, "scipy_npz"},
                    EnumName<F>{F::npy, "npy"},
                    EnumName<F>{F::h5ad, "h5ad"},
                    EnumName<F>{F::geom_gcn, "geom_gcn"},
                    EnumName<F>{F::planetoid, "planetoid"},
                    EnumName<F>{F::csr, "csr"},
                    EnumName<F>{F::builtin, "built-in"}};
}

// Throws ParseError for a file that is known to be something else, with what to do about it (foreign_format.hpp), and for
// bytes that are no text at all. A pipe must be kept (io/bytes/kept_streams.hpp), else its first bytes are lost.
GraphFormat recognise_format(const std::filesystem::path& graph);

}  // namespace cgsd

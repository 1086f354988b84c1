#include "cgsd/io/datasets/read_contents.hpp"

#include "cgsd/io/arrays/edge_array.hpp"
#include "cgsd/io/exchange/adjacency_list.hpp"
#include "cgsd/io/exchange/gml.hpp"
#include "cgsd/io/exchange/h5ad.hpp"
#include "cgsd/io/exchange/json_graph.hpp"
#include "cgsd/io/exchange/neo4j.hpp"
#include "cgsd/io/exchange/pajek.hpp"
#include "cgsd/io/formats/csr_directory.hpp"
#include "cgsd/io/formats/edge_list.hpp"
#include "cgsd/io/formats/geom_gcn.hpp"
#include "cgsd/io/formats/gexf.hpp"
#include "cgsd/io/formats/graphml.hpp"
#include "cgsd/io/formats/matrix_market.hpp"
#include "cgsd/io/formats/metis.hpp"
#include "cgsd/io/formats/npz_dataset.hpp"
#include "cgsd/io/formats/planetoid.hpp"
#include "cgsd/io/formats/scipy_npz.hpp"

namespace cgsd {

GraphContents read_contents(const std::filesystem::path& file, GraphFormat format, const GraphReadOptions& options,
                            const RunContext& run) {
  switch (format) {
    case GraphFormat::graphml:
      return read_graphml(file, options, run);
    case GraphFormat::gexf:
      return read_gexf(file, options, run);
    case GraphFormat::gml:
      return read_gml(file, options, run);
    case GraphFormat::json:
      return read_json_graph(file, options, run);
    case GraphFormat::pajek:
      return read_pajek(file, options, run);
    case GraphFormat::adjacency_list:
      return read_adjacency_list(file, options, run);
    case GraphFormat::networkx_edgelist:
      return read_networkx_edges(file, options, run);
    case GraphFormat::neo4j:
      return read_neo4j(file, options, run);
    case GraphFormat::h5ad:
      return read_h5ad(file, options, run);
    case GraphFormat::metis:
      return read_metis(file, options, run);
    case GraphFormat::matrix_market:
      return read_matrix_market(file, options, run);
    case GraphFormat::npz:
      return read_npz(file, options, run);
    case GraphFormat::scipy_npz:
      return read_scipy_npz(file, options, run);
    case GraphFormat::npy:
      return read_npy_graph(file, options, run);
    case GraphFormat::geom_gcn:
      return read_geom_gcn(file, options, run);
    case GraphFormat::planetoid:
      return read_planetoid(file, options, run);
    case GraphFormat::csr:
      return read_csr_directory(file, options, run);
    case GraphFormat::automatic:
    case GraphFormat::builtin:
    case GraphFormat::edge_list:
      break;
  }
  return read_edge_list(file, options, run);
}

}  // namespace cgsd

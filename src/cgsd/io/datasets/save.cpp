#include "cgsd/io/datasets/save.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/bytes/atomic_file.hpp"
#include "cgsd/io/bytes/byte_source.hpp"
#include "cgsd/io/datasets/attribute_tables.hpp"
#include "cgsd/io/exchange/adjacency_list.hpp"
#include "cgsd/io/exchange/gml.hpp"
#include "cgsd/io/exchange/json_graph.hpp"
#include "cgsd/io/exchange/pajek.hpp"
#include "cgsd/io/formats/csr_directory.hpp"
#include "cgsd/io/formats/edge_list.hpp"
#include "cgsd/io/formats/gexf.hpp"
#include "cgsd/io/formats/graphml.hpp"
#include "cgsd/io/formats/matrix_market.hpp"
#include "cgsd/io/formats/metis.hpp"
#include "cgsd/io/formats/npz_dataset.hpp"

namespace cgsd {
namespace {

void save_graph(const Dataset& data, const SaveRequest& request, const RunContext& run) {
  const auto& target = request.graph;
  const std::string ending = format_ending(target);
  const GraphAnnotations annotations{.community = request.community, .curvature = request.curvature};
  if (ending == ".npz") {
    write_npz(target, data, run);
  } else if (ending == ".csv" || ending == ".tsv" || ending == ".txt" || ending == ".edges" || ending == ".edgelist") {
    write_edge_list(target, data, run);
  } else if (ending == ".graphml") {
    write_graphml(target, data, annotations, run);
  } else if (ending == ".gexf") {
    write_gexf(target, data, annotations, run);
  } else if (ending == ".gml") {
    write_gml(target, data, annotations, run);
  } else if (ending == ".json") {
    write_json_graph(target, data, annotations, run);
  } else if (ending == ".net") {
    write_pajek(target, data, run);
  } else if (ending == ".adjlist") {
    write_adjacency_list(target, data, run);
  } else if (ending == ".metis" || ending == ".graph") {
    write_metis(target, data, run);
  } else if (ending == ".csr") {
    write_csr_directory(target, data, run);
  } else if (ending == ".mtx") {
    write_matrix_market(target, data, run);
  } else {
    throw InvalidArgument(fmt::format(
        "{}: the ending must be one of .npz .csv .tsv .txt .edges .edgelist .graphml .gexf .gml .json .net .adjlist "
        ".metis .graph .mtx .csr",
        target.string()));
  }
}

}  // namespace

std::vector<std::string> save_dataset(const Dataset& data, const SaveRequest& request, const RunContext& run) {
  if (request.attributes && data.input.attributes.none()) throw InvalidArgument("there are no attributes to write");
  if (request.labels && data.labels.none()) throw InvalidArgument("there are no classes to write");
  FilesTogether files;
  std::vector<std::string> written = {request.graph.string()};
  if (request.attributes) {
    write_attributes(*request.attributes, data.input.attributes, {data.names, data.attribute_names}, run);
    written.push_back(request.attributes->string());
  }
  if (request.labels) {
    write_labels(*request.labels, data.labels, data.names);
    written.push_back(request.labels->string());
  }
  save_graph(data, request, run);  // last, since a directory is a commit of its own
  files.commit();
  return written;
}

}  // namespace cgsd

#include "cgsd/io/save.hpp"

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/io/attribute_tables.hpp"
#include "cgsd/io/byte_source.hpp"
#include "cgsd/io/edge_list.hpp"
#include "cgsd/io/gexf.hpp"
#include "cgsd/io/graphml.hpp"
#include "cgsd/io/matrix_market.hpp"
#include "cgsd/io/metis.hpp"
#include "cgsd/io/npz_dataset.hpp"

namespace cgsd {
namespace {

void save_graph(const Dataset& data, const SaveRequest& request, const RunContext& run) {
  const auto& target = request.graph;
  const std::string ending = format_ending(target);
  const GraphAnnotations annotations{.community = request.community, .curvature = request.curvature};
  if (ending == ".npz") {
    write_npz(target, data, run);
  } else if (ending == ".csv" || ending == ".tsv" || ending == ".txt" || ending == ".edges") {
    write_edge_list(target, data, run);
  } else if (ending == ".graphml") {
    write_graphml(target, data, annotations, run);
  } else if (ending == ".gexf") {
    write_gexf(target, data, annotations, run);
  } else if (ending == ".metis" || ending == ".graph") {
    write_metis(target, data, run);
  } else if (ending == ".mtx") {
    write_matrix_market(target, data, run);
  } else {
    throw InvalidArgument(fmt::format(
        "{}: the ending must be one of .npz .csv .tsv .txt .edges .graphml .gexf .metis .graph .mtx", target.string()));
  }
}

}  // namespace

std::vector<std::string> save_dataset(const Dataset& data, const SaveRequest& request, const RunContext& run) {
  if (request.features && data.input.features.none()) throw InvalidArgument("there are no features to write");
  if (request.labels && data.labels.none()) throw InvalidArgument("there are no classes to write");
  save_graph(data, request, run);
  std::vector<std::string> written = {request.graph.string()};
  if (request.features) {
    write_features(*request.features, data.input.features, data.names, run);
    written.push_back(request.features->string());
  }
  if (request.labels) {
    write_labels(*request.labels, data.labels, data.names);
    written.push_back(request.labels->string());
  }
  return written;
}

}  // namespace cgsd

// Every format of a graph, recognised and forced; attributes and labels beside a graph; what runs leave.
#include "cgsd/detect/placement.hpp"
#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/io/arrays/pickle.hpp"
#include "cgsd/io/bytes/whole_file.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/io/results/checkpoint.hpp"
#include "cgsd/io/results/former_run.hpp"
#include "cgsd/io/results/model.hpp"
#include "cgsd/io/results/run_files.hpp"
#include "cgsd/io/results/run_record.hpp"
#include "cgsd/metrics/homophily.hpp"

#include "tests/fuzz/as_file.hpp"

namespace cgsd::fuzz {
namespace {

const RunContext& alone() {
  static const RunContext run({.workers = 1});
  return run;
}

// A graph of six nodes in two triangles, for what is read beside one.
std::filesystem::path six_nodes() {
  static const std::string text = "a,b\nb,c\nc,a\nd,e\ne,f\nf,d\n";
  return as_file({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}, "six.csv");
}

template <GraphFormat kFormat>
void graph(Bytes bytes) {
  LoadRequest request;
  request.graph = as_file(bytes, "input");
  request.format = kFormat;
  load_dataset(request, alone());
}

template <GraphFormat kFormat>
void directed_graph(Bytes bytes) {
  LoadRequest request;
  request.graph = as_file(bytes, "input");
  request.format = kFormat;
  request.build.directed = true;
  load_dataset(request, alone());
}

void geom_gcn(Bytes bytes) {
  const std::size_t half = bytes.size() / 2;
  as_file(bytes.first(half), "out1_graph_edges.txt");
  as_file(bytes.subspan(half), "out1_node_feature_label.txt");
  LoadRequest request;
  request.graph = own_directory();
  request.format = GraphFormat::geom_gcn;
  load_dataset(request, alone());
}

// Files of a directory one after another, each after its length in two bytes.
void as_files(Bytes bytes, const std::string& directory, std::initializer_list<const char*> names) {
  for (const char* name : names) {
    const std::size_t claimed = bytes.size() < 2 ? 0 : bytes[0] + std::size_t{256} * bytes[1];
    bytes = bytes.subspan(std::min<std::size_t>(2, bytes.size()));
    const Bytes part = bytes.first(std::min(claimed, bytes.size()));
    as_file(part, directory + "/" + name);
    bytes = bytes.subspan(part.size());
  }
}

// Labels that are accepted must serve.
void csr_directory(Bytes bytes) {
  const std::filesystem::path directory = own_directory() / "graph.csr";
  std::filesystem::create_directory(directory);
  as_files(bytes, "graph.csr",
           {"graph.json", "offsets.u64", "targets.u32", "weights.f64", "attributes.f32", "labels.i32",
            "attribute_offsets.u64", "attribute_columns.u32", "attribute_values.f32", "name_offsets.u64", "names.txt"});
  LoadRequest request;
  request.graph = directory;
  request.format = GraphFormat::csr;
  const Dataset data = load_dataset(request, alone()).data;
  if (!data.labels.none()) homophily(data.input.graph, data.labels, alone());
}

void planetoid(Bytes bytes) {
  std::filesystem::create_directory(own_directory() / "planetoid");
  as_files(bytes, "planetoid", {"ind.x.allx", "ind.x.ally", "ind.x.tx", "ind.x.ty", "ind.x.graph", "ind.x.test.index"});
  LoadRequest request;
  request.graph = own_directory() / "planetoid";
  request.format = GraphFormat::planetoid;
  const Dataset data = load_dataset(request, alone()).data;
  if (!data.labels.none()) homophily(data.input.graph, data.labels, alone());
}

void attributes(Bytes bytes) {
  LoadRequest request;
  request.graph = six_nodes();
  request.attributes = as_file(bytes, "attributes");
  load_dataset(request, alone());
}

void labels(Bytes bytes) {
  LoadRequest request;
  request.graph = six_nodes();
  request.labels = as_file(bytes, "labels");
  load_dataset(request, alone());
}

void unpacked(Bytes bytes) { read_whole(as_file(bytes, "packed"), alone()); }
void pickle(Bytes bytes) { read_pickle(as_file(bytes, "input.pkl"), alone()); }
// A model of any bytes that is accepted must serve: a node is placed with it, by an edge.
void model(Bytes bytes) {
  const DetectionModel model = read_model(as_file(bytes, "model.npz"), alone()).model;
  NewNodes added;
  added.count = 1;
  if (model.nodes() > 0) added.edges.push_back({model.nodes(), 0});
  place(model, added, alone());
}
void checkpoint(Bytes bytes) { read_checkpoint(as_file(bytes, "checkpoint.npz"), "", alone()); }
void spec(Bytes bytes) { read_spec(as_file(bytes, "spec.json"), alone()); }

void manifest(Bytes bytes) {
  as_file(bytes, "manifest.json");
  run_outputs(own_directory(), alone());
  read_run_record(own_directory(), alone());
}

void communities(Bytes bytes) { read_former_run(as_file(bytes, "communities.csv"), {}, 6, alone()); }

}  // namespace

std::vector<Target> reader_targets() {
  using F = GraphFormat;
  return {{"graph", graph<F::automatic>},
          {"edge_list", graph<F::edge_list>},
          {"directed_edge_list", directed_graph<F::edge_list>},
          {"adjacency_list", graph<F::adjacency_list>},
          {"networkx_edgelist", graph<F::networkx_edgelist>},
          {"neo4j", graph<F::neo4j>},
          {"graphml", graph<F::graphml>},
          {"gexf", graph<F::gexf>},
          {"gml", graph<F::gml>},
          {"json_graph", graph<F::json>},
          {"pajek", graph<F::pajek>},
          {"metis", graph<F::metis>},
          {"matrix_market", graph<F::matrix_market>},
          {"npz", graph<F::npz>},
          {"scipy_npz", graph<F::scipy_npz>},
          {"npy", graph<F::npy>},
          {"h5ad", graph<F::h5ad>},
          {"geom_gcn", geom_gcn},
          {"csr_directory", csr_directory},
          {"planetoid", planetoid},
          {"attributes", attributes},
          {"labels", labels},
          {"gzip", unpacked},
          {"pickle", pickle},
          {"model", model},
          {"checkpoint", checkpoint},
          {"spec", spec},
          {"manifest", manifest},
          {"communities", communities}};
}

}  // namespace cgsd::fuzz

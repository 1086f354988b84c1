// What cgsd computes of many small graphs and points, one line of JSON in, one out, for twins.py to compute again.
//
// Usage: twins < lines {"file": PATH, "of_name": {NAME: [CLASS, CLASS]}, "points": [[…]], "neighbours": K, "clusters": K}
#include <cmath>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "cgsd/clustering/kmeans.hpp"
#include "cgsd/core/error.hpp"
#include "cgsd/curvature/forman.hpp"
#include "cgsd/graph/components.hpp"
#include "cgsd/io/datasets/load.hpp"
#include "cgsd/metrics/accuracy.hpp"
#include "cgsd/metrics/agreement.hpp"
#include "cgsd/metrics/cut_quality.hpp"
#include "cgsd/metrics/degrees.hpp"
#include "cgsd/modularity/leiden.hpp"
#include "cgsd/neighbours/cosine_neighbours.hpp"
#include "cgsd/spectral/eigenpairs.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

using nlohmann::json;

void add_edges(const Dataset& data, json& answer, const RunContext& run) {
  const Graph& graph = data.input.graph;
  const std::vector<double> curvature = forman_curvature(graph, run);
  json names = json::array();
  json edges = json::array();
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    names.push_back(data.names.name(u));
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      if (graph.targets()[i] < u) continue;
      edges.push_back({u, graph.targets()[i], graph.weighted() ? graph.weights()[i] : 1.0, curvature[i]});
    }
  }
  answer["names"] = names;
  answer["edges"] = edges;
}

void add_structure(GraphView graph, json& answer, const RunContext& run) {
  const Components components = connected_components(graph, run);
  const DegreeStatistics degrees = degree_statistics(graph);
  answer["component_of"] = components.component_of;
  answer["degrees"] = {degrees.mean, degrees.median, degrees.minimum, degrees.maximum, degrees.isolated};
  std::vector<double> logarithms;
  for (const double w : graph.weights()) logarithms.push_back(std::log(w));
  const NormalisedLaplacian laplacian(graph, logarithms, run);
  const SpectrumOptions few{.eigenpairs = 4, .dense_limit = 1};              // by Lanczos
  const SpectrumOptions all{.eigenpairs = static_cast<int>(graph.nodes())};  // by the dense solver
  answer["few_eigenvalues"] = smallest_eigenpairs(laplacian, few, run).values;
  answer["eigenvalues"] = smallest_eigenpairs(laplacian, all, run).values;
}

void add_metrics(const Dataset& data, const json& of_name, json& answer, const RunContext& run) {
  std::vector<std::int32_t> truth;
  std::vector<std::int32_t> found;
  for (NodeId v = 0; v < data.input.graph.nodes(); ++v) {
    const json& classes = of_name.at(data.names.name(v));
    truth.push_back(classes[0]);
    found.push_back(classes[1]);
  }
  const Contingency table = contingency(truth, found);
  const CutQuality cut = cut_quality(data.input.graph, found, run);
  answer["agreement"] = {nmi(table), ami(table), ari(table), accuracy(table)};
  answer["cut"] = {cut.modularity, cut.coverage, cut.mean_conductance};
  const LeidenResult leiden_found = leiden(data.input.graph, {}, run);
  answer["leiden"] = leiden_found.modularity;
  answer["leiden_of"] = leiden_found.partition.community_of;
}

void add_points(const json& question, json& answer, const RunContext& run) {
  const json& rows = question.at("points");
  Matrix<float> points(rows.size(), rows.at(0).size());
  for (std::size_t i = 0; i < points.rows(); ++i) {
    for (std::size_t j = 0; j < points.cols(); ++j) points(i, j) = rows[i][j].get<float>();
  }
  const KnnLists lists = cosine_neighbours(points, {.neighbours = question.at("neighbours")}, run);
  const Matrix<double>& distances = lists.distances;
  json near = json::array();
  for (std::size_t i = 0; i < distances.rows(); ++i)
    near.push_back(std::vector<double>(distances.row(i).begin(), distances.row(i).end()));
  answer["distances"] = near;
  const KmeansResult clusters = kmeans(points, {.clusters = question.at("clusters")}, run);
  answer["inertia"] = clusters.inertia;
  answer["clusters"] = clusters.partition.community_of;
}

json answer_to(const json& question, const RunContext& run) {
  LoadRequest request;
  request.graph = question.at("file").get<std::string>();
  const Dataset data = load_dataset(request, run).data;
  json answer;
  add_edges(data, answer, run);
  add_structure(data.input.graph, answer, run);
  add_metrics(data, question.at("of_name"), answer, run);
  add_points(question, answer, run);
  return answer;
}

}  // namespace
}  // namespace cgsd

int main() {
  const cgsd::RunContext run({.seed = 1, .workers = 1});
  for (std::string line; std::getline(std::cin, line);) {
    try {
      std::cout << cgsd::answer_to(nlohmann::json::parse(line), run).dump() << '\n';
    } catch (const std::exception& error) {
      std::cout << nlohmann::json{{"error", error.what()}}.dump() << '\n';
    }
  }
}

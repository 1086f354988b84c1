#include "python/src/figures.hpp"

#include "cgsd/curvature/curvature.hpp"
#include "cgsd/metrics/cut_quality.hpp"
#include "cgsd/metrics/homophily.hpp"
#include "cgsd/metrics/scores.hpp"

#include "python/src/call.hpp"

namespace cgsd::python {
namespace {

// body(u, entry) for each edge: an undirected one once, from its lower end.
template <class Body>
void for_each_edge(GraphView graph, Body&& body) {
  for (NodeId u = 0; u < graph.nodes(); ++u)
    for (EntryIndex p = graph.row_begin(u); p < graph.row_end(u); ++p)
      if (graph.directed() || u <= graph.targets()[p]) body(u, p);
}

}  // namespace

nb::dict agreement_figures(const Vector<std::int32_t>& truth, const Vector<std::int32_t>& found) {
  const Agreement a = agreement(span_of(truth), span_of(found));
  nb::dict figures;
  figures["nmi"] = a.nmi;
  figures["ami"] = a.ami;
  figures["ari"] = a.ari;
  figures["accuracy"] = a.accuracy;
  figures["macro_f1"] = a.macro_f1;
  figures["largest_class"] = a.largest_class;
  figures["nodes"] = a.nodes;
  return figures;
}

nb::dict cut_figures(const Data& data, const Vector<std::int32_t>& community, int threads) {
  CutQuality cut{};
  call({0, threads}, [&](const RunContext& run) { cut = cut_quality(data.graph(), span_of(community), run); });
  nb::dict figures;
  figures["modularity"] = cut.modularity;
  figures["coverage"] = cut.coverage;
  figures["mean_conductance"] = cut.mean_conductance;
  figures["largest_conductance"] = cut.largest_conductance;
  return figures;
}

nb::dict homophily_figures(const Data& data, const Vector<std::int32_t>& class_of, int threads) {
  const Labels labels{{class_of.data(), class_of.data() + class_of.size()}, {}};
  Homophily h{};
  call({0, threads}, [&](const RunContext& run) { h = homophily(data.graph(), labels, run); });
  nb::dict figures;
  figures["edge"] = h.edge;
  figures["node"] = h.node;
  figures["adjusted"] = h.adjusted;
  figures["label_informativeness"] = h.label_informativeness;
  return figures;
}

nb::tuple edge_arrays(const Data& data) {
  std::vector<std::int64_t> sources;
  std::vector<std::int64_t> targets;
  std::vector<double> weights;
  const GraphView graph = data.graph();
  for_each_edge(graph, [&](NodeId u, EntryIndex p) {
    sources.push_back(u);
    targets.push_back(graph.targets()[p]);
    if (graph.weighted()) weights.push_back(graph.weights()[p]);
  });
  const nb::object weight = graph.weighted() ? nb::cast(given_away(std::move(weights))) : nb::none();
  return nb::make_tuple(given_away(std::move(sources)), given_away(std::move(targets)), weight);
}

NumpyVector<double> curvature_figures(const Data& data, const std::string& kind, double idleness, int threads) {
  const CurvatureOptions options{.kind = parse_choice<CurvatureKind>("kind", kind), .idleness = idleness};
  validate(options);
  std::vector<double> of_entries;
  call({0, threads}, [&](const RunContext& run) { of_entries = edge_curvature(data.graph(), options, run); });
  std::vector<double> of_edges;
  for_each_edge(data.graph(), [&](NodeId, EntryIndex p) { of_edges.push_back(of_entries[p]); });
  return given_away(std::move(of_edges));
}

}  // namespace cgsd::python

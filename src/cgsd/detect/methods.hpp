// The methods that CGSD is compared with, in one table: what each is called, what it needs, where it comes from.
//
//   MethodResult result = run_method(Method::leiden, input, {.communities = 5}, run);
//
// A method sees an AttributedGraph, which has no labels, and nothing else. Each has a header of its own with formula,
// settings, promises and deviations; this one chooses, and brings every result into one form. Options of a method are a
// group of its name ("dgi.epochs"); `communities` is common to all that take a number of them; the others go without.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cgsd/closed_form/agc.hpp"
#include "cgsd/closed_form/attribute_kmeans.hpp"
#include "cgsd/closed_form/graph_spectral.hpp"
#include "cgsd/closed_form/knn_njw.hpp"
#include "cgsd/closed_form/ssgc.hpp"
#include "cgsd/clustering/partition.hpp"
#include "cgsd/core/context.hpp"
#include "cgsd/core/matrix.hpp"
#include "cgsd/core/options.hpp"
#include "cgsd/graph/attributed_graph.hpp"
#include "cgsd/learned/cca_ssg.hpp"
#include "cgsd/learned/dgi.hpp"
#include "cgsd/learned/dmon.hpp"
#include "cgsd/learned/grace.hpp"
#include "cgsd/learned/graphmae.hpp"
#include "cgsd/learned/mincut.hpp"
#include "cgsd/learned/ns4gc.hpp"
#include "cgsd/learned/vgraph.hpp"
#include "cgsd/modularity/leiden.hpp"
#include "cgsd/modularity/louvain.hpp"

namespace cgsd {

enum class Method {
  kmeans,
  louvain,
  leiden,
  spectral,
  dmon,
  mincut,
  vgraph,
  agc,
  dgi,
  grace,
  graphmae,
  ssgc,
  cca_ssg,
  ns4gc,
  knn_njw,
};
constexpr auto enum_names(Method) {
  using M = Method;
  return std::array{
      EnumName<M>{M::kmeans, "kmeans"},     EnumName<M>{M::louvain, "louvain"},   EnumName<M>{M::leiden, "leiden"},
      EnumName<M>{M::spectral, "spectral"}, EnumName<M>{M::dmon, "dmon"},         EnumName<M>{M::mincut, "mincut"},
      EnumName<M>{M::vgraph, "vgraph"},     EnumName<M>{M::agc, "agc"},           EnumName<M>{M::dgi, "dgi"},
      EnumName<M>{M::grace, "grace"},       EnumName<M>{M::graphmae, "graphmae"}, EnumName<M>{M::ssgc, "ssgc"},
      EnumName<M>{M::cca_ssg, "cca-ssg"},   EnumName<M>{M::ns4gc, "ns4gc"},       EnumName<M>{M::knn_njw, "knn-njw"}};
}

enum class TakesCommunities { no, optional, required };

struct MethodRecord {
  Method method;
  bool needs_attributes;
  bool needs_edges;
  TakesCommunities communities;
  bool learned;
  bool makes_embedding;
  std::string_view what;
  std::string_view source;
};

std::span<const MethodRecord> method_records();
const MethodRecord& method_record(Method method);

struct MethodOptions {
  std::int32_t communities = 0;  // 0: not given
  AttributeKmeansOptions kmeans;
  LouvainOptions louvain;
  LeidenOptions leiden;
  GraphSpectralOptions spectral;
  DmonOptions dmon;
  MincutOptions mincut;
  VgraphOptions vgraph;
  AgcOptions agc;
  DgiOptions dgi;
  GraceOptions grace;
  GraphmaeOptions graphmae;
  SsgcOptions ssgc;
  CcaSsgOptions cca_ssg;
  Ns4gcOptions ns4gc;
  KnnNjwOptions knn_njw;
};

void describe(OptionVisitor& v, MethodOptions& o);

struct MethodResult {
  Partition partition;
  Matrix<float> embedding;                                    // or soft assignment; empty where the method has neither
  std::vector<double> losses;                                 // of a learned method, before each step
  std::vector<std::pair<std::string, OptionValue>> evidence;  // iterations, residuals, why it stopped, …
};

// Throws InvalidArgument, beginning with the method's name, where attributes, edges or a number of communities are
// missing.
MethodResult run_method(Method method, const AttributedGraph& input, const MethodOptions& options,
                        const RunContext& run);

}  // namespace cgsd

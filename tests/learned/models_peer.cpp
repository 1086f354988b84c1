// Losses and gradients of the learned baselines on a tiny graph, for comparison with PyTorch (models_peer.py).
//
// Prints, for every case: "case NAME", named matrices as "matrix NAME ROWS COLS numbers…" (what the model was given and
// what it drew at random), then "weight ROWS COLS numbers…" and "gradient ROWS COLS numbers…" for every weight, and
// "loss NUMBER".
#include <cmath>
#include <iostream>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/learned/cca_ssg.hpp"
#include "cgsd/learned/dgi.hpp"
#include "cgsd/learned/dmon.hpp"
#include "cgsd/learned/grace.hpp"
#include "cgsd/learned/graphmae.hpp"
#include "cgsd/learned/mincut.hpp"
#include "cgsd/learned/ns4gc.hpp"
#include "cgsd/learned/vgraph.hpp"
#include "cgsd/nn/operations/categorical.hpp"

#include "tests/learned/training_cases.hpp"

namespace cgsd {
namespace {

constexpr std::int32_t kEpoch = 3;

void print(std::string_view what, const Matrix<double>& m) {
  std::cout << fmt::format("{} {} {} {}\n", what, m.rows(), m.cols(), fmt::join(m.values(), " "));
}
void print_matrix(std::string_view name, const Matrix<double>& m) { print(fmt::format("matrix {}", name), m); }

void print_indices(std::string_view name, const std::vector<std::uint32_t>& indices) {
  print_matrix(name, Matrix<double>(1, indices.size(), {indices.begin(), indices.end()}));
}

void begin_case(std::string_view name, const AttributedGraph& input) {
  std::cout << "case " << name << '\n';
  Matrix<double> adjacency(input.graph.nodes(), input.graph.nodes());
  for (NodeId u = 0; u < input.graph.nodes(); ++u) {
    for (const NodeId v : input.graph.neighbours(u)) adjacency(u, v) = 1.0;
  }
  print_matrix("adjacency", adjacency);
  if (input.attributes.none()) return;
  const Matrix<float>& x = input.attributes.dense();
  print_matrix("attributes", Matrix<double>(x.rows(), x.cols(), {x.values().begin(), x.values().end()}));
}

// At weights of the initial size, but none of them 0.
void print_loss(TrainableModel<double>& model) {
  auto weights = model.initial_weights();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const auto noise = testing::random_matrix(weights[i].rows(), weights[i].cols(), 40 + i);
    for (std::size_t k = 0; k < noise.values().size(); ++k) weights[i].values()[k] += 0.3 * noise.values()[k];
  }
  const auto [loss, gradients] = loss_and_gradients(model, weights, kEpoch, RunContext());
  for (const auto& w : weights) print("weight", w);
  for (const auto& g : gradients) print("gradient", g);
  std::cout << fmt::format("loss {}\n", loss);
}

void print_dgi(const AttributedGraph& input) {
  begin_case("dgi", input);
  DgiModel<double> model(input, {.width = 4}, RunContext());
  print_indices("shuffled", model.shuffled_rows(kEpoch));
  print_loss(model);
}

void print_dmon(const AttributedGraph& input) {
  for (const auto modularity : {DmonModularity::paper, DmonModularity::code}) {
    begin_case(modularity == DmonModularity::paper ? "dmon" : "dmon_code", input);
    DmonModel<double> model(input, {.communities = 3, .width = 4, .modularity = modularity}, RunContext());
    print_loss(model);
  }
}

void print_mincut(const AttributedGraph& input) {
  begin_case("mincut", input);
  MincutModel<double> model(input, {.communities = 3, .width = 4}, RunContext());
  print_loss(model);
}

// The entries that a view kept, without loops and without their values: normalising is the peer's business.
template <class Model>
void print_views(const Model& model) {
  for (const std::uint64_t number : {0, 1}) {
    const auto view = model.view(kEpoch, number);
    const Csr<double>& rows = view.adjacency.rows;
    Matrix<double> kept(rows.rows, rows.cols);
    for (std::size_t u = 0; u < rows.rows; ++u) {
      for (std::uint64_t p = rows.offsets[u]; p < rows.offsets[u + 1]; ++p) kept(u, rows.columns[p]) = 1.0;
      kept(u, u) = 0.0;
    }
    print_matrix(fmt::format("adjacency{}", number), kept);
    print_matrix(fmt::format("mask{}", number), view.attribute_mask);
  }
}

void print_contrastive_models(const AttributedGraph& input) {
  begin_case("cca_ssg", input);
  CcaSsgModel<double> cca_ssg(input, {.width = 4}, RunContext());
  print_views(cca_ssg);
  print_loss(cca_ssg);
  for (const auto activation : {ConvolutionActivation::relu, ConvolutionActivation::prelu}) {
    begin_case(activation == ConvolutionActivation::relu ? "grace" : "grace_prelu", input);
    GraceModel<double> grace(input, {.width = 4, .projection_width = 3, .activation = activation}, RunContext());
    print_views(grace);
    print_loss(grace);
  }
  begin_case("ns4gc", input);
  Ns4gcModel<double> ns4gc(input, {.hidden = 4, .width = 3}, RunContext());
  print_views(ns4gc);
  print_loss(ns4gc);
}

// Without dropout, which the peer could not repeat.
void print_graphmae(const AttributedGraph& input) {
  begin_case("graphmae", input);
  const GraphmaeOptions options{.heads = 2,
                                .head_width = 3,
                                .masked_nodes = 0.6,
                                .replaced = 0.3,
                                .attribute_dropout = 0.0,
                                .attention_dropout = 0.0};
  GraphmaeModel<double> model(input, options, RunContext());
  const NodeMask mask = model.mask(kEpoch);
  print_indices("masked", mask.masked.rows);
  print_indices("with_token", mask.with_token.rows);
  print_indices("attributes_of", mask.attributes_of.rows);
  print_loss(model);
}

// The noise of z, all but a constant in every row, which softmax does not see: the logarithm of a draw for logits 0.
void print_vgraph(const AttributedGraph& input) {
  begin_case("vgraph", input);
  VgraphModel<double> model(input, {.communities = 3, .width = 4}, RunContext());
  const RunContext run;
  Tape<double> tape(run);
  const Matrix<double> zeros(input.graph.entries(), 3);
  Matrix<double> noise = tape.value(gumbel_softmax(tape, tape.constant(zeros), 1.0, model.draws(kEpoch)));
  for (double& x : noise.values()) x = std::log(x);
  print_matrix("noise", noise);
  print_loss(model);
}

}  // namespace
}  // namespace cgsd

int main() {
  const auto input = cgsd::testing::tiny_input();
  cgsd::print_dgi(input);
  cgsd::print_dmon(input);
  cgsd::print_mincut(input);
  cgsd::print_contrastive_models(input);
  cgsd::print_graphmae(input);
  cgsd::print_vgraph(input);
}

#include "cgsd/learned/vgraph.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "cgsd/learned/initial_weights.hpp"
#include "cgsd/learned/training_input.hpp"
#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/categorical.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/one_hot_cross_entropy.hpp"
#include "cgsd/nn/operations/products.hpp"
#include "cgsd/nn/operations/reductions.hpp"
#include "cgsd/nn/xavier.hpp"

namespace cgsd {
namespace {

// The places of the weights in the list.
constexpr std::size_t kNodes = 0;
constexpr std::size_t kCommunities = 1;
constexpr std::size_t kEdgeDecoder = 2;
constexpr std::size_t kEdgeDecoderBias = 3;
enum class End { lower, upper };

std::vector<std::uint32_t> ends_of_edges(GraphView graph, End end) {
  std::vector<std::uint32_t> ends;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (const NodeId v : graph.neighbours(u)) {
      if (u < v) ends.push_back(end == End::lower ? u : v);
    }
  }
  return ends;
}

std::vector<std::uint32_t> one_after_another(std::vector<std::uint32_t> first, const std::vector<std::uint32_t>& then) {
  first.insert(first.end(), then.begin(), then.end());
  return first;
}

std::vector<std::uint32_t> twice_in_order(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0u);
  return one_after_another(numbers, numbers);
}

// 1 where the edge has the node for an end.
template <class T>
Csr<T> incidence(const RowSelection& sources, std::size_t edges) {
  Csr<T> out{sources.total(), edges, sources.offsets, {}, std::vector<T>(sources.positions.size(), T(1))};
  for (const std::uint64_t entry : sources.positions) out.columns.push_back(static_cast<std::uint32_t>(entry % edges));
  return out;
}

}  // namespace

template <class T>
VgraphModel<T>::VgraphModel(const AttributedGraphView& input, const VgraphOptions& options, const RunContext& run)
    : options_(options),
      lower_(ends_of_edges(input.graph, End::lower), input.graph.nodes()),
      upper_(ends_of_edges(input.graph, End::upper), input.graph.nodes()),
      edge_of_entry_(twice_in_order(lower_.rows.size()), lower_.rows.size()),
      source_(one_after_another(lower_.rows, upper_.rows), input.graph.nodes()),
      target_(one_after_another(upper_.rows, lower_.rows), input.graph.nodes()),
      incidence_(incidence<T>(source_, lower_.rows.size())),
      initial_(run.stream("vgraph weights")),
      draws_(run.stream("vgraph draws")) {}

template <class T>
std::vector<Matrix<T>> VgraphModel<T>::initial_weights() const {
  const std::size_t nodes = source_.total();
  const auto width = static_cast<std::size_t>(options_.width);
  std::vector<Matrix<T>> weights = {Matrix<T>(nodes, width),
                                    Matrix<T>(static_cast<std::size_t>(options_.communities), width),
                                    Matrix<T>(width, nodes), Matrix<T>(1, nodes)};
  fill_normal(weights[kNodes], 1.0, initial_.at(kNodes));
  fill_xavier(weights[kCommunities], 0, width, 1.0, initial_.at(kCommunities));
  fill_xavier(weights[kEdgeDecoder], 0, nodes, 1.0, initial_.at(kEdgeDecoder));
  return weights;
}

// Lowered after every hundredth epoch, the very first included, where the factor is 1.
template <class T>
double VgraphModel<T>::temperature(std::int32_t epoch) {
  double temperature = 1.0;
  for (std::int32_t before = 0; before < epoch; before += 100)
    temperature = std::max(0.3, temperature * std::exp(-3e-5 * before));
  return temperature;
}

template <class T>
Var VgraphModel<T>::edge_logits(Tape<T>& tape, std::span<const Var> weights) const {
  const Var both =
      elementwise_product(tape, gather_rows(tape, weights[kNodes], lower_), gather_rows(tape, weights[kNodes], upper_));
  return product(tape, both, transpose(tape, weights[kCommunities]));
}

template <class T>
Var VgraphModel<T>::output(Tape<T>& tape, std::span<const Var> weights) {
  return sparse_product(tape, incidence_, row_softmax(tape, edge_logits(tape, weights)));
}

template <class T>
Var VgraphModel<T>::loss(Tape<T>& tape, std::span<const Var> weights, std::int32_t epoch) {
  const Var of_edges = edge_logits(tape, weights);
  const Var logits = gather_rows(tape, of_edges, edge_of_entry_);
  const Var z = straight_through(tape, gumbel_softmax(tape, logits, temperature(epoch), draws(epoch)));
  const LinearLayer decoder{product(tape, weights[kCommunities], weights[kEdgeDecoder]), weights[kEdgeDecoderBias]};
  const Var rebuilt = one_hot_cross_entropy(tape, z, decoder, target_.rows);
  const Var prior = product(tape, weights[kNodes], transpose(tape, weights[kCommunities]));
  const Var surprise = softmax_divergence(tape, logits, gather_rows(tape, prior, source_));
  const Var r = sparse_product(tape, incidence_, row_softmax(tape, of_edges));
  const Var apart = add(tape, gather_rows(tape, r, lower_), gather_rows(tape, r, upper_), T(1), T(-1));
  const double elements = static_cast<double>(lower_.rows.size()) * options_.communities;
  return add(tape, add(tape, rebuilt, surprise), trace_of_product(tape, apart, apart), T(1),
             static_cast<T>(options_.smoothness_weight / elements));
}

template class VgraphModel<float>;
template class VgraphModel<double>;

AssignmentResult vgraph(const AttributedGraphView& input, const VgraphOptions& options, const RunContext& run) {
  validate(options);
  check_training_graph(input.graph, options.communities, "vgraph");
  VgraphModel<float> model(input, options, run);
  return assigned(train_model(model, {.epochs = options.epochs, .adam = options.adam}, run));
}

}  // namespace cgsd

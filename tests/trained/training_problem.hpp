// Small problems for the encoder and the options that make it the paper's or the authors'.
#pragma once

#include <utility>
#include <vector>

#include "cgsd/curvature/forman.hpp"
#include "cgsd/trained/train.hpp"

#include "tests/support/random_matrix.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd::testing {

// What training sees, kept alive together. Nine in ten attributes are zero.
struct Problem {
  Problem(Graph its_graph, std::size_t dimensions, bool sparse) : graph(std::move(its_graph)) {
    auto dense = random_matrix<float>(graph.nodes(), dimensions, 21);
    RandomSequence random{RandomStream(22)};
    for (float& x : dense.values()) x = random.uniform() < 0.9 ? 0.0f : x;
    attributes = sparse ? Attributes(to_sparse(dense)) : Attributes(dense);
    curvature = forman_curvature(graph, RunContext());
  }
  EncoderInput input() const { return {graph, attributes, curvature, 3}; }

  Graph graph;
  Attributes attributes;
  std::vector<double> curvature;
};

inline Problem small_problem(bool sparse = false) { return {testing::random_graph(20, 0.12, 3), 12, sparse}; }

// Entry (0,1) twice, a loop at 4, node 12 without entries, node 11 that none leaves.
inline Problem small_directed_problem(bool sparse = false) {
  auto list = testing::random_entries(12, 0.25, 5);
  list.nodes = 13;
  for (const Entry extra : {Entry{0, 1}, Entry{0, 1}, Entry{4, 4}, Entry{9, 2}, Entry{3, 11}})
    list.entries.push_back(extra);
  return {build_graph(list, {.directed = true}, RunContext()).graph, 12, sparse};
}

inline EncoderOptions paper_options() {
  EncoderOptions o;
  o.sheaf = {.heads = 2, .width = 4, .self_term = 1.0, .diffusion = 0.7, .residual = 0.3};
  return o;
}

inline EncoderOptions authors_options() {
  EncoderOptions o;
  o.sheaf = {.heads = 2, .width = 4, .self_term = 0.0, .diffusion = 0.5, .residual = 0.5};
  o.final_relu = true;
  o.gain = 1.414;
  o.adam.learning_rate = 0.005;
  o.keep = KeptEmbedding::best;
  o.modularity = o.collapse = o.reconstruction = LossVariant::authors;
  return o;
}

inline EncoderOptions with_epochs(EncoderOptions o, std::int32_t epochs) {
  o.epochs = epochs;
  return o;
}

template <class T>
Training<T> trained(const Problem& problem, const EncoderOptions& options, const RunContext& run = RunContext()) {
  return train<T>(problem.input(), options, initial_state<T>(problem.input(), options, run), {}, run);
}

}  // namespace cgsd::testing

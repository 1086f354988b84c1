// Values and gradients of the tape's operations on random input, for comparison with PyTorch (tape_peer.py).
//
// Prints, for every case: "case NAME", then matrices as "input|weights|value|gradient ROWS COLS numbers…" and indices
// as "indices numbers…". The gradients are those of Σ weights ∘ value, one per input.
#include <cmath>
#include <functional>
#include <iostream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/nn/operations/activations.hpp"
#include "cgsd/nn/operations/attention.hpp"
#include "cgsd/nn/operations/binary_cross_entropy.hpp"
#include "cgsd/nn/operations/categorical.hpp"
#include "cgsd/nn/operations/contrastive.hpp"
#include "cgsd/nn/operations/elementwise.hpp"
#include "cgsd/nn/operations/normalisation.hpp"
#include "cgsd/nn/operations/one_hot_cross_entropy.hpp"
#include "cgsd/nn/operations/reductions.hpp"

#include "tests/support/tape_checks.hpp"
#include "tests/support/toy_graphs.hpp"

namespace cgsd {
namespace {

using Inputs = std::vector<Matrix<double>>;
using Operation = std::function<Var(Tape<double>&, const std::vector<Var>&)>;
using testing::random_matrix;

void print(std::string_view what, const Matrix<double>& m) {
  std::cout << fmt::format("{} {} {} {}\n", what, m.rows(), m.cols(), fmt::join(m.values(), " "));
}

void print_indices(const std::vector<std::uint32_t>& indices) {
  std::cout << fmt::format("indices {}\n", fmt::join(indices, " "));
}

void print_case(std::string_view name, const Inputs& inputs, const Operation& operation) {
  std::cout << "case " << name << '\n';
  const RunContext run;
  Tape<double> tape(run);
  std::vector<Var> x;
  for (const auto& input : inputs) {
    print("input", input);
    x.push_back(tape.parameter(input));
  }
  const Var y = operation(tape, x);
  const auto weights = random_matrix(tape.value(y).rows(), tape.value(y).cols(), 99);
  tape.backward(trace_of_product(tape, y, tape.constant(weights)));
  print("weights", weights);
  print("value", tape.value(y));
  for (const Var v : x) print("gradient", tape.gradient(v));
}

void print_activations() {
  const auto x = random_matrix(6, 5, 1);
  print_case("elu", {x}, [](auto& tape, const auto& v) { return elu(tape, v[0]); });
  print_case("selu", {x}, [](auto& tape, const auto& v) { return selu(tape, v[0]); });
  print_case("sigmoid", {x}, [](auto& tape, const auto& v) { return sigmoid(tape, v[0]); });
  for (const std::size_t slopes : {std::size_t{1}, std::size_t{5}}) {
    print_case("prelu", {x, random_matrix(1, slopes, 2)},
               [](auto& tape, const auto& v) { return prelu(tape, v[0], v[1]); });
  }
  print_case("softmax", {x}, [](auto& tape, const auto& v) { return row_softmax(tape, v[0]); });
  print_case("log_softmax", {x}, [](auto& tape, const auto& v) { return log_softmax(tape, v[0]); });
  print_case("normalise_rows", {x}, [](auto& tape, const auto& v) { return normalise_rows(tape, v[0]); });
  print_case("standardise_columns", {x}, [](auto& tape, const auto& v) { return standardise_columns(tape, v[0]); });
}

void print_losses() {
  const auto a = random_matrix(7, 4, 3);
  const auto b = random_matrix(7, 4, 4);
  print_case("scaled_cosine_error", {Matrix<double>(4, 1, {0.9, 0.3, -0.2, -0.8})},
             [](auto& tape, const auto& v) { return scaled_cosine_error(tape, v[0], 3.0); });
  print_case("bilinear", {a, random_matrix(4, 4, 5), random_matrix(1, 4, 6)},
             [](auto& tape, const auto& v) { return bilinear_scores(tape, v[0], v[1], v[2]); });
  print_case("binary_cross_entropy_with_ones", {a},
             [](auto& tape, const auto& v) { return binary_cross_entropy(tape, v[0], 1.0); });
  print_case("softmax_divergence", {a, b},
             [](auto& tape, const auto& v) { return softmax_divergence(tape, v[0], v[1]); });
  print_case("info_nce", {a, b}, [](auto& tape, const auto& v) {
    return info_nce(tape, {normalise_rows(tape, v[0]), normalise_rows(tape, v[1])}, 0.4);
  });
  print_case("cca_ssg", {a, b}, [](auto& tape, const auto& v) {
    const Var z1 = standardise_columns(tape, v[0]);
    const Var z2 = standardise_columns(tape, v[1]);
    Var total = scale(tape, trace_of_product(tape, z1, z2), -1.0 / 7.0);
    static const Matrix<double> identity(4, 4, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});
    for (const Var z : {z1, z2}) {
      const Var difference = add(tape, transpose_product(tape, z, z), tape.constant(identity), 1.0 / 7.0, -1.0);
      total = add(tape, total, trace_of_product(tape, difference, difference), 1.0, 1e-3);
    }
    return total;
  });
}

void print_cross_entropies() {
  const std::vector<std::uint32_t> targets = {3, 0, 5, 5, 1, 2, 4};
  const auto weights = random_matrix(4, 6, 7);
  const auto bias = random_matrix(1, 6, 8);
  const auto one_hot = testing::value_of([](auto& tape, const auto& v) { return straight_through(tape, v[0]); },
                                         {random_matrix(7, 4, 9)});
  print_case("one_hot_cross_entropy", {one_hot, weights, bias}, [&](auto& tape, const auto& v) {
    return one_hot_cross_entropy(tape, v[0], {v[1], v[2]}, targets);
  });
  print_indices(targets);
}

// The graph goes over as sources and targets of its entries, one list after the other.
void print_graph_operations() {
  const Graph graph = testing::random_graph(8, 0.35, 12);
  const EntryPattern pattern = entry_pattern(graph, false);
  const SparseMatrix<double> adjacency(to_csr<double>(graph, std::vector<double>(graph.entries(), 1.0)));
  std::vector<std::uint32_t> entries = pattern.row_of;
  entries.insert(entries.end(), pattern.column.rows.begin(), pattern.column.rows.end());

  print_case(
      "graph_attention", {random_matrix(8, 6, 13), random_matrix(2, 3, 14), random_matrix(2, 3, 15)},
      [&](auto& tape, const auto& v) { return graph_attention(tape, pattern, v[0], {.own = v[1], .other = v[2]}); });
  print_indices(entries);
  print_case("similarity_sparsity", {random_matrix(8, 3, 16), random_matrix(8, 3, 17)}, [&](auto& tape, const auto& v) {
    return similarity_sparsity(tape, {normalise_rows(tape, v[0]), normalise_rows(tape, v[1])}, pattern, {});
  });
  print_indices(entries);

  Matrix<double> degrees(8, 1);
  for (NodeId u = 0; u < 8; ++u) degrees(u, 0) = static_cast<double>(graph.degree(u));
  const double ends = static_cast<double>(graph.entries());
  print_case("dmon", {random_matrix(8, 3, 18)}, [&](auto& tape, const auto& v) {
    const Var s = row_softmax(tape, v[0]);
    const Var inside = trace_of_product(tape, s, sparse_product(tape, adjacency, s));
    const Var weighted = transpose_product(tape, s, tape.constant(degrees));
    const Var modularity =
        add(tape, inside, trace_of_product(tape, weighted, weighted), -1.0 / ends, 1.0 / (ends * ends));
    return add(tape, modularity, frobenius_norm(tape, column_sums(tape, s)), 1.0, std::sqrt(3.0) / 8.0);
  });
  print_indices(entries);
  print_case("mincut", {random_matrix(8, 3, 19)}, [&](auto& tape, const auto& v) {
    static const Matrix<double> identity(3, 3, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    const Var s = row_softmax(tape, v[0]);
    const Var cut = divide_by(tape, trace_of_product(tape, s, sparse_product(tape, adjacency, s)),
                              trace_of_product(tape, s, scale_rows(tape, s, tape.constant(degrees))));
    const Var gram = transpose_product(tape, s, s);
    const Var unit = divide_by(tape, gram, frobenius_norm(tape, gram));
    const Var apart = frobenius_norm(tape, add(tape, unit, tape.constant(identity), 1.0, -1.0 / std::sqrt(3.0)));
    return add(tape, cut, apart, -1.0, 1.0);
  });
  print_indices(entries);
}

}  // namespace
}  // namespace cgsd

int main() {
  cgsd::print_activations();
  cgsd::print_losses();
  cgsd::print_cross_entropies();
  cgsd::print_graph_operations();
}

// Every loss against the textbook formula on n × n matrices, and its gradient against central differences of that.
#include "cgsd/trained/losses.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "cgsd/nn/operations/products.hpp"
#include "cgsd/trained/gate.hpp"

#include "tests/support/central_differences.hpp"
#include "tests/trained/dense_twin.hpp"

namespace cgsd {
namespace {

using testing::DenseGraph;
using testing::ExampleGraph;
using testing::textbook_sigmoid;

constexpr std::size_t kCommunities = 3;

// P_uv = S_u·S_v
Matrix<double> agreement(const Matrix<double>& s) {
  Matrix<double> p(s.rows(), s.rows());
  for (std::size_t u = 0; u < s.rows(); ++u) {
    for (std::size_t v = 0; v < s.rows(); ++v) {
      for (std::size_t k = 0; k < s.cols(); ++k) p(u, v) += s(u, k) * s(v, k);
    }
  }
  return p;
}

// −(1/2m) Σ_uv (A_uv − d_u d_v / 2m) P_uv, with E entries in the place of 2m
double paper_modularity(const DenseGraph& g, const Matrix<double>& s) {
  const auto p = agreement(s);
  double sum = 0.0;
  for (std::size_t u = 0; u < s.rows(); ++u) {
    for (std::size_t v = 0; v < s.rows(); ++v)
      sum += (g.adjacency(u, v) - g.degree[u] * g.degree[v] / g.entries) * p(u, v);
  }
  return -sum / g.entries;
}

// −( Σ_entries P_uv / m − Σ_uv d_u d_v P_uv / (2m)² ), m = entries / 2, S clamped
double authors_modularity(const DenseGraph& g, const Matrix<double>& given) {
  Matrix<double> s = given;
  for (double& x : s.values()) x = std::min(std::max(x, 1e-10), 1.0);
  const auto p = agreement(s);
  const double m = g.entries / 2.0;
  double edges = 0.0;
  double chance = 0.0;
  for (std::size_t u = 0; u < s.rows(); ++u) {
    for (std::size_t v = 0; v < s.rows(); ++v) {
      edges += g.adjacency(u, v) * p(u, v) / m;
      chance += g.degree[u] * g.degree[v] * p(u, v) / (4.0 * m * m);
    }
  }
  return -(edges - chance);
}

// ‖scale · SᵀS − diagonal · I‖²_F, one pair of communities after the other
double distance_from_balance(const Matrix<double>& s, double scale, double diagonal) {
  double sum = 0.0;
  for (std::size_t a = 0; a < s.cols(); ++a) {
    for (std::size_t b = 0; b < s.cols(); ++b) {
      double shared = 0.0;
      for (std::size_t v = 0; v < s.rows(); ++v) shared += s(v, a) * s(v, b);
      sum += std::pow(scale * shared - (a == b ? diagonal : 0.0), 2);
    }
  }
  return sum;
}

double paper_collapse(const DenseGraph&, const Matrix<double>& s) {
  return distance_from_balance(s, static_cast<double>(s.cols()) / static_cast<double>(s.rows()), 1.0);
}

double authors_collapse(const DenseGraph&, const Matrix<double>& s) {
  const auto n = static_cast<double>(s.rows());
  return distance_from_balance(s, 1.0, n / static_cast<double>(s.cols())) / (n * n);
}

double authors_reconstruction(const DenseGraph& g, const Matrix<double>& s) {
  const auto p = agreement(s);
  double sum = 0.0;
  for (std::size_t u = 0; u < s.rows(); ++u) {
    for (std::size_t v = 0; v < s.rows(); ++v)
      sum += g.adjacency(u, v) * std::pow(p(u, v) - textbook_sigmoid(g.curvature(u, v)), 2);
  }
  return sum / g.entries;
}

struct Loss {
  const char* name;
  Var (*loss)(Tape<double>&, Var, const LossInput&);
  double (*twin)(const DenseGraph&, const Matrix<double>&);
};

template <LossVariant variant>
Var modularity_of(Tape<double>& tape, Var s, const LossInput& input) {
  return modularity_loss(tape, s, input, variant);
}
template <LossVariant variant>
Var collapse_of(Tape<double>& tape, Var s, const LossInput&) {
  return collapse_loss(tape, s, variant);
}

const Loss kLosses[] = {
    {"PaperModularity", modularity_of<LossVariant::paper>, paper_modularity},
    {"AuthorsModularity", modularity_of<LossVariant::authors>, authors_modularity},
    {"PaperCollapse", collapse_of<LossVariant::paper>, paper_collapse},
    {"AuthorsCollapse", collapse_of<LossVariant::authors>, authors_collapse},
    {"AuthorsReconstruction", reconstruction_loss<double>, authors_reconstruction},
};

// Rows that are positive and sum to 1.
Matrix<double> soft_assignment(std::size_t nodes, std::uint64_t seed) {
  auto s = testing::random_matrix(nodes, kCommunities, seed);
  for (std::size_t v = 0; v < nodes; ++v) {
    double sum = 0.0;
    for (double& x : s.row(v)) sum += x = std::exp(x);
    for (double& x : s.row(v)) x /= sum;
  }
  return s;
}

// Community 2 is node 0 alone; `belonging` to the own community, the rest shared by the others.
Matrix<double> one_node_cluster(std::size_t nodes, double belonging) {
  Matrix<double> s(nodes, kCommunities, std::vector<double>(nodes * kCommunities, (1.0 - belonging) / 2.0));
  s(0, 2) = belonging;
  for (std::size_t v = 1; v < nodes; ++v) s(v, v % 2) = belonging;
  return s;
}

struct Evaluated {
  double value;
  Matrix<double> gradient;
};

Evaluated evaluated(const Loss& loss, const ExampleGraph& example, const Matrix<double>& s) {
  const EntryIncidence incidence(example.graph);
  const auto openness = gate_openness(example.curvature, RunContext());
  const LossInput input{example.graph, incidence, openness};
  const RunContext run;
  Tape<double> tape(run);
  const Var parameter = tape.parameter(s);
  const Var out = loss.loss(tape, parameter, input);
  tape.backward(out);
  EXPECT_EQ(tape.value(out).values().size(), 1U) << "a loss is one number";
  return {tape.value(out)(0, 0), tape.gradient(parameter)};
}

void expect_same_as_twin(const Loss& loss, const ExampleGraph& example, Matrix<double> s) {
  const auto [value, gradient] = evaluated(loss, example, s);
  EXPECT_NEAR(value, loss.twin(example.dense, s), 1e-14);
  EXPECT_LE(testing::relative_gradient_error(s, gradient, [&] { return loss.twin(example.dense, s); }), 1e-6);
}

class Losses : public ::testing::TestWithParam<Loss> {
 protected:
  const ExampleGraph undirected_ = testing::with_isolated_node();
  const ExampleGraph directed_ = testing::directed_with_loop_and_repeat();
};

TEST_P(Losses, AreTheDenseFormulaOnAGraphWithAnIsolatedNode) {
  expect_same_as_twin(GetParam(), undirected_, soft_assignment(7, 1));
}

TEST_P(Losses, AreTheDenseFormulaOnADirectedGraphWithALoopAndARepeatedEntry) {
  expect_same_as_twin(GetParam(), directed_, soft_assignment(6, 2));
}

TEST_P(Losses, AreTheDenseFormulaWhereACommunityIsASingleNode) {
  expect_same_as_twin(GetParam(), undirected_, one_node_cluster(7, 0.98));
  expect_same_as_twin(GetParam(), directed_, one_node_cluster(6, 0.98));
  // A hard assignment sits on the clamp, where the authors' modularity has no derivative: values only.
  const auto hard = one_node_cluster(7, 1.0);
  EXPECT_NEAR(evaluated(GetParam(), undirected_, hard).value, GetParam().twin(undirected_.dense, hard), 1e-14);
}

// 1e-12 ± h would cross the clamp for any h that central differences can use, so the loss holds that element still.
TEST_P(Losses, AreTheDenseFormulaBesideAnElementBelowTheClamp) {
  for (const auto* example : {&undirected_, &directed_}) {
    auto s = soft_assignment(example->graph.nodes(), 3);
    s(1, 2) = 1e-12;
    auto [value, gradient] = evaluated(GetParam(), *example, s);
    EXPECT_NEAR(value, GetParam().twin(example->dense, s), 1e-14);
    gradient(1, 2) = 0.0;
    const auto held = [&] {
      auto moved = s;
      moved(1, 2) = 1e-12;
      return GetParam().twin(example->dense, moved);
    };
    EXPECT_LE(testing::relative_gradient_error(s, gradient, held), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, Losses, ::testing::ValuesIn(kLosses),
                         [](const auto& variant) { return std::string(variant.param.name); });

TEST(ModularityLoss, PassesNothingBelowTheClampOfTheAuthorsVariant) {
  for (const auto& example : {testing::with_isolated_node(), testing::directed_with_loop_and_repeat()}) {
    auto s = soft_assignment(example.graph.nodes(), 3);
    s(1, 2) = 1e-12;
    EXPECT_EQ(evaluated(kLosses[1], example, s).gradient(1, 2), 0.0);
    EXPECT_NE(evaluated(kLosses[0], example, s).gradient(1, 2), 0.0);  // the paper has no clamp
    // The value does not move either while the element stays below 1e-10.
    auto moved = s;
    moved(1, 2) = 9e-11;
    EXPECT_EQ(evaluated(kLosses[1], example, s).value, evaluated(kLosses[1], example, moved).value);
  }
}

TEST(ModularityLoss, TakesWhatIsAboveOneForOneInTheAuthorsVariant) {
  const auto example = testing::with_isolated_node();
  auto s = soft_assignment(example.graph.nodes(), 4);
  s(1, 2) = 1.5;
  const auto [value, gradient] = evaluated(kLosses[1], example, s);
  EXPECT_NEAR(value, authors_modularity(example.dense, s), 1e-14);
  EXPECT_EQ(gradient(1, 2), 0.0);
  s(1, 2) = 1.0;
  EXPECT_EQ(evaluated(kLosses[1], example, s).value, value);
}

TEST(ModularityLoss, IsMinusTheModularityOfAHardPartition) {
  // Two triangles joined by an edge, each a community: Q = 6/7 − 1/2 (by hand: 6 of 7 edges within, half the degrees
  // each).
  const auto example = testing::with_isolated_node();
  Matrix<double> s(7, 2);
  for (std::size_t v = 0; v < 7; ++v) s(v, v < 3 ? 0 : 1) = 1.0;
  EXPECT_NEAR(evaluated(kLosses[0], example, s).value, -(6.0 / 7.0 - 0.5), 1e-15);
}

TEST(CollapseLoss, VanishesForEqualHardCommunitiesAndPunishesOneForAll) {
  const ExampleGraph any(6, {{0, 1}}, false);
  Matrix<double> equal(6, 3);
  Matrix<double> one(6, 3);
  for (std::size_t v = 0; v < 6; ++v) equal(v, v / 2) = one(v, 0) = 1.0;
  EXPECT_NEAR(evaluated(kLosses[2], any, equal).value, 0.0, 1e-15);
  EXPECT_NEAR(evaluated(kLosses[3], any, equal).value, 0.0, 1e-15);
  EXPECT_NEAR(evaluated(kLosses[2], any, one).value, 4.0 + 1.0 + 1.0, 1e-14);  // (3 − 1)² and twice (0 − 1)²
  EXPECT_NEAR(evaluated(kLosses[3], any, one).value, (16.0 + 4.0 + 4.0) / 36.0, 1e-14);  // 6 − 2, 0 − 2, 0 − 2; n² = 36
}

// In training all losses have one assignment. Whichever is differentiated later adds to what is there.
TEST(LossesOfOneAssignment, HaveTheSumOfTheirGradients) {
  const auto example = testing::with_isolated_node();
  const auto s = soft_assignment(7, 6);
  const EntryIncidence incidence(example.graph);
  const auto openness = gate_openness(example.curvature, RunContext());
  const LossInput input{example.graph, incidence, openness};
  const RunContext run;
  for (const Loss& first : kLosses) {
    for (const Loss& second : kLosses) {
      Tape<double> tape(run);
      const Var parameter = tape.parameter(s);
      const Var a = first.loss(tape, parameter, input);
      const Var b = second.loss(tape, parameter, input);
      tape.backward(add(tape, a, b, 2.0, 3.0));
      const auto alone_a = evaluated(first, example, s).gradient;
      const auto alone_b = evaluated(second, example, s).gradient;
      for (std::size_t i = 0; i < s.values().size(); ++i)
        EXPECT_NEAR(tape.gradient(parameter).values()[i], 2.0 * alone_a.values()[i] + 3.0 * alone_b.values()[i], 1e-13)
            << first.name << " and " << second.name;
    }
  }
}

TEST(EdgeLosses, AreZeroOnAGraphWithoutEdges) {
  const ExampleGraph empty(4, {}, false);
  const auto s = soft_assignment(4, 5);
  for (const std::size_t edge_loss : {0u, 1u, 4u}) {
    const auto [value, gradient] = evaluated(kLosses[edge_loss], empty, s);
    EXPECT_EQ(value, 0.0) << kLosses[edge_loss].name;
    for (const double g : gradient.values()) EXPECT_EQ(g, 0.0) << kLosses[edge_loss].name;
  }
}

TEST(EntryIncidence, ListsEveryEntryAtBothOfItsEnds) {
  const auto example = testing::directed_with_loop_and_repeat();
  const EntryIncidence incidence(example.graph);
  ASSERT_EQ(incidence.offsets.back(), 2 * example.graph.entries());
  std::vector<int> listed(example.graph.entries(), 0);
  for (NodeId u = 0; u < example.graph.nodes(); ++u) {
    for (auto p = incidence.offsets[u]; p < incidence.offsets[u + 1]; ++p) {
      const EntryIndex i = incidence.entry[p];
      ++listed[i];
      const Entry entry{incidence.source[i], example.graph.targets()[i]};
      EXPECT_TRUE(entry == (Entry{u, incidence.other[p]}) || entry == (Entry{incidence.other[p], u}));
      EXPECT_TRUE(example.graph.row_begin(entry.source) <= i && i < example.graph.row_end(entry.source));
    }
  }
  EXPECT_EQ(listed, std::vector<int>(example.graph.entries(), 2));
}

}  // namespace
}  // namespace cgsd

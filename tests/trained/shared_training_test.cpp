// What several processes train, beside what one trains. Here they are threads.
#include <gtest/gtest.h>

#include "cgsd/trained/trained_encoding.hpp"

#include "tests/graph/thread_processes.hpp"
#include "tests/trained/training_problem.hpp"

namespace cgsd {
namespace {

using testing::authors_options;
using testing::paper_options;
using testing::Problem;

Problem problem_of(bool sparse) { return {testing::random_graph(90, 0.07, 3), 12, sparse}; }

// The own rows of a problem, as every process has them.
struct Share {
  Share(const Problem& problem, Processes& processes, const RunContext& run)
      : graph(testing::share_of(problem.graph, processes)), curvature(forman_curvature(graph, run)) {
    const auto [begin, end] = testing::own_rows(problem.graph.nodes(), processes);
    if (problem.attributes.is_sparse()) {
      attributes = Attributes(to_sparse(testing::some_rows(to_dense(problem.attributes.sparse()), begin, end)));
    } else {
      attributes = Attributes(testing::some_rows(problem.attributes.dense(), begin, end));
    }
  }
  EncoderInput input() const { return {graph, attributes, curvature, 3}; }
  Graph graph;
  Attributes attributes;
  std::vector<double> curvature;
};

template <class T>
void expect_near(const Matrix<T>& a, const Matrix<T>& b, double tolerance) {
  ASSERT_EQ(a.values().size(), b.values().size());
  for (std::size_t i = 0; i < a.values().size(); ++i) ASSERT_NEAR(a.data()[i], b.data()[i], tolerance) << i;
}

void expect_same_gradient(const EncoderOptions& options, bool sparse) {
  const Problem problem = problem_of(sparse);
  const RunContext alone({.seed = 8});
  auto weights = initial_state<double>(problem.input(), options, alone).weights;
  auto one = evaluate(problem.input(), options, weights, alone);
  for (const int count : {2, 3}) {
    testing::run_processes(
        count,
        [&](const RunContext& run, Processes& processes) {
          const Share share(problem, processes, run);
          EncoderWeights<double> same = weights;
          auto several = evaluate(share.input(), options, same, run);
          EXPECT_NEAR(several.losses.total, one.losses.total, 1e-12);
          EXPECT_NEAR(several.losses.reconstruction, one.losses.reconstruction, 1e-12);
          for (std::size_t i = 0; i < 3; ++i) expect_near(*several.gradient.all()[i], *one.gradient.all()[i], 1e-12);
          expect_near(testing::all_rows(several.assignment, run), one.assignment, 1e-12);
        },
        8);
  }
}

TEST(SharedTraining, HasTheGradientOfOneProcess) {
  for (const bool sparse : {false, true}) {
    expect_same_gradient(paper_options(), sparse);
    expect_same_gradient(authors_options(), sparse);
  }
}

// Dropout and noise are drawn by the number of a node among all.
TEST(SharedTraining, EndsWhereOneProcessDoes) {
  const Problem problem = problem_of(false);
  for (EncoderOptions options : {paper_options(), authors_options()}) {
    options.dropout = 0.3;
    options.epochs = 12;
    const auto one = testing::trained<double>(problem, options, RunContext({.seed = 5}));
    testing::run_processes(
        3,
        [&](const RunContext& run, Processes& processes) {
          const Share share(problem, processes, run);
          const auto several =
              train<double>(share.input(), options, initial_state<double>(share.input(), options, run), {}, run);
          EXPECT_EQ(several.state.best_epoch, one.state.best_epoch);
          EXPECT_EQ(several.open_share, one.open_share);
          for (std::size_t e = 0; e < one.state.losses.size(); ++e)
            EXPECT_NEAR(several.state.losses[e].total, one.state.losses[e].total, 1e-9);
          expect_near(testing::all_rows(several.embedding, run), one.embedding, 1e-8);
        },
        5);
  }
}

}  // namespace
}  // namespace cgsd

#include "cgsd/trained/losses.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodes = 512;
constexpr double kClampLow = 1e-10;

template <class T>
double dot(std::span<const T> a, std::span<const T> b) {
  double sum = 0.0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += static_cast<double>(a[j]) * static_cast<double>(b[j]);
  return sum;
}

template <class T>
T clamped(T s) {
  return std::clamp(s, static_cast<T>(kClampLow), T(1));
}

// Sᵀ d, in double
template <class T>
std::vector<double> degree_weighted_sum(const Matrix<T>& s, GraphView graph, const RunContext& run) {
  std::vector<double> sum(s.cols(), 0.0);
  for (std::size_t v = 0; v < s.rows(); ++v) {
    const auto degree = static_cast<double>(graph.degree(static_cast<NodeId>(v)));
    for (std::size_t k = 0; k < s.cols(); ++k) sum[k] += degree * static_cast<double>(s(v, k));
  }
  sum_over_processes(run, sum);
  return sum;
}

// gradient_u = Σ over the entries at u of coefficient(entry) · s_other, for every row u; `finish` may change the row.
template <class T, class Coefficient, class Finish>
void gather_entries(const Matrix<T>& own, const LossInput& input, Matrix<T>& gradient, Coefficient&& coefficient,
                    Finish&& finish, bool fresh, const RunContext& run) {
  const EntryIncidence& incidence = input.incidence;
  std::vector<T> room;
  const MatrixView<T> s = with_ghosts(input.graph, MatrixView<T>(own), room, run);
  parallel_for(run, own.rows(), kNodes, [&](std::size_t begin, std::size_t end) {
    std::vector<T> row(s.cols());
    for (std::size_t u = begin; u < end; ++u) {
      std::fill(row.begin(), row.end(), T(0));
      for (std::uint64_t p = incidence.offsets[u]; p < incidence.offsets[u + 1]; ++p) {
        const T factor = coefficient(incidence.entry[p]);
        const auto other = s.row(incidence.other[p]);
        for (std::size_t k = 0; k < row.size(); ++k) row[k] += factor * other[k];
      }
      finish(u, std::span<T>(row));
      for (std::size_t k = 0; k < row.size(); ++k) gradient(u, k) = (fresh ? T(0) : gradient(u, k)) + row[k];
    }
  });
}

// Σ over entries, those of other processes too, of part(entry, S_u·S_v)
template <class T, class Part>
double sum_over_entries(const Matrix<T>& own, const LossInput& input, Part&& part, const RunContext& run) {
  const GraphView graph = input.graph;
  std::vector<T> room;
  const MatrixView<T> s = with_ghosts(graph, MatrixView<T>(own), room, run);
  const double here = ordered_sum<double>(run, graph.nodes(), kNodes, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t u = begin; u < end; ++u) {
      for (EntryIndex i = graph.offsets()[u]; i < graph.offsets()[u + 1]; ++i)
        sum += part(i, dot<T>(s.row(u), s.row(graph.targets()[i])));
    }
    return sum;
  });
  return sum_over_processes(run, here);
}

double entries_to_divide_by(GraphView graph, const RunContext& run) {
  return static_cast<double>(std::max<std::uint64_t>(1, entries_of_all(graph, run)));
}

// Σ_j ε_j² for `freedom` standard normals ε: one gamma draw instead of `freedom` normal ones (Marsaglia & Tsang 2000,
// who ask for a shape ≥ 1; their bound 3 log w − w³ + 1 + 4.5 (w − 1)² ≤ 0 does not depend on it, so freedom 1 serves
// too).
double chi_square(std::size_t freedom, RandomSequence& random) {
  const double d = static_cast<double>(freedom) / 2.0 - 1.0 / 3.0;
  const double c = 1.0 / std::sqrt(9.0 * d);
  for (;;) {
    const double x = random.normal();
    const double v = (1.0 + c * x) * (1.0 + c * x) * (1.0 + c * x);
    if (v > 0.0 && std::log(random.uniform_positive()) < 0.5 * x * x + d - d * v + d * std::log(v)) return 2.0 * d * v;
  }
}

template <class T>
Matrix<T> gram(const Matrix<T>& s, const RunContext& run) {
  Matrix<T> product(s.cols(), s.cols());
  as_eigen(product).noalias() = as_eigen(s).transpose() * as_eigen(s);
  sum_over_processes(run, product.values());
  return product;
}

// Of an entry to a node of another process, the opposite entry is there, not here. It is as good: edges are undirected then.
NodeId at_own_end(NodeId source, NodeId target, GraphView graph) { return target < graph.nodes() ? target : source; }

}  // namespace

EntryIncidence::EntryIncidence(GraphView graph) : offsets(std::size_t{graph.nodes()} + 1, 0), source(graph.entries()) {
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      source[i] = u;
      ++offsets[std::size_t{u} + 1];
      ++offsets[std::size_t{at_own_end(u, graph.targets()[i], graph)} + 1];
    }
  }
  for (std::size_t u = 0; u < graph.nodes(); ++u) offsets[u + 1] += offsets[u];
  other.resize(offsets.back());
  entry.resize(offsets.back());
  std::vector<std::uint64_t> next(offsets.begin(), offsets.end() - 1);
  const auto put = [&](NodeId at, NodeId to, EntryIndex i) {
    other[next[at]] = to;
    entry[next[at]++] = i;
  };
  for (EntryIndex i = 0; i < graph.entries(); ++i) {
    put(source[i], graph.targets()[i], i);
    const NodeId end = at_own_end(source[i], graph.targets()[i], graph);
    put(end, end == source[i] ? graph.targets()[i] : source[i], i);
  }
}

template <class T>
Var modularity_loss(Tape<T>& tape, Var assignment, const LossInput& input, LossVariant variant) {
  const Matrix<T>& given = tape.value(assignment);
  const bool clamp = variant == LossVariant::authors;
  auto s = std::make_shared<Matrix<T>>(given);
  if (clamp) std::transform(given.values().begin(), given.values().end(), s->values().begin(), clamped<T>);
  const double entries = entries_to_divide_by(input.graph, tape.run());
  const double edge_factor = (clamp ? 2.0 : 1.0) / entries;
  auto weighted = std::make_shared<std::vector<double>>(degree_weighted_sum(*s, input.graph, tape.run()));
  const double edge_term = edge_factor * sum_over_entries(
                                             *s, input, [](EntryIndex, double product) { return product; }, tape.run());
  double null_term = 0.0;
  for (const double x : *weighted) null_term += x / entries * (x / entries);

  const Var out = tape.make(1, 1, {assignment});
  tape.result(out)(0, 0) = static_cast<T>(-(edge_term - null_term));
  tape.on_backward(out, [&tape, &input, assignment, out, s, weighted, entries, edge_factor, clamp] {
    const double g = static_cast<double>(tape.gradient(out)(0, 0));
    const T edge = static_cast<T>(-g * edge_factor);
    const auto null_part = [&](std::size_t u, std::span<T> row) {
      const double degree = static_cast<double>(input.graph.degree(static_cast<NodeId>(u)));
      for (std::size_t k = 0; k < row.size(); ++k) {
        row[k] += static_cast<T>(g * 2.0 * degree * (*weighted)[k] / (entries * entries));
        const T given_value = tape.value(assignment)(u, k);
        if (clamp && clamped(given_value) != given_value) row[k] = T(0);  // outside the clamp nothing passes
      }
    };
    tape.deposit(assignment, [&](Matrix<T>& gradient, bool fresh) {
      gather_entries(
          *s, input, gradient, [&](EntryIndex) { return edge; }, null_part, fresh, tape.run());
    });
  });
  return out;
}

template <class T>
Var collapse_loss(Tape<T>& tape, Var assignment, LossVariant variant) {
  const Matrix<T>& s = tape.value(assignment);
  const auto n = static_cast<double>(rows_of_all(tape.run(), s.rows()));
  const auto c = static_cast<double>(s.cols());
  // ‖α SᵀS − β I‖²_F
  const double alpha = variant == LossVariant::paper ? c / n : 1.0 / n;
  const double beta = variant == LossVariant::paper ? 1.0 : 1.0 / c;
  auto difference = std::make_shared<Matrix<T>>(gram(s, tape.run()));
  double sum = 0.0;
  for (std::size_t i = 0; i < difference->rows(); ++i) {
    for (std::size_t j = 0; j < difference->cols(); ++j) {
      const double d = alpha * static_cast<double>((*difference)(i, j)) - (i == j ? beta : 0.0);
      (*difference)(i, j) = static_cast<T>(d);
      sum += d * d;
    }
  }
  const Var out = tape.make(1, 1, {assignment});
  tape.result(out)(0, 0) = static_cast<T>(sum);
  // ∂S = 4 α S (α SᵀS − β I)
  tape.on_backward(out, [&tape, assignment, out, difference, alpha] {
    const T factor = static_cast<T>(4.0 * alpha) * tape.gradient(out)(0, 0);
    tape.deposit(assignment, [&](Matrix<T>& gradient, bool fresh) {
      const auto product = factor * as_eigen(tape.value(assignment)) * as_eigen(*difference);
      if (fresh) {
        as_eigen(gradient).noalias() = product;
      } else {
        as_eigen(gradient).noalias() += product;
      }
    });
  });
  return out;
}

template <class T>
Var reconstruction_loss(Tape<T>& tape, Var assignment, const LossInput& input) {
  const Matrix<T>& s = tape.value(assignment);
  const double entries = entries_to_divide_by(input.graph, tape.run());
  auto error = std::make_shared<std::vector<double>>(input.graph.entries());
  const auto squared_error = [&](EntryIndex i, double product) {
    (*error)[i] = product - input.openness[i];
    return (*error)[i] * (*error)[i];
  };
  const double sum = sum_over_entries(s, input, squared_error, tape.run());
  const Var out = tape.make(1, 1, {assignment});
  tape.result(out)(0, 0) = static_cast<T>(sum / entries);
  tape.on_backward(out, [&tape, &input, assignment, out, error, entries] {
    const double factor = 2.0 / entries * static_cast<double>(tape.gradient(out)(0, 0));
    tape.deposit(assignment, [&](Matrix<T>& gradient, bool fresh) {
      gather_entries(
          tape.value(assignment), input, gradient, [&](EntryIndex i) { return static_cast<T>(factor * (*error)[i]); },
          [](std::size_t, std::span<T>) {}, fresh, tape.run());
    });
  });
  return out;
}

double masked_noise(const LossInput& input, std::size_t width, RandomStream stream, const RunContext& run) {
  constexpr double kVariance = 0.1 * 0.1;
  const GraphView graph = input.graph;
  const std::uint64_t first = first_row(run);
  const double here = ordered_sum<double>(run, graph.nodes(), kNodes, [&](std::size_t begin, std::size_t end) {
    double sum = 0.0;
    for (std::size_t v = begin; v < end; ++v) {
      const EntryIndex degree = graph.degree(static_cast<NodeId>(v));
      if (degree == 0) continue;
      double mask = 0.0;
      for (EntryIndex i = graph.offsets()[v]; i < graph.offsets()[v + 1]; ++i)
        mask += input.openness[i] / static_cast<double>(degree);
      RandomSequence random(stream.at(first + v));
      sum += mask * mask * kVariance * chi_square(width, random);
    }
    return sum;
  });
  return sum_over_processes(run, here);
}

#define CGSD_INSTANTIATE(T)                                                   \
  template Var modularity_loss(Tape<T>&, Var, const LossInput&, LossVariant); \
  template Var collapse_loss(Tape<T>&, Var, LossVariant);                     \
  template Var reconstruction_loss(Tape<T>&, Var, const LossInput&);
CGSD_INSTANTIATE(float)
CGSD_INSTANTIATE(double)
#undef CGSD_INSTANTIATE

}  // namespace cgsd

#include "cgsd/diffusion/topology_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/graph/rewiring.hpp"
#include "cgsd/matrix/column_sums.hpp"
#include "cgsd/matrix/columns.hpp"
#include "cgsd/matrix/neighbour_sums.hpp"
#include "cgsd/matrix/unit_rows.hpp"
#include "cgsd/stats/extreme_values_of_noise.hpp"

namespace cgsd {
namespace {

using Eigen::VectorXd;

constexpr NodeId kFewestNodes = 4;
constexpr double kSparse = 4.0;    // mean degree up to which eigenvectors are those of accidental clumps
constexpr double kKurtosis = 3.0;  // of a normal distribution
constexpr double kCap = 3.0;       // rows longer than this times the root mean square are cut
constexpr int kRounds = 2;
constexpr double kSpread = 0.5;  // √(3 / kurtosis) of one that is no clump
constexpr double kClear = 0.5;   // clarity that chance does not reach
constexpr double kMostlyConfirmed = 0.5;
constexpr double kFarClearer = 2.0;
constexpr double kZero = 1e-9;  // of the largest eigenvalue
constexpr std::size_t kRowBlock = 1024;
constexpr int kCopies = 3;
constexpr NodeId kOneCopyTells = 20'000;  // nodes beyond which copies hardly differ
constexpr double kBeyondCopies = 3.0;     // standard deviations

VectorXd as_vector(const std::vector<double>& values) {
  return Eigen::Map<const VectorXd>(values.data(), to_index(values.size()));
}

std::span<const double> as_span(const VectorXd& values) {
  return {values.data(), static_cast<std::size_t>(values.size())};
}

// The eigenvectors after the first, those with λ > 0 alone if so asked; λ that is 0 up to rounding is not above it.
std::vector<std::size_t> after_the_first(const TopologySpectrum& spectrum, bool assortative) {
  std::vector<std::size_t> order;
  for (std::size_t j = 1; j < spectrum.values.size(); ++j)
    if (!assortative || spectrum.values[j] > kZero * spectrum.values[0]) order.push_back(j);
  return order;
}

std::vector<double> values_of(const TopologySpectrum& spectrum, std::span<const std::size_t> chosen) {
  std::vector<double> values;
  for (const std::size_t j : chosen) values.push_back(spectrum.values[j]);
  return values;
}

struct Candidates {
  const TopologySpectrum& spectrum;
  std::vector<std::size_t> order;
  double scale;  // makes y of |λ|

  double strength(std::size_t i) const { return scale * std::abs(spectrum.values[order[i]]); }

  // S of the header, over the first `count`
  double beyond(std::size_t count) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
      sum += std::max(0.0, strength(i) * strength(i) - 1.0);
    return sum;
  }

  // Those beyond the bulk, and the first `least` wherever they are.
  std::vector<std::size_t> taken(std::size_t least) const {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < order.size(); ++i)
      if (i < least || strength(i) > 1.0) out.push_back(order[i]);
    return out;
  }
};

// Which eigenvectors count. If the edges are alone, `spectrum` may become that of the largest λ.
std::vector<std::size_t> chosen_columns(GraphView graph, TopologySpectrum& spectrum,
                                        const ConfirmingAttributes& attributes, TopologyView& view,
                                        const RunContext& run) {
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  const double scale = bulk_scale(spectrum, static_cast<double>(nodes));
  const Candidates all{spectrum, after_the_first(spectrum, false), scale};
  const bool none = attributes.stalks.cols() == 0;
  const std::vector<std::size_t> beyond = all.taken(0);
  if (!none && (attributes.overlap > 0.0 || beyond.empty())) return beyond;
  const std::int32_t communities = std::max(attributes.communities, 2);
  const auto needed = static_cast<std::size_t>(communities - 1);
  const double either = all.beyond(needed);
  std::vector<std::size_t> joined = after_the_first(spectrum, true);
  TopologySpectrum more;
  const bool too_few = joined.size() < needed;
  if (too_few) {
    more = assortative_spectrum(graph, std::min(communities, static_cast<std::int32_t>(nodes) - 1), run);
    joined = after_the_first(more, true);
  }
  const Candidates assortative{too_few ? more : spectrum, std::move(joined), scale};
  view.assortative = !assortative.order.empty() && 2.0 * assortative.beyond(needed) >= either;
  if (!view.assortative) return all.taken(needed);
  std::vector<std::size_t> taken = assortative.taken(needed);
  if (too_few) spectrum = std::move(more);
  return taken;
}

// √(min(1, 3 / kurtosis)): small where a column sits on few nodes.
VectorXd spread(const Matrix<float>& v, const RunContext& run) {
  const VectorXd fourth = as_vector(column_sums(v, run, [](double x) { return x * x * x * x; }));
  const auto n = static_cast<double>(rows_of_all(run, v.rows()));
  return (kKurtosis / (n * fourth.array())).cwiseMin(1.0).sqrt();
}

// κ of every one.
VectorXd clarities(const std::vector<double>& values, double scale) {
  return as_vector(values).unaryExpr([scale](double value) { return clarity_at(scale * std::abs(value)); });
}

// |λ| of the second eigenvector. Beyond few nodes in one process topology_spectrum() leaves the bulk alone, and in a random
// graph that is where it lies.
double second_size(GraphView random_graph, const RunContext& run) {
  const TopologySpectrum noise = topology_spectrum(random_graph, 2, run);
  if (noise.values.size() > 1) return std::abs(noise.values[1]);
  const SpectrumEnds ends = spectrum_ends(random_graph, run.with_seed(0));  // not a matter of the seed
  return std::max(std::abs(ends.second), std::abs(ends.lowest));
}

// λ' of structure_clarity
double edge_of_chance(GraphView graph, RandomStream random, const RunContext& run) {
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  const int copies = nodes > kOneCopyTells ? 1 : kCopies;
  double mean = 0.0;
  for (int i = 0; i < copies; ++i) {
    const Graph copy = joined_at_random(graph, random.at(static_cast<std::uint64_t>(i)), run);
    mean += second_size(copy, run) / copies;
  }
  return mean * (1.0 + kBeyondCopies * spread_of_largest_eigenvalue(nodes));
}

// Of signal against noise.
double odds(double share) { return share / (1.0 - share); }

// Whether edges tell of c communities of which attributes know nothing, and whose show more clearly.
void judge(TopologyView& view, const VectorXd& r, const VectorXd& even, const ConfirmingAttributes& attributes) {
  view.alone = attributes.stalks.cols() == 0 || attributes.overlap == 0.0;
  if (view.alone || attributes.communities < 2) return;
  const auto needed = static_cast<std::size_t>(attributes.communities - 1);
  view.unconfirmed = static_cast<std::size_t>(r.size()) == needed && r.maxCoeff() < kConfirmed &&
                     even.minCoeff() > kSpread && view.clarity > kClear;
  view.alone = view.unconfirmed && (attributes.signals != needed || view.clarity > attributes.overlap);
  const auto confirmed = std::ranges::count_if(as_span(r), [](double x) { return x > kMostlyConfirmed; });
  view.decides = std::cmp_greater_equal(confirmed, needed) && even.minCoeff() > kSpread &&
                 odds(view.clarity) > kFarClearer * odds(attributes.overlap);
}

// Few directions count for more, so that all of them together weigh as much as the attributes.
double of_few(std::int32_t communities) {
  return communities < 2 ? 1.0 : std::max(1.0, 2.0 / std::sqrt(static_cast<double>(communities - 1)));
}

VectorXd weights_of(const TopologyView& view, const VectorXd& r, const VectorXd& even, const VectorXd& clarity) {
  VectorXd weight = even;
  if (!view.unconfirmed || !view.alone) weight.array() *= r.array();
  if (!view.alone) weight.array() *= clarity.array().sqrt();
  return weight;
}

// Rows of length 1, times `factors` if there are any.
void scale_to_unit(Matrix<float>& rows, std::span<const double> factors, const RunContext& run) {
  parallel_for(run, rows.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const double scale = (factors.empty() ? 1.0 : factors[i]) / std::max(row_length<float>(rows.row(i)), 1e-12);
      for (float& x : rows.row(i)) x = static_cast<float>(scale * static_cast<double>(x));
    }
  });
}

// Rows ← unit(N unit(rows) · signs), twice. N = R W R, and what R does to a whole row does not count in the end.
Matrix<float> as_neighbours_say(Matrix<float> rows, const VectorXd& values, const RegularisedGraph& of,
                                const RunContext& run) {
  const VectorXd signs = values.unaryExpr([](double value) { return value < 0.0 ? -1.0 : 1.0; });
  Matrix<float> sums(rows.rows(), rows.cols());
  for (int round = 0; round < kRounds; ++round) {
    scale_to_unit(rows, of.inverse_root, run);
    neighbour_sums<float>(of.graph, rows, sums, {}, run);
    shift_and_scale(sums, {}, as_span(signs), run);
    std::swap(rows, sums);
    scale_to_unit(rows, {}, run);
  }
  return rows;
}

// Eigenvectors and what the neighbours say of them, each with its share. Beyond kCap times the root mean square an
// eigenvector's row is cut to that.
Matrix<float> blended(const Matrix<float>& rows, const VectorXd& values, const TopologyBasis& basis,
                      const RegularisedGraph& of, const RunContext& run) {
  Matrix<float> out = as_neighbours_say(rows, values, of, run);
  const double refined = (1.0 - basis.share) * basis.root_mean_square;
  parallel_for(run, rows.rows(), kRowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto from = rows.row(i);
      const double own =
          basis.share * std::min(1.0, kCap * basis.root_mean_square / std::max(row_length<float>(from), 1e-12));
      const auto to = out.row(i);
      for (std::size_t j = 0; j < to.size(); ++j)
        to[j] = static_cast<float>(refined * static_cast<double>(to[j]) + own * static_cast<double>(from[j]));
    }
  });
  return out;
}

}  // namespace

TopologyView topology_view(GraphView graph, const ConfirmingAttributes& attributes, const TopologyOptions& options,
                           const RunContext& run) {
  TopologyView view;
  view.coordinates = Matrix<float>(graph.nodes(), 0);
  const bool none = attributes.stalks.cols() == 0;
  const double degree = effective_degree(graph, run);
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  if (options.pairs == 0 || nodes < kFewestNodes || degree <= (none ? 0.0 : kSparse)) return view;
  const std::int32_t wanted = std::max(none ? 4 * options.pairs : options.pairs, 2 * attributes.communities);
  const std::int32_t pairs = std::min(wanted + 1, static_cast<std::int32_t>(nodes) - 1);
  TopologySpectrum spectrum =
      attributes.spectra != nullptr ? attributes.spectra->of(graph, pairs, run) : topology_spectrum(graph, pairs, run);
  const std::vector<std::size_t> chosen = chosen_columns(graph, spectrum, attributes, view, run);
  if (chosen.empty()) return view;
  const auto n = static_cast<double>(nodes);
  const double scale = bulk_scale(spectrum, n);
  const RegularisedAdjacency adjacency(graph, spectrum.regulariser);
  const RegularisedGraph of{graph, adjacency.row_factors(), scale};
  ConfirmedVectors v =
      confirmed_vectors(columns_of(spectrum.vectors, chosen, run), values_of(spectrum, chosen), attributes, of, run);
  spectrum = {};
  view.beyond_bulk = static_cast<std::int32_t>(v.values.size());
  if (v.values.empty()) return view;
  const VectorXd r = as_vector(v.confirmed);
  const VectorXd even = spread(v.rows, run);
  const VectorXd clarity = clarities(v.values, scale);
  view.clarity = clarity.mean();
  judge(view, r, even, attributes);
  const VectorXd weight = weights_of(view, r, even, clarity);
  const VectorXd factor = std::sqrt(n) * options.weight * of_few(attributes.communities) * weight;
  shift_and_scale(v.rows, {}, as_span(factor), run);
  const double root_mean_square =
      std::sqrt(as_vector(column_sums(v.rows, run, [](double x) { return x * x; })).sum() / n);
  if (root_mean_square <= 0.0) return view;
  const VectorXd offset = as_vector(v.mean).array() * factor.array() / as_vector(v.length).array();
  view.basis = {std::move(v.rows),
                {offset.data(), offset.data() + offset.size()},
                adjacency.regulariser(),
                root_mean_square,
                view.alone ? 0.0 : attributes.overlap};
  view.coordinates = blended(view.basis.rows, as_vector(v.values), view.basis, of, run);
  view.weights.assign(weight.data(), weight.data() + weight.size());
  view.values = std::move(v.values);
  return view;
}

double structure_clarity(GraphView graph, RandomStream random, std::int32_t pairs, const RunContext& run) {
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  if (nodes < kFewestNodes) return 0.0;
  const double edge = edge_of_chance(graph, random, run);
  if (edge == 0.0) return 0.0;
  const TopologySpectrum spectrum =
      topology_spectrum(graph, std::min(pairs + 1, static_cast<std::int32_t>(nodes) - 1), run);
  const StandardisedVectors v = standardised(spectrum.vectors, spectrum.values, run);
  const VectorXd even = spread(v.rows, run);
  double sum = 0.0;
  for (std::size_t j = 1; j < spectrum.values.size(); ++j) {
    const double share = even(to_index(j));
    sum += clarity_at(std::abs(spectrum.values[j]) / edge) * share * share;
  }
  return sum;
}

Matrix<float> continued_coordinates(const TopologyBasis& basis, std::span<const double> values, GraphView graph,
                                    const RunContext& run) {
  const std::size_t known = basis.rows.rows();
  const std::size_t added = graph.nodes() - known;
  const std::size_t width = basis.rows.cols();
  Matrix<float> out(added, width);
  if (width == 0 || added == 0) return out;
  const RegularisedAdjacency adjacency(graph, basis.regulariser);
  const auto root = adjacency.row_factors();
  Matrix<float> rows(graph.nodes(), width);
  std::ranges::copy(basis.rows.values(), rows.values().begin());
  Matrix<float> shifted(graph.nodes(), width);
  Matrix<float> image(graph.nodes(), width);
  for (int round = 0; round < kRounds; ++round) {
    // (v + m)_new = (N (v + m))_new / λ, m the mean that was taken away; unknown values count as 0
    for (std::size_t i = 0; i < (round == 0 ? known : rows.rows()); ++i) {
      for (std::size_t j = 0; j < width; ++j)
        shifted(i, j) = static_cast<float>(root[i] * (static_cast<double>(rows(i, j)) + basis.offset[j]));
    }
    neighbour_sums<float>(graph, shifted, image, {}, run);
    for (std::size_t i = known; i < rows.rows(); ++i) {
      for (std::size_t j = 0; j < width; ++j)
        rows(i, j) = static_cast<float>(root[i] * static_cast<double>(image(i, j)) / values[j] - basis.offset[j]);
    }
  }
  const VectorXd lambda = Eigen::Map<const VectorXd>(values.data(), to_index(values.size()));
  const Matrix<float> all = blended(rows, lambda, basis, {graph, root}, run);
  for (std::size_t i = 0; i < added; ++i) std::ranges::copy(all.row(known + i), out.row(i).begin());
  return out;
}

}  // namespace cgsd

#include "cgsd/diffusion/topology_view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/graph/edge_weights.hpp"

namespace cgsd {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr NodeId kFewestNodes = 4;
constexpr double kSparse = 4.0;    // mean degree up to which eigenvectors are those of accidental clumps
constexpr double kKurtosis = 3.0;  // of a normal distribution
constexpr double kCap = 3.0;       // rows longer than this times the root mean square are cut
constexpr int kRounds = 2;
constexpr double kConfirmed = 0.2;  // R_j from which attributes know of an eigenvector
constexpr double kSpread = 0.5;     // √(3 / kurtosis) of one that is no clump
constexpr double kClear = 0.5;      // clarity that chance does not reach
constexpr double kZero = 1e-9;      // of the largest eigenvalue

void unit_rows(MatrixXd& m) {
  for (Index i = 0; i < m.rows(); ++i) m.row(i) /= std::max(m.row(i).norm(), 1e-12);
}

// The eigenvectors after the first, those with λ > 0 alone if so asked; λ that is 0 up to rounding is not above it.
std::vector<Index> after_the_first(const TopologySpectrum& spectrum, bool assortative) {
  std::vector<Index> order;
  for (std::size_t j = 1; j < spectrum.values.size(); ++j)
    if (!assortative || spectrum.values[j] > kZero * spectrum.values[0]) order.push_back(to_index(j));
  return order;
}

struct Candidates {
  const TopologySpectrum& spectrum;
  std::vector<Index> order;
  double scale;  // makes y of |λ|

  double strength(std::size_t i) const { return scale * std::abs(spectrum.values[static_cast<std::size_t>(order[i])]); }

  // S of the header, over the first `count`
  double beyond(std::size_t count) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < std::min(count, order.size()); ++i)
      sum += std::max(0.0, strength(i) * strength(i) - 1.0);
    return sum;
  }

  // Those beyond the bulk, and the first `least` wherever they are.
  std::vector<Index> taken(std::size_t least) const {
    std::vector<Index> out;
    for (std::size_t i = 0; i < order.size(); ++i)
      if (i < least || strength(i) > 1.0) out.push_back(order[i]);
    return out;
  }
};

// Which eigenvectors count. If the edges are alone, `spectrum` may become that of the largest λ.
std::vector<Index> chosen_columns(GraphView graph, TopologySpectrum& spectrum, const Vouching& attributes,
                                  TopologyView& view, const RunContext& run) {
  const double scale = bulk_scale(spectrum, static_cast<double>(graph.nodes()));
  const Candidates all{spectrum, after_the_first(spectrum, false), scale};
  const bool none = attributes.stalks.cols() == 0;
  const std::vector<Index> beyond = all.taken(0);
  if (!none && (attributes.overlap > 0.0 || beyond.empty())) return beyond;
  const std::int32_t communities = std::max(attributes.communities, 2);
  const auto needed = static_cast<std::size_t>(communities - 1);
  const double either = all.beyond(needed);
  std::vector<Index> joined = after_the_first(spectrum, true);
  TopologySpectrum more;
  const bool too_few = joined.size() < needed;
  if (too_few) {
    more = assortative_spectrum(graph, std::min(communities, static_cast<std::int32_t>(graph.nodes()) - 1), run);
    joined = after_the_first(more, true);
  }
  const Candidates assortative{too_few ? more : spectrum, std::move(joined), scale};
  view.assortative = !assortative.order.empty() && 2.0 * assortative.beyond(needed) >= either;
  if (!view.assortative) return all.taken(needed);
  std::vector<Index> taken = assortative.taken(needed);
  if (too_few) spectrum = std::move(more);
  return taken;
}

// E: the share of every column of v that the stalks explain, beyond what random columns would.
VectorXd explained(const Matrix<float>& stalks, const MatrixXd& v) {
  MatrixXd z = as_eigen(stalks).cast<double>();
  z.rowwise() -= z.colwise().mean().eval();
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(z);
  const Index rank = qr.rank();
  const MatrixXd basis = qr.householderQ() * MatrixXd::Identity(z.rows(), rank);
  const double chance = static_cast<double>(rank) / static_cast<double>(z.rows());
  const VectorXd share = (basis.transpose() * v).colwise().squaredNorm();
  return ((share.array() - chance) / (1.0 - chance)).cwiseMax(0.0).cwiseMin(1.0);
}

// R: how far attributes confirm every column of v.
VectorXd confirmed(const MatrixXd& v, const Vouching& attributes) {
  VectorXd r = VectorXd::Ones(v.cols());
  if (attributes.stalks.cols() == 0) return r;
  const double noise =
      3.0 * std::sqrt(2.0 * static_cast<double>(attributes.stalks.cols())) / static_cast<double>(v.rows());
  const VectorXd share = explained(attributes.stalks, v);
  for (Index j = 0; j < v.cols(); ++j) {
    r(j) = std::min(1.0, (share(j) + noise) / (attributes.overlap + noise));
    if (share(j) < noise && r(j) < kConfirmed) r(j) = 0.0;
  }
  return r;
}

// √(min(1, 3 / kurtosis)): small where a column sits on few nodes.
VectorXd spread(const MatrixXd& v) {
  const auto n = static_cast<double>(v.rows());
  VectorXd even(v.cols());
  for (Index j = 0; j < v.cols(); ++j)
    even(j) = std::sqrt(std::min(1.0, kKurtosis / (n * v.col(j).array().pow(4).sum())));
  return even;
}

// 1 − 1 / θ² for θ + 1 / θ = 2 y, y the size of an eigenvalue in units of the bulk's edge; 0 in the bulk.
double clarity_at(double size) {
  const double y = std::max(size, 1.0);
  const double theta = y + std::sqrt(y * y - 1.0);
  return 1.0 - 1.0 / (theta * theta);
}

// The mean over those beyond the bulk.
double clarity_of(const VectorXd& values, double scale) {
  double sum = 0.0;
  for (const double value : values) sum += clarity_at(scale * std::abs(value));
  return sum / static_cast<double>(values.size());
}

// Columns of mean 0 and length 1; what was taken away and divided by.
struct Standardised {
  Eigen::RowVectorXd mean;
  Eigen::RowVectorXd length;
};
Standardised standardise(MatrixXd& v) {
  Standardised done{v.colwise().mean(), {}};
  v.rowwise() -= done.mean;
  done.length = v.colwise().norm().cwiseMax(1e-12);
  for (Index j = 0; j < v.cols(); ++j) v.col(j) /= done.length(j);
  return done;
}

// Whether edges tell of c communities of which attributes know nothing, and whose show more clearly.
void judge(TopologyView& view, const VectorXd& r, const VectorXd& even, const Vouching& attributes) {
  view.alone = attributes.stalks.cols() == 0 || attributes.overlap == 0.0;
  if (view.alone || attributes.communities < 2) return;
  const auto needed = static_cast<std::size_t>(attributes.communities - 1);
  view.unconfirmed = static_cast<std::size_t>(r.size()) == needed && r.maxCoeff() < kConfirmed &&
                     even.minCoeff() > kSpread && view.clarity > kClear;
  view.alone = view.unconfirmed && (attributes.signals != needed || view.clarity > attributes.overlap);
}

// Rows ← unit(N unit(rows) · signs), twice.
MatrixXd as_neighbours_say(MatrixXd rows, const VectorXd& values, const LinearOperator& adjacency,
                           const RunContext& run) {
  const auto n = static_cast<std::size_t>(rows.rows());
  for (int round = 0; round < kRounds; ++round) {
    unit_rows(rows);
    for (Index j = 0; j < rows.cols(); ++j) {
      VectorXd image(rows.rows());
      adjacency.apply({rows.col(j).data(), n}, {image.data(), n}, run);
      rows.col(j) = values(j) < 0.0 ? VectorXd(-image) : image;
    }
    unit_rows(rows);
  }
  return rows;
}

// Beyond kCap times the root mean square a row is cut to that.
void cap_rows(MatrixXd& rows, double root_mean_square) {
  for (Index i = 0; i < rows.rows(); ++i)
    rows.row(i) *= std::min(1.0, kCap * root_mean_square / std::max(rows.row(i).norm(), 1e-12));
}

// Eigenvectors and what the neighbours say of them, each with its share.
MatrixXd blended(MatrixXd rows, const VectorXd& values, const TopologyBasis& basis, GraphView graph,
                 const RunContext& run) {
  const MatrixXd refined = as_neighbours_say(rows, values, RegularisedAdjacency(graph, basis.regulariser), run);
  cap_rows(rows, basis.root_mean_square);
  return (1.0 - basis.share) * basis.root_mean_square * refined + basis.share * rows;
}

Matrix<float> to_floats(const Eigen::Ref<const MatrixXd>& m) {
  Matrix<float> out(static_cast<std::size_t>(m.rows()), static_cast<std::size_t>(m.cols()));
  as_eigen(out) = m.cast<float>();
  return out;
}

}  // namespace

TopologyView topology_view(GraphView graph, const Vouching& attributes, const TopologyOptions& options,
                           const RunContext& run) {
  TopologyView view;
  view.coordinates = Matrix<float>(graph.nodes(), 0);
  const bool none = attributes.stalks.cols() == 0;
  const double degree = effective_degree(graph);
  if (options.pairs == 0 || graph.nodes() < kFewestNodes || degree <= (none ? 0.0 : kSparse)) return view;
  const std::int32_t wanted = std::max(none ? 4 * options.pairs : options.pairs, 2 * attributes.communities);
  TopologySpectrum spectrum =
      topology_spectrum(graph, std::min(wanted + 1, static_cast<std::int32_t>(graph.nodes()) - 1), run);
  const std::vector<Index> chosen = chosen_columns(graph, spectrum, attributes, view, run);
  view.beyond_bulk = static_cast<std::int32_t>(chosen.size());
  if (chosen.empty()) return view;
  MatrixXd v = as_eigen(spectrum.vectors)(Eigen::all, chosen);
  const VectorXd values = Eigen::Map<const VectorXd>(spectrum.values.data(), to_index(spectrum.values.size()))(chosen);
  const auto [mean, length] = standardise(v);
  const auto n = static_cast<double>(graph.nodes());
  const VectorXd r = confirmed(v, attributes);
  const VectorXd even = spread(v);
  view.clarity = clarity_of(values, bulk_scale(spectrum, n));
  judge(view, r, even, attributes);
  const VectorXd weight = view.unconfirmed && view.alone ? even : VectorXd(r.array() * even.array());
  const VectorXd factor = std::sqrt(n) * options.weight * weight;
  const MatrixXd rows = v * factor.asDiagonal();
  const double root_mean_square = std::sqrt(rows.squaredNorm() / n);
  if (root_mean_square <= 0.0) return view;
  const VectorXd offset = (mean.transpose().array() * factor.array() / length.transpose().array()).matrix();
  view.basis = {to_floats(rows),
                {offset.data(), offset.data() + offset.size()},
                spectrum.regulariser,
                root_mean_square,
                view.alone ? 0.0 : attributes.overlap};
  view.coordinates = to_floats(blended(rows, values, view.basis, graph, run));
  view.weights.assign(weight.data(), weight.data() + weight.size());
  view.values.assign(values.data(), values.data() + values.size());
  return view;
}

double structure_clarity(GraphView graph, GraphView null, std::int32_t pairs, const RunContext& run) {
  if (graph.nodes() < kFewestNodes) return 0.0;
  const TopologySpectrum noise = topology_spectrum(null, 2, run);
  const TopologySpectrum spectrum =
      topology_spectrum(graph, std::min(pairs + 1, static_cast<std::int32_t>(graph.nodes()) - 1), run);
  if (noise.values.size() < 2 || noise.values[1] == 0.0) return 0.0;
  MatrixXd v = as_eigen(spectrum.vectors);
  standardise(v);
  const VectorXd even = spread(v);
  double sum = 0.0;
  for (std::size_t j = 1; j < spectrum.values.size(); ++j) {
    const double share = even(to_index(j));
    sum += clarity_at(std::abs(spectrum.values[j] / noise.values[1])) * share * share;
  }
  return sum;
}

Matrix<float> continued_coordinates(const TopologyBasis& basis, std::span<const double> values, GraphView graph,
                                    const RunContext& run) {
  const Index known = to_index(basis.rows.rows());
  const Index added = to_index(graph.nodes()) - known;
  const Eigen::Map<const VectorXd> lambda(values.data(), to_index(values.size()));
  const Eigen::Map<const Eigen::RowVectorXd> offset(basis.offset.data(), to_index(basis.offset.size()));
  MatrixXd rows = MatrixXd::Zero(known + added, to_index(basis.rows.cols()));
  rows.topRows(known) = as_eigen(basis.rows).cast<double>();
  if (rows.cols() == 0 || added == 0) return to_floats(rows.bottomRows(added));
  const RegularisedAdjacency adjacency(graph, basis.regulariser);
  const auto n = static_cast<std::size_t>(rows.rows());
  for (int round = 0; round < kRounds; ++round) {
    for (Index j = 0; j < rows.cols(); ++j) {
      // (v + m)_new = (N (v + m))_new / λ, m the mean that was taken away; unknown values count as 0
      VectorXd shifted = rows.col(j).array() + offset(j);
      if (round == 0) shifted.tail(added).setZero();
      VectorXd image(rows.rows());
      adjacency.apply({shifted.data(), n}, {image.data(), n}, run);
      rows.col(j).tail(added) = image.tail(added).array() / lambda(j) - offset(j);
    }
  }
  return to_floats(blended(rows, lambda, basis, graph, run).bottomRows(added));
}

}  // namespace cgsd

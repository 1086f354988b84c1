#include "cgsd/detect/count/beyond_chance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "cgsd/attributes/correlations.hpp"
#include "cgsd/attributes/resampling.hpp"
#include "cgsd/attributes/stalks.hpp"
#include "cgsd/core/random.hpp"
#include "cgsd/diffusion/blank_rows.hpp"
#include "cgsd/diffusion/edge_agreement.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/graph/rewiring.hpp"
#include "cgsd/spectral/regularised_adjacency.hpp"
#include "cgsd/stats/extreme_values_of_noise.hpp"

namespace cgsd {
namespace {

constexpr std::uint64_t kRepetitions = 6;
// Nodes beyond which copies made by chance hardly differ: the largest eigenvalue of noise spreads by about n^−⅔ of itself
// (Tracy & Widom), less than kLeastSpread. One that hubs make may spread by more.
constexpr NodeId kOneMaySuffice = 20'000;
constexpr double kFarBeyond = 10.0;
constexpr double kLeastSpread = 2e-3;  // of the mean: below it the figures are no more accurate than that
constexpr NodeId kFewestNodes = 8;
constexpr std::size_t kMostCorrelated = 1000;  // columns: all pairs are compared
constexpr std::size_t kRowsForColumns = 2;     // with fewer the lowest eigenvalue of noise is near 0 itself
constexpr RandomisedSvdOptions kFirstOnly{.rank = 8, .oversampling = 8, .iterations = 6};

// `least` is the spread, as a share of the mean, that theory expects: that of few repetitions may be too small by accident.
double deviations(double figure, const std::vector<double>& by_chance, double least = kLeastSpread) {
  double mean = 0.0;
  for (const double value : by_chance) mean += value / static_cast<double>(by_chance.size());
  double squares = 0.0;
  for (const double value : by_chance) squares += (value - mean) * (value - mean);
  const double spread = by_chance.size() > 1 ? std::sqrt(squares / static_cast<double>(by_chance.size() - 1)) : 0.0;
  return mean > 0.0 ? (figure - mean) / std::max(spread, least * mean) : 0.0;
}

double first_value(const Stalks& stalks) { return stalks.singular_values.empty() ? 0.0 : stalks.singular_values[0]; }

double correlation_deviations(AttributesView attributes, const RunContext& run) {
  if (attributes.cols() > kMostCorrelated || attributes.cols() < 2) return 0.0;
  const RandomStream random = RandomStream(0).named("permuted columns");
  std::vector<double> squares;
  std::vector<double> least;
  for (std::uint64_t i = 0; i < kRepetitions; ++i) {
    const ColumnCorrelations by_chance = column_correlations(permuted_columns(attributes, random.at(i), run), run);
    squares.push_back(by_chance.squares);
    least.push_back(by_chance.least);
  }
  const ColumnCorrelations found = column_correlations(attributes, run);
  // n ρ² has mean 1 and variance 2 for each of d (d − 1) / 2 pairs.
  const double above = deviations(found.squares, squares, 2.0 / static_cast<double>(attributes.cols()));
  const std::size_t rows = rows_of_all(run, attributes.rows());
  if (rows < kRowsForColumns * attributes.cols()) return above;
  return std::max(above, -deviations(found.least, least, spread_of_least_correlation(rows, attributes.cols())));
}

// What chance is compared with: rows of which something is known.
AttributesView known_rows(AttributesView attributes, const BlankRowCheck& blanks, Attributes& room) {
  if (blanks.rows == 0 || blanks.are == BlankRows::alike) return attributes;
  const std::vector<float> with_values = rows_with_values(attributes);
  std::vector<std::size_t> known;
  for (std::size_t i = 0; i < with_values.size(); ++i)
    if (with_values[i] != 0.0F) known.push_back(i);
  room = rows_of(attributes, known);
  return room;
}

// Words: in the normalisation in which they stand out less, since the lengths of texts alone make a direction of z-scores.
// Numbers: in which they stand out more, since scaling may bury a signal under noise.
double attribute_deviations(AttributesView attributes, const RunContext& run) {
  const RandomStream random = RandomStream(0).named("permuted columns");
  const std::size_t rows = rows_of_all(run, attributes.rows());
  std::vector<double> figures;
  for (const StalkMetric metric : candidate_metrics(attributes, run)) {
    std::vector<double> by_chance;
    for (std::uint64_t i = 0; i < kRepetitions; ++i) {
      const Attributes permuted = permuted_columns(attributes, random.at(i), run);
      by_chance.push_back(first_value(make_stalks(permuted, metric, kFirstOnly, run, BlankRows::alike)));
    }
    figures.push_back(deviations(first_value(make_stalks(attributes, metric, kFirstOnly, run, BlankRows::alike)),
                                 by_chance, spread_of_largest_singular_value(rows, attributes.cols())));
  }
  if (bag_of_words_like(attributes, run)) return std::max(0.0, std::ranges::min(figures));
  return std::max({0.0, std::ranges::max(figures), correlation_deviations(attributes, run)});
}

// The largest eigenvalue after the first, and the size of the lowest: groups joined within, and groups joined across.
std::array<double, 2> ends_of_spectrum(GraphView graph, const RunContext& run) {
  const SpectrumEnds ends = spectrum_ends(graph, run);
  return {ends.second, -ends.lowest};
}

double spread_of_end(std::size_t nodes) { return std::max(kLeastSpread, spread_of_largest_eigenvalue(nodes)); }

// One copy leaves no doubt if the figure is not beyond it, or beyond all that copies may differ by.
bool beyond_doubt(double deviations) {
  return deviations <= BeyondChance::kEnough || deviations > kFarBeyond * BeyondChance::kEnough;
}

double edge_deviations(GraphView graph, const RunContext& run) {
  const RandomStream random = RandomStream(0).named("rewired edges");
  const auto ends = ends_of_spectrum(graph, run);
  const std::size_t nodes = rows_of_all(run, graph.nodes());
  const double least = spread_of_end(nodes);
  std::array<std::vector<double>, 2> by_chance;
  double most = 0.0;
  for (std::uint64_t i = 0; i < kRepetitions; ++i) {
    const Graph copy = rewired(graph, random.at(i), run);
    const auto copied = ends_of_spectrum(copy, run);
    processes_of(run).forget(copy);
    for (const std::size_t end : {0U, 1U}) by_chance[end].push_back(copied[end]);
    most = std::max({0.0, deviations(ends[0], by_chance[0], least), deviations(ends[1], by_chance[1], least)});
    if (i == 0 && nodes > kOneMaySuffice && beyond_doubt(most)) break;
  }
  return most;
}

// The larger of the normalisations.
double agreement_deviations(const AttributedGraphView& input, BlankRows blanks, const RunContext& run) {
  double largest = 0.0;
  for (const StalkMetric metric : candidate_metrics(input.attributes, run)) {
    const Stalks stalks = make_stalks(input.attributes, metric, {}, run, blanks);
    largest = std::max(largest, std::abs(edge_agreement(input.graph, stalks.rows, run).significance));
  }
  return largest;
}

}  // namespace

BeyondChance beyond_chance(const AttributedGraphView& input, const RunContext& run) {
  BeyondChance found;
  if (rows_of_all(run, input.graph.nodes()) < kFewestNodes) return found;
  const bool edges = entries_of_all(input.graph, run) > 0;
  const bool attributes = !input.attributes.none();
  if (edges) found.edges = edge_deviations(input.graph, run);
  if (!attributes || found.any()) return found;
  const BlankRowCheck blanks = check_blank_rows(input, run);
  Attributes room;
  found.attributes = attribute_deviations(known_rows(input.attributes, blanks, room), run);
  if (edges && !found.any()) found.both = agreement_deviations(input, blanks.are, run);
  return found;
}

}  // namespace cgsd

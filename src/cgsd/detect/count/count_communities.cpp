#include "cgsd/detect/count/count_communities.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "cgsd/detect/count/beyond_chance.hpp"
#include "cgsd/detect/count/data_halves.hpp"
#include "cgsd/detect/stages.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/spectral/laplacian.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kSample = 4000;
constexpr std::uint64_t kSplits = 2;
constexpr NodeId kOneSplitTells = 100'000;  // nodes beyond which two splits hardly differ
constexpr std::int32_t kAllUpTo = 20;
constexpr std::size_t kColumnsToDivide = 17;  // fewer are kept whole by the encoder too

// Rows by their numbers among all, rising. Every process gets all of them.
Matrix<float> rows_of(const Matrix<float>& own, std::span<const NodeId> rows, const RunContext& run) {
  const std::uint64_t first = first_row(run);
  std::vector<float> here;
  for (const NodeId row : rows) {
    if (row < first || row - first >= own.rows()) continue;
    here.insert(here.end(), own.row(row - first).begin(), own.row(row - first).end());
  }
  return {rows.size(), own.cols(), gathered(run, std::span<const float>(here))};
}

SpectrumOptions spectrum_options(const RoundingChoice& rounding, std::int32_t most) {
  const auto* spectral = std::get_if<SpectralOptions>(&rounding);
  SpectrumOptions options = spectral != nullptr ? spectral->spectrum : SpectrumOptions{};
  options.eigenpairs = most + 1;  // the gap after the last needs one more
  return options;
}

CommunityCount by_eigengap(const Affinity& affinity, const DetectOptions& options, const RunContext& run) {
  const std::int32_t most = options.max_communities;
  const NormalisedLaplacian laplacian(affinity.graph, affinity.log_weight, run);
  const Spectrum spectrum =
      smallest_eigenpairs(laplacian, spectrum_options(options.rounding, most), run.stage("spectrum"));
  return count_by_eigengap(spectrum.values);
}

// What the default makes of a part of the data, for the nodes of the sample.
class PointMaker {
 public:
  PointMaker(const DetectOptions& options, std::int32_t communities, std::size_t nodes)
      : encoder_(std::get<DiffusionOptions>(options.encoder)),
        rounding_(std::get<SmoothedOptions>(options.rounding)),
        communities_(communities),
        sample_(sample_of(nodes)) {
    const auto few = static_cast<std::int32_t>(std::ceil(std::sqrt(static_cast<double>(sample_.size()))));
    rounding_.knn.neighbours = std::min(knn_among(rounding_, sample_.size(), 0).neighbours, std::max(few, 1));
  }

  Diffusion encode(const AttributedGraphView& part, SpectrumCache& spectra, const RunContext& run) const {
    return diffuse(part, {communities_, &spectra}, encoder_, run);
  }
  HalfPoints operator()(const Diffusion& encoded, const RunContext& run) const {
    SmoothedPoints smoothed = smoothed_points(rows_of(encoded.embedding, sample_, run), 0, rounding_, alone(run));
    return {std::move(smoothed.points), weighted(smoothed.affinity)};
  }

 private:
  static std::vector<NodeId> sample_of(std::size_t nodes) {
    std::vector<NodeId> order(nodes);
    std::iota(order.begin(), order.end(), NodeId{0});
    if (nodes <= kSample) return order;
    RandomSequence random(RandomStream(0).named("sample of nodes"));
    shuffle(std::span(order), random);
    order.resize(kSample);
    order.shrink_to_fit();
    std::ranges::sort(order);
    return order;
  }
  static Graph weighted(Affinity& affinity) {
    const double largest = affinity.log_weight.empty() ? 0.0 : std::ranges::max(affinity.log_weight);
    for (double& weight : affinity.log_weight) weight = std::exp(weight - largest);
    const GraphView graph = affinity.graph;
    return Graph(GraphView(graph.offsets(), graph.targets(), affinity.log_weight));
  }

  DiffusionOptions encoder_;
  SmoothedOptions rounding_;
  std::int32_t communities_;
  std::vector<NodeId> sample_;  // among all nodes
};

std::vector<HalvesPoints> points_of_halves(const AttributedGraphView& input, const PointMaker& make,
                                           const TopologySpectrum& whole, const RunContext& run) {
  std::vector<HalvesPoints> splits;
  const std::uint64_t needed = rows_of_all(run, input.graph.nodes()) > kOneSplitTells ? 1 : kSplits;
  for (std::uint64_t i = 0; i < needed; ++i) {
    const auto halves = data_halves(input, RandomStream(0).named("halves").at(i), run);
    SpectrumCache spectra(whole);
    HalvesPoints& points = splits.emplace_back();
    for (const std::size_t half : {0U, 1U}) {
      const SameGhosts ghosts(halves[half].graph, input.graph, run);
      points[half] = make(make.encode(halves[half], spectra, run), run);
    }
  }
  return splits;
}

// As many signals as may be chosen must be able to show.
std::size_t attribute_signals(const AttributedGraphView& input, DiffusionOptions encoder, std::int32_t most,
                              const RunContext& run) {
  encoder.svd.rank = std::max(encoder.svd.rank, most + 1);
  return signals_of_attributes(input, encoder, run);
}

// What eigenvalues count, and in `all` every number to 20 as well: rising, in [2, most].
std::vector<std::int32_t> numbers_to_try(const CommunityCount& count, std::int32_t most, bool all) {
  std::vector<std::int32_t> numbers{count.topology.communities, count.attributes.communities};
  for (std::int32_t c = 2; all && c <= kAllUpTo; ++c) numbers.push_back(c);
  std::erase_if(numbers, [&](std::int32_t c) { return c < 2 || c > most; });
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

CommunityCount by_all_criteria(const AttributedGraphView& input, const DetectOptions& options, SharedWork& work,
                               const RunContext& given) {
  const RunContext run = given.with_seed(0);
  const std::size_t nodes = rows_of_all(run, input.graph.nodes());
  const std::int32_t most = std::min(options.max_communities, static_cast<std::int32_t>(nodes / 4));
  CommunityCount count;
  count.chance = beyond_chance(input, run.stage("chance"));
  if (input.attributes.none())
    count.parts = count_by_parts(input.graph, options.max_communities, run.stage("components"));
  if (count.chance.any()) {
    count.topology = count_by_topology(input.graph, most, work.spectra, run.stage("topology"));
    const auto& encoder = std::get<DiffusionOptions>(options.encoder);
    count.attributes = count_by_attributes(attribute_signals(input, encoder, most, run.stage("signals")), most);
    const PointMaker make(options, count.topology.communities, nodes);
    const bool too_few = !input.attributes.none() && input.attributes.cols() < kColumnsToDivide;
    const std::vector<std::int32_t> numbers = numbers_to_try(count, most, too_few);
    if (!numbers.empty()) {
      work.keep(make.encode(input, work.spectra, run.stage("diffusion")), count.topology.communities);
      const HalfPoints points = make(*work.diffusion, run);
      count.stability = count_by_stability(points.points, numbers, alone(run.stage("stability")));
    }
    if (!too_few) {
      const auto splits = points_of_halves(input, make, work.spectra.last(), run.stage("halves"));
      count.halves = crossed_modularity(splits, {.most = most, .also = numbers}, alone(run.stage("crossed")));
    }
  }
  choose(count);
  return count;
}

// What encode() is told while c is not known.
std::int32_t provisional(const AttributedGraphView& input, const DetectOptions& options) {
  if (std::holds_alternative<DiffusionOptions>(options.encoder)) return 0;
  return std::min(options.max_communities, static_cast<std::int32_t>(input.graph.nodes()));
}

Affinity affinity_of(const AttributedGraphView& input, const Encoded& encoded, const RoundingChoice& rounding,
                     const RunContext& run) {
  const Matrix<float>& embedding = embedding_of(encoded);
  if (const auto* smoothed = std::get_if<SmoothedOptions>(&rounding))
    return self_tuned_neighbours(embedding, knn_among(*smoothed, embedding.rows(), 0), smoothed->affinity, run);
  const auto* spectral = std::get_if<SpectralOptions>(&rounding);
  std::vector<double> made;
  return spectral_affinity(embedding, {input.graph, curvature_of(encoded, input, made, run)},
                           spectral != nullptr ? *spectral : SpectralOptions{}, run);
}

}  // namespace

CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options,
                                 const RunContext& run) {
  SharedWork work;
  return count_communities(input, options, work, run);
}

CommunityCount count_communities(const AttributedGraphView& input, const DetectOptions& options, SharedWork& work,
                                 const RunContext& run) {
  if (std::holds_alternative<DiffusionOptions>(options.encoder) &&
      std::holds_alternative<SmoothedOptions>(options.rounding))
    return by_all_criteria(input, options, work, run);
  const Encoded encoded = encode(input, options.encoder, provisional(input, options), run);
  return by_eigengap(affinity_of(input, encoded, options.rounding, run), options, run);
}

}  // namespace cgsd

#include "cgsd/graph/generators.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/parallel.hpp"

namespace cgsd {
namespace {

constexpr std::size_t kNodeBlock = 1024;

// Community i holds nodes [first[i], first[i + 1]) before shuffling.
struct Blocks {
  std::vector<NodeId> first;
  std::vector<std::int32_t> block_of;
  double pairs_within = 0.0;
  double pairs_across = 0.0;
};

Blocks equal_blocks(NodeId nodes, std::int32_t count) {
  Blocks blocks;
  blocks.block_of.resize(nodes);
  const auto c = static_cast<std::uint64_t>(count);
  for (std::uint64_t i = 0; i <= c; ++i) blocks.first.push_back(static_cast<NodeId>(i * nodes / c));
  for (std::size_t i = 0; i < c; ++i) {
    const double size = blocks.first[i + 1] - blocks.first[i];
    blocks.pairs_within += size * (size - 1.0) / 2.0;
    std::fill(blocks.block_of.begin() + blocks.first[i], blocks.block_of.begin() + blocks.first[i + 1],
              static_cast<std::int32_t>(i));
  }
  blocks.pairs_across = static_cast<double>(nodes) * (nodes - 1.0) / 2.0 - blocks.pairs_within;
  return blocks;
}

struct Probabilities {
  double in = 0.0;
  double out = 0.0;
};

double checked_probability(double p, std::string_view which) {
  if (!(p <= 1.0)) throw InvalidArgument(fmt::format("{} would have to be {:.3g}: no such graph exists", which, p));
  return p;
}

Probabilities edge_probabilities(const SbmOptions& o, const Blocks& blocks) {
  const double h = o.heterophily;
  if (h > 0.0 && blocks.pairs_across == 0.0) throw InvalidArgument("heterophily > 0 needs at least 2 communities");
  if (o.mean_degree > 0.0) {
    const double edges = o.mean_degree * o.nodes / 2.0;
    if (h < 1.0 && blocks.pairs_within == 0.0)
      throw InvalidArgument("heterophily < 1 needs at least 2 nodes per community");
    return {h < 1.0 ? checked_probability((1.0 - h) * edges / blocks.pairs_within, "p_in") : 0.0,
            h > 0.0 ? checked_probability(h * edges / blocks.pairs_across, "p_out") : 0.0};
  }
  if (h >= 1.0) throw InvalidArgument("heterophily = 1 needs mean_degree > 0: with p_in alone p_out is not determined");
  return {o.p_in,
          h > 0.0 ? checked_probability(blocks.pairs_within * o.p_in * h / (blocks.pairs_across * (1.0 - h)), "p_out")
                  : 0.0};
}

// Calls found(v) for each v in [begin, end) independently with probability p, jumping over the misses: the number of
// misses before the next hit is geometric, ⌊log U / log(1 − p)⌋.
template <class Found>
void for_each_hit(NodeId begin, NodeId end, double p, RandomSequence& random, Found&& found) {
  if (p <= 0.0) return;
  const double scale = 1.0 / std::log1p(-p);  // −0 for p = 1: every skip is 0
  for (double v = begin;; v += 1.0) {
    v += std::floor(std::log(random.uniform_positive()) * scale);
    if (!(v < end)) return;
    found(static_cast<NodeId>(v));
  }
}

using EntrySink = std::vector<Entry>;

// Draws the edges (u, v) with v > u.
using RowGenerator = std::function<void(NodeId u, RandomSequence& random, EntrySink& out)>;

RowGenerator uniform_rows(const Blocks& blocks, Probabilities p) {
  return [&blocks, p](NodeId u, RandomSequence& random, EntrySink& out) {
    const NodeId own_end = blocks.first[static_cast<std::size_t>(blocks.block_of[u]) + 1];
    const auto keep = [&](NodeId v) { out.push_back({u, v}); };
    for_each_hit(u + 1, own_end, p.in, random, keep);
    for_each_hit(own_end, static_cast<NodeId>(blocks.block_of.size()), p.out, random, keep);
  };
}

// Pareto propensities, falling within each community, with mean 1 there.
std::vector<double> propensities(const Blocks& blocks, double exponent, const RunContext& run) {
  const RandomStream stream = run.stream("sbm propensities");
  std::vector<double> theta(blocks.block_of.size());
  for (std::size_t v = 0; v < theta.size(); ++v) theta[v] = std::pow(1.0 - stream.uniform(v), -1.0 / (exponent - 1.0));
  for (std::size_t i = 0; i + 1 < blocks.first.size(); ++i) {
    const auto begin = theta.begin() + blocks.first[i];
    const auto end = theta.begin() + blocks.first[i + 1];
    std::sort(begin, end, std::greater<>());
    const double mean = std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
    std::for_each(begin, end, [mean](double& t) { t /= mean; });
  }
  return theta;
}

RowGenerator power_law_rows(const Blocks& blocks, Probabilities p, const std::vector<double>& theta) {
  return [&blocks, &theta, p](NodeId u, RandomSequence& random, EntrySink& out) {
    for (auto i = static_cast<std::size_t>(blocks.block_of[u]); i + 1 < blocks.first.size(); ++i) {
      const bool own = i == static_cast<std::size_t>(blocks.block_of[u]);
      const double base = theta[u] * (own ? p.in : p.out);
      const auto probability = [&](NodeId v) { return std::min(1.0, base * theta[v]); };
      // Invariant: θ falls along the block, so `bound` is at least the probability of every pair still ahead.
      NodeId v = own ? u + 1 : blocks.first[i];
      const NodeId end = blocks.first[i + 1];
      double bound = v < end ? probability(v) : 0.0;
      while (v < end && bound > 0.0) {
        const double skip = bound < 1.0 ? std::floor(std::log(random.uniform_positive()) / std::log1p(-bound)) : 0.0;
        if (!(v + skip < end)) break;
        v += static_cast<NodeId>(skip);
        const double actual = probability(v);
        if (random.uniform() * bound < actual) out.push_back({u, v});
        bound = actual;
        ++v;
      }
    }
  };
}

EntryList draw_edges(NodeId nodes, const RowGenerator& row, const RunContext& run) {
  const RandomStream stream = run.stream("sbm edges");
  std::vector<EntrySink> parts((nodes + kNodeBlock - 1) / kNodeBlock);
  parallel_for(run, nodes, kNodeBlock, [&](std::size_t begin, std::size_t end) {
    EntrySink& part = parts[begin / kNodeBlock];
    for (std::size_t u = begin; u < end; ++u) {
      RandomSequence random(stream.at(u));
      row(static_cast<NodeId>(u), random, part);
    }
  });
  EntryList list{.nodes = nodes, .entries = {}, .weights = {}};
  std::vector<std::size_t> place(parts.size() + 1, 0);
  for (std::size_t i = 0; i < parts.size(); ++i) place[i + 1] = place[i] + parts[i].size();
  list.entries.resize(place.back());
  parallel_for(run, parts.size(), 1, [&](std::size_t i, std::size_t) {
    std::copy(parts[i].begin(), parts[i].end(), list.entries.begin() + static_cast<std::ptrdiff_t>(place[i]));
  });
  return list;
}

// The number each node gets in the end.
std::vector<NodeId> final_numbers(const SbmOptions& o, const RunContext& run) {
  std::vector<NodeId> number(o.nodes);
  std::iota(number.begin(), number.end(), NodeId{0});
  RandomSequence random(run.stream("sbm numbering"));
  if (o.shuffle) shuffle(std::span(number), random);
  return number;
}

struct AttributeStrength {
  double signal;
  double noise;
};

AttributeStrength attribute_strength(const SbmOptions& o) {
  if (o.coupling == Coupling::independent) return {o.signal, o.noise};
  return {1.0 - o.heterophily, std::sqrt(o.heterophily)};
}

Matrix<float> gaussian_attributes(const SbmOptions& o, const std::vector<std::int32_t>& class_of,
                                  const RunContext& run) {
  if (o.dimensions < o.communities) {
    throw InvalidArgument(
        fmt::format("dimensions = {}: at least one per community ({}) is needed", o.dimensions, o.communities));
  }
  const AttributeStrength strength = attribute_strength(o);
  const double deviation = strength.noise / std::sqrt(static_cast<double>(o.dimensions));  // ε ~ N(0, I/d)
  const RandomStream stream = run.stream("sbm attributes");
  Matrix<float> x(o.nodes, static_cast<std::size_t>(o.dimensions));
  parallel_for(run, o.nodes, kNodeBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      RandomSequence random(stream.at(v));
      for (float& value : x.row(v)) value = static_cast<float>(deviation * random.normal());
      x(v, static_cast<std::size_t>(class_of[v])) += static_cast<float>(strength.signal);
    }
  });
  return x;
}

SparseRows word_attributes(const SbmOptions& o, const std::vector<std::int32_t>& class_of, const RunContext& run) {
  const auto vocabulary = static_cast<std::uint64_t>(o.dimensions);
  const std::uint64_t topic_size = vocabulary / static_cast<std::uint64_t>(o.communities);
  const double signal = attribute_strength(o).signal;
  if (topic_size == 0) throw InvalidArgument("dimensions: at least one word per community is needed");
  if (signal > 1.0) throw InvalidArgument(fmt::format("signal = {}: for words it is a probability", signal));
  const RandomStream stream = run.stream("sbm attributes");
  SparseRows x;
  x.cols = vocabulary;
  std::vector<std::uint32_t> row;
  for (std::size_t v = 0; v < o.nodes; ++v) {
    if (v % kNodeBlock == 0) run.check_stop();
    RandomSequence random(stream.at(v));
    row.clear();
    for (std::int32_t i = 0; i < o.words; ++i) {
      const bool own_topic = random.uniform() < signal;
      const std::uint64_t first = own_topic ? static_cast<std::uint64_t>(class_of[v]) * topic_size : 0;
      row.push_back(static_cast<std::uint32_t>(first + random.below(own_topic ? topic_size : vocabulary)));
    }
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    x.columns.insert(x.columns.end(), row.begin(), row.end());
    x.offsets.push_back(x.columns.size());
  }
  x.values.assign(x.columns.size(), 1.0f);
  return x;
}

Attributes attributes(const SbmOptions& o, const std::vector<std::int32_t>& class_of, const RunContext& run) {
  switch (o.attributes) {
    case AttributeKind::gaussian:
      return gaussian_attributes(o, class_of, run);
    case AttributeKind::words:
      return word_attributes(o, class_of, run);
    case AttributeKind::none:
      break;
  }
  return {};
}

void check(const SbmOptions& o) {
  validate(o);
  if (static_cast<std::uint64_t>(o.communities) > o.nodes) {
    throw InvalidArgument(fmt::format("communities = {}: more than the {} nodes", o.communities, o.nodes));
  }
}

}  // namespace

Dataset stochastic_block_model(const SbmOptions& options, const RunContext& run) {
  check(options);
  const Blocks blocks = equal_blocks(options.nodes, options.communities);
  const Probabilities p = edge_probabilities(options, blocks);
  const bool corrected = options.degrees == DegreeModel::power_law;
  const auto theta = corrected ? propensities(blocks, options.exponent, run) : std::vector<double>();
  EntryList list =
      draw_edges(options.nodes, corrected ? power_law_rows(blocks, p, theta) : uniform_rows(blocks, p), run);

  const std::vector<NodeId> number = final_numbers(options, run);
  parallel_for(run, list.entries.size(), 65536, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      list.entries[i] = {number[list.entries[i].source], number[list.entries[i].target]};
  });
  Dataset dataset;
  dataset.labels.class_of.resize(options.nodes);
  for (NodeId v = 0; v < options.nodes; ++v) dataset.labels.class_of[number[v]] = blocks.block_of[v];
  BuiltGraph built = build_graph(list, {}, run);
  dataset.input.graph = std::move(built.graph);
  dataset.report = built.report;
  dataset.input.attributes = attributes(options, dataset.labels.class_of, run);
  return dataset;
}

}  // namespace cgsd

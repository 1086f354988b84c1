#include "cgsd/diffusion/diffusion.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/diffusion/sheaf_filters.hpp"
#include "cgsd/diffusion/walk_agreement.hpp"
#include "cgsd/graph/processes.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr double kTie = 1e-3;         // of ρ1
constexpr int kDistant = 4;           // steps after which what nodes still share is their community's
constexpr double kLeastScale = 1e-3;  // of the attributes' part where they are noise
constexpr double kLeastShare = 0.01;  // of the normalisation that was not chosen
constexpr double kSharePower = 4.0;   // of ρ4 in the shares of two normalisations
constexpr double kNegligible = 1e-6;  // weight of a filter

Matrix<float> first_columns(const Matrix<float>& m, std::size_t count) {
  Matrix<float> out(m.rows(), count);
  as_eigen(out) = as_eigen(m).leftCols(to_index(count));
  return out;
}

std::vector<StalkMetric> metrics_to_try(AttributesView attributes, MetricChoice choice, const RunContext& run) {
  switch (choice) {
    case MetricChoice::idf:
      return {StalkMetric::idf};
    case MetricChoice::z_score:
      return {StalkMetric::z_score};
    case MetricChoice::centred:
      return {StalkMetric::centred};
    case MetricChoice::automatic:
      break;
  }
  return candidate_metrics(attributes, run);
}

// Of ρ1, where attributes know nothing of the graph.
double standard_error(const EdgeAgreement& a) { return a.significance != 0.0 ? a.edges / a.significance : 0.0; }

// The first candidate is z_score where there are two. Words: z_score where edges say nothing in either, else the larger
// |ρ1|. Other numbers: the larger |ρ1| where the two differ by more than chance, else the one with more signal, since
// scaling columns may bury what edges do not see.
std::size_t chosen_metric(const std::vector<MetricEvidence>& candidates) {
  if (candidates.size() < 2) return 0;
  const EdgeAgreement& z = candidates[0].agreement;
  const EdgeAgreement& other = candidates[1].agreement;
  const double ahead = std::abs(other.edges) - std::abs(z.edges);
  if (candidates[1].metric == StalkMetric::idf) {
    if (std::ranges::all_of(candidates, &MetricEvidence::by_chance)) return 0;
    return ahead > kTie ? 1 : 0;
  }
  const double chance = 2.0 * std::hypot(standard_error(z), standard_error(other));
  if (std::abs(ahead) > std::max(kTie, chance)) return ahead > 0.0 ? 1 : 0;
  return candidates[1].overlap > candidates[0].overlap ? 1 : 0;
}

// What stands out of noise; c communities lie in c − 1 dimensions, whether or not all of these stand out.
std::size_t wanted_width(const Stalks& stalks, std::int32_t communities, const DiffusionOptions& options) {
  const std::size_t columns = stalks.rows.cols();
  if (columns <= kFewColumns) return columns;  // kept whole
  const bool all_known = stalks.signal.rank > 0 && communities > 0;
  const std::int32_t least = all_known ? communities - 1 : options.least_width;
  const std::size_t wanted = std::max({stalks.signal.rank, static_cast<std::size_t>(least), std::size_t{1}});
  return std::min({wanted, static_cast<std::size_t>(options.width), columns});
}

void keep_first_columns(Stalks& stalks, std::size_t width) {
  stalks.rows = first_columns(stalks.rows, width);
  stalks.map.directions = first_columns(stalks.map.directions, width);
}

// The share that is signal of the c − 1 directions in which c communities lie; those that do not stand out of noise count as 0.
double overlap_of(const SignalRank& signal, std::int32_t communities) {
  const double missing = std::max(0.0, static_cast<double>(communities) - 1.0 - static_cast<double>(signal.rank));
  const auto found = static_cast<double>(signal.rank);
  return found > 0.0 ? signal.mean_overlap * found / (found + missing) : 0.0;
}

// What the attributes are in either normalisation, which one is chosen, and how neighbours agree in it.
std::vector<Stalks> compare_stalks(const AttributedGraphView& input, std::int32_t communities,
                                   const DiffusionOptions& options, Diffusion& d, const RunContext& run) {
  if (input.attributes.none()) return {};
  auto [all, blanks] = candidate_stalks(input, communities, options, run);
  d.blanks = blanks;
  for (const Stalks& stalks : all) {
    EdgeAgreement agreement = edge_agreement(input.graph, stalks.rows, run);
    agreement.distant = walk_agreement(input.graph, stalks.rows, kDistant, run);
    d.candidates.push_back({stalks.metric, agreement, stalks.signal.rank, overlap_of(stalks.signal, communities)});
  }
  d.chosen = chosen_metric(d.candidates);
  d.signals = d.candidates[d.chosen].signals;
  d.agreement = d.candidates[d.chosen].agreement;
  return std::move(all);
}

void override_sign(SheafSign& sign, Filter filter) {
  if (filter == Filter::automatic) return;
  sign.use = filter == Filter::none ? 0.0 : 1.0;
  sign.push = filter == Filter::push ? 1.0 : 0.0;
  sign.pull = filter == Filter::pull ? 1.0 : 0.0;
}

// to ← a · to + b · from
void blend(Matrix<float>& to, double a, const Matrix<float>& from, double b, const RunContext& run) {
  parallel_for(run, to.rows(), 1024, [&](std::size_t begin, std::size_t end) {
    row_panel(to, begin, end) =
        static_cast<float>(a) * row_panel(to, begin, end) + static_cast<float>(b) * row_panel(from, begin, end);
  });
}

// Of the normalisation that was not chosen, if edges pull. In a planted partition ρ4 = λ⁴ s, so the ratio of two ρ4 is that of
// s, the share of the attributes that communities explain, and views are best weighted by s / (1 − s), which grows as
// s⁴ around s = ¾.
double share_of_other(const Diffusion& d) {
  double power[2];
  for (std::size_t i = 0; i < 2; ++i)
    power[i] = std::pow(std::max(d.candidates[i].agreement.distant, 0.0), kSharePower);
  const double sum = power[0] + power[1];
  return sum > 0.0 ? power[1 - d.chosen] / sum : 0.5;
}

// The chosen normalisation, and the other one as far as edges pull.
std::vector<StalkBlock> make_blocks(std::vector<Stalks> all, Diffusion& d, const RunContext& run) {
  const double pulled = all.size() > 1 ? d.sign.use * d.sign.pull * share_of_other(d) : 0.0;
  const bool two = pulled >= kLeastShare && all.size() > 1 &&
                   std::ranges::all_of(all, [](const Stalks& stalks) { return stalks.rows.cols() > 0; });
  std::vector<StalkBlock> blocks;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i != d.chosen && !two) continue;
    StalkBlock block{.map = std::move(all[i].map), .stalks = std::move(all[i].rows)};
    if (block.map.unit_rows()) scale_rows_to_unit_length(block.stalks, run);
    if (two) block.share = i == d.chosen ? 1.0 - pulled : pulled;
    d.width += block.stalks.cols();
    blocks.push_back(std::move(block));
  }
  return blocks;
}

// Into the columns from `first` on; the column after them.
std::size_t put_columns(const Matrix<float>& from, Matrix<float>& to, std::size_t first) {
  as_eigen(to).middleCols(to_index(first), to_index(from.cols())) = as_eigen(from);
  return first + from.cols();
}

// The factor by which it did so.
double scale_to(Matrix<float>& y, double root_mean_square, const RunContext& run) {
  const double own = ordered_sum<double>(run, y.rows(), 256, [&](std::size_t begin, std::size_t end) {
    return row_panel(y, begin, end).cast<double>().squaredNorm();
  });
  const double squares = sum_over_processes(run, own);
  if (squares <= 0.0) return 1.0;
  const double factor = root_mean_square / std::sqrt(squares / static_cast<double>(rows_of_all(run, y.rows())));
  blend(y, factor, y, 0.0, run);
  return factor;
}

}  // namespace

void describe(OptionVisitor& v, DiffusionOptions& o) {
  v.choice("metric", o.metric, "how attributes are compared");
  v.group("svd", o.svd);
  v.number("width", o.width, {1, 4096}, "most coordinates of a node's attributes that are used");
  v.number("least_width", o.least_width, {1, 4096}, "the same if nothing stands out of noise");
  v.choice("filter", o.filter, "what edges do to attributes");
  v.number("push", o.push, {0.0, 1.0}, "how far unlike neighbours are pushed apart");
  v.number("steps", o.steps, {1, 100}, "how far attributes are passed on between like neighbours, in steps");
  v.choice("weights", o.weights, "whether edges count by their weights");
  v.group("topology", o.topology);
}

CandidateStalks candidate_stalks(const AttributedGraphView& input, std::int32_t communities,
                                 const DiffusionOptions& options, const RunContext& run) {
  Attributes room;
  const AttributesView attributes = in_smaller_form(input.attributes, room);
  CandidateStalks candidates{{}, check_blank_rows({input.graph, attributes}, run)};
  for (const StalkMetric metric : metrics_to_try(attributes, options.metric, run)) {
    Stalks& stalks =
        candidates.stalks.emplace_back(make_stalks(attributes, metric, options.svd, run, candidates.blanks.are));
    keep_first_columns(stalks, wanted_width(stalks, communities, options));
  }
  return candidates;
}

std::size_t signals_of_attributes(const AttributedGraphView& input, const DiffusionOptions& options,
                                  const RunContext& run) {
  validate(options);
  if (input.attributes.none()) return 0;
  std::vector<MetricEvidence> candidates;
  for (const Stalks& stalks : candidate_stalks(input, 0, options, run).stalks) {
    candidates.push_back(
        {stalks.metric, edge_agreement(input.graph, stalks.rows, run), stalks.signal.rank, stalks.signal.mean_overlap});
  }
  return candidates[chosen_metric(candidates)].signals;
}

Matrix<float> filtered_stalks(GraphView graph, const Matrix<float>& z, const FilterPlan& plan, const RunContext& run) {
  const SheafSign& sign = plan.sign;
  const double pushed = sign.use * sign.push;
  const double pulled = sign.use * sign.pull;
  Matrix<float> y = z;
  blend(y, 1.0 - pushed - pulled, z, 0.0, run);
  if (pushed > kNegligible) {
    Matrix<float> h = push_apart(graph, z, plan.push, run);
    if (plan.unit_rows) scale_rows_to_unit_length(h, run);
    blend(y, 1.0, h, pushed, run);
  }
  if (pulled > kNegligible) {
    PullFilter pull = plan.pull;
    pull.sign = sign.opposite ? WalkSign::opposite : WalkSign::equal;
    pull.degrees_may_drown = !sign.opposite;
    blend(y, 1.0, pull_together(graph, z, pull, run), pulled, run);
  }
  return y;
}

// Steps 1 to 6 of docs/notes/default_measured.md.
Diffusion diffuse(const AttributedGraphView& input, const DiffusionAim& aim, const DiffusionOptions& options,
                  const RunContext& run) {
  validate(options);
  const std::int32_t communities = aim.communities;
  Diffusion d;
  std::vector<Stalks> all = compare_stalks(input, communities, options, d, run);  // 1 stalks, 2 signal, 3 agreement
  d.sign = sheaf_sign(d.agreement);                                               // 4 the sign of the sheaf
  d.overlap = all.empty() ? 0.0 : std::max(d.candidates[d.chosen].overlap, d.sign.confirmed);
  if (d.overlap < kLeastScale * kLeastScale) d.overlap = 0.0;  // noise, whatever rounding leaves of it
  override_sign(d.sign, options.filter);
  d.blocks = make_blocks(std::move(all), d, run);
  const Matrix<float> none(input.graph.nodes(), 0);
  const Matrix<float>& confirming = d.width == 0 ? none : d.chosen_block().stalks;
  d.topology = topology_view(input.graph, {confirming, d.overlap, communities, d.signals, aim.spectra},
                             options.topology, run);  // 6
  const double size = std::max(std::sqrt(d.topology.alone ? 0.0 : d.overlap), kLeastScale);
  d.embedding = Matrix<float>(input.graph.nodes(), std::max<std::size_t>(1, d.width + d.topology.coordinates.cols()));
  std::size_t column = 0;
  for (StalkBlock& block : d.blocks) {
    const FilterPlan plan{block.map.unit_rows(), d.sign, options.push, {.steps = options.steps}};
    Matrix<float> y = filtered_stalks(input.graph, block.stalks, plan, run);  // 5 diffusion
    block.scale = scale_to(y, size * std::sqrt(block.share), run);
    column = put_columns(y, d.embedding, column);
  }
  put_columns(d.topology.coordinates, d.embedding, column);  // if there are none, nothing tells nodes apart
  return d;
}

}  // namespace cgsd

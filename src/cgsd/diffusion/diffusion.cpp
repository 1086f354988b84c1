#include "cgsd/diffusion/diffusion.hpp"

#include <algorithm>
#include <cmath>

#include "cgsd/core/eigen.hpp"
#include "cgsd/core/parallel.hpp"
#include "cgsd/diffusion/sheaf_filters.hpp"
#include "cgsd/diffusion/walk_agreement.hpp"
#include "cgsd/graph/edge_weights.hpp"
#include "cgsd/matrix/unit_rows.hpp"

namespace cgsd {
namespace {

constexpr double kTie = 1e-3;            // of ρ1, ρ4
constexpr int kDistant = 4;              // steps after which what nodes still share is their community's
constexpr std::size_t kFewColumns = 16;  // attributes with no more columns are kept whole
constexpr double kLeastScale = 1e-3;     // of the attributes' part where they are noise

Matrix<float> first_columns(const Matrix<float>& m, std::size_t count) {
  Matrix<float> out(m.rows(), count);
  as_eigen(out) = as_eigen(m).leftCols(to_index(count));
  return out;
}

Matrix<float> beside(const Matrix<float>& left, const Matrix<float>& right) {
  Matrix<float> out(left.rows(), left.cols() + right.cols());
  as_eigen(out).leftCols(to_index(left.cols())) = as_eigen(left);
  as_eigen(out).rightCols(to_index(right.cols())) = as_eigen(right);
  return out;
}

std::vector<StalkMetric> metrics_to_try(AttributesView attributes, MetricChoice choice) {
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
  const auto both = candidate_metrics(attributes);
  return {both.begin(), both.end()};
}

// Words that neighbours share and that edges pull together in either metric: of interest is what lasts.
bool decided_from_afar(const std::vector<MetricEvidence>& candidates) {
  return candidates.size() == 2 && candidates[1].metric == StalkMetric::idf &&
         std::ranges::all_of(candidates, [](const MetricEvidence& m) {
           return m.agreement.edges > 0.0 && sheaf_sign(m.agreement).pull > 0.5;
         });
}

// Of ρ1, where attributes know nothing of the graph.
double standard_error(const EdgeAgreement& a) { return a.significance != 0.0 ? a.edges / a.significance : 0.0; }

// The first candidate is z_score where there are two. Words: z_score where edges say nothing in either metric, else the
// larger ρ4 where that decides, else the larger |ρ1|. Other numbers: the larger |ρ1| where the two differ by more than
// chance, else the metric with more signal, since scaling columns may bury what edges do not see.
std::size_t chosen_metric(const std::vector<MetricEvidence>& candidates) {
  if (candidates.size() < 2) return 0;
  const EdgeAgreement& z = candidates[0].agreement;
  const EdgeAgreement& other = candidates[1].agreement;
  const double difference =
      decided_from_afar(candidates) ? other.distant - z.distant : std::abs(other.edges) - std::abs(z.edges);
  if (candidates[1].metric == StalkMetric::idf) {
    if (std::ranges::all_of(candidates, &MetricEvidence::by_chance)) return 0;
    return difference > kTie ? 1 : 0;
  }
  const double chance = 2.0 * std::hypot(standard_error(z), standard_error(other));
  if (std::abs(difference) > std::max(kTie, chance)) return difference > 0.0 ? 1 : 0;
  return candidates[1].overlap > candidates[0].overlap ? 1 : 0;
}

// What stands out of noise; c communities lie in c − 1 dimensions, whether or not all of these stand out.
std::size_t wanted_width(const Stalks& stalks, std::int32_t communities, const DiffusionOptions& options) {
  const std::size_t columns = stalks.rows.cols();
  if (columns <= kFewColumns) return columns;
  const bool all_known = stalks.signal.rank > 0 && communities > 0;
  const std::int32_t least = all_known ? communities - 1 : options.least_width;
  const std::size_t wanted = std::max({stalks.signal.rank, static_cast<std::size_t>(least), std::size_t{1}});
  return std::min({wanted, static_cast<std::size_t>(options.width), columns});
}

void keep_first_columns(Stalks& stalks, std::size_t width) {
  stalks.rows = first_columns(stalks.rows, width);
  stalks.map.directions = first_columns(stalks.map.directions, width);
}

// Stalks in the chosen metric, cut to the columns that stand out of noise; none where no attribute varies.
Stalks choose_stalks(const AttributedGraphView& input, std::int32_t communities, const DiffusionOptions& options,
                     Diffusion& d, const RunContext& run) {
  Stalks none;
  none.rows = Matrix<float>(input.graph.nodes(), 0);
  if (input.attributes.none()) return none;
  std::vector<Stalks> all = candidate_stalks(input.attributes, communities, options, run);
  for (const Stalks& stalks : all) {
    d.candidates.push_back(
        {stalks.metric, edge_agreement(input.graph, stalks.rows, run), stalks.signal.rank, stalks.signal.mean_overlap});
  }
  if (decided_from_afar(d.candidates)) {
    for (std::size_t i = 0; i < all.size(); ++i)
      d.candidates[i].agreement.distant = walk_agreement(input.graph, all[i].rows, kDistant, run);
  }
  d.chosen = chosen_metric(d.candidates);
  d.agreement = d.candidates[d.chosen].agreement;
  if (d.agreement.distant == 0.0) d.agreement.distant = walk_agreement(input.graph, all[d.chosen].rows, kDistant, run);
  return std::move(all[d.chosen]);
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

FilterPlan plan_of(const AttributedGraphView& input, const Stalks& stalks, const SheafSign& sign,
                   const DiffusionOptions& options) {
  return {.metric = stalks.metric,
          .sign = sign,
          .push = options.push,
          .pull = {sign.strength, sign.share, effective_degree(input.graph), options.steps}};
}

// The factor by which it did so.
double scale_to(Matrix<float>& y, double root_mean_square, const RunContext& run) {
  const double squares = ordered_sum<double>(run, y.rows(), 256, [&](std::size_t begin, std::size_t end) {
    return row_panel(y, begin, end).cast<double>().squaredNorm();
  });
  if (squares <= 0.0) return 1.0;
  const double factor = root_mean_square / std::sqrt(squares / static_cast<double>(y.rows()));
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

std::vector<Stalks> candidate_stalks(AttributesView given, std::int32_t communities, const DiffusionOptions& options,
                                     const RunContext& run) {
  Attributes room;
  const AttributesView attributes = in_smaller_form(given, room);
  std::vector<Stalks> all;
  for (const StalkMetric metric : metrics_to_try(attributes, options.metric)) {
    Stalks& stalks = all.emplace_back(make_stalks(attributes, metric, options.svd, run));
    keep_first_columns(stalks, wanted_width(stalks, communities, options));
  }
  return all;
}

Matrix<float> filtered_stalks(GraphView graph, const Matrix<float>& z, const FilterPlan& plan, const RunContext& run) {
  const bool unit = plan.metric == StalkMetric::z_score;
  const SheafSign& sign = plan.sign;
  Matrix<float> y = z;
  blend(y, 1.0 - sign.use * (sign.push + sign.pull), z, 0.0, run);
  if (sign.use * (sign.push + sign.pull) <= 0.0) return y;
  const Csr<float> s = symmetric_normalised(graph, entry_weights(graph), run);
  if (sign.push > 0.0) {
    Matrix<float> h = push_apart(s, z, plan.push, run);
    if (unit) scale_rows_to_unit_length(h, run);
    blend(y, 1.0, h, sign.use * sign.push, run);
  }
  if (sign.pull > 0.0) {
    Matrix<float> l = pull_together(s, z, plan.pull, run);
    if (unit) scale_rows_to_unit_length(l, run);
    blend(y, 1.0, l, sign.use * sign.pull, run);
  }
  return y;
}

// Steps 1 to 6 of docs/default.md.
Diffusion diffuse(const AttributedGraphView& input, std::int32_t communities, const DiffusionOptions& options,
                  const RunContext& run) {
  validate(options);
  Diffusion d;
  Stalks stalks = choose_stalks(input, communities, options, d, run);  // 1 stalks, 2 signal, 3 agreement
  d.signals = stalks.signal.rank;
  d.width = stalks.rows.cols();
  d.sign = sheaf_sign(d.agreement);  // 4 the sign of the sheaf
  d.overlap = std::max(stalks.signal.mean_overlap, d.sign.vouched);
  override_sign(d.sign, options.filter);
  d.stalks = std::move(stalks.rows);
  if (stalks.metric == StalkMetric::z_score) scale_rows_to_unit_length(d.stalks, run);
  Matrix<float> y =
      filtered_stalks(input.graph, d.stalks, plan_of(input, stalks, d.sign, options), run);  // 5 diffusion
  d.topology = topology_view(input.graph, {d.stalks, d.overlap, communities, d.signals}, options.topology, run);  // 6
  const double share = d.topology.alone ? 0.0 : d.overlap;
  d.scale = scale_to(y, std::max(std::sqrt(share), kLeastScale), run);
  d.embedding = beside(y, d.topology.coordinates);
  if (d.embedding.cols() == 0) d.embedding = Matrix<float>(input.graph.nodes(), 1);  // nothing tells nodes apart
  d.map = std::move(stalks.map);
  return d;
}

}  // namespace cgsd

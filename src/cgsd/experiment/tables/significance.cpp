#include "cgsd/experiment/tables/significance.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/core/error.hpp"
#include "cgsd/core/text.hpp"
#include "cgsd/experiment/tables/rank_test.hpp"
#include "cgsd/stats/holm.hpp"
#include "cgsd/stats/t_test.hpp"

namespace cgsd {
namespace {

// The values of one entry's cells, by seed; nothing where one is missing.
using CellIndex = std::map<CellKey, const CellRecord*>;

std::optional<std::vector<double>> values_of(const CellIndex& cells, const ExperimentSpec& spec,
                                             const TableEntry& entry) {
  std::vector<double> values;
  for (const std::uint64_t seed : spec.seeds) {
    const auto found = cells.find({entry.method, entry.dataset, seed});
    values.push_back(found == cells.end() ? CellRecord::kNone : value_of(*found->second, entry.metric));
    if (!std::isfinite(values.back())) return std::nullopt;
  }
  return values;
}

// Among entries of one metric and dataset. Comes back: how many were tested.
std::size_t mark_group(const CellIndex& cells, const ExperimentSpec& spec, const SignificanceOptions& options,
                       const std::vector<TableEntry*>& entries) {
  const auto is_reference = [&](const TableEntry* entry) { return entry->method == options.against; };
  const auto reference = std::find_if(entries.begin(), entries.end(), is_reference);
  if (reference == entries.end() || spec.seeds.size() < 2) return 0;
  const auto base = values_of(cells, spec, **reference);
  if (!base) return 0;
  std::vector<std::pair<TableEntry*, double>> tested;  // with the difference
  std::vector<double> p_values;
  for (TableEntry* entry : entries) {
    const auto values = is_reference(entry) ? std::nullopt : values_of(cells, spec, *entry);
    if (!values) continue;
    const TTest test = paired_t_test(*values, *base, {});
    if (test.zero_variance) continue;
    tested.emplace_back(entry, test.mean_difference);
    p_values.push_back(test.p);
  }
  const std::vector<double> adjusted = holm(p_values);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    if (adjusted[i] < options.level) tested[i].first->mark = tested[i].second > 0.0 ? "↑" : "↓";
  }
  return tested.size();
}

std::string rank_remark(const RankTest& ranks, double level) {
  std::vector<std::string> words;
  for (std::size_t c = 0; c < ranks.methods.size(); ++c)
    words.push_back(fmt::format("{} {:.2f}", ranks.methods[c], ranks.test.average_ranks[c]));
  return fmt::format("Friedman over {} datasets: p = {:.3g}; mean ranks {}; critical difference {:.2f} (Nemenyi, {})",
                     ranks.test.blocks, ranks.test.p, fmt::join(words, ", "), ranks.pairs.critical_difference, level);
}

}  // namespace

void mark_significance(const ExperimentSpec& spec, std::span<const CellRecord> cells,
                       const SignificanceOptions& options, ResultTable& table) {
  const auto is_it = [&](const MethodEntry& method) { return method.label == options.against; };
  if (std::none_of(spec.methods.begin(), spec.methods.end(), is_it)) {
    throw InvalidArgument(
        fmt::format("the experiment has no method {} to compare against", in_quotes(options.against)));
  }
  CellIndex index;
  for (const CellRecord& cell : cells) index[cell.key] = &cell;
  std::map<std::pair<Metric, std::string>, std::vector<TableEntry*>> groups;
  for (TableEntry& entry : table.entries) {
    if (better(entry.metric) != Better::neither) groups[{entry.metric, entry.dataset}].push_back(&entry);
  }
  std::size_t most = 0;
  for (const auto& [which, entries] : groups) most = std::max(most, mark_group(index, spec, options, entries));
  if (most > 0) {
    table.remarks.push_back(
        fmt::format("↑ above, ↓ below {}: paired t-test over {} seeds, Holm over up to {} methods, level {}",
                    options.against, spec.seeds.size(), most, options.level));
  }
  if (const auto ranks = rank_test(table, options.level)) table.remarks.push_back(rank_remark(*ranks, options.level));
}

}  // namespace cgsd

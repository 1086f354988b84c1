#include "cgsd/report/comparison_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <nlohmann/json.hpp>

#include "cgsd/experiment/spec_file.hpp"
#include "cgsd/experiment/tables/rank_test.hpp"
#include "cgsd/experiment/tables/table.hpp"
#include "cgsd/io/text/json_number.hpp"
#include "cgsd/report/page.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

using Json = nlohmann::ordered_json;
using CellPlaces = std::map<CellKey, const CellRecord*>;

constexpr std::array kShownMetrics = {Metric::nmi,        Metric::ami,     Metric::ari,        Metric::accuracy,
                                      Metric::modularity, Metric::seconds, Metric::peak_memory};

std::string better_word(Metric metric) {
  switch (better(metric)) {
    case Better::higher:
      return "higher";
    case Better::lower:
      return "lower";
    default:
      return "neither";
  }
}

// The scores that exist, seed by seed.
std::vector<double> finite_scores(const ComparisonContents& c, const CellPlaces& cells, const TableEntry& entry) {
  std::vector<double> values;
  for (const std::uint64_t seed : c.spec.seeds) {
    const auto found = cells.find({entry.method, entry.dataset, seed});
    if (found == cells.end()) continue;
    const double value = value_of(*found->second, entry.metric);
    if (std::isfinite(value)) values.push_back(value);
  }
  return values;
}

Json entry_json(const ResultTable& table, const TableEntry& e, const std::vector<double>& values) {
  Json json = {
      {"method", e.method},
      {"dataset", e.dataset},
      {"mean", json_number(e.summary.mean)},
      {"standard_error", json_number(e.summary.standard_error)},
      {"mean_text", std::isfinite(e.summary.mean) ? value_text(e.metric, e.summary.mean) : "–"},
      {"error_text",
       std::isfinite(e.summary.standard_error) ? value_text(e.metric, e.summary.standard_error, e.summary.mean) : ""},
      {"best", e.best}};
  for (const std::size_t note : e.notes) json["notes"].push_back(table.notes[note]);
  if (e.paper) json["paper"] = *e.paper;
  if (values.empty()) return json;
  const SampleSummary s = summarise(values);
  json["box"] = {s.minimum, s.lower_quartile, s.median, s.upper_quartile, s.maximum};
  json["values"] = values;
  return json;
}

Json ranks_json(const ResultTable& table) {
  const auto ranks = rank_test(table);
  if (!ranks) return nullptr;
  return {{"methods", ranks->methods},
          {"mean_ranks", ranks->test.average_ranks},
          {"p", json_number(ranks->test.p)},
          {"datasets", ranks->test.blocks},
          {"critical_difference", json_number(ranks->pairs.critical_difference)},
          {"groups", ranks->pairs.groups}};
}

Json metric_json(const ComparisonContents& c, const CellPlaces& cells, Metric metric) {
  const ResultTable table = metric_table(c.spec, c.cells, metric);
  Json entries = Json::array();
  bool any = false;
  for (const TableEntry& e : table.entries) {
    const std::vector<double> values = finite_scores(c, cells, e);
    any = any || !values.empty();
    entries.push_back(entry_json(table, e, values));
  }
  if (!any) return nullptr;
  return {{"name", name_of(metric)},
          {"title", title_of(metric)},
          {"better", better_word(metric)},
          {"entries", entries},
          {"ranks", ranks_json(table)}};
}

Json labels_of(const auto& entries) {
  Json labels = Json::array();
  for (const auto& entry : entries) labels.push_back(entry.label);
  return labels;
}

}  // namespace

std::string comparison_page(const ComparisonContents& c) {
  CellPlaces cells;
  for (const CellRecord& cell : c.cells) cells[cell.key] = &cell;
  Json own = Json::array();
  for (const MethodEntry& method : c.spec.methods) own.push_back(method_record(method.method).family == Family::cgsd);
  Json facts = {{"kind", "comparison"},
                {"cgsd", c.version},
                {"name", c.spec.name},
                {"command", c.command},
                {"methods", labels_of(c.spec.methods)},
                {"own", own},
                {"datasets", labels_of(c.spec.datasets)},
                {"seeds", c.spec.seeds},
                {"cells", {{"wanted", cells_of(c.spec).size()}, {"finished", cells.size()}}},
                {"metrics", Json::array()},
                {"spec", Json::parse(spec_json(c.spec))}};
  for (const Metric metric : kShownMetrics) {
    Json json = metric_json(c, cells, metric);
    if (!json.is_null()) facts["metrics"].push_back(std::move(json));
  }
  const std::string name = c.spec.name.empty() ? "Comparison" : c.spec.name;
  return report_page(std::move(facts), PackedArrays(), name + " – methods compared");
}

}  // namespace cgsd

#include "papers/cgsd/items/curvature_figure.hpp"

#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cgsd/experiment/dataset_source.hpp"
#include "cgsd/experiment/method_entry.hpp"
#include "cgsd/figure/curvature_histograms.hpp"
#include "cgsd/figure/loss_curves.hpp"
#include "cgsd/stats/sample_summary.hpp"

namespace cgsd {
namespace {

// The appendix is told beside it and decides nothing: its figures are means, and of classes, not of communities found.
Claim median_claim(const ItemSpec& spec, std::span<const CurvatureOfCommunities> datasets) {
  std::vector<std::string> medians;
  bool all = !datasets.empty();
  for (const CurvatureOfCommunities& d : datasets) {
    const double median = summarise(d.within).median;
    all = all && median > spec.quoted_value("median_within");
    medians.push_back(fmt::format("{} {:.0f}", d.name, median));
  }
  std::vector<std::string> printed;
  for (const auto& [dataset, row] : builtin_item(PaperItem::table_curvature).printed)
    printed.push_back(fmt::format("{} {:.2f}", dataset, row.at("within").value));
  return {
      "Edges within communities have positive median curvature", verdict_if(all),
      fmt::format("Measured medians within the communities found: {}; the appendix prints means within classes of {}.",
                  fmt::join(medians, ", "), fmt::join(printed, ", "))};
}

// Curvature is whole here: a line per value that occurs.
void append_counts(const CurvatureOfCommunities& d, std::string& csv) {
  std::map<double, std::pair<std::size_t, std::size_t>> counts;
  for (const double kappa : d.within) ++counts[kappa].first;
  for (const double kappa : d.between) ++counts[kappa].second;
  for (const auto& [kappa, count] : counts)
    csv += fmt::format("{},{},{},{}\n", d.name, kappa, count.first, count.second);
}

void add_losses(const CurvatureOfCommunities& d, ItemReport& report) {
  if (d.losses.empty()) return;
  LossCurves figure{.title = fmt::format("Training on {}: losses over the epochs", d.name)};
  figure.losses = {{"modularity", {}}, {"anti-collapse", {}}, {"reconstruction", {}}, {"total", {}}};
  std::string csv = "epoch,modularity,collapse,reconstruction,total\n";
  for (std::size_t i = 0; i < d.losses.size(); ++i) {
    const LossRecord& loss = d.losses[i];
    const double values[] = {loss.modularity, loss.collapse, loss.reconstruction, loss.total};
    for (std::size_t j = 0; j < std::size(values); ++j) figure.losses[j].values.push_back(values[j]);
    csv += fmt::format("{},{}\n", i + 1, fmt::join(values, ","));
  }
  if (d.kept_epoch >= 0) figure.kept_epoch = static_cast<std::size_t>(d.kept_epoch) + 1;
  report.files.push_back({"loss-curves.csv", csv});
  report.pictures.push_back(
      {"loss-curves", loss_curves(figure),
       fmt::format("Losses of the training on {}, before each step, unweighted but for the total", d.name)});
}

}  // namespace

CurvatureOfCommunities split_by_communities(const DatasetEntry& entry, const MethodEntry& method,
                                            const StoreLocations& locations, const RunContext& run) {
  CurvatureOfCommunities split{.name = entry.label, .within = {}, .between = {}, .losses = {}};
  const Dataset probe = load_entry(entry, {.directed = true}, locations, run);
  const ConfiguredMethod ready = configured(method, communities_of(entry, probe));
  const Graph& graph = probe.input.graph;
  const auto begin = std::chrono::steady_clock::now();
  const MethodResult found = ready.run(probe.input, run);
  split.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const auto& encoded = std::get<TrainedEncoding>(found.detection->encoded);
  const auto& community = found.partition.community_of;
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (u == v) continue;
      (community[u] == community[v] ? split.within : split.between).push_back(encoded.curvature[i]);
    }
  }
  split.losses = encoded.training.state.losses;
  split.kept_epoch = encoded.training.state.best_epoch;
  return split;
}

ItemReport curvature_figure(const ItemSpec& spec, std::span<const CurvatureOfCommunities> datasets) {
  ItemReport report{.item = spec.item, .title = spec.title};
  CurvatureHistograms figure{.title = "Forman curvature within and between the communities that CSpec finds"};
  std::string csv = "dataset,curvature,within,between\n";
  for (const CurvatureOfCommunities& d : datasets) {
    figure.panels.push_back({d.name, d.within, d.between});
    append_counts(d, csv);
  }
  report.claims = {median_claim(spec, datasets)};
  report.files.push_back({"figure-curvature.csv", csv});
  report.pictures.push_back(
      {"figure-curvature", curvature_histograms(figure),
       "Curvature of directed entries within and between the communities that CSpec finds, seed 0"});
  if (!datasets.empty()) add_losses(datasets.front(), report);
  return report;
}

}  // namespace cgsd

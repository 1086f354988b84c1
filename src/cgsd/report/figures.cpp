#include "cgsd/report/figures.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "cgsd/curvature/curvature.hpp"
#include "cgsd/experiment/tables/rank_test.hpp"
#include "cgsd/figure/critical_difference.hpp"
#include "cgsd/figure/curvature_histograms.hpp"
#include "cgsd/figure/curves_with_bands.hpp"
#include "cgsd/figure/loss_curves.hpp"
#include "cgsd/figure/paired_boxes.hpp"

namespace cgsd {
namespace {

constexpr std::array kDrawnMetrics = {Metric::nmi, Metric::ami, Metric::ari, Metric::accuracy, Metric::modularity};

std::string curvature_figure(const std::string& name, GraphView graph, const Partition& partition,
                             const RunContext& run) {
  const std::vector<double> curvature = edge_curvature(graph, {}, run);
  CurvaturePanel panel{.title = name};
  for (NodeId u = 0; u < graph.nodes(); ++u) {
    for (EntryIndex i = graph.row_begin(u); i < graph.row_end(u); ++i) {
      const NodeId v = graph.targets()[i];
      if (v == u || (!graph.directed() && v < u)) continue;
      (partition.community_of[u] == partition.community_of[v] ? panel.within : panel.between).push_back(curvature[i]);
    }
  }
  return curvature_histograms({.panels = {std::move(panel)}, .title = "Forman curvature of the edges of " + name});
}

std::string count_figure(const std::string& name, const CrossedModularity& halves) {
  CurvesWithBands figure{.title = fmt::format("How many communities {} has", name),
                         .x_name = "communities",
                         .y_name = "fit of one half of the data to the other",
                         .band_name = ""};
  Curve curve{.name = "fit", .y = halves.fits, .foremost = true};
  for (const std::int32_t c : halves.candidates) curve.x.push_back(c);
  figure.curves = {curve};
  return curves_with_bands(figure);
}

std::string training_figure(const std::string& name, const TrainingFacts& training) {
  LossCurves figure{.title = "Training on " + name};
  const auto add = [&](const char* what, double LossRecord::*part) {
    LossCurve curve{.name = what};
    for (const LossRecord& record : training.losses) curve.values.push_back(record.*part);
    figure.losses.push_back(std::move(curve));
  };
  add("total", &LossRecord::total);
  add("modularity", &LossRecord::modularity);
  add("collapse", &LossRecord::collapse);
  add("reconstruction", &LossRecord::reconstruction);
  if (training.kept_epoch >= 0) figure.kept_epoch = static_cast<std::size_t>(training.kept_epoch);
  return loss_curves(figure);
}

std::vector<std::size_t> own_methods(const ExperimentSpec& spec, const std::vector<std::string>& labels) {
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const auto entry = std::ranges::find(spec.methods, labels[i], &MethodEntry::label);
    if (entry != spec.methods.end() && method_record(entry->method).family == Family::cgsd) own.push_back(i);
  }
  return own;
}

std::string dataset_names(const ExperimentSpec& spec) {
  std::string names;
  for (const DatasetEntry& dataset : spec.datasets) names += (names.empty() ? "" : ", ") + dataset.label;
  return names;
}

// Empty if no cell has the figure.
std::string boxes_figure(const ExperimentSpec& spec, const std::map<CellKey, const CellRecord*>& cells, Metric metric) {
  PairedBoxes figure{.value_name = std::string(title_of(metric)), .most = 1.0, .width_mm = 175.0};
  for (const MethodEntry& method : spec.methods) figure.methods.push_back(method.label);
  figure.foremost = own_methods(spec, figure.methods);
  bool any = false;
  for (const DatasetEntry& dataset : spec.datasets) {
    BoxGroup group{.name = dataset.label};
    for (const MethodEntry& method : spec.methods) {
      std::vector<double>& sample = group.samples.emplace_back();
      for (const std::uint64_t seed : spec.seeds) {
        const auto found = cells.find({method.label, dataset.label, seed});
        sample.push_back(found == cells.end() ? CellRecord::kNone : value_of(*found->second, metric));
        any = any || std::isfinite(sample.back());
      }
    }
    figure.groups.push_back(std::move(group));
  }
  figure.title = fmt::format("{} on {}, {} seeds", title_of(metric), dataset_names(spec), spec.seeds.size());
  return any ? paired_boxes(figure) : "";
}

}  // namespace

std::vector<NamedFigure> run_figures(const Summary& s, GraphView graph, const Partition& partition,
                                     const RunContext& run) {
  std::vector<NamedFigure> figures;
  const std::string name = label_of_path(s.run.data_name);
  if (graph.entries() > 0) figures.push_back({"curvature", curvature_figure(name, graph, partition, run)});
  if (s.count && s.count->halves.candidates.size() > 1)
    figures.push_back({"count", count_figure(name, s.count->halves)});
  if (s.training && !s.training->losses.empty()) figures.push_back({"training", training_figure(name, *s.training)});
  return figures;
}

std::vector<NamedFigure> comparison_figures(const ExperimentSpec& spec, std::span<const CellRecord> cells) {
  std::map<CellKey, const CellRecord*> places;
  for (const CellRecord& cell : cells) places[cell.key] = &cell;
  std::vector<NamedFigure> figures;
  for (const Metric metric : kDrawnMetrics) {
    const std::string name(name_of(metric));
    if (std::string boxes = boxes_figure(spec, places, metric); !boxes.empty())
      figures.push_back({name, std::move(boxes)});
    const auto ranks = rank_test(metric_table(spec, cells, metric));
    if (!ranks) continue;
    CriticalDifference diagram = critical_difference_of(ranks->methods, ranks->test, ranks->pairs);
    diagram.foremost = own_methods(spec, ranks->methods);
    diagram.title = fmt::format("Mean rank by {} on {}", title_of(metric), dataset_names(spec));
    figures.push_back({name + "-ranks", critical_difference(diagram)});
  }
  return figures;
}

}  // namespace cgsd

#include "cgsd/experiment/tables/rank_test.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace cgsd {

std::optional<RankTest> rank_test(const ResultTable& table, double level) {
  const bool is_one_metric = !table.entries.empty() && std::ranges::all_of(table.entries, [&](const TableEntry& entry) {
    return entry.metric == table.entries.front().metric && better(entry.metric) != Better::neither;
  });
  if (!is_one_metric) return std::nullopt;
  std::map<std::string, std::map<std::string, double>> means;  // method → dataset → mean
  std::set<std::string> datasets;
  std::vector<std::string> methods;
  for (const TableEntry& entry : table.entries) {
    datasets.insert(entry.dataset);
    if (!means.contains(entry.method)) methods.push_back(entry.method);
    means[entry.method][entry.dataset] = entry.summary.complete() ? entry.summary.mean : CellRecord::kNone;
  }
  std::erase_if(methods, [&](const std::string& method) {
    return std::ranges::any_of(means[method], [](const auto& mean) { return !std::isfinite(mean.second); });
  });
  if (datasets.size() < 2 || methods.size() < 2) return std::nullopt;
  Matrix<double> scores(datasets.size(), methods.size());
  std::size_t row = 0;
  for (const std::string& dataset : datasets) {
    for (std::size_t c = 0; c < methods.size(); ++c) scores(row, c) = means[methods[c]][dataset];
    ++row;
  }
  const bool higher = better(table.entries.front().metric) != Better::lower;
  const Friedman test = friedman(scores, {.higher_is_better = higher});
  return RankTest{methods, test, nemenyi(test, {.level = level})};
}

}  // namespace cgsd

// The NMI of an item's cells, by method and dataset, and their comparison with what the paper prints.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cgsd/experiment/cell.hpp"
#include "cgsd/experiment/spec.hpp"

#include "papers/cgsd/comparison.hpp"
#include "papers/cgsd/item_spec.hpp"

namespace cgsd {

class CellScores {
 public:
  CellScores() = default;
  // Methods and datasets in the order of `spec`.
  CellScores(const ExperimentSpec& spec, std::span<const CellRecord> cells);

  const std::vector<std::string>& methods() const { return methods_; }
  const std::vector<std::string>& datasets() const { return datasets_; }
  std::size_t seeds() const { return seeds_; }

  bool has(const std::string& method) const;  // it was run
  // By seed; NaN if a cell failed, and all NaN if the method was not run.
  std::vector<double> nmi(const std::string& method, const std::string& dataset) const;
  Measured mean(const std::string& method, const std::string& dataset) const;
  // Of the datasets' mean, by seed.
  Measured mean(const std::string& method) const;
  std::string why_missing(const std::string& method, const std::string& dataset) const;  // empty: nothing is

  void add(const CellScores& others);  // of further methods on the same datasets

 private:
  std::vector<std::string> methods_;
  std::vector<std::string> datasets_;
  std::size_t seeds_ = 0;
  std::map<std::pair<std::string, std::string>, std::vector<double>> nmi_;
  std::map<std::pair<std::string, std::string>, std::string> missing_;
};

// The labels that the files of experiments/ give.
inline constexpr const char* kCspec = "CGSD, CSpec";
inline constexpr const char* kKmeans = "CGSD, K-means";
inline constexpr const char* kAttributeKmeans = "K-means on the attributes";
inline constexpr const char* kDefault = "cgsd default";

// A figure per dataset and method; a method that was not run has its printed values and a note.
Comparison nmi_comparison(const ItemSpec& spec, const CellScores& scores);

// The paper prints values for it.
bool is_printed(const ExperimentSpec& spec, const std::string& method);
std::optional<double> printed_nmi(const ExperimentSpec& spec, const std::string& method, const std::string& dataset);

}  // namespace cgsd

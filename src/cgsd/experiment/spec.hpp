// An experiment, declared: methods × datasets × seeds. Every combination is a cell.
//
// A method is a name of the methods' table or a preset of CGSD, with a label and options of its own (method_call.hpp).
// A dataset is a registered name or a path; a path that is not there is looked for in the data directories. How it is
// read: directed or not as the method needs (the preset `authors` works on directed entries, all others on edges),
// unless `directed` decides; `directed_data` is what is read in its place if directed entries are wanted.
// If a file has every edge once, `both_ways` makes two entries of each. In place of data, `sbm` generates a graph
// (graph/generators.hpp); with r realisations the cell of seed s has the one of seed s mod r.
// How many communities a method is asked for: `communities`, or the number of classes if that is 0.
// `paper` are printed values, shown beside ours and used for nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/experiment/method_entry.hpp"
#include "cgsd/experiment/tables/metric.hpp"

namespace cgsd {

struct GeneratedData {
  std::vector<std::string> options;  // "heterophily=0.2", of SbmOptions
  std::int32_t realisations = 1;

  bool operator==(const GeneratedData&) const = default;
};

struct DatasetEntry {
  std::string data;           // "cora", "data/football.npz"
  std::string label;          // what tables call it; unique in an experiment
  std::string directed_data;  // empty: data
  std::string attributes;     // a file that replaces what `data` holds; empty: none
  std::string labels;         // likewise; for scoring
  std::optional<bool> directed;
  bool both_ways = false;            // if directed entries are wanted: the edges of `data`, each in both directions
  std::optional<GeneratedData> sbm;  // instead of data
  std::int32_t communities = 0;

  bool operator==(const DatasetEntry&) const = default;
};

struct PaperValue {
  Metric metric = Metric::nmi;
  std::string method;   // label
  std::string dataset;  // label
  double value = 0.0;

  bool operator==(const PaperValue&) const = default;
};

struct ExperimentSpec {
  std::string name;
  std::vector<MethodEntry> methods;
  std::vector<DatasetEntry> datasets;
  std::vector<std::uint64_t> seeds;
  std::vector<PaperValue> paper;

  bool operator==(const ExperimentSpec&) const = default;
};

// Which cell: by labels and seed.
struct CellKey {
  std::string method;
  std::string dataset;
  std::uint64_t seed = 0;

  auto operator<=>(const CellKey&) const = default;
};

// All of them, dataset by dataset, method by method, seed by seed.
std::vector<CellKey> cells_of(const ExperimentSpec& spec);

// Throws InvalidArgument that names the part: nothing to run, unknown method, option or dataset, equal labels or seeds.
void check(const ExperimentSpec& spec);

// "data/football.npz" → "football"
std::string label_of_path(const std::string& path);

}  // namespace cgsd

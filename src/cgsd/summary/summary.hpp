// Everything that is ever shown of a run, in one plain structure. Terminal, JSON and CSV (and any page) are renderings
// of it, and nothing else formats facts.
//
//   Summary s = summarise({named, method, seed}, data, found, run);   // then what only the caller knows: files, times
//
// Parts that a method does not have are empty. Figures without a value are NaN. Labels are read for `quality` and
// `graph.labels` alone. Promises: the same figures at any number of threads. Cost: O(n + m + numbers
// stored), the scores, and confidence.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/core/stage_record.hpp"
#include "cgsd/detect/confidence.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/levels/continuity.hpp"
#include "cgsd/levels/levels.hpp"
#include "cgsd/levels/warm_start.hpp"
#include "cgsd/metrics/scores.hpp"
#include "cgsd/summary/community_facts.hpp"
#include "cgsd/summary/graph_facts.hpp"

namespace cgsd {

struct DataFile {
  std::string file;
  std::uint64_t bytes = 0;
  std::string sha256;
};

// What was run, on what.
struct RunFacts {
  std::string version;
  std::string method;
  std::uint64_t seed = 0;
  OptionValues options;
  std::string data_name;
  std::string data_format;
  std::vector<std::string> data_arguments{};  // the words of the command line that say how the data were read
  std::vector<DataFile> files;
};

// Beside a former run.
struct PreviousFacts {
  std::string run;     // as the caller calls it
  std::string method;  // empty: not known
  Continuity continuity;
  WarmStart start = WarmStart::no_coordinates;
  double inertia = 0.0;  // of the warm start, in units of the lowest of the others; 0: none was made
};

// A choice that was made, in plain words, and the figures behind it (explanation.hpp). Topics are "weights",
// "attributes", "edges", "structure", "rounding", "stability", "levels" and "previous".
struct Decision {
  std::string topic;
  std::string words{};
  std::string figures{};
};

// One normalisation of the attributes.
struct BlockFacts {
  StalkMetric metric = StalkMetric::z_score;
  std::size_t width = 0;
  double share = 1.0;  // of the coordinates that are made of attributes
};

// The closed-form encoder's figures.
struct DiffusionFacts {
  BlankRowCheck blanks;
  std::vector<MetricEvidence> candidates;
  std::size_t chosen = 0;
  std::vector<BlockFacts> blocks;
  std::size_t width = 0;  // 0: no attributes, or none that vary
  std::size_t signals = 0;
  double overlap = 0.0;
  EdgeAgreement agreement;
  SheafSign sign;
  std::int32_t beyond_bulk = 0;
  double clarity = 0.0;
  bool unconfirmed = false;
  bool alone = false;
  bool decides = false;
  bool assortative = false;
  std::vector<double> eigenvalues;
  std::vector<double> weights;
};

struct TrainingFacts {
  std::int32_t epochs = 0;
  std::string ending;
  double gate_open_share = 0.0;
  std::vector<LossRecord> losses;  // before each step
  std::vector<double> gradient_norms;
  std::int32_t kept_epoch = -1;  // −1: the last
};

struct SpectrumFacts {
  std::vector<double> values;
  std::vector<double> residuals;
  std::int32_t components = 0;
  std::int32_t products = 0;
  bool converged = true;
};

struct KmeansFacts {
  double inertia = 0.0;
  std::int32_t iterations = 0;
  std::int32_t restart = 0;
  std::int32_t starts = 0;
  std::int32_t near_best = 0;
  bool converged = false;
};

struct Timing {
  std::vector<StageTime> stages;
  double seconds = 0.0;
  std::uint64_t peak_memory = 0;  // bytes; 0: not known
};

struct Summary {
  RunFacts run;
  GraphFacts graph;
  std::vector<CommunityFacts> communities;  // by falling size
  std::optional<CommunityCount> count;      // of the CGSD family: how many were asked for or counted, and why
  Confidence confidence;                    // of every node
  Scores quality{};
  std::vector<Decision> decisions;
  std::optional<Stability> stability;  // if it was measured
  std::optional<Levels> levels;        // if they were asked for
  std::optional<PreviousFacts> previous;
  std::int32_t next_community_id = 0;   // the first id that was never used
  std::optional<WeightChoice> weights;  // of the default, if the graph has weights
  std::optional<DiffusionFacts> diffusion;
  std::optional<TrainingFacts> training;
  std::optional<SpectrumFacts> spectrum;
  std::int32_t neighbours = 0;  // of a node in the graph over which the coordinates were smoothed; 0: they were not
  std::optional<KmeansFacts> kmeans;
  std::vector<double> losses;  // of a learned method to compare with
  OptionValues evidence;       // likewise of any method to compare with
  std::vector<std::string> warnings;
  Timing timing;

  std::string explanation() const;  // the words of all decisions, one paragraph
};

DiffusionFacts facts_of(const Diffusion& diffusion);

Summary summarise(RunFacts run_facts, const DatasetView& data, const MethodResult& result, const RunContext& run);

// Adds what a detection decided and what it rests on.
void add(Summary& summary, const Detection& detection);

// Adds what repetitions have shown to the decisions.
void add(Summary& summary, const Stability& stability);

// Adds nested communities. Those of a run with a former one have their ids already (levels/level_continuity.hpp).
void add(Summary& summary, Levels levels);

// Adds what became of the communities of a former run, and gives these their ids.
void add(Summary& summary, PreviousFacts previous);

}  // namespace cgsd

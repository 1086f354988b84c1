// One method of an experiment: its name in the table (detect/methods.hpp), what tables call it, and its settings.
//
//   const ConfiguredMethod method = configured({.method = "dgi", .overrides = {"dgi.epochs=100"}}, 7);
//
// How many communities: what an override gives ("communities=5"), else `communities` if the method needs the number or
// is of the CGSD family. For a method that may take it (leiden), only "communities=classes" gives it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cgsd/detect/methods.hpp"

namespace cgsd {

struct MethodEntry {
  std::string method;                  // "dgi", "paper"
  std::string label;                   // what tables call it; unique in an experiment
  std::vector<std::string> overrides;  // "name=value"

  bool operator==(const MethodEntry&) const = default;
};

// Throws InvalidArgument: unknown method, unknown option, value out of range. `communities` = 0: not known.
ConfiguredMethod configured(const MethodEntry& entry, std::int32_t communities);

// The first 16 digits of the SHA-256 of method and options: equal fingerprints, equal settings.
std::string fingerprint(const ConfiguredMethod& method);

// Of all that a training depends on but input and seed: methods of one fingerprint train alike. Empty: nothing is
// trained that could be shared.
std::string training_fingerprint(const ConfiguredMethod& method);

// Runs the method; the same bits with a training that another method of the same training_fingerprint has left in
// `training`, if it has; otherwise leaves its own there.
Partition run_sharing(const ConfiguredMethod& method, const AttributedGraphView& input,
                      std::optional<TrainingState<float>>& training, const RunContext& run);

}  // namespace cgsd

// One method with its options, ready to run: a method of the table (baselines/methods.hpp) or a preset of CGSD.
//
//   const MethodCall call = method_call({.method = "dgi", .overrides = {"dgi.epochs=100"}}, 7);
//   Partition found = run_call(call, input, run);
//
// Options have the names of `cgsd detect --set`: "dgi.epochs" of a method, "encoder.epochs" of a preset. How many
// communities: what an override says ("communities=5"), else `communities` where the method must be told or is a
// preset. A method that may be told (leiden) is not, unless "communities=classes" asks for it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cgsd/clustering/partition.hpp"
#include "cgsd/detect/methods.hpp"
#include "cgsd/detect/presets.hpp"

namespace cgsd {

struct MethodEntry {
  std::string method;                  // "dgi", "paper"
  std::string label;                   // what tables call it; unique in an experiment
  std::vector<std::string> overrides;  // "name=value"

  bool operator==(const MethodEntry&) const = default;
};

struct BaselineCall {
  Method method;
  MethodOptions options;
};

struct PresetCall {
  Preset preset;
  DetectOptions options;
};

using MethodCall = std::variant<BaselineCall, PresetCall>;

// Throws InvalidArgument: unknown method, unknown option, value out of range. `communities` = 0: not known.
MethodCall method_call(const MethodEntry& entry, std::int32_t communities);

bool wants_directed(const MethodCall& call);

// Every option of the method with its value, the number of communities included.
std::vector<std::pair<std::string, OptionValue>> options_of(const MethodCall& call);

// The first 16 digits of the SHA-256 of method and options: equal fingerprints, equal settings.
std::string fingerprint(const MethodCall& call);

// Of all that a training depends on but input and seed: calls of one fingerprint train alike. Empty: nothing is trained
// that could be shared.
std::string training_fingerprint(const MethodCall& call);

Partition run_call(const MethodCall& call, const AttributedGraph& input, const RunContext& run);
// The same bits with a training that an equal call has left, if it has; otherwise leaves its own.
Partition run_call(const MethodCall& call, const AttributedGraph& input, std::optional<TrainingState<float>>& training,
                   const RunContext& run);

// The names that `method` may have: presets first, then the table.
std::vector<std::string> method_names();

}  // namespace cgsd
